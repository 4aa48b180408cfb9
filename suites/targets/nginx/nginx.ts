/** Target `nginx[:BINARY]`: starts that host with a rendered configuration on a loopback port. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../../spec/types/requirement.js';
import { type RuntimeTarget, TargetUnavailable } from '../../executor/target.js';
import type { Bindings } from '../../inside/bundle.js';
import type { Capability } from '../../language/trial.js';
import { LOG_FILE } from '../support/host/configuration.js';
import { awaitListening } from '../support/host/listening.js';
import { type LaunchedHost, startHostSession, unavailable } from '../support/host/session.js';
import { type ProcessExit, ProcessNotStarted, startProcess } from '../support/process.js';
import { findModules, HostUnusable, loaderArgv } from './hosts.js';

export interface NginxOptions {
  /**
   * Path of the binary, or a command of several words; `nginx` of the PATH, or of the library root, when not given.
   */
  readonly binary?: string | undefined;
  /** Folder of the module files; read from the output of the binary's `-V` when not given. */
  readonly modules?: string | undefined;
  readonly engine?: Engine | undefined;
  /** Root of an unpacked system whose loader and libraries the binary is run with. */
  readonly libraryRoot?: string | undefined;
  readonly bindings?: Bindings | undefined;
}

const CAPABILITIES: readonly Capability[] = [
  'evaluate',
  'exchange',
  'stream',
  'log',
  'peers',
  'restart',
  'file-system',
];

export function nginxTarget(options: NginxOptions): RuntimeTarget {
  const { engine, bindings = { srv: 'ngx', rt: 'njs' } } = options;
  const name = options.binary === undefined ? 'nginx' : `nginx:${options.binary}`;
  let found: Promise<{ argv: readonly string[]; modules: readonly string[] }> | undefined;
  return {
    name,
    kind: 'nginx',
    implementation: bindings.rt === 'njs' ? 'njs' : 'unknown',
    runtimeGlobal: bindings.rt,
    ...(engine === undefined ? {} : { engine }),
    capabilities: new Set(CAPABILITIES),
    options: replayOptions(name, options),
    drivers: {
      runtime: {
        restarts: true,
        start: async (setup) => {
          found ??= locate(options);
          const { argv, modules } = await found;
          return startHostSession(setup, {
            bindings,
            connections: 64,
            main: modules.map((path) => ['load_module', path]),
            // The other engine is the default of every release that has both.
            head: engine === 'qjs' ? [['js_engine', 'qjs']] : [],
            launch: ({ configuration, folder, port }) =>
              launch([...argv, '-e', join(folder, LOG_FILE), '-p', folder, '-c', configuration], port),
          });
        },
      },
    },
  };
}

function replayOptions(name: string, { modules, engine, libraryRoot }: NginxOptions): string[] {
  const given = { target: name, modules, engine, 'library-root': libraryRoot };
  return Object.entries(given).flatMap(([option, value]) => (value === undefined ? [] : [`--${option}`, value]));
}

async function locate({
  binary,
  modules,
  libraryRoot,
}: NginxOptions): Promise<{ argv: readonly string[]; modules: readonly string[] }> {
  try {
    const argv =
      libraryRoot === undefined
        ? commandOf(binary ?? 'nginx')
        : loaderArgv(libraryRoot, binary ?? `${libraryRoot}/usr/sbin/nginx`);
    const places = {
      ...(modules === undefined ? {} : { directory: modules }),
      ...(libraryRoot === undefined ? {} : { libraryRoot }),
    };
    return { argv, modules: await findModules(argv, places) };
  } catch (error) {
    if (error instanceof HostUnusable || error instanceof ProcessNotStarted) throw new TargetUnavailable(error.message);
    throw error;
  }
}

const commandOf = (binary: string): string[] => (existsSync(binary) ? [binary] : binary.trim().split(/\s+/));

/** Milliseconds between SIGTERM and SIGKILL: a host that hangs ignores the first. */
const GRACE_MS = 300;

async function launch(argv: readonly string[], port: number): Promise<LaunchedHost> {
  const running = await startProcess(argv, { graceMs: GRACE_MS });
  const exited = running.exited.then(
    (exit) => `${describeExit(exit)}: ${running.stderr.text().trim().split('\n').at(-1) ?? ''}`,
  );
  if (!(await awaitListening(port, running.exited))) throw unavailable('nginx', running.stderr.text());
  return {
    exited,
    stop: async () => {
      await running.end();
    },
  };
}

const describeExit = (exit: ProcessExit): string =>
  exit.kind === 'signal' ? `it was ended by ${exit.signal}` : `it exited with status ${exit.status}`;
