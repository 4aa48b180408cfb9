import type { Worker } from 'node:worker_threads';
import { guardMemory } from '../../host/support/realms/memory-guard.js';
import { realmThread } from '../../host/support/realms/thread.js';
import { isOutOfMemory } from '../script/out-of-memory.js';
import type { RealmWork } from '../script/work.js';
import type { Completion } from './completion.js';
import { interrupt, interrupted } from './interruptible.js';

/** What the thread of a prompt's realm gets when it starts; the memory is shared. */
export interface PromptWork extends RealmWork {
  /** See `interrupt`. */
  readonly activity: Int32Array;
  /** The id of the request to evaluate that the prompt waits for, or 0. */
  readonly awaited: Int32Array;
}

/** What the prompt asks of the thread. */
export interface Request {
  readonly kind: 'evaluate' | 'complete' | 'end';
  readonly code: string;
  readonly id: number;
}

/** `completion` is empty unless the request was for one. */
interface Answer {
  readonly id: number;
  readonly completion: Completion;
}

/** What the thread sends: an answer, or that it printed something while nothing is evaluated. */
export type Message = Answer | 'printed';

/** Milliseconds to wait for a completion: the thread may be busy with a callback. */
const patience = 500;

const nothing: Completion = [[], ''];

const lost = 'the runtime ran out of memory and was restarted; all definitions are lost';

const sharedCell = (): Int32Array => new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** The thread in which code of the prompt is evaluated, as the prompt's own thread sees it. */
export class Evaluator {
  readonly #work: PromptWork;
  readonly #printed: () => void;
  readonly #broken: (error: Error) => void;
  readonly #answered = new Map<number, (completion: Completion) => void>();
  #thread: Worker;
  #requests = 0;

  /** `printed` is called after output while nothing is evaluated, `broken` with an error of ours. */
  constructor(work: RealmWork, printed: () => void, broken: (error: Error) => void) {
    this.#work = { ...work, activity: sharedCell(), awaited: sharedCell() };
    this.#printed = printed;
    this.#broken = broken;
    this.#thread = this.#start();
  }

  /** Evaluates code in the one realm there is, and shows the result; one at a time. */
  async evaluate(code: string): Promise<void> {
    Atomics.store(this.#work.awaited, 0, this.#requests + 1);
    await this.#ask('evaluate', code);
    Atomics.store(this.#work.awaited, 0, 0);
  }

  /** Stops what runs, and no longer waits for what is awaited. */
  interrupt(): void {
    interrupt(this.#work.activity);
    if (Atomics.load(this.#work.awaited, 0) !== 0) this.#abandon(interrupted);
  }

  /** Completes a line. */
  complete(line: string): Promise<Completion> {
    const late = new Promise<Completion>((resolve) => setTimeout(resolve, patience, nothing));
    return Promise.race([this.#ask('complete', line), late]);
  }

  /** Lets the realm's callbacks of the event `exit` run; resolves when the thread has ended. */
  end(): Promise<void> {
    this.#thread.removeAllListeners('exit');
    void this.#ask('end', '');
    return new Promise((resolve) => this.#thread.once('exit', () => resolve()));
  }

  #ask(kind: Request['kind'], code: string): Promise<Completion> {
    const id = ++this.#requests;
    this.#thread.postMessage({ kind, code, id } satisfies Request);
    return new Promise((resolve) => this.#answered.set(id, resolve));
  }

  /** Waits no longer for code, and says why. */
  #abandon(reason: string): void {
    process.stderr.write(`${reason}\n`);
    this.#answer({ id: Atomics.exchange(this.#work.awaited, 0, 0), completion: nothing });
    this.#printed();
  }

  #answer({ id, completion }: Answer): void {
    this.#answered.get(id)?.(completion);
    this.#answered.delete(id);
  }

  #start(): Worker {
    const thread = realmThread('exec/prompt/worker.js', this.#work);
    guardMemory(thread, () => undefined);
    thread.on('message', (message: Message) => (message === 'printed' ? this.#printed() : this.#answer(message)));
    thread.on('error', (error) => {
      if (!isOutOfMemory(error)) this.#broken(error);
    });
    // Nothing but its memory ends a thread.
    thread.once('exit', () => {
      Atomics.store(this.#work.activity, 0, 0);
      this.#thread = this.#start();
      this.#abandon(lost);
    });
    return thread;
  }
}
