import type { Worker } from 'node:worker_threads';
import { ConfigurationError } from './configuration/error.js';
import type { Address } from './core/listen.js';
import type { FromHost, StartOptions, ToHost } from './messages.js';
import { realmThread } from './script/thread.js';

/** A host that serves. */
export interface RunningHost {
  /** Where it listens, in the order of the configuration; port 0 is replaced by the port that was given. */
  readonly listening: readonly Address[];
  /** Resolves when the host has ended by itself or was stopped. */
  readonly ended: Promise<void>;
  /** Stops the host at once, also while a handler hangs. */
  stop(): Promise<void>;
  /** Stops listening and resolves when the requests under way are answered. */
  quit(): Promise<void>;
}

/** Milliseconds that a host may take to end by itself. */
const patience = 500;

/** Starts a host in a thread of its own. Rejects with {@link ConfigurationError} when the configuration is refused. */
export async function startHost(options: StartOptions): Promise<RunningHost> {
  const worker = realmThread('worker.js', options);
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const first = await firstMessage(worker);
  if (first.kind === 'refused') {
    await ended;
    throw new ConfigurationError(first.message, first);
  }
  // An error of ours in the serving thread ends the host; it must not go unseen.
  worker.on('error', (error) => process.stderr.write(`reference host: ${error.stack}\n`));
  const tell = (order: ToHost) => worker.postMessage(order);
  const stop = async () => {
    tell('stop');
    const timer = setTimeout(() => void worker.terminate(), patience);
    await ended;
    clearTimeout(timer);
  };
  const quit = () => {
    tell('quit');
    return ended;
  };
  return { listening: first.addresses, ended, stop, quit };
}

function firstMessage(worker: Worker): Promise<FromHost> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the host ended before it listened')));
  });
}
