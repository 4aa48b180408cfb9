import { constants } from 'node:os';
import type { PortOutcome } from '../../port/outcome.js';
import type { ProcessPort } from '../../port/process.js';
import { codeOf, systemError } from '../support/system-errors.js';

/** What scripts see as `process`. */
export function processPort(
  commandLine: readonly string[],
  environment: ReadonlyMap<string, string | undefined>,
): ProcessPort {
  return {
    arguments: commandLine,
    environment: [...environment].flatMap(([name, value]) => (value === undefined ? [] : [name, value])),
    pid: process.pid,
    ppid: process.ppid,
    kill,
  };
}

const signals: ReadonlyMap<string, number> = new Map(Object.entries(constants.signals));

/** 3/process/process-kill. Names are looked up here, because Node treats an empty one as SIGTERM. */
function kill(pid: number, signal: number | string): PortOutcome<boolean> {
  if (pid !== (pid | 0)) return failed('"pid" is not a number');
  const number = typeof signal === 'string' ? signals.get(signal) : Math.trunc(signal);
  if (number === undefined || Number.isNaN(number)) return failed(`unknown signal: ${signal}`);
  try {
    return { ok: true, value: process.kill(pid, number) };
  } catch (error) {
    return failed(`kill failed with (${error instanceof Error ? systemError(codeOf(error)) : error})`);
  }
}

const failed = (message: string): PortOutcome<never> => ({ ok: false, name: 'TypeError', message });
