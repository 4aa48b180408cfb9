import { resolve } from 'node:path';
import { systemFailure } from '../../host/support/system-errors.js';
import { signals } from './command-line.js';
import type { ProcessPlan } from './messages.js';
import { readPid } from './pid-file.js';
import type { ProgramContext } from './start.js';

/** Sends the command of `-s` to the host whose pid file the configuration names; returns the exit status. */
export function signalled({ given, options, errors, defaults }: ProgramContext, plan: ProcessPlan): number {
  const path = plan.pid ?? (defaults.pid === undefined ? undefined : resolve(options.prefix, defaults.pid));
  if (given.signal === undefined) return 1;
  if (path === undefined) {
    errors.report('error', `no "pid" in ${plan.file} identifies the host`);
    return 1;
  }
  try {
    send(readPid(path), signals[given.signal]);
    return 0;
  } catch (error) {
    errors.report('error', error instanceof Error ? error.message : String(error));
    return 1;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    throw new Error(systemFailure('kill', `${pid}, ${signal}`, error));
  }
}
