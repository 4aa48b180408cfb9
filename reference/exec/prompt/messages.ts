import type { RealmWork } from '../script/work.js';
import type { Completion } from './completion.js';

/** What the thread of a prompt's realm gets when it starts: memory that it shares with the main thread, too. */
export interface PromptWork extends RealmWork {
  /** For `interrupt`. */
  readonly activity: Int32Array;
  /** The id of the request to evaluate that the prompt waits for, or 0. */
  readonly awaited: Int32Array;
}

/** What the prompt asks of the thread. */
export type Request =
  | { readonly kind: 'evaluate'; readonly code: string }
  | { readonly kind: 'complete'; readonly line: string }
  | { readonly kind: 'end' };

/** The answer to a request; `completion` is empty unless it asked for one. */
export interface Answer {
  readonly id: number;
  readonly completion: Completion;
}

/** What the thread tells of itself: `printed` where a line stands that is being typed. */
export type Message = Answer | 'printed';

/** What is shown for code that was interrupted. */
export const interrupted = 'interrupted';
