import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Closed realms that may wait for their memory to be given back. Each holds a third of a megabyte. */
const most = 32;

// The flag gives `gc` to every context that is made while it is set, so that it is taken back at once.
setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');
setFlagsFromString('--no-expose-gc');

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
