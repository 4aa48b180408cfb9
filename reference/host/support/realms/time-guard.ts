/**
 * Bounds the time for which code of scripts holds a worker. The thread or process that serves shows with each turn of its event loop that
 * it is not held; while a handler loops, only another one can look.
 */

/** Milliseconds that code of scripts may hold a worker. */
export const longestHold = 10_000;

/** Milliseconds between two beats, and between two looks. */
const interval = 100;

/** What shows that a thread is not held. */
export function newBeats(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** In the thread that serves: shows from now on that it is not held. */
export function beat(beats: Int32Array): void {
  beatBy(() => Atomics.add(beats, 0, 1));
}

/** Where no memory is shared with whoever looks: calls this from now on as long as nothing holds the event loop. */
export function beatBy(act: () => void): void {
  act();
  setInterval(act, interval).unref();
}

/** How many beats a thread has shown. */
export const beatsIn = (beats: Int32Array): number => Atomics.load(beats, 0);

/** How one that beats is watched. */
export interface Heartbeat {
  /** How many beats it has shown. */
  readonly count: () => number;
  /** Milliseconds that it may be held. */
  readonly limit: number;
  /** Whether it stands still for another reason; such a look does not count. */
  readonly isExcused?: () => boolean;
}

/**
 * From another thread or process: tells once when one that has begun to beat was held for longer than it may. Returns what ends that.
 * Looks are counted, not time: whoever stops both does not hold anything.
 */
export function watchBeats({ count, limit, isExcused = () => false }: Heartbeat, tell: () => void): () => void {
  let [before, looks] = [0, 0];
  const timer = setInterval(() => {
    const now = count();
    looks = now === before && !isExcused() ? looks + 1 : 0;
    before = now;
    if (now === 0 || looks * interval <= limit) return;
    clearInterval(timer);
    tell();
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}
