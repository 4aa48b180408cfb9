import type { Worker } from 'node:worker_threads';
import { guardMemory } from '../../host/support/realms/memory-guard.js';
import { realmThread } from '../../host/support/realms/thread.js';
import { isOutOfMemory } from '../script/out-of-memory.js';
import type { RealmWork } from '../script/work.js';
import type { Completion } from './completion.js';
import { activity, awaited, interrupt, interrupted } from './interruptible.js';

/** The start data of the thread of a prompt's realm. */
export interface PromptWork extends RealmWork {
  /** Memory that both threads share, see `activity` and `awaited`. */
  readonly shared: Int32Array;
}

/** A request of the prompt to the thread. */
export interface EvaluatorRequest {
  readonly id: number;
  readonly kind: 'evaluate' | 'complete' | 'end';
  readonly text: string;
}

/** The answer to a request. The id is 0 for output while nothing is evaluated. */
export interface EvaluatorAnswer {
  readonly id: number;
  readonly completion?: Completion;
}

/** Milliseconds to wait for a completion: the thread may be busy with a callback. */
const patience = 500;

/** The prompt's side of the thread that evaluates code. */
export class Evaluator {
  readonly #work: PromptWork;
  readonly #printed: () => void;
  readonly #broken: (error: Error) => void;
  readonly #waiting = new Map<number, (completion?: Completion) => void>();
  #thread: Worker;
  #requests = 0;

  /** `printed` is called after output while nothing is evaluated, `broken` with an internal error. */
  constructor(work: RealmWork, printed: () => void, broken: (error: Error) => void) {
    this.#work = { ...work, shared: new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) };
    this.#printed = printed;
    this.#broken = broken;
    this.#thread = this.#start();
  }

  /** Evaluates code in the one realm, and shows the result. The caller waits before the next evaluation. */
  async evaluate(code: string): Promise<void> {
    Atomics.store(this.#work.shared, awaited, this.#requests + 1);
    await this.#ask('evaluate', code);
    Atomics.store(this.#work.shared, awaited, 0);
  }

  /** Interrupts the code that runs, and stops waiting for what it awaits. */
  interrupt(): void {
    interrupt(this.#work.shared);
    if (Atomics.load(this.#work.shared, awaited) !== 0) this.#abandon(interrupted);
  }

  /** Completes a line. */
  complete(line: string): Promise<Completion | undefined> {
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patience));
    return Promise.race([this.#ask('complete', line), late]);
  }

  /** Runs the realm's callbacks of the event `exit`; resolves when the thread has ended. */
  end(): Promise<void> {
    this.#thread.removeAllListeners('exit');
    void this.#ask('end', '');
    return new Promise((resolve) => this.#thread.once('exit', () => resolve()));
  }

  #ask(kind: EvaluatorRequest['kind'], text: string): Promise<Completion | undefined> {
    const id = ++this.#requests;
    this.#thread.postMessage({ id, kind, text } satisfies EvaluatorRequest);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  #answer({ id, completion }: EvaluatorAnswer): void {
    (this.#waiting.get(id) ?? this.#printed)(completion);
    this.#waiting.delete(id);
  }

  /** Stops waiting for code, and shows the reason. */
  #abandon(reason: string): void {
    process.stderr.write(`${reason}\n`);
    this.#answer({ id: Atomics.exchange(this.#work.shared, awaited, 0) });
  }

  #start(): Worker {
    const thread = realmThread('exec/prompt/worker.js', this.#work);
    guardMemory(thread, () => undefined);
    thread.on('message', (answer: EvaluatorAnswer) => this.#answer(answer));
    thread.on('error', (error) => {
      if (isOutOfMemory(error)) return;
      thread.removeAllListeners('exit');
      this.#broken(error);
    });
    // Only exhausted memory ends a thread.
    thread.once('exit', () => {
      Atomics.store(this.#work.shared, activity, 0);
      this.#thread = this.#start();
      this.#abandon('the runtime ran out of memory and was restarted; all definitions are lost');
    });
    return thread;
  }
}
