/** Numbers by which cases and changes are drawn. */
import { createHash } from 'node:crypto';

/** A number that is as good as drawn, and the same each time. */
export const digestNumber = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);
