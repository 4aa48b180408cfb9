import { ConfigurationError, withPlace } from '../../host/support/settings/error.js';
import type { StartOptions } from '../messages.js';
import type { ReportZoneError } from '../zones/state-file.js';
import { type Errors, MasterLog } from './errors.js';
import { Generation } from './generation.js';
import { type AcceptedConnection, MasterSockets } from './listening.js';
import type { MasterState } from './master-state.js';
import type { ProcessPlan } from './messages.js';
import { removePid, writePid } from './pid-file.js';
import { FileWatch } from './watch.js';
import { WorkerProcess } from './worker-process.js';
import { type Zones, zonesOf } from './zone-store.js';

interface MasterOptions {
  readonly options: StartOptions;
  /** The default path of the pid file. */
  readonly pid: string | undefined;
  /** Shows errors to the user who started the program. */
  readonly errors: Errors;
  /** Whether changed files cause a reload. */
  readonly watch: boolean;
  readonly state: MasterState;
}

/**
 * Owns everything that outlives workers: sockets, shared dictionaries, the pid file. It accepts connections and passes each to a free
 * worker, so that none is lost while workers are replaced.
 */
export class Master {
  readonly #options: MasterOptions;
  readonly #sockets = new MasterSockets((accepted) => this.#accept(accepted));
  /** Connections that wait for a free worker. */
  readonly #waiting: AcceptedConnection[] = [];
  readonly #log: MasterLog;
  readonly #watch: FileWatch | undefined;
  /** All generations with workers: the current one, and those that are ending. */
  readonly #generations = new Set<Generation>();
  #generation: Generation | undefined;
  #pid: string | undefined;
  #reading: 'no' | 'once' | 'again' = 'no';
  #rereading = Promise.resolve();
  #isStarted = false;
  #isEnding = false;
  #settle: (status: number) => void = () => undefined;
  /** Resolves with the exit status. */
  readonly ended = new Promise<number>((resolve) => {
    this.#settle = resolve;
  });

  #tellStarted: () => void = () => undefined;
  /** Resolves when it serves. */
  readonly started = new Promise<void>((resolve) => {
    this.#tellStarted = resolve;
  });

  constructor(options: MasterOptions, plan: ProcessPlan) {
    this.#options = options;
    this.#log = new MasterLog(plan);
    this.#watch = options.watch ? new FileWatch(() => this.reload('a file has changed, reconfiguring')) : undefined;
  }

  /** The addresses on which it listens. */
  get listening(): readonly string[] {
    return this.#sockets.listening;
  }

  /** Serves with a worker that has read the configuration; false if that fails, which is reported. */
  async start(first: WorkerProcess, plan: ProcessPlan): Promise<boolean> {
    const isStarted = await this.#start(first, plan);
    if (isStarted) this.#tellStarted();
    return isStarted;
  }

  async #start(first: WorkerProcess, plan: ProcessPlan): Promise<boolean> {
    try {
      const zones = zonesOf(plan.zones, new Map(), this.#complainOfZone);
      await this.#sockets.open(plan.addresses);
      const generation = this.#make(first, plan, zones);
      await generation.complete();
      this.#pid = plan.pid ?? this.#options.pid;
      if (this.#pid !== undefined) writePid(this.#pid);
      this.#watch?.follow(plan.files);
      this.#isStarted = true;
      return true;
    } catch (error) {
      this.#complain(messageOf(error));
      first.kill();
      await this.#end('stop');
      return false;
    }
  }

  /** Reads the configuration again. The old workers finish their requests in progress; if the configuration is refused, they continue. */
  reload(why: string): void {
    if (this.#isEnding) return;
    const isFirst = this.#reading === 'no';
    this.#reading = isFirst ? 'once' : 'again';
    if (!isFirst) return;
    this.#log.write('notice', why);
    this.#rereading = this.#readAgain().finally(() => {
      const again = this.#reading === 'again';
      this.#reading = 'no';
      if (again) this.reload(why);
    });
  }

  reopenLogs(why: string): void {
    this.#log.write('notice', why);
    this.#log.reopen();
    this.#generation?.reopenLogs();
  }

  /** Ends the workers after their requests in progress; new connections wait for the workers of the next configuration. */
  stopAccepting(why: string): void {
    this.#log.write('notice', why);
    if (this.#generation?.plan.hasMaster === true) void this.#generation.end('quit');
  }

  /** Ends after the requests in progress. */
  quit(why: string): void {
    this.end(this.#generation?.plan.hasMaster === false ? 'stop' : 'quit', why);
  }

  /** Logs a signal that has no effect. */
  ignore(why: string): void {
    this.#log.write('notice', why);
  }

  /** Ends: immediately, or after the requests in progress. */
  end(how: 'quit' | 'stop', why: string, status = 0): void {
    this.#log.write('notice', why);
    void this.#end(how).then(() => {
      this.#log.write('notice', 'exit');
      this.#log.close();
      this.#settle(status);
    });
  }

