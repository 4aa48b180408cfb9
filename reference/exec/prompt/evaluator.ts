import type { Worker } from 'node:worker_threads';
import { guardMemory } from '../../host/support/realms/memory-guard.js';
import { realmThread } from '../../host/support/realms/thread.js';
import { isOutOfMemory } from '../script/out-of-memory.js';
import type { Completion } from './completion.js';
import type { Evaluated, PromptWork, Request, Told } from './messages.js';

/** Milliseconds that a completion is waited for: the thread may be busy with a callback. */
const patience = 500;

type Printed = Extract<Told, { kind: 'printed' }>;

/** The thread in which code of the prompt is evaluated, as the prompt's own thread sees it. */
export class Evaluator {
  readonly #work: PromptWork;
  readonly #printed: (printed: Printed) => void;
  readonly #broken: (error: Error) => void;
  #thread: Worker;
  #count = 0;
  #completions = 0;
  #evaluated: ((evaluated: Evaluated) => void) | undefined;
  readonly #completed = new Map<number, (completion: Completion) => void>();

  /** `printed` is told of what is printed while nothing is evaluated, `broken` of an error of ours. */
  constructor(work: PromptWork, printed: (printed: Printed) => void, broken: (error: Error) => void) {
    this.#work = work;
    this.#printed = printed;
    this.#broken = broken;
    this.#thread = this.#start();
  }

  /** Evaluates code in the one realm there is. One at a time. */
  evaluate(code: string): Promise<Evaluated> {
    this.#count += 1;
    this.#ask({ kind: 'evaluate', code, name: this.#name });
    return new Promise((resolve) => {
      this.#evaluated = resolve;
    });
  }

  /** What is awaited is not waited for any longer. */
  abandon(): void {
    if (this.#evaluated !== undefined) this.#ask({ kind: 'abandon', name: this.#name });
  }

  complete(line: string): Promise<Completion> {
    const id = this.#completions++;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#completed.get(id)?.([[], '']), patience);
      this.#completed.set(id, (completion) => {
        clearTimeout(timer);
        this.#completed.delete(id);
        resolve(completion);
      });
      this.#ask({ kind: 'complete', line, id });
    });
  }

  /** Lets the realm's callbacks of the event `exit` run; resolves when the thread has ended. */
  end(): Promise<void> {
    this.#thread.removeAllListeners('exit');
    const ended = new Promise<void>((resolve) => this.#thread.once('exit', () => resolve()));
    this.#ask({ kind: 'end' });
    return ended;
  }

  /** What the code is called that was evaluated last. */
  get #name(): string {
    return `input-${this.#count}`;
  }

  #ask(request: Request): void {
    this.#thread.postMessage(request);
  }

  #start(): Worker {
    const thread = realmThread('exec/prompt/worker.js', this.#work);
    const lost = () => this.#lose();
    guardMemory(thread, () => undefined);
    thread.on('message', (told: Told) => this.#told(told));
    thread.on('error', (error) => {
      if (isOutOfMemory(error)) return;
      thread.off('exit', lost);
      this.#broken(error);
    });
    thread.once('exit', lost);
    return thread;
  }

  /** Nothing but its memory ends a thread. */
  #lose(): void {
    Atomics.store(this.#work.busy, 0, 0);
    this.#thread = this.#start();
    const text = 'the runtime ran out of memory and was restarted; all definitions are lost';
    if (this.#evaluated === undefined) this.#printed({ kind: 'printed', level: 'error', text });
    else this.#told({ kind: 'evaluated', text, failed: true });
  }

  #told(told: Told): void {
    switch (told.kind) {
      case 'evaluated': {
        const evaluated = this.#evaluated;
        this.#evaluated = undefined;
        evaluated?.(told);
        break;
      }
      case 'completed':
        this.#completed.get(told.id)?.(told.completion);
        break;
      case 'printed':
        this.#printed(told);
        break;
      default:
        told satisfies never;
    }
  }
}
