/** Node's Web Crypto with synchronous results: another thread makes the calls, since a thread cannot wait for its promises. */
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';

export interface WorkerChannel {
  readonly port: MessagePort;
  /** Changes from 0 to 1 when a call has ended. */
  readonly signal: Int32Array;
}

let own: WorkerChannel | undefined;

function started(): WorkerChannel {
  const { port1: port, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const workerData: WorkerChannel = { port: port2, signal };
  // Some algorithms are experimental.
  const options = { workerData, transferList: [port2], execArgv: ['--no-warnings'] };
  new Worker(new URL('./web-crypto-worker.js', import.meta.url), options).unref();
  return { port, signal };
}

/** Calls an operation of `crypto.subtle`. Throws if its promise is rejected. */
export function subtle(member: string, ...args: readonly unknown[]): unknown {
  own ??= started();
  Atomics.store(own.signal, 0, 0);
  own.port.postMessage([member, args]);
  // The end of the preceding call may wake it.
  while (Atomics.load(own.signal, 0) === 0) Atomics.wait(own.signal, 0, 0);
  const received: { readonly message: readonly unknown[] } | undefined = receiveMessageOnPort(own.port);
  if (received === undefined) throw new Error(`Node does not answer ${member}`);
  const { message } = received;
  if (message.length === 0) throw new Error(`Node refuses ${member}`);
  return message[0];
}
