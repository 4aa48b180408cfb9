import { Session } from 'node:inspector';

/**
 * Closed realms that may wait for their memory to be freed. Each holds a third of a megabyte. V8 itself is usually quicker; with half as
 * many, every other collection would be a requested one, which takes twice as long.
 */
const most = 80;

/** Realms closed since the last full collection. */
let closed = 0;

/** Called for freed realms: V8 made a collection by itself. */
const gone = new FinalizationRegistry<undefined>(() => {
  closed = 0;
});

/**
 * Counts a closed realm. Only a full collection frees realms, and V8 postpones it while there is memory: a host under load would keep
 * hundreds of them. The host therefore requests one between two requests, unless V8 was quicker.
 */
export function realmClosed(realm: object): void {
  closed += 1;
  gone.register(realm, undefined);
  if (closed < most) return;
  closed = 0;
  setImmediate(collect);
}

let session: Session | undefined;

/**
 * Uses the inspector: the V8 flag for a function `gc` applies to the whole process. Threads that set it at the same time would disturb
 * each other, and realms of scripts would have the function. The end of a session cancels its collection, so the session is kept.
 */
function collect(): void {
  session ??= connected();
  session.post('HeapProfiler.collectGarbage');
}

function connected(): Session {
  const fresh = new Session();
  fresh.connect();
  return fresh;
}
