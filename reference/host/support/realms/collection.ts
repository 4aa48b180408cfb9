import { Session } from 'node:inspector';

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

let session: Session | undefined;

/**
 * Uses the inspector, because V8's flag for a function `gc` applies to the whole process and would be visible to scripts. The collection is
 * a separate task, which closing its session would cancel, so the session stays open.
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
