import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Closed realms that may wait for their memory to be given back. Each holds a third of a megabyte. V8 itself is quicker as a rule;
 * with half as many, every other collection would be one that was asked for, which takes twice as long.
 */
const most = 80;

/** Realms closed since the last full collection. */
let closed = 0;

/** Told of realms that are gone: there was a collection without our asking. */
const gone = new FinalizationRegistry<undefined>(() => {
  closed = 0;
});

/**
 * Tells that a realm is closed. Only a full collection frees realms, and V8 puts it off for as long as there is memory: a
 * host under load would keep hundreds of them. So the host asks for one between two requests, unless V8 was quicker.
 */
export function realmClosed(realm: object): void {
  closed += 1;
  gone.register(realm, undefined);
  if (closed < most) return;
  closed = 0;
  setImmediate(collect);
}

/**
 * V8 has a function for it, which is hidden by default. The flag holds for all threads, so it is set for a moment alone; a realm that
 * another thread makes in that moment removes the function with what else is undocumented.
 */
const collect = garbageCollector();

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return () => {
    if (typeof gc === 'function') gc();
  };
}
