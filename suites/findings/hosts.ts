/** The hosts that findings are about: every release that is unpacked here, as a server and as a command line. */
import type { Target } from '../executor/target.js';
import { cliSetting, type HostProgram, nginxSetting } from '../reproducers/setting.js';
import { cliTarget } from '../targets/cli/cli.js';
import { discoverHosts, RELEASES, type Release } from '../targets/nginx/hosts.js';
import { nginxTarget } from '../targets/nginx/nginx.js';

export interface FindingHost {
  /** Of files, for example `nginx-sid-qjs`. */
  readonly key: string;
  readonly release: Release;
  readonly isNewest: boolean;
  readonly target: Target;
  /** How its program is started by hand; absent of a server. */
  readonly command?: string;
  /** Arguments of `run` that name it. */
  readonly options: readonly string[];
  setting(): Promise<HostProgram>;
}

type FindingEngine = 'njs' | 'qjs';

/** Engines of a release's runtime, and the options of its command line that choose them. */
const ENGINES: {
  readonly [release in Release]: readonly (readonly [engine: FindingEngine, options: readonly string[]])[];
} = {
  bookworm: [['njs', []]],
  trixie: [['njs', []]],
  sid: [
    ['qjs', ['-m', '-n', 'QuickJS']],
    ['njs', ['-n', 'njs']],
  ],
};

/** The newest release first; of each the command line first, which takes least to show a fault. */
export function findingHosts(packageRoot: string): readonly FindingHost[] {
  const unpacked = discoverHosts(packageRoot);
  return [...RELEASES].reverse().flatMap((release) => {
    const host = unpacked.find(({ name }) => name === release);
    if (host?.libraryRoot === undefined) return [];
    const { libraryRoot, njs } = host;
    const isNewest = release === RELEASES.at(-1);
    return ENGINES[release].flatMap(([engine, words]) => {
      const named = { release, isNewest };
      // The oldest has one engine and no way to name it.
      const options = { libraryRoot, ...(release === 'bookworm' ? {} : { engine }) };
      const server: FindingHost = {
        ...named,
        key: `nginx-${release}-${engine}`,
        target: nginxTarget(options),
        options: [
          '--target',
          'nginx',
          '--library-root',
          libraryRoot,
          ...('engine' in options ? ['--engine', engine] : []),
        ],
        setting: () => nginxSetting(options, true),
      };
      if (njs === undefined) return [server];
      const command = [...njs, ...words].join(' ');
      const line: FindingHost = {
        ...named,
        key: `cli-${release}-${engine}`,
        command: ['njs', ...words, 'script.js'].join(' '),
        target: cliTarget({ command }),
        options: ['--target', `cli:${command}`],
        setting: () => cliSetting(command, true),
      };
      return [line, server];
    });
  });
}
