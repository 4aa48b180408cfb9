/** Keeps the memory of a run small: V8 takes more as long as there is more, whatever of it is garbage. */
import { Session } from 'node:inspector';
import { getHeapStatistics } from 'node:v8';

/** Bytes in use above which it is worth a tenth of a second to find out what of them is garbage. */
const WORTH_COLLECTING = 70 * 1024 * 1024;

/**
 * How many times as much as was left the last time must be in use: that is no garbage, and would be looked at again after each round.
 * A run of many cases keeps nearly as much of them as is worth it.
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
