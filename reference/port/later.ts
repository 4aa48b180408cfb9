import type { PortOutcome, RunEnd } from './outcome.js';

/**
 * The one form of asynchronous operation. The realm starts it with an input. The host settles it once with an outcome, on a later turn of
 * the event loop and never after it was cancelled.
 * Inside `settle` the realm runs the code that waits for the outcome; the host then runs the jobs of the realm. A realm that ends cancels
 * all that it has started.
 */
export type AsyncOperation<Input, T> = (input: Input, settle: Settle<T>) => Cancel;

/** Settles the operation, and returns how the code that waited for the outcome ended. */
export type Settle<T> = (outcome: PortOutcome<T>) => RunEnd;

/** Has no effect once the operation is settled. */
export type Cancel = () => void;
