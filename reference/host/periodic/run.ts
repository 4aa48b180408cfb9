/** 2/what-the-service-does/p1, 2/periodic-session-object/p1: one run of a periodic handler, and its session. */
import type { ErrorLog, LogLevel } from '../logging/error-log.js';
import { type ScriptSubject, SubjectScripts } from '../scripting/subject-scripts.js';
import { type HostVariables, variablePort } from '../scripting/variable-port.js';
import type { ByteString } from '../support/byte-string.js';
import { nextTurn } from '../support/next-turn.js';
import type { Periodic } from '../support/scripting/periodics.js';
import type { RealmPools } from '../support/scripting/realm-pools.js';
import type { Block } from '../support/settings/block.js';

/** The source of a session's variables: a request or stream session without a client. */
export interface PeriodicSource {
  readonly variables: HostVariables;
  /** Functions to call when it ends. */
  readonly cleanups: readonly (() => void)[];
}

/** A periodic handler of the configuration, and what its runs need. */
export interface PeriodicTask {
  readonly protocol: 'http' | 'stream';
  readonly periodic: Periodic;
  /** The block that contains the directive. */
  readonly block: Block;
  readonly pools: RealmPools;
  readonly log: ErrorLog;
  /** Makes the source of a new session; `callVariable` computes variables by handlers. */
  readonly source: (callVariable: (handler: string) => ByteString | undefined) => PeriodicSource;
}

/** A run calls the handler once. It ends when nothing is pending that could run more code of it, or when any of its code fails. */
export class PeriodicRun implements ScriptSubject {
  readonly #task: PeriodicTask;
  readonly #source: PeriodicSource;
  readonly #scripts: SubjectScripts;
  #isFinished = false;
  /** How many handlers of variables run; their failures do not end the run. */
  #computing = 0;
  #settle: () => void = () => undefined;
  /** Resolves when the run has ended and has written all its log lines. */
  readonly ended = new Promise<void>((resolve) => {
    this.#settle = resolve;
  });

  constructor(task: PeriodicTask) {
    this.#task = task;
    this.#source = task.source((handler) => this.#callVariable(handler));
    const port = { variables: variablePort(this.#source.variables) };
    this.#scripts = new SubjectScripts(task.pools, this, { kind: 'periodic', port });
  }

  /** Whether it could still run more code. */
  get isRunning(): boolean {
    return !this.#isFinished;
  }

  /** Calls the handler; resolves when the run has ended. `called` runs once the handler has returned. */
  async begin(called: () => void): Promise<void> {
    const { block, periodic } = this.#task;
    await this.#scripts.prepare(block);
    // The run may have been ended meanwhile.
    if (this.#isFinished) return this.#scripts.end();
    const running = this.#scripts.run(periodic.handler);
    called();
    await Promise.race([running, this.ended]);
    if (this.#isFinished) return;
    this.#isFinished = true;
    // Delayed, because code of this turn may still handle a rejection.
    nextTurn(() => this.#close());
    await this.ended;
  }

  /** Ends it immediately, whatever it waits for. */
  end(): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#close();
  }

  get variables(): HostVariables {
    return this.#source.variables;
  }

  log(level: LogLevel, message: Buffer): void {
    this.#task.log.write(level, message);
  }

  logLine(level: LogLevel, message: ByteString): void {
    this.log(level, Buffer.from(message, 'latin1'));
  }

  readonly logEnd = this.logLine;

  failed(): void {
    if (this.#computing === 0) this.end();
  }

  #close(): void {
    this.#scripts.end();
    for (const cleanup of this.#source.cleanups) cleanup();
    this.#settle();
  }

  #callVariable(handler: string): ByteString | undefined {
    this.#computing += 1;
    try {
      return this.#scripts.callVariable(handler);
    } finally {
      this.#computing -= 1;
    }
  }
}
