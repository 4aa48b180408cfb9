import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Closed realms that may await garbage collection. Each holds a third of a megabyte. V8 usually collects earlier by itself; with half as
 * many, every other collection would be a requested one, which takes twice as long.
 */
const most = 80;

/** Realms closed since the last full collection. */
let closed = 0;

/** Called for collected realms: V8 has run a full collection by itself. */
const gone = new FinalizationRegistry<undefined>(() => {
  closed = 0;
});

/**
 * Reports that a realm is closed. Only a full collection frees realms, and V8 delays it as long as there is memory: a busy host would keep
 * hundreds of them. The host therefore requests a collection between two requests, unless V8 has run one.
 */
export function realmClosed(realm: object): void {
  closed += 1;
  gone.register(realm, undefined);
  if (closed < most) return;
  closed = 0;
  setImmediate(collect);
}

/**
 * Calls V8's function `gc`, which is hidden by default. The flag applies to all threads, so it is set only for a moment. A realm that
 * another thread makes in that moment removes the function together with other undocumented globals.
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
