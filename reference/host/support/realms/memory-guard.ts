import type { EventLoopUtilization } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { Worker } from 'node:worker_threads';

/**
 * Limits the memory of ArrayBuffers, which is not part of a thread's V8 heap. A thread checks its own memory between turns of its event
 * loop. While a handler blocks the thread, only the main thread can check, and it sees the memory of the whole process.
 */

/** Bytes of the ArrayBuffers of a thread. */
const mostOfThread = 1024 ** 3;

/** Bytes of the process while a thread is blocked: its heap, its ArrayBuffers, and the rest of Node. */
const mostOfProcess = 2.5 * 1024 ** 3;

/** Milliseconds between two checks. Memory fills at some gigabytes a second. */
const interval = 50;

/** In a thread: calls `exceeded` once when its scripts exceed the limit. */
export function guardOwnMemory(exceeded: () => void): void {
  const timer = setInterval(() => {
    // ArrayBuffers are part of V8's external memory, which is four times as fast to read.
    if (getHeapStatistics().external_memory <= mostOfThread || process.memoryUsage().arrayBuffers <= mostOfThread)
      return;
    clearInterval(timer);
    exceeded();
  }, interval);
  timer.unref();
}

/** In the main thread: ends a thread that is blocked while the process exceeds its limit, and calls `exceeded`. */
export function guardMemory(thread: Worker, exceeded: () => void): void {
  let before: EventLoopUtilization | undefined;
  const timer = setInterval(() => {
    const now = thread.performance.eventLoopUtilization();
    const isHeldUp = before !== undefined && thread.performance.eventLoopUtilization(now, before).idle === 0;
    before = now;
    if (!isHeldUp || process.memoryUsage.rss() <= mostOfProcess) return;
    clearInterval(timer);
    exceeded();
    void thread.terminate();
  }, interval);
  timer.unref();
  thread.once('exit', () => clearInterval(timer));
}
