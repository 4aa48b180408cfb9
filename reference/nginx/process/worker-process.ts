import type { ChildProcess } from 'node:child_process';
import { Duplex } from 'node:stream';
import { watchBeats } from '../../host/support/realms/time-guard.js';
import type { StartOptions } from '../messages.js';
import type { AcceptedConnection } from './listening.js';
import type { MasterState } from './master-state.js';
import type { ToWorker, WorkerMessage, WorkerTask } from './messages.js';
import { isTraced, residentBytes, stopWatch } from './proc.js';
import { spawnWorker } from './spawn.js';
import { answerCalls, type Zones } from './zone-store.js';

/** Milliseconds before a worker is killed after a stop command, because one whose handler loops never receives the command. */
const patience = 500;

/** The memory limit of a worker in bytes: its heap, its ArrayBuffers, and the rest of Node. */
const mostMemory = 2.5 * 1024 ** 3;
const lookIntervalMs = 50;

/** How a worker ended. */
export interface WorkerExit {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A worker, as the master sees it. */
export class WorkerProcess {
  readonly number: number;
  readonly exited: Promise<WorkerExit>;
  /** Whether it was commanded to end. */
  isOrdered = false;
  readonly #child: ChildProcess;
  readonly #zoneCalls: Duplex;
  readonly #onFree: () => void;
  readonly #state: MasterState;
  /** Its slot in the file of counts. */
  readonly #place: number;
  readonly #unwatch: (() => void)[] = [];
  #limits: Pick<StartOptions, 'handlerTimeout' | 'workerMemory'> = {};
  /** A connection that is being sent to it, kept until it has arrived. */
  #inHand: AcceptedConnection | undefined;
  #beats = 0;

  /** Starts a worker, or uses a started process. `onFree` is called whenever it is ready for another connection. */
  constructor(number: number, onFree: () => void, state: MasterState, child = spawnWorker(state.counts.descriptor)) {
    this.number = number;
    this.#state = state;
    this.#place = state.counts.take();
    this.#onFree = onFree;
    const channel = child.stdio[4];
    if (!(channel instanceof Duplex)) throw new Error('a worker was started without a socket for its calls');
    this.#child = child;
    this.#zoneCalls = channel;
    // Node adds a listener for each address that connections come from.
    child.setMaxListeners(0);
    // A process that ends while it receives a message is noticed by its exit.
    child.on('error', () => undefined);
    this.exited = new Promise((resolve) => {
      child.once('exit', (status, signal) => {
        for (const unwatch of this.#unwatch) unwatch();
        channel.destroy();
        state.counts.giveBack(this.#place);
        resolve({ status, signal });
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  get isFree(): boolean {
    return this.#inHand === undefined && !this.isOrdered && this.#child.connected;
  }

  /** Makes it read the configuration; resolves with its answer, or `undefined` if it ends without one. */
  async begin(task: WorkerTask, options: StartOptions): Promise<WorkerMessage | undefined> {
    this.#limits = options;
    const answer = new Promise<WorkerMessage>((resolve) => this.#child.once('message', resolve));
    this.#child.on('message', (message: WorkerMessage) => this.#hear(message));
    this.#send({ kind: 'begin', task, options: { ...options, countsPlace: this.#place } });
    return Promise.race([answer, this.exited.then(() => undefined)]);
  }

  /** Makes it serve with these shared dictionaries. `complain` is called when its scripts exceed a limit. */
  serve(zones: Zones, complain: (message: string) => void): void {
    answerCalls(this.#zoneCalls, zones, this.#state.worker());
    this.#send({ kind: 'serve' });
    const { handlerTimeout: limit, workerMemory = mostMemory } = this.#limits;
    const endFor = (reason: string) => {
      complain(`worker process ${this.pid} ${reason}`);
      this.#child.kill('SIGKILL');
    };
    const isStopped = stopWatch(this.pid);
    const looks = setInterval(() => {
      // 3/process/process-kill: a script may stop its own process, and with it all clients that it serves.
      if (isStopped()) {
        complain(`worker process ${this.pid} was stopped by a signal, continuing it`);
        this.#child.kill('SIGCONT');
      }
      // A handler that never returns can fill memory without Node noticing.
      if (residentBytes(this.pid) <= workerMemory) return;
      clearInterval(looks);
      endFor('exceeds its memory limit');
    }, lookIntervalMs).unref();
    this.#unwatch.push(() => clearInterval(looks));
    if (limit === undefined) return;
    const watched = { count: () => this.#beats, limit, isExcused: () => isTraced(this.pid) };
    this.#unwatch.push(watchBeats(watched, () => endFor(`was blocked by a handler for more than ${limit} ms`)));
  }

  /** Passes on a connection that was accepted at the address with a number. */
  give(address: number, accepted: AcceptedConnection): void {
    this.#inHand = accepted;
    this.#send({ kind: 'connection', address }, accepted);
  }

  /** The connection that it had not received when it ended. */
  takeBack(): AcceptedConnection | undefined {
    const accepted = this.#inHand;
    this.#inHand = undefined;
    return accepted;
  }

  reopenLogs(): void {
    this.#send({ kind: 'reopen' });
  }

  /** Ends it: immediately, or after its requests in progress. */
  end(how: 'quit' | 'stop'): void {
    this.isOrdered = true;
    this.#send({ kind: how });
    if (how === 'quit') return;
    const timer = setTimeout(() => this.kill(), patience);
    void this.exited.then(() => clearTimeout(timer));
  }

  kill(): void {
    this.isOrdered = true;
    this.#child.kill('SIGKILL');
  }

  #hear(message: WorkerMessage): void {
    if (message.kind === 'beat') this.#beats++;
    if (message.kind !== 'took') return;
    // The worker has its own descriptor for it.
    this.takeBack()?.socket.destroy();
    this.#onFree();
  }

  #send(order: ToWorker, accepted?: AcceptedConnection): void {
    // A worker that has ended is noticed by its exit.
    if (this.#child.connected) this.#child.send(order, accepted?.socket, { keepOpen: true }, () => undefined);
  }
}
