import { Worker } from 'node:worker_threads';
import { ConfigurationError } from './configuration/error.js';
import type { Address } from './http/sockets.js';
import type { FromWorker, StartOptions } from './messages.js';

/** A host that serves. */
export interface RunningHost {
  /** Where it listens, in the order of the configuration; port 0 is replaced by the port that was given. */
  readonly listening: readonly Address[];
  /** Resolves when the host has ended by itself or was stopped. */
  readonly ended: Promise<void>;
  /** Stops the host, also while a handler hangs. */
  stop(): Promise<void>;
}

const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

/** Milliseconds that a host may take to end by itself. */
const patience = 500;

/** Starts a host in a thread of its own. Rejects with {@link ConfigurationError} when the configuration is refused. */
export async function startHost(options: StartOptions): Promise<RunningHost> {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: options, execArgv: flags });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const first = await new Promise<FromWorker>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the host ended before it listened')));
  });
  if (first.kind === 'refused') {
    await ended;
    throw new ConfigurationError(first.message, first);
  }
  // An error of ours in the serving thread ends the host; it must not go unseen.
  worker.on('error', (error) => process.stderr.write(`reference host: ${error.stack}\n`));
  const stop = async () => {
    worker.postMessage('stop');
    const timer = setTimeout(() => void worker.terminate(), patience);
    await ended;
    clearTimeout(timer);
  };
  return { listening: first.addresses, ended, stop };
}
