import type { Worker } from 'node:worker_threads';
import { guardMemory } from '../host/support/realms/memory-guard.js';
import { realmThread } from '../host/support/realms/thread.js';
import { beatsIn, newBeats, watchBeats } from '../host/support/realms/time-guard.js';
import { ConfigurationError } from '../host/support/settings/error.js';
import type { Address } from './core/listen.js';
import type { FromHost, StartOptions, ToHost } from './messages.js';

/** A host that serves. */
export interface RunningHost {
  /** Where it listens, in the order of the configuration; port 0 is replaced by the port that was given. */
  readonly listening: readonly Address[];
  /** Resolves when the host has ended by itself or was stopped. */
  readonly ended: Promise<void>;
  /** Stops the host at once, also while a handler hangs. */
  stop(): Promise<void>;
  /** Ends the host without giving it time for anything. */
  kill(): Promise<void>;
  /** Stops listening and resolves when the requests under way are answered. */
  quit(): Promise<void>;
}

/** `worker.ts` as one file: a host starts in two thirds of the time that its hundred files take to load. */
const THREAD = 'bundled/worker.js';

/** Milliseconds that a host may take to end by itself. */
const patience = 500;

/**
 * Starts a host in a thread of its own. Should the thread end by itself, because its scripts took all the memory or time that they may have, another
 * one takes its place at the same addresses, with empty dictionaries. Rejects with {@link ConfigurationError} when the configuration is refused.
 */
export async function startHost(given: StartOptions): Promise<RunningHost> {
  const { handlerTimeout } = given;
  const beats = handlerTimeout === undefined ? undefined : newBeats();
  const options = beats === undefined ? given : { ...given, beats };
  let worker = realmThread(THREAD, options, given.youngMb);
  let exit = exitOf(worker);
  const first = await firstMessage(worker);
  if (first.kind === 'refused') {
    await exit;
    throw new ConfigurationError(first.message, first);
  }
  const { addresses } = first;
  let isOrdered = false;
  const served = async (): Promise<void> => {
    for (;;) {
      // Out of memory, or an error of ours, which must not go unseen.
      worker.on('error', (error) => complain(error.stack ?? error.message));
      guardMemory(worker, () => complain('scripts hold more memory than they may'));
      const unwatch = endWhenHeld(worker, beats, handlerTimeout);
      await exit;
      unwatch();
      if (isOrdered) return;
      worker = realmThread(THREAD, { ...options, addresses }, given.youngMb);
      exit = exitOf(worker);
      const again = await firstMessage(worker).catch(() => undefined);
      if (again?.kind !== 'listening') return;
    }
  };
  const ended = served();
  const tell = (order: ToHost) => {
    isOrdered = true;
    worker.postMessage(order);
  };
  const stop = async () => {
    tell('stop');
    const timer = setTimeout(() => void worker.terminate(), patience);
    await ended;
    clearTimeout(timer);
  };
  const kill = async () => {
    isOrdered = true;
    await worker.terminate();
    await ended;
  };
  const quit = () => {
    tell('quit');
    return ended;
  };
  return { listening: addresses, ended, stop, kill, quit };
}

/** Ends a thread that a handler holds for longer than it may. Returns what stops looking. */
function endWhenHeld(worker: Worker, beats: Int32Array | undefined, limit: number | undefined): () => void {
  if (beats === undefined || limit === undefined) return () => undefined;
  return watchBeats({ count: () => beatsIn(beats), limit }, () => {
    complain(`a handler held the worker for more than ${limit} ms`);
    void worker.terminate();
  });
}

function complain(message: string): void {
  process.stderr.write(`reference host: ${message}\n`);
}

function exitOf(worker: Worker): Promise<void> {
  return new Promise((resolve) => worker.once('exit', () => resolve()));
}

function firstMessage(worker: Worker): Promise<FromHost> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the host ended before it listened')));
  });
}
