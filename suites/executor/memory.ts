/** Keeps the memory of a run small: V8 takes more as long as there is more, whatever of it is garbage. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

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

/** V8 offers its collection to scripts only when asked to: `collectGarbage` of the inspector collects twice. */
const collect = garbageCollector();

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  // No realm that is made from now on has it.
  setFlagsFromString('--no-expose-gc');
  return () => {
    if (typeof gc === 'function') gc();
  };
}

/** Collects all garbage of this thread if there may be much. */
export function collectIfLarge(): void {
  if (inUse() < Math.max(WORTH_COLLECTING, left * WORTH_LOOKING_AGAIN)) return;
  collect();
  left = inUse();
}
