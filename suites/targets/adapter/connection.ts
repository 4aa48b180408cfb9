/** A started adapter: its process, and the messages to and from it. */
import { StartTimedOut, TargetUnavailable } from '../../executor/target.js';
import { asciiJson } from '../../language/encoding.js';
import { TargetDown } from '../../language/failures.js';
import { AttentiveTimer, type StarvedTime, starvationOfAll } from '../../wire/attention.js';
import { type ProcessExit, type ProcessOptions, type RunningProcess, startTargetProcess } from '../support/process.js';
import { membersOf } from '../support/processes.js';
import { LineCutter } from './lines.js';
import {
  type FromAdapter,
  type Hello,
  ProtocolBreach,
  type Run,
  readMessage,
  type Start,
  type Stop,
} from './protocol.js';

/** Milliseconds in which an adapter says hello, and in which it ends once it is stopped. */
const HELLO_MS = 30_000;
const STOP_MS = 2_000;

/** Bytes of standard error that are kept. */
const STDERR_BYTES = 16 * 1024;
/** Lines of it that messages show, and characters of each. */
const SHOWN_LINES = 12;
const SHOWN_WIDTH = 120;

/** The adapter breaks the protocol, so that nothing is judged by what it writes. */
export class AdapterBroken extends TargetUnavailable {}

/** How an adapter is started. */
export interface AdapterStart {
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds in which it says hello. */
  readonly helloMs?: number | undefined;
}

/** What is waited for. */
interface Awaited {
  resolve(message: FromAdapter): void;
  reject(error: Error): void;
}

export class AdapterConnection {
  /** Of the adapter, and of all that it has started. */
  readonly processes: () => readonly number[];
  readonly #running: RunningProcess;
  readonly #lines = new LineCutter();
  readonly #starved: StarvedTime;
  #awaited: Awaited | undefined;
  /** Why nothing can be asked any more. */
  #failure: Error | undefined;
  #runs = 0;

  private constructor(running: RunningProcess) {
    this.#running = running;
    this.processes = membersOf(running.pid);
    this.#starved = starvationOfAll(this.processes);
    void running.exited.then((exit) => this.#fail(new TargetDown('crash', `${endOf(exit)}${this.#said()}`)));
  }

  /**
   * Starts the command and waits for its hello.
   * @throws TargetUnavailable
   */
  static async open(
    argv: readonly string[],
    { env, helloMs = HELLO_MS }: AdapterStart,
  ): Promise<{ readonly connection: AdapterConnection; readonly hello: Hello }> {
    let connection: AdapterConnection | undefined;
    const onOutput: ProcessOptions['onOutput'] = (stream, piece) => {
      if (stream === 'stdout' && connection !== undefined) connection.#take(piece);
    };
    const running = await startTargetProcess(argv, { env, onOutput, tailBytes: STDERR_BYTES, talks: true });
    connection = new AdapterConnection(running);
    try {
      const first = await connection.#next(
        helloMs,
        () => new StartTimedOut(`the adapter said no hello within ${helloMs} ms`),
      );
      return { connection, hello: asHello(first) };
    } catch (error) {
      await connection.stop();
      throw error instanceof TargetDown
        ? new AdapterBroken(`no hello: ${error.message}`)
        : connection.#asUnavailable(error);
    }
  }

  /** The script that all runs are evaluated by. */
  start(bundle: string): void {
    this.#send({ type: 'start', bundle });
  }

  /**
   * The outcomes of jobs, as the adapter passes them on.
   * @throws TargetDown when the adapter ends or does not answer
   * @throws TargetUnavailable when it breaks the protocol
   */
  async run(jobs: string, deadlineMs: number, id = ++this.#runs): Promise<string> {
    this.#refuseFailed();
    const coming = this.#next(deadlineMs, () => new TargetDown('hang', `no answer after ${deadlineMs} ms`, deadlineMs));
    this.#send({ type: 'run', id, jobs });
    try {
      const message = await coming;
      if (message.type !== 'answer') throw this.#broken(`it answered run ${id} with a second hello`);
      if (message.id !== id) throw this.#broken(`it answered run ${id} with the id ${message.id}`);
      // What came behind the answer has been read by now.
      this.#refuseFailed();
      return message.outcomes;
    } catch (error) {
      throw this.#asUnavailable(error);
    }
  }

