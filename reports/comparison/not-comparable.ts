import { UserError } from '../../spec/reading/user-error.js';

/** Two reports of which nothing can be said together; the message says why, and what to do. */
export class NotComparable extends UserError {}
