import { constants } from 'node:os';
import type { PortOutcome } from '../../port/outcome.js';
import type { ProcessPort } from '../../port/process.js';

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
  const number = typeof signal === 'string' ? signals.get(signal) : signal;
  if (number === undefined) return { ok: false, name: 'TypeError', message: `unknown signal: ${signal}` };
  try {
    return { ok: true, value: process.kill(pid, number) };
  } catch (error) {
    return { ok: false, name: 'TypeError', message: error instanceof Error ? error.message : String(error) };
  }
}
