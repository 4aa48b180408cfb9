/** A started adapter: its process, and the messages in both directions. */
import { StartTimedOut, TargetUnavailable } from '../../executor/target.js';
import { asciiJson } from '../../language/encoding.js';
import { TargetDown } from '../../language/failures.js';
import { AttentiveTimer, type StarvedTime, starvationOfAll } from '../../wire/attention.js';
import {
  exitText,
  type ProcessExit,
  type ProcessOptions,
  type RunningProcess,
  startTargetProcess,
} from '../support/process.js';
import { membersOf } from '../support/processes.js';
import { LineCutter } from './lines.js';
import {
  type FromAdapter,
  type Hello,
  type Printed,
  type Program,
  ProtocolBreach,
  type Run,
  readMessage,
  type Start,
  type Stop,
} from './protocol.js';

/** Milliseconds until the hello, and until the end of an adapter that is stopped. */
const HELLO_MS = 30_000;
const STOP_MS = 2_000;

/** The number of the last bytes of standard error that are kept. */
const STDERR_BYTES = 16 * 1024;
/** The number of its lines in messages, and of the characters of each. */
const SHOWN_LINES = 12;
const SHOWN_WIDTH = 120;

/** The adapter breaks the protocol, so its output proves nothing. */
export class AdapterBroken extends TargetUnavailable {}

interface AdapterStart {
  readonly env: NodeJS.ProcessEnv;
  /** Milliseconds until its hello. */
  readonly helloMs?: number | undefined;
}

/** The wait for a message. */
interface Awaited {
  resolve(message: FromAdapter): void;
  reject(error: Error): void;
}

export class AdapterConnection {
  /** The ids of the adapter's process and of all processes that it has started. */
  readonly processes: () => readonly number[];
  readonly #running: RunningProcess;
  readonly #lines = new LineCutter();
  readonly #starved: StarvedTime;
  #awaited: Awaited | undefined;
  /** The reason if the adapter can no longer be used. */
  #failure: Error | undefined;
  #runs = 0;

  private constructor(running: RunningProcess) {
    this.#running = running;
    this.processes = membersOf(running.pid);
    this.#starved = starvationOfAll(this.processes);
    void running.exited.then((exit) => this.#fail(new TargetDown('crash', `${endOf(exit)}${this.#stderrText()}`)));
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
        () => new StartTimedOut(`the adapter wrote no hello within ${helloMs} ms`),
      );
      return { connection, hello: asHello(first) };
    } catch (error) {
      await connection.stop();
      throw error instanceof TargetDown
        ? new AdapterBroken(`no hello: ${error.message}`)
        : connection.#asUnavailable(error);
    }
  }

  /** Sends the script for all runs. */
  start(bundle: string, words?: readonly string[]): void {
    this.#send({ type: 'start', bundle, ...(words && { arguments: words }) });
  }

  /**
   * The outcomes of jobs, which the adapter passes on.
   * @throws TargetDown if the adapter ends or does not answer
   * @throws TargetUnavailable if it breaks the protocol
   */
  async run(jobs: string, deadlineMs: number, id = ++this.#runs): Promise<string> {
    const message = await this.#ask({ type: 'run', id, jobs }, deadlineMs);
    if (message.type !== 'answer') throw this.#misplaced(message, id);
    return message.outcomes;
  }

  /** What a script prints that is run as a program. Rejects like `run`. */
  async program(script: string, deadlineMs: number): Promise<Omit<Printed, 'type' | 'id'>> {
    const id = ++this.#runs;
    const message = await this.#ask({ type: 'program', id, script }, deadlineMs);
    if (message.type !== 'printed') throw this.#misplaced(message, id);
    const { stdout, stderr, status } = message;
    return { stdout, stderr, status };
  }

  async #ask(request: Run | Program, deadlineMs: number): Promise<FromAdapter> {
    this.#refuseFailed();
    const coming = this.#next(deadlineMs, () => new TargetDown('hang', `no answer after ${deadlineMs} ms`, deadlineMs));
    this.#send(request);
    try {
      const message = await coming;
      if ('id' in message && message.id !== request.id)
        throw this.#broken(`it answered run ${request.id} with the id ${message.id}`);
      // Messages after the answer have been read by now.
      this.#refuseFailed();
      return message;
    } catch (error) {
      throw this.#asUnavailable(error);
    }
  }

  /** An answer of another type. */
  #misplaced({ type }: FromAdapter, id: number): unknown {
    return this.#asUnavailable(this.#broken(`it answered run ${id} with a message of type ${type}`));
  }

  #refuseFailed(): void {
    if (this.#failure !== undefined) throw this.#asUnavailable(this.#failure);
  }

  /**
   * Ends the adapter and its processes: an idle adapter by a message or the end of its input, one that is busy or does not end by signals.
   * Resolves with the fault of an adapter that did not end by itself.
   */
  async stop(by: 'stop' | 'end of input' = 'stop'): Promise<string | undefined> {
    const isIdle = this.#failure === undefined && this.#awaited === undefined;
    if (!isIdle) {
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
    return exit.kind === 'status' && exit.status === 0 ? undefined : `${endOf(exit)}${this.#stderrText()}`;
  }

  #send(message: Start | Run | Program | Stop): void {
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
    if (awaited === undefined) throw new ProtocolBreach(`it wrote ${nameOf(message)} without a request`);
    this.#awaited = undefined;
    awaited.resolve(message);
  }

  #broken(what: string): ProtocolBreach {
    const breach = new ProtocolBreach(what);
    this.#fail(breach);
    return breach;
  }

  /** Keeps the first failure and ends the adapter. */
  #fail(error: Error): void {
    this.#failure ??= error;
    this.#awaited?.reject(this.#failure);
    this.#awaited = undefined;
    void this.#running.end();
  }

  #asUnavailable(error: unknown): unknown {
    if (error instanceof ProtocolBreach)
      return new AdapterBroken(`the adapter breaks the protocol: ${error.message}${this.#stderrText()}`);
    return error;
  }

  /** The end of its standard error, in one line. */
  #stderrText(): string {
    const lines = this.#running.stderr
      .text()
      .split('\n')
      .filter((line) => line.trim() !== '');
    const shown = lines.slice(-SHOWN_LINES).map((line) => line.trim().slice(0, SHOWN_WIDTH));
    return shown.length === 0 ? '' : `; standard error: ${shown.join(' | ')}`;
  }
}

const endOf = (exit: ProcessExit): string => `the adapter ${exitText(exit)}`;

const nameOf = (message: FromAdapter): string =>
  message.type === 'hello' ? 'a hello' : `an answer to run ${message.id}`;

function asHello(message: FromAdapter): Hello {
  if (message.type === 'hello') return message;
  throw new ProtocolBreach(`its first line is ${nameOf(message)}, not a hello`);
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
