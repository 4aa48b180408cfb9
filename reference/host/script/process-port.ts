import type { Outcome } from '../../port/outcome.js';
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

/** 3/process/process-kill */
function kill(pid: number, signal: number | string): Outcome<boolean> {
  try {
    return { ok: true, value: process.kill(pid, signal) };
  } catch (error) {
    return { ok: false, name: 'TypeError', message: error instanceof Error ? error.message : String(error) };
  }
}
