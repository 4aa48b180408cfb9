import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Closed realms that may wait for their memory to be given back. Each holds a third of a megabyte. */
const most = 20;

let closed = 0;

/**
 * Tells that a realm is closed. Only a full collection frees realms, and V8 puts it off for as long as there is memory: a
 * host under load would keep hundreds of them. So the host asks for one now and then, between two requests.
 */
export function realmClosed(): void {
  closed += 1;
  if (closed < most) return;
  closed = 0;
  setImmediate(() => collect());
}

/**
 * V8's function for one full collection; the inspector's makes several in a row. The flag that shows it to new contexts is
 * the whole process's, so it is there for one context alone, and a realm that another thread makes meanwhile removes it.
 */
const collect: () => void = (() => {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('gc');
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
})();
