/** The digest that FINDINGS.md has in its head: of the recorded deviations that it rests on. */
import { createHash } from 'node:crypto';
import { recordedDeviations } from '../executor/deviations/files.js';
import { recordedCauses } from './causes.js';

/** SHA-256 of the entries for njs and of the list of their causes. */
export const deviationsDigest = (): string =>
  createHash('sha256')
    .update(JSON.stringify([recordedDeviations('nginx'), recordedCauses()]))
    .digest('hex');

/** The line with the digest. */
export const digestLine = (digest: string): string => `<!-- deviations: ${digest} -->`;

export const digestIn = (text: string): string | undefined => /^<!-- deviations: ([\da-f]{64}) -->$/m.exec(text)?.[1];
