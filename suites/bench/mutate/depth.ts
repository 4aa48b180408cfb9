/** Which cases are of the depth `standard`: the only place that knows, until cases say so themselves. */
import { createHash } from 'node:crypto';

/** A part of so many cases. */
const EVERY = 3;

/** Whether a case is of the depth `standard`; `index` is its place in its requirement. */
export const isStandard = (id: string, index: number): boolean => index === 0 || digestNumber(id) % EVERY === 0;

/** A number that is as good as drawn, and the same each time. */
export const digestNumber = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);
