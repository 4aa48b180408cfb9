/** What the log holds of long texts. */
import { type ExpectedValue, satisfies } from '../../language/expectation.js';

/** Methods that log, and what the log calls their levels. */
export const LEVELS = { log: 'info', warn: 'warn', error: 'error' } as const;

/** A method or another name of a level, and a text that is repeated so many times. */
export type LogCall<By = keyof typeof LEVELS> = readonly [by: By, text: string, times?: number];

const LIMIT = 2048;

/** What is left of a text without the character that the limit may have cut. */
const withoutCut = (text: string): string => text.replace(/\ufffd+$/, '');

/** What must be logged of a text: all of it, the first 2048 bytes, or no more than these. */
export type Keeps = 'all' | 'first' | 'no-more';

export function keptText(text: string, keeps: Keeps): ExpectedValue {
  if (keeps === 'all') return text;
  const first = withoutCut(Buffer.from(text).subarray(0, LIMIT).toString());
  return satisfies(`${keeps === 'first' ? 'all' : 'no more'} of the first ${LIMIT} bytes`, (message) => {
    const logged = withoutCut(String(message));
    const right = keeps === 'first' ? logged === first : first.startsWith(logged);
    return right || `${Buffer.byteLength(logged)} bytes, or not of this text`;
  });
}
