/** Keeps the memory of a run small: V8 takes more while there is more, even if much of it is garbage. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes in use above which a collection is worth a tenth of a second. */
const WORTH_COLLECTING = 70 * 1024 * 1024;

/**
 * The factor to the last remainder above which it is worth to collect again. A run of many cases keeps nearly this much, which is no
 * garbage, and would otherwise be examined after each round.
 */
const GROWTH = 1.75;

let left = 0;

const inUse = (): number => {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
};

/** V8 gives scripts its garbage collection only with a flag. `collectGarbage` of the inspector collects twice. */
const collect = garbageCollector();

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  // Later realms do not have it.
  setFlagsFromString('--no-expose-gc');
  return () => {
    if (typeof gc === 'function') gc();
  };
}

/** Collects all garbage of this thread if there may be much. */
export function collectIfLarge(): void {
  if (inUse() < Math.max(WORTH_COLLECTING, left * GROWTH)) return;
  collect();
  left = inUse();
}
