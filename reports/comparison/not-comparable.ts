import { UserError } from '../../spec/reading/user-error.js';

/** Two reports that cannot be compared; the message says why, and what to do. */
export class NotComparable extends UserError {}
