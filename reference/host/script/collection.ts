import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Closed realms that may wait for their memory to be given back. Each holds a third of a megabyte. */
const most = 32;

// Flags are those of the whole process: another thread that took this one back would leave this thread without `gc`. Every
// context has it from now on, and the runtime deletes it from its own before a script runs.
setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

let closed = 0;

/**
 * Tells that a realm is closed. Only a full collection frees realms, and V8 puts it off for as long as there is memory: a
 * host under load would keep hundreds of them. So the host asks for one now and then, between two requests.
 */
export function realmClosed(): void {
  closed += 1;
  if (closed < most) return;
  closed = 0;
  if (typeof collect === 'function') setImmediate(() => collect());
}
