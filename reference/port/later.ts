import type { PortOutcome, RunEnd } from './outcome.js';

/**
 * The one asynchronous shape: the realm starts something with its input; the host settles it once with an outcome, on a
 * later turn of the event loop and never after it was cancelled. The realm hands `settle` over and runs what waits for
 * the outcome inside it; the host then runs the jobs of the realm. A realm that ends cancels all that it has started.
 */
export type AsyncOperation<Input, T> = (input: Input, settle: Settle<T>) => Cancel;

/** Tells how the code that waited for the outcome ended. */
export type Settle<T> = (outcome: PortOutcome<T>) => RunEnd;

/** Does nothing once the outcome is there. */
export type Cancel = () => void;
