import type { RuntimePort } from '../port.js';
import { dump } from './dump.js';

interface RuntimeObject {
  readonly version: string;
  readonly version_number: number;
  readonly memoryStats: { readonly size: number };
  dump(value: unknown): string;
  on(event: unknown, callback: unknown): void;
}

/** 3/rt/*, and what runs the callbacks of the event `exit` (3/events/rule-1). */
export function createRuntimeObject(port: RuntimePort): { object: RuntimeObject; runExitCallbacks: () => void } {
  const exitCallbacks: (() => unknown)[] = [];
  const object: RuntimeObject = {
    version: port.version,
    version_number: port.versionNumber,
    get memoryStats() {
      return { size: port.memorySize() };
    },
    dump: (value) => dump(value),
    on: (event, callback) => {
      if (event !== 'exit') throw new TypeError(`unknown event "${String(event)}"`);
      if (!isCallback(callback)) throw new TypeError('callback is not a function');
      exitCallbacks.push(callback);
    },
  };
  return { object, runExitCallbacks: () => runAll(exitCallbacks) };
}

function runAll(callbacks: readonly (() => unknown)[]): void {
  for (const callback of callbacks) callback();
}

function isCallback(value: unknown): value is () => unknown {
  return typeof value === 'function';
}
