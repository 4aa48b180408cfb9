import { Session } from 'node:inspector';

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

let session: Session | undefined;

/**
 * Through the inspector, because V8's flag for a function `gc` is the whole process's and shows in the realms of scripts. The collection is
 * a task of its own, which the end of its session would cancel: the session stays.
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
