import type { Worker } from 'node:worker_threads';
import { guardMemory } from '../host/support/realms/memory-guard.js';
import { realmThread } from '../host/support/realms/thread.js';
import { beatsIn, newBeats, watchBeats } from '../host/support/realms/time-guard.js';
import { ConfigurationError } from '../host/support/settings/error.js';
import type { Address } from './core/listen.js';
import type { FromHost, StartOptions, ToHost } from './messages.js';

/** A serving host. */
export interface HostControl {
  /** The addresses, in the order of the configuration; port 0 is replaced by the assigned port. */
  readonly listening: readonly Address[];
  /** Resolves when the host has ended by itself or was stopped. */
  readonly ended: Promise<void>;
  /** Stops the host immediately, even while a handler hangs. */
  stop(): Promise<void>;
  /** Kills the host. */
  kill(): Promise<void>;
  /** Stops listening, and resolves when the requests in progress are answered. */
  quit(): Promise<void>;
}

/** `worker.ts` as one file: a host starts in two thirds of the time that its hundred files take to load. */
const THREAD = 'bundled/worker.js';

/** Milliseconds that a host may take to end by itself. */
const patience = 500;

/**
 * Starts a host in a thread of its own. If the thread ends by itself, because its scripts exceeded the limit of memory or time, another one
 * replaces it at the same addresses, with empty dictionaries. Rejects with {@link ConfigurationError} if the configuration is refused.
 */
export async function startHost(given: StartOptions): Promise<HostControl> {
  const beats = given.handlerTimeout === undefined ? undefined : newBeats();
  const thread = new HostThread(beats === undefined ? given : { ...given, beats });
  const listening = await thread.open();
  const ended = thread.serve(listening);
  const stop = async () => {
    thread.order('stop');
    const timer = setTimeout(() => void thread.terminate(), patience);
    await ended;
    clearTimeout(timer);
  };
  const kill = async () => {
    await thread.terminate();
    await ended;
  };
  const quit = () => {
    thread.order('quit');
    return ended;
  };
  return { listening, ended, stop, kill, quit };
}

/** The thread of a host, and its replacements. */
class HostThread {
  readonly #options: StartOptions;
  #worker: Worker;
  #exit: Promise<void>;
  /** Whether its end was requested. */
  #isOrdered = false;

  constructor(options: StartOptions) {
    this.#options = options;
    this.#worker = realmThread(options.thread ?? THREAD, options, options.youngMb);
    this.#exit = exitOf(this.#worker);
  }

  /** Waits until the host listens. Throws {@link ConfigurationError} if its configuration is refused. */
  async open(): Promise<readonly Address[]> {
    const first = await firstMessage(this.#worker);
    if (first.kind === 'listening') return first.addresses;
    await this.#exit;
    throw new ConfigurationError(first.message, first);
  }

  /** Starts another thread at the same addresses whenever one ends by itself; resolves when none is left. */
  async serve(addresses: readonly Address[]): Promise<void> {
    const { beats, handlerTimeout, youngMb, thread = THREAD } = this.#options;
    for (;;) {
      // Out of memory, or an error of ours, which must be reported.
      this.#worker.on('error', (error) => complain(error.stack ?? error.message));
      guardMemory(this.#worker, () => complain('scripts exceed their memory limit'));
      const unwatch = endWhenHeld(this.#worker, beats, handlerTimeout);
      await this.#exit;
      unwatch();
      if (this.#isOrdered) return;
      this.#worker = realmThread(thread, { ...this.#options, addresses }, youngMb);
      this.#exit = exitOf(this.#worker);
      const again = await firstMessage(this.#worker).catch(() => undefined);
      if (again?.kind !== 'listening') return;
    }
  }

  order(order: ToHost): void {
    this.#isOrdered = true;
    this.#worker.postMessage(order);
  }

  async terminate(): Promise<void> {
    this.#isOrdered = true;
    await this.#worker.terminate();
  }
}

/** Ends a thread that a handler blocks for too long. Returns a function that stops watching. */
function endWhenHeld(worker: Worker, beats: Int32Array | undefined, limit: number | undefined): () => void {
  if (beats === undefined || limit === undefined) return () => undefined;
  return watchBeats({ count: () => beatsIn(beats), limit }, () => {
    complain(`a handler blocked the worker for more than ${limit} ms`);
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
