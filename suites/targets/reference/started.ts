/** The reference as programs, for cases with their own start settings. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Session, SessionSetup } from '../../executor/target.js';
import type { StartSettings } from '../../language/trial.js';
import { cliTarget } from '../cli/cli.js';
import { launch } from '../nginx/nginx.js';
import { startedIn } from '../support/environment.js';
import { PID_FILE } from '../support/host/configuration.js';
import type { LaunchedHost } from '../support/host/session.js';

export const BINDINGS = { srv: 'srv', rt: 'rt' } as const;

const START_MS = 30_000;

/** Our own build. */
const OURS = new URL('../../../reference/', import.meta.url).href;

const programOf = (name: string, build = OURS): string => fileURLToPath(new URL(`programs/${name}`, build));

/** Options for a version of the runtime, which both programs know. */
const older = (version: string | undefined): readonly string[] =>
  version === undefined ? [] : ['--runtime-version', version];

/** Words of the command-line runtime. */
export const commandLine = (version: string | undefined, build?: string): readonly string[] => [
  process.execPath,
  programOf('exec-main.js', build),
  ...older(version),
];

/** A session with the command-line runtime. */
export function startCommandLine(
  setup: SessionSetup,
  version: string | undefined,
  build: string | undefined,
): Promise<Session> {
  const words = commandLine(version, build);
  const target = cliTarget({ command: words.join(' '), words, bindings: BINDINGS });
  return target.drivers.runtime.start(setup);
}

interface ProgramLaunch {
  readonly configuration: string;
  readonly folder: string;
  readonly start: StartSettings;
  readonly runtimeVersion: string | undefined;
  readonly build: string | undefined;
}

/** The host as a program. Rejects with `TargetUnavailable` if it does not start. */
export function launchHost({
  configuration,
  folder,
  start,
  runtimeVersion,
  build,
}: ProgramLaunch): Promise<LaunchedHost> {
  const program = [process.execPath, programOf('nginx-main.js', build), ...older(runtimeVersion)];
  return launch([...program, '-p', folder, '-c', configuration, '-e', join(folder, 'error.log')], {
    pidFile: join(folder, PID_FILE),
    startMs: START_MS,
    env: startedIn(start),
  });
}
