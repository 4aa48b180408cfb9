/** A started adapter: its process, and the messages to and from it. */
import { setTimeout as after } from 'node:timers/promises';
import { StartTimedOut, TargetUnavailable } from '../../executor/target.js';
import { asciiJson } from '../../language/encoding.js';
import { TargetDown } from '../../language/failures.js';
import { AttentiveTimer, type StarvedTime, starvationOfAll } from '../../wire/attention.js';
import {
  type ProcessExit,
  ProcessNotStarted,
  type ProcessOptions,
  type RunningProcess,
  startProcess,
} from '../support/process.js';
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
export const HELLO_MS = 30_000;
export const STOP_MS = 2_000;

/** Bytes of standard error that are kept. */
const STDERR_BYTES = 16 * 1024;

/** What is waited for. */
interface Awaited {
  resolve(message: FromAdapter): void;
  reject(error: Error): void;
}

export class AdapterConnection {
  readonly #running: RunningProcess;
  readonly #lines = new LineCutter();
  readonly #starved: StarvedTime;
  #awaited: Awaited | undefined;
  /** Why nothing can be asked any more. */
  #failure: Error | undefined;
  #runs = 0;

  private constructor(running: RunningProcess) {
    this.#running = running;
    this.#starved = starvationOfAll(membersOf(running.pid));
    void running.exited.then((exit) => this.#ended(exit));
  }

  /**
   * Starts the command and waits for its hello.
   * @throws TargetUnavailable
   */
  static async open(
    argv: readonly string[],
    env: NodeJS.ProcessEnv,
    helloMs = HELLO_MS,
  ): Promise<{ readonly connection: AdapterConnection; readonly hello: Hello }> {
    let connection: AdapterConnection | undefined;
    const onOutput: ProcessOptions['onOutput'] = (stream, piece) => {
      if (stream === 'stdout' && connection !== undefined) connection.#take(piece);
    };
    const running = await started(argv, { env, onOutput, tailBytes: STDERR_BYTES, talks: true });
    connection = new AdapterConnection(running);
    const coming = connection.#next(helloMs, () => new StartTimedOut(`the adapter said no hello within ${helloMs} ms`));
    try {
      return { connection, hello: asHello(await coming) };
    } catch (error) {
      await connection.stop();
      throw error instanceof TargetDown
        ? new TargetUnavailable(`it says no hello: ${error.message}`)
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
  async run(jobs: string, deadlineMs: number): Promise<string> {
    this.#refuseFailed();
    const id = ++this.#runs;
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

  /** Ends the adapter and all that it started: by a message unless it is at work, and by signals if it does not end. */
  async stop(): Promise<ProcessExit> {
    if (this.#failure === undefined && this.#awaited === undefined) {
      this.#send({ type: 'stop' });
      this.#running.stdin?.end();
      const waiting = new AbortController();
      const late = after(STOP_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
      await Promise.race([this.#running.exited, late]);
      waiting.abort();
    }
    this.#failure ??= new TargetUnavailable('the adapter was stopped');
    return this.#running.end();
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

  #ended(exit: ProcessExit): void {
    const how = exit.kind === 'signal' ? `was ended by ${exit.signal}` : `ended with status ${exit.status}`;
    const within = this.#lines.rest > 0 ? ' in the middle of a line' : '';
    this.#fail(new TargetDown('crash', `the adapter ${how}${within}${this.#said()}`));
  }

  /** A breach is the fault of the adapter, so that nothing is judged by it. */
  #asUnavailable(error: unknown): unknown {
    if (error instanceof ProtocolBreach)
      return new TargetUnavailable(`the adapter breaks the protocol: ${error.message}${this.#said()}`);
    return error;
  }

  /** The end of what it wrote on standard error. */
  #said(): string {
    const text = this.#running.stderr.text().trim().slice(-500);
    return text === '' ? '' : `; standard error: ${text}`;
  }
}

const nameOf = (message: FromAdapter): string =>
  message.type === 'hello' ? 'a hello' : `an answer to run ${message.id}`;

function asHello(message: FromAdapter): Hello {
  if (message.type === 'hello') return message;
  throw new ProtocolBreach(`its first line is ${nameOf(message)} and no hello`);
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

async function started(argv: readonly string[], options: ProcessOptions): Promise<RunningProcess> {
  try {
    return await startProcess(argv, options);
  } catch (error) {
    if (error instanceof ProcessNotStarted) throw new TargetUnavailable(error.message);
    throw error;
  }
}
