import type { ConsoleLevel } from '../../port/console.js';
import type { RealmWork } from '../script/work.js';
import type { Completion } from './completion.js';

/** What the thread of a prompt's realm is told when it starts. */
export interface PromptWork extends RealmWork {
  /** Shared: how deep in interruptible work the thread is, see `Interrupts`. */
  readonly busy: Int32Array;
}

/** What the prompt asks of the thread of its realm. */
export type Request =
  | { readonly kind: 'evaluate'; readonly code: string; readonly name: string }
  /** What is being awaited is not waited for any longer. */
  | { readonly kind: 'abandon'; readonly name: string }
  | { readonly kind: 'complete'; readonly line: string; readonly id: number }
  | { readonly kind: 'end' };

/** What became of code: the text of its value, or of what it threw. */
export interface Evaluated {
  readonly kind: 'evaluated';
  readonly text: string;
  readonly failed: boolean;
}

/** What the thread tells. */
export type Told =
  | Evaluated
  | { readonly kind: 'completed'; readonly id: number; readonly completion: Completion }
  /** Something is printed while nothing is being evaluated. */
  | { readonly kind: 'printed'; readonly level: ConsoleLevel; readonly text: string };

/** What is told of code that was broken off. */
export const interrupted = 'interrupted';
