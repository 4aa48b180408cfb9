/** Target `nginx[:BINARY]`: starts that host with a rendered configuration on a loopback port. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../../spec/types/requirement.js';
import {
  type RuntimeTarget,
  type Session,
  type SessionSetup,
  SetupRefused,
  StartTimedOut,
  TargetUnavailable,
} from '../../executor/target.js';
import { type Bindings, bindText } from '../../inside/bundle.js';
import { startedIn } from '../support/environment.js';
import { LOG_FILE, PID_FILE } from '../support/host/configuration.js';
import { awaitPidFile } from '../support/host/listening.js';
import {
  HOST_CAPABILITIES,
  isPortTaken,
  type LaunchedHost,
  startHostSession,
  unavailable,
} from '../support/host/session.js';
import { Imports } from '../support/modules.js';
import { exitText, type ProcessExit, ProcessNotStarted, startTargetProcess } from '../support/process.js';
import { shellWord } from '../support/shell-word.js';
import { HostUnusable, loaderArgv, readHost } from './hosts.js';

export interface NginxOptions {
  /** Path of the binary, or a command of several words; by default `nginx` of the PATH, or of the library root. */
  readonly binary?: string | undefined;
  /** Folder of the module files; by default from the output of the binary's `-V`. */
  readonly modules?: string | undefined;
  readonly engine?: Engine | undefined;
  /** Root of an unpacked system with the binary's loader and libraries. */
  readonly libraryRoot?: string | undefined;
  readonly bindings?: Bindings | undefined;
  /** Milliseconds that the binary may take to report its build, and to listen after its start; by default 30 seconds. */
  readonly startMs?: number;
}

const START_MS = 30_000;

export function nginxTarget(options: NginxOptions): RuntimeTarget {
  const { engine, bindings = { srv: 'ngx', rt: 'njs' }, startMs = START_MS } = options;
  const imports = new Imports();
  const name = options.binary === undefined ? 'nginx' : `nginx:${options.binary}`;
  let found: Promise<LocatedHost> | undefined;
  const find = (): Promise<LocatedHost> => {
    found ??= locate(options, startMs);
    return found;
  };
  return {
    name,
    kind: 'nginx',
    program: async () => (await find()).program,
    host: async () => hostOf(await find()),
    refused: () => imports.known(),
    runtimeGlobal: bindings.rt,
    ...(engine === undefined ? {} : { engine }),
    capabilities: new Set(HOST_CAPABILITIES),
    options: replayOptions(name, options),
    drivers: {
      runtime: {
        restarts: true,
        start: async (setup) => startNginx(setup, await find(), { engine, bindings, startMs, imports }),
      },
    },
  };
}

interface StartOptions {
  readonly engine: Engine | undefined;
  readonly bindings: Bindings;
  readonly startMs: number;
  readonly imports: Imports;
}

function startNginx(setup: SessionSetup, located: LocatedHost, how: StartOptions): Promise<Session> {
  const { engine, bindings, startMs, imports } = how;
  const { argv, modules } = located;
  return startHostSession(setup, {
    bindings,
    host: hostOf(located),
    connections: 64,
    imports,
    main: modules.map((path) => ['load_module', path]),
    // The other engine is the default of every release that has both.
    head: engine === 'qjs' ? [['js_engine', 'qjs']] : [],
    launch: ({ configuration, folder }) => {
      const command = [...argv, '-e', join(folder, LOG_FILE), '-p', folder, '-c', configuration];
      return launch(command, { pidFile: join(folder, PID_FILE), startMs, env: startedIn(setup.started) });
    },
  });
}

function replayOptions(name: string, { modules, engine, libraryRoot, bindings }: NginxOptions): string[] {
  const bind = bindings === undefined ? undefined : bindText(bindings);
  const given = { target: name, modules, engine, 'library-root': libraryRoot, bind };
  return Object.entries(given).flatMap(([option, value]) =>
    value === undefined ? [] : [`--${option}`, shellWord(value)],
  );
}

interface LocatedHost {
  /** The command that runs it. */
  readonly argv: readonly string[];
  /** The name of the program. */
  readonly program: string;
  /** For example `1.30.6`. */
  readonly version: string;
  /** The module files that it loads. */
  readonly modules: readonly string[];
}

const hostOf = ({ program, version }: LocatedHost): string => `${program} ${version}`;

/** Rejects with `TargetUnavailable` if there is no such host. */
export async function locate(
  { binary, modules, libraryRoot }: NginxOptions,
  deadlineMs = START_MS,
): Promise<LocatedHost> {
  try {
    const argv =
      libraryRoot === undefined
        ? commandOf(binary ?? 'nginx')
        : loaderArgv(libraryRoot, binary ?? `${libraryRoot}/usr/sbin/nginx`);
    const places = {
      deadlineMs,
      ...(modules === undefined ? {} : { directory: modules }),
      ...(libraryRoot === undefined ? {} : { libraryRoot }),
    };
    return { argv, ...(await readHost(argv, places)) };
  } catch (error) {
    if (error instanceof HostUnusable || error instanceof ProcessNotStarted) throw new TargetUnavailable(error.message);
    throw error;
  }
}

const commandOf = (binary: string): string[] => (existsSync(binary) ? [binary] : binary.trim().split(/\s+/));

/** Milliseconds between SIGTERM and SIGKILL, since a host that hangs ignores the first. */
const GRACE_MS = 300;

export interface Launching {
  readonly pidFile: string;
  readonly startMs: number;
  readonly env: NodeJS.ProcessEnv;
}

/** Starts a host as a program that writes its process id into `pidFile` once it listens. */
export async function launch(argv: readonly string[], { pidFile, startMs, env }: Launching): Promise<LaunchedHost> {
  const running = await startTargetProcess(argv, { graceMs: GRACE_MS, env });
  const exited = running.exited.then((exit) => describeExit(exit, running.stderr.text()));
  switch (await awaitPidFile(pidFile, running.exited, startMs)) {
    case 'gone':
      throw refusal(running.stderr.text()) ?? unavailable('nginx', running.stderr.text());
    case 'late':
      await running.end();
      throw new StartTimedOut(`nginx did not start: after ${startMs} ms it neither listened nor had it ended`);
    case 'listens':
  }
  return {
    pid: running.pid,
    exited,
    stop: async () => {
      await running.end();
    },
  };
}

/** The message with which nginx refuses a configuration, without its folder, which differs from start to start. */
function refusal(printed: string): SetupRefused | undefined {
  const errorText = /^nginx: \[emerg\] (.*?)(?: in \S+:\d+)?$/m.exec(printed)?.[1];
  return errorText === undefined || isPortTaken(printed) ? undefined : new SetupRefused('nginx', errorText);
}

/** How the host ended, and the last line that it printed, if any. */
function describeExit(exit: ProcessExit, printed: string): string {
  const last = printed.trim().split('\n').at(-1) ?? '';
  return `the host ${exitText(exit)}${last === '' ? '' : `: ${last}`}`;
}
