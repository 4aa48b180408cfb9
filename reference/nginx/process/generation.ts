import { constants } from 'node:os';
import type { LogLevel } from '../../host/logging/error-log.js';
import type { StartOptions } from '../messages.js';
import { type AcceptedConnection, listeningKey } from './listening.js';
import type { MasterState } from './master-state.js';
import type { ProcessPlan } from './messages.js';
import { type WorkerExit, WorkerProcess } from './worker-process.js';
import type { Zones } from './zone-store.js';

/** Events of a generation for the master. */
interface GenerationEvents {
  readonly log: (level: LogLevel, message: string) => void;
  /** A worker is ready for another connection. */
  readonly onFree: () => void;
  /** A worker has ended before it received a connection. */
  readonly onReturned: (accepted: AcceptedConnection) => void;
  /** The files differ from those that the generation was started with. */
  readonly onChanged: () => void;
  /** No worker is left, and none can be started. */
  readonly onLost: () => void;
}

/** The workers of one configuration. A worker that dies is replaced. */
export class Generation {
  readonly plan: ProcessPlan;
  readonly zones: Zones;
  readonly #options: StartOptions;
  readonly #state: MasterState;
  readonly #events: GenerationEvents;
  readonly #keys: readonly string[];
  readonly #workers = new Set<WorkerProcess>();
  #isEnding = false;

  /** `first` has read the configuration of `plan`. */
  constructor(
    first: WorkerProcess,
    plan: ProcessPlan,
    {
      zones,
      options,
      state,
      events,
    }: {
      readonly zones: Zones;
      readonly options: StartOptions;
      readonly state: MasterState;
      readonly events: GenerationEvents;
    },
  ) {
    this.plan = plan;
    this.zones = zones;
    this.#options = options;
    this.#state = state;
    this.#events = events;
    this.#keys = plan.addresses.map(listeningKey);
    this.#add(first);
  }

  /** Starts the other workers; resolves when they can serve. */
  async complete(): Promise<void> {
    const others = Array.from({ length: this.plan.workers - 1 }, (_, i) => this.#start(i + 1));
    await Promise.all(others);
  }

  /** Gives a connection to a free worker; false if there is none at the moment. */
  give(accepted: AcceptedConnection): boolean {
    const address = this.#keys.indexOf(accepted.key);
    // The configuration no longer listens there.
    if (address < 0) accepted.socket.destroy();
    if (address < 0) return true;
    for (const worker of this.#workers) {
      if (!worker.isFree) continue;
      // The next connection goes to another worker if that is free.
      this.#workers.delete(worker);
      this.#workers.add(worker);
      worker.give(address, accepted);
      return true;
    }
    return false;
  }

  /** Whether no worker is left although the generation should serve. */
  get isLost(): boolean {
    return this.#workers.size === 0 && !this.#isEnding;
  }

  /** Whether it accepts no more connections. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  reopenLogs(): void {
    for (const worker of this.#workers) worker.reopenLogs();
  }

  /** Ends all workers: immediately, or after their requests in progress. Resolves when they have ended. */
  async end(how: 'quit' | 'stop'): Promise<void> {
    this.#isEnding = true;
    for (const worker of this.#workers) worker.end(how);
    await Promise.all([...this.#workers].map(({ exited }) => exited));
  }

  #add(worker: WorkerProcess): void {
    this.#workers.add(worker);
    worker.serve(this.zones, (message) => this.#events.log('alert', message));
    this.#events.log('notice', `start worker process ${worker.pid}`);
    void worker.exited.then((exit) => this.#ended(worker, exit));
    this.#events.onFree();
  }

  async #start(number: number): Promise<void> {
    const worker = new WorkerProcess(number, this.#events.onFree, this.#state);
    const answer = await worker.begin('serve', { ...this.#options, workerId: number });
    const isSame = answer?.kind === 'planned' && answer.plan.digest === this.plan.digest;
    if (isSame && !this.#isEnding) return this.#add(worker);
    worker.kill();
    await worker.exited;
    if (this.#isEnding) return;
    if (answer?.kind === 'planned') return this.#events.onChanged();
    const why = answer?.kind === 'refused' ? answer.messages[0] : 'it ended before it had read the configuration';
    this.#events.log('emerg', `worker process ${worker.pid} cannot be respawned: ${why}`);
    if (this.#workers.size === 0) this.#events.onLost();
  }

  #ended(worker: WorkerProcess, exit: WorkerExit): void {
    this.#workers.delete(worker);
    const returned = worker.takeBack();
    if (returned !== undefined) this.#events.onReturned(returned);
    this.#events.log(worker.isOrdered || exit.status === 0 ? 'notice' : 'alert', described(worker.pid, exit));
    if (!worker.isOrdered && !this.#isEnding) void this.#start(worker.number);
  }
}

function described(pid: number, { status, signal }: WorkerExit): string {
  const name = `worker process ${pid}`;
  return signal === null
    ? `${name} exited with code ${status}`
    : `${name} exited on signal ${constants.signals[signal]}`;
}