  #refuseFailed(): void {
    if (this.#failure !== undefined) throw this.#asUnavailable(this.#failure);
  }

  /**
   * Ends the adapter and all that it started: by a message or the end of its input unless it is at work, and by signals if it does not end.
   * Gives what went wrong where it should have ended by itself.
   */
  async stop(by: 'stop' | 'end of input' = 'stop'): Promise<string | undefined> {
    const asks = this.#failure === undefined && this.#awaited === undefined;
    if (!asks) {
      await this.#running.end();
      return undefined;
    }
    if (by === 'stop') this.#send({ type: 'stop' });
    this.#running.stdin?.end();
    const late = (): void => this.#fail(new Error(`it did not end within ${STOP_MS} ms`));
    const timer = new AttentiveTimer(STOP_MS, late, this.#starved);
    const exit = await this.#running.exited;
    timer.cancel();
    if (this.#failure !== undefined && !(this.#failure instanceof TargetDown)) return this.#failure.message;
    return exit.kind === 'status' && exit.status === 0 ? undefined : `${endOf(exit)}${this.#said()}`;
  }

  #send(message: Start | Run | Stop): void {
    this.#running.stdin?.write(`${asciiJson(message)}\n`);
  }

  #next(deadlineMs: number, late: () => Error): Promise<FromAdapter> {
    const timer = new AttentiveTimer(deadlineMs, () => this.#fail(late()), this.#starved);
    const coming = new Promise<FromAdapter>((resolve, reject) => {
      this.#awaited = { resolve, reject };
    });
    return coming.finally(() => timer.cancel());
  }

  #take(piece: Buffer): void {
    if (this.#failure !== undefined) return;
    try {
      for (const line of this.#lines.add(piece)) this.#receive(readMessage(line));
    } catch (error) {
      this.#fail(error instanceof RangeError ? new ProtocolBreach(`it wrote ${error.message}`) : asError(error));
    }
  }

  #receive(message: FromAdapter): void {
    const awaited = this.#awaited;
    if (awaited === undefined) throw new ProtocolBreach(`it wrote ${nameOf(message)}, which nothing asked for`);
    this.#awaited = undefined;
    awaited.resolve(message);
  }

  #broken(what: string): ProtocolBreach {
    const breach = new ProtocolBreach(what);
    this.#fail(breach);
    return breach;
  }

  /** The first failure counts; the adapter is ended. */
  #fail(error: Error): void {
    this.#failure ??= error;
    this.#awaited?.reject(this.#failure);
    this.#awaited = undefined;
    void this.#running.end();
  }

  #asUnavailable(error: unknown): unknown {
    if (error instanceof ProtocolBreach)
      return new AdapterBroken(`the adapter breaks the protocol: ${error.message}${this.#said()}`);
    return error;
  }

  /** The end of what it wrote on standard error, in one line. */
  #said(): string {
    const lines = this.#running.stderr
      .text()
      .split('\n')
      .filter((line) => line.trim() !== '');
    const shown = lines.slice(-SHOWN_LINES).map((line) => line.trim().slice(0, SHOWN_WIDTH));
    return shown.length === 0 ? '' : `; standard error: ${shown.join(' | ')}`;
  }
}

const endOf = (exit: ProcessExit): string =>
  exit.kind === 'signal' ? `the adapter was ended by ${exit.signal}` : `the adapter ended with status ${exit.status}`;

const nameOf = (message: FromAdapter): string =>
  message.type === 'hello' ? 'a hello' : `an answer to run ${message.id}`;

function asHello(message: FromAdapter): Hello {
  if (message.type === 'hello') return message;
  throw new ProtocolBreach(`its first line is ${nameOf(message)} and no hello`);
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
