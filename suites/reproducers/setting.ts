/** The settings of a reproducer for a target on this machine: the commands that run it and the reference, and its version. */

import { release, type } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import type { Bindings } from '../inside/bundle.js';
import { locate, type NginxOptions } from '../targets/nginx/nginx.js';
import { runProcess } from '../targets/support/process.js';
import { shellWord } from '../targets/support/shell-word.js';
import type { ProgramPaths } from './trying.js';

/** The program with the fault. */
export interface HostProgram {
  readonly kind: 'nginx' | 'cli';
  readonly bindings: Bindings;
  /** Its name in titles: the runtime if it is known, otherwise the command without folders. */
  readonly name: string;
  /** Variable of `run.sh` that names another command. */
  readonly variable: 'NGINX' | 'SERVER' | 'NJS' | 'RUNTIME';
  /** The command that a user types to run it, in shell syntax. */
  readonly command: string;
  /** Variables of `run.sh` that run it on this machine. */
  readonly environment: ProgramPaths;
  /** Its own description of its build. */
  readonly build: string;
  readonly system: string;
}

/** The names of the two globals on real hosts. */
const REAL: Bindings = { srv: 'ngx', rt: 'njs' };

const DEADLINE_MS = 30_000;

const systemText = (): string => `${type()} ${release()}`;

/** For a server; `isNjs` if it runs njs. Rejects with `TargetUnavailable` if there is none. */
export async function nginxSetting(options: NginxOptions, isNjs: boolean): Promise<HostProgram> {
  const { argv, modules } = await locate(options);
  const [module] = modules;
  const { bindings = REAL } = options;
  const variable = bindings.rt === REAL.rt ? 'NGINX' : 'SERVER';
  const places = module === undefined ? {} : { MODULES: dirname(module) };
  return {
    kind: 'nginx',
    bindings,
    name: isNjs ? 'njs' : named(argv),
    variable,
    command: isNjs ? 'nginx' : inShell(argv),
    environment: { [variable]: inShell(argv), ...places },
    build: await said([...argv, '-V']),
    system: systemText(),
  };
}

/** For a command-line runtime. */
export async function cliSetting(command: string, isNjs: boolean, bindings: Bindings = REAL): Promise<HostProgram> {
  const argv = command.trim().split(/\s+/);
  const variable = bindings.rt === REAL.rt ? 'NJS' : 'RUNTIME';
  // A loader may come before the program.
  const at = argv.findLastIndex((word) => basename(word).startsWith('njs'));
  return {
    kind: 'cli',
    bindings,
    name: isNjs ? 'njs' : named(argv),
    variable,
    command: isNjs ? inShell(['njs', ...argv.slice(at + 1)]) : inShell(argv),
    environment: { [variable]: inShell(argv) },
    build: await said([...argv, '-v']),
    system: systemText(),
  };
}

/** The variable of `run.sh` that makes it run the reference, in the version of the program. */
export function referenceEnvironment(
  { kind, variable, bindings }: HostProgram,
  version: string | undefined,
): ProgramPaths {
  const main = join(PACKAGE_ROOT, 'dist/suites/cli/main.js');
  const named = ['--srv', bindings.srv, '--rt', bindings.rt];
  const old = version === undefined ? [] : ['--runtime-version', version];
  const words = [process.execPath, main, kind === 'cli' ? 'exec' : 'serve', ...named, ...old];
  // The reference has both modules built in.
  return { [variable]: inShell(words), ...(kind === 'nginx' && { MODULES: '/nowhere' }) };
}

const named = (argv: readonly string[]): string => argv.map((word) => basename(word)).join(' ');

const inShell = (argv: readonly string[]): string => argv.map(shellWord).join(' ');

async function said(argv: readonly string[]): Promise<string> {
  const { stdout, stderr } = await runProcess(argv, { deadlineMs: DEADLINE_MS });
  return `${stdout.text()}${stderr.text()}`.trim();
}