  async #readAgain(): Promise<void> {
    const first = new WorkerProcess(0, () => this.passOn(), this.#options.state);
    const answer = await first.begin('serve', this.#options.options);
    if (this.#isEnding || answer?.kind !== 'planned') {
      first.kill();
      if (answer?.kind === 'refused')
        for (const [at, message] of answer.messages.entries()) this.#complain(message, at === 0 ? answer.excerpt : '');
      if (this.#generation?.isLost === true) this.end('stop', 'no worker is left, exiting', 1);
      return;
    }
    try {
      await this.#follow(first, answer.plan);
    } catch (error) {
      this.#complain(messageOf(error));
      first.kill();
      this.#sockets.closeAllBut(this.#generation?.plan.addresses ?? []);
    }
  }

  async #follow(first: WorkerProcess, plan: ProcessPlan): Promise<void> {
    const before = this.#generation;
    await this.#sockets.open(plan.addresses);
    const zones = zonesOf(plan.zones, before?.zones ?? new Map(), this.#complainOfZone);
    const pid = plan.pid ?? this.#options.pid;
    if (pid !== undefined && pid !== this.#pid) writePid(pid);
    if (this.#pid !== undefined && pid !== this.#pid) removePid(this.#pid);
    this.#pid = pid;
    this.#log.follow(plan);
    const generation = this.#make(first, plan, zones);
    this.#sockets.closeAllBut(plan.addresses);
    this.#watch?.follow(plan.files);
    await generation.complete();
    if (before !== undefined) void before.end('quit').then(() => this.#generations.delete(before));
  }

  readonly #complainOfZone: ReportZoneError = (level, message) => this.#log.write(level, message);

  #make(first: WorkerProcess, plan: ProcessPlan, zones: Zones): Generation {
    for (const { level, message } of plan.notes) this.#log.write(level, message);
    const generation = new Generation(first, plan, {
      zones,
      options: this.#options.options,
      state: this.#options.state,
      events: {
        log: (level, message) => this.#log.write(level, message),
        onFree: () => this.passOn(),
        onReturned: (accepted) => this.#accept(accepted),
        onChanged: () => this.reload('the files have changed since they were read, reconfiguring'),
        onLost: () => this.end('stop', 'no worker is left, exiting', 1),
      },
    });
    this.#generation = generation;
    this.#generations.add(generation);
    this.passOn();
    return generation;
  }

  #accept(accepted: AcceptedConnection): void {
    this.#waiting.push(accepted);
    this.passOn();
  }

  /** Passes waiting connections to workers, as long as some are free. */
  passOn(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      // The address is no longer in the configuration, or the connection is closed already.
      if (this.#generation?.give(next) !== true) return;
      this.#waiting.shift();
    }
    this.#onHanded();
  }

  #onHanded: () => void = () => undefined;

  /** Resolves when all accepted connections have a worker. */
  async #allPassedOn(): Promise<void> {
    if (this.#waiting.length > 0) await new Promise<void>((resolve) => (this.#onHanded = resolve));
  }

  async #end(how: 'quit' | 'stop'): Promise<void> {
    this.#isEnding = true;
    this.#watch?.close();
    this.#sockets.closeAllBut([]);
    await this.#rereading;
    this.#sockets.closeAllBut([]);
    if (how === 'quit' && this.#generation?.isEnding === false) await this.#allPassedOn();
    for (const { socket } of this.#waiting.splice(0)) socket.destroy();
    await Promise.all([...this.#generations].map((generation) => generation.end(how)));
    for (const stored of this.#generation?.zones.values() ?? []) stored.close();
    if (this.#pid !== undefined) removePid(this.#pid);
    this.#pid = undefined;
  }

  /** Writes to the log, and to the terminal of a user who waits for the start or changes files. */
  #complain(message: string, excerpt = ''): void {
    const { errors } = this.#options;
    this.#log.write('emerg', message);
    const isSeen = !this.#isStarted || this.#watch !== undefined || excerpt !== '';
    if (this.#log.isTerminal) errors.print(excerpt);
    else if (isSeen) errors.show('emerg', message, excerpt);
  }
}

function messageOf(error: unknown): string {
  if (error instanceof ConfigurationError) return withPlace(error.message, error);
  return error instanceof Error ? error.message : String(error);
}
