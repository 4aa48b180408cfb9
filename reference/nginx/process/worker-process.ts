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

/** Milliseconds that a worker may take to end once it is told to drop everything: one whose handler loops never hears of it. */
const patience = 500;

/** Bytes of a worker: its heap, its ArrayBuffers, and the rest of Node. */
const mostMemory = 2.5 * 1024 ** 3;
const lookIntervalMs = 50;

/** How a worker ended. */
export interface WorkerExit {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A worker as the master sees it. */
export class WorkerProcess {
  readonly number: number;
  readonly exited: Promise<WorkerExit>;
  /** Whether it was told to end. */
  isOrdered = false;
  readonly #child: ChildProcess;
  readonly #zoneCalls: Duplex;
  readonly #onFree: () => void;
  readonly #state: MasterState;
  /** Where it counts. */
  readonly #place: number;
  readonly #unwatch: (() => void)[] = [];
  #limits: Pick<StartOptions, 'handlerTimeout' | 'workerMemory'> = {};
  /** A connection on its way to it, kept until it is there. */
  #inHand: AcceptedConnection | undefined;
  #beats = 0;

  /** Starts it, or takes a process that was. `onFree` is called whenever it can take another connection. */
  constructor(number: number, onFree: () => void, state: MasterState, child = spawnWorker(state.counts.descriptor)) {
    this.number = number;
    this.#state = state;
    this.#place = state.counts.take();
    this.#onFree = onFree;
    const channel = child.stdio[4];
    if (!(channel instanceof Duplex)) throw new Error('a worker was started without a socket for its calls');
    this.#child = child;
    this.#zoneCalls = channel;
    // Node listens once for each address that connections come from.
    child.setMaxListeners(0);
    // A process that ends while it is told something is seen by its exit.
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

  /** Has it read the configuration; resolves with what it says, `undefined` where it ends without a word. */
  async begin(task: WorkerTask, options: StartOptions): Promise<WorkerMessage | undefined> {
    this.#limits = options;
    const answer = new Promise<WorkerMessage>((resolve) => this.#child.once('message', resolve));
    this.#child.on('message', (message: WorkerMessage) => this.#hear(message));
    this.#tell({ kind: 'begin', task, options: { ...options, countsPlace: this.#place } });
    return Promise.race([answer, this.exited.then(() => undefined)]);
  }

  /** Lets it serve with these shared dictionaries. `complain` is told what its scripts do that they may not. */
  serve(zones: Zones, complain: (message: string) => void): void {
    answerCalls(this.#zoneCalls, zones, this.#state.worker());
    this.#tell({ kind: 'serve' });
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
      // A handler that never returns can fill memory without Node's noticing.
      if (residentBytes(this.pid) <= workerMemory) return;
      clearInterval(looks);
      endFor('has more memory than it may');
    }, lookIntervalMs).unref();
    this.#unwatch.push(() => clearInterval(looks));
    if (limit === undefined) return;
    const watched = { count: () => this.#beats, limit, isExcused: () => isTraced(this.pid) };
    this.#unwatch.push(watchBeats(watched, () => endFor(`was held by a handler for more than ${limit} ms`)));
  }

  /** Hands over a connection that was accepted at the address of a number. */
  give(address: number, accepted: AcceptedConnection): void {
    this.#inHand = accepted;
    this.#tell({ kind: 'connection', address }, accepted);
  }

  /** The connection that it ended without having heard of. */
  takeBack(): AcceptedConnection | undefined {
    const accepted = this.#inHand;
    this.#inHand = undefined;
    return accepted;
  }

  reopenLogs(): void {
    this.#tell({ kind: 'reopen' });
  }

  /** Has it end: at once, or when what is under way is through. */
  end(how: 'quit' | 'stop'): void {
    this.isOrdered = true;
    this.#tell({ kind: how });
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
    // The worker has a descriptor of its own for it.
    this.takeBack()?.socket.destroy();
    this.#onFree();
  }

  #tell(order: ToWorker, accepted?: AcceptedConnection): void {
    // One that is gone is seen by its exit.
    if (this.#child.connected) this.#child.send(order, accepted?.socket, { keepOpen: true }, () => undefined);
  }
}
