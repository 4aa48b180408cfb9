/** Keeps the memory of a run small: V8 takes more while there is more, even if much of it is garbage. */
import { Session } from 'node:inspector';
import { getHeapStatistics } from 'node:v8';

/** Bytes in use above which a collection is worth a tenth of a second. */
const WORTH_COLLECTING = 70 * 1024 * 1024;

/**
 * The factor to the last remainder above which it is worth to collect again. A run of many cases keeps nearly this much, which is no
 * garbage, and would otherwise be examined after each round.
 */
const WORTH_LOOKING_AGAIN = 1.75;

let left = 0;

const inUse = (): number => {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
};

/** Collects all garbage of this thread if there may be much. */
export async function collectIfLarge(): Promise<void> {
  if (inUse() < Math.max(WORTH_COLLECTING, left * WORTH_LOOKING_AGAIN)) return;
  const session = new Session();
  session.connect();
  await new Promise<void>((resolve) => session.post('HeapProfiler.collectGarbage', () => resolve()));
  // Not in the callback, where the session is still at work.
  session.disconnect();
  left = inUse();
}
