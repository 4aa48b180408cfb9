import type { EventLoopUtilization } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Worker } from 'node:worker_threads';

/**
 * Bounds the memory of ArrayBuffers, which V8 does not count to the heap of a thread. A thread looks at its own between two turns of
 * its event loop; while a handler holds it up, only the main thread can look, and sees what the process has of the machine.
 */

/** Bytes of the ArrayBuffers of a thread. */
const mostOfThread = 1024 ** 3;

/** Bytes of the process while a thread is held up: its heap, its ArrayBuffers, and the rest of Node. */
const mostOfProcess = 2.5 * 1024 ** 3;

/** Milliseconds between two looks. Memory fills with some gigabytes a second. */
const interval = 50;

/** In a thread: tells once when its scripts hold more than they may. */
export function guardOwnMemory(tell: () => void): void {
  const timer = setInterval(() => {
    // ArrayBuffers are a part of V8's external memory, which costs a quarter of the time to read.
    if (getHeapStatistics().external_memory <= mostOfThread || process.memoryUsage().arrayBuffers <= mostOfThread)
      return;
    clearInterval(timer);
    tell();
  }, interval);
  timer.unref();
}

/** In the main thread: ends a thread that is held up while the process has more than it may, and tells so. */
export function guardMemory(thread: Worker, tell: () => void): void {
  let before: EventLoopUtilization | undefined;
  const timer = setInterval(() => {
    const now = thread.performance.eventLoopUtilization();
    const isHeldUp = before !== undefined && thread.performance.eventLoopUtilization(now, before).idle === 0;
    before = now;
    if (!isHeldUp || process.memoryUsage.rss() <= mostOfProcess) return;
    clearInterval(timer);
    tell();
    void thread.terminate();
  }, interval);
  timer.unref();
  thread.once('exit', () => clearInterval(timer));
}
