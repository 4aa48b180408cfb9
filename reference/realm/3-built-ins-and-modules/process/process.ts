import type { ProcessPort } from '../../../port/process.js';
import { define, listOf, numberOf } from '../../support/intrinsics.js';
import { defineMethods, defineTag } from '../../support/members.js';
import { resultOf } from '../../support/outcome.js';
import { textOf } from '../../support/text.js';

/** The global `process`. */
export function createProcess(port: ProcessPort): object {
  const process = {
    /** 3/process/process-argv */
    argv: listOf(port.arguments),
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
      return resultOf(port.kill(numberOf(pid), typeof signal === 'number' ? signal : textOf(signal)));
    },
  });
  defineTag(process, 'process');
  return process;
}

/** Defines its properties, because a variable may have the name of an inherited member. */
function environment(namesAndValues: readonly string[]): object {
  const result = {};
  for (let at = 0; at + 1 < namesAndValues.length; at += 2) {
    define(result, namesAndValues[at] ?? '', namesAndValues[at + 1]);
  }
  return result;
}
