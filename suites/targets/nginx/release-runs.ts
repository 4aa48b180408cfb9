/** The possible runs with the unpacked releases: each engine, as a server and as a command line. */
import type { Engine } from '../../../spec/types/requirement.js';
import { discoverHosts, RELEASES, type Release } from './hosts.js';

/** Engines of a release, the usual one last, and the options of its command line that select them. */
const ENGINES: {
  readonly [release in Release]: readonly (readonly [engine: Engine, words: readonly string[]])[];
} = {
  bookworm: [['njs', []]],
  trixie: [['njs', []]],
  sid: [
    ['njs', ['-n', 'njs']],
    ['qjs', ['-m', '-n', 'QuickJS']],
  ],
};

export interface ReleaseRun {
  readonly release: Release;
  readonly isNewest: boolean;
  readonly engine: Engine;
  /** Its name among the runs: `sid-qjs`. */
  readonly name: string;
  /** Options of `nginxTarget`. */
  readonly server: { readonly libraryRoot: string; readonly engine?: Engine };
  /** Arguments of `run` that name the server. */
  readonly serverArguments: readonly string[];
  /** The program of the command line with its options, as run here and as typed after installation; absent if there is none. */
  readonly commandLine?: { readonly here: string; readonly typed: string };
}

/** By release, oldest first. */
export function releaseRuns(packageRoot: string): readonly ReleaseRun[] {
  const unpacked = discoverHosts(packageRoot);
  return RELEASES.flatMap((release) => {
    const { libraryRoot, njs } = unpacked.find(({ name }) => name === release) ?? {};
    if (libraryRoot === undefined) return [];
    return ENGINES[release].map(([engine, words]): ReleaseRun => {
      // The oldest has one engine and no option for it.
      const named = release === 'bookworm' ? {} : { engine };
      const engineArguments = release === 'bookworm' ? [] : ['--engine', engine];
      return {
        ...{ release, isNewest: release === RELEASES.at(-1), engine, name: `${release}-${engine}` },
        server: { libraryRoot, ...named },
        serverArguments: ['--target', 'nginx', '--library-root', libraryRoot, ...engineArguments],
        ...(njs && { commandLine: { here: [...njs, ...words].join(' '), typed: ['njs', ...words].join(' ') } }),
      };
    });
  });
}
