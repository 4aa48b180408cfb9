/**
 * Limits how long code of scripts may block a worker. The serving thread or process signals in each turn of its event loop that it is not
 * blocked. While a handler loops, only another thread can check this.
 */

/** Milliseconds for which code of scripts may block a worker. */
export const longestHold = 10_000;

/** Milliseconds between two beats, and between two checks. */
const interval = 100;

/** The shared memory for the beats of a thread. */
export function newBeats(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** In the serving thread: starts to beat as long as nothing blocks the event loop. */
export function beat(beats: Int32Array): void {
  beatBy(() => Atomics.add(beats, 0, 1));
}

/** Like `beat`, without memory shared with the watcher: calls `act` for each beat. */
export function beatBy(act: () => void): void {
  act();
  setInterval(act, interval).unref();
}

/** The number of beats of a thread so far. */
export const beatsIn = (beats: Int32Array): number => Atomics.load(beats, 0);

/** How to watch beats. */
interface Heartbeat {
  /** The number of beats so far. */
  readonly count: () => number;
  /** Milliseconds for which it may be blocked. */
  readonly limit: number;
  /** Whether it is stopped for another reason; such a check is ignored. */
  readonly isExcused?: () => boolean;
}

/**
 * From another thread or process: calls `blocked` once when a watched one that has begun to beat was blocked for too long. Returns a
 * function that stops watching. It counts checks instead of time: a pause of both sides, as in a suspended process, blocks nothing.
 */
export function watchBeats({ count, limit, isExcused = () => false }: Heartbeat, blocked: () => void): () => void {
  let [before, looks] = [0, 0];
  const timer = setInterval(() => {
    const now = count();
    looks = now === before && !isExcused() ? looks + 1 : 0;
    before = now;
    if (now === 0 || looks * interval <= limit) return;
    clearInterval(timer);
    blocked();
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}
