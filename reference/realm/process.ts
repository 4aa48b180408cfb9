import type { ProcessPort } from '../port.js';
import { resultOf } from './outcome.js';

interface Process {
  readonly argv: string[];
  readonly env: Record<string, string>;
  readonly pid: number;
  readonly ppid: number;
  kill(pid: unknown, signal?: unknown): boolean;
}

/** 3/process/* */
export function createProcess(port: ProcessPort): Process {
  return {
    argv: [...port.arguments],
    env: environment(port.environment),
    pid: port.pid,
    ppid: port.ppid,
    /** 3/process/process-kill */
    kill: (pid, signal = 'SIGTERM') =>
      resultOf(port.kill(Number(pid), typeof signal === 'number' ? signal : String(signal))),
  };
}

function environment(namesAndValues: readonly string[]): Record<string, string> {
  const result: Record<string, string> = {};
  for (let at = 0; at + 1 < namesAndValues.length; at += 2) {
    const value = namesAndValues[at + 1];
    Object.defineProperty(result, String(namesAndValues[at]), {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return result;
}
