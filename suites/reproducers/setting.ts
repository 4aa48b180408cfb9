/** What a reproducer needs of a target on this machine: the commands that run it, and what it says of itself. */

import { release, type } from 'node:os';
import { dirname } from 'node:path';
import { TargetUnavailable } from '../executor/target.js';
import type { Bindings } from '../inside/bundle.js';
import { locate, type NginxOptions } from '../targets/nginx/nginx.js';
import { runProcess } from '../targets/support/process.js';
import type { ProgramPaths } from './trying.js';

export interface ProgramSetting {
  readonly kind: 'nginx' | 'cli';
  readonly bindings: Bindings;
  readonly environment: ProgramPaths;
  /** How the program was built, as it says. */
  readonly build: string;
  readonly system: string;
}

/** What real hosts call the two globals. */
const REAL: Bindings = { srv: 'ngx', rt: 'njs' };

const DEADLINE_MS = 30_000;

export const systemText = (): string => `${type()} ${release()}`;

/** Of a server. Rejects with `TargetUnavailable` where there is none. */
export async function nginxSetting(options: NginxOptions): Promise<ProgramSetting> {
  const { argv, modules } = await locate(options);
  const [module] = modules;
  return {
    kind: 'nginx',
    bindings: options.bindings ?? REAL,
    environment: { NGINX: asWords(argv), ...(module === undefined ? {} : { MODULES: dirname(module) }) },
    build: await said([...argv, '-V']),
    system: systemText(),
  };
}

/** Of a command-line runtime. */
export async function cliSetting(command: string, bindings: Bindings = REAL): Promise<ProgramSetting> {
  const argv = command.trim().split(/\s+/);
  return {
    kind: 'cli',
    bindings,
    environment: { NJS: asWords(argv) },
    build: await said([...argv, '-v']),
    system: systemText(),
  };
}

/** A shell takes the command apart at blanks. */
function asWords(argv: readonly string[]): string {
  const blank = argv.find((word) => /\s/.test(word));
  if (blank !== undefined) throw new TargetUnavailable(`a reproducer cannot run ${blank}: its path has a blank in it`);
  return argv.join(' ');
}

async function said(argv: readonly string[]): Promise<string> {
  const { stdout, stderr } = await runProcess(argv, { deadlineMs: DEADLINE_MS });
  return `${stdout.text()}${stderr.text()}`.trim();
}
