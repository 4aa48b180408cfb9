import type { ProcessPort } from '../../../port/process.js';
import { defineMethods } from '../../support/members.js';
import { resultOf } from '../../support/outcome.js';

/** The global `process`. */
export function createProcess(port: ProcessPort): object {
  const process = {
    /** 3/process/process-argv */
    argv: [...port.arguments],
    /** 3/process/process-env */
    env: environment(port.environment),
    /** 3/process/process-pid */
    get pid() {
      return port.pid;
    },
    /** 3/process/process-ppid */
    get ppid() {
      return port.ppid;
    },
  };
  defineMethods(process, {
    /** 3/process/process-kill */
    kill(pid: unknown, signal: unknown = 'SIGTERM'): boolean {
      return resultOf(port.kill(Number(pid), typeof signal === 'number' ? signal : `${signal}`));
    },
  });
  return process;
}

/** Defines what it adds, because a variable may have the name of an inherited member. */
function environment(namesAndValues: readonly string[]): object {
  const result = {};
  for (let at = 0; at + 1 < namesAndValues.length; at += 2) {
    const property = { value: namesAndValues[at + 1], writable: true, enumerable: true, configurable: true };
    Object.defineProperty(result, String(namesAndValues[at]), property);
  }
  return result;
}
