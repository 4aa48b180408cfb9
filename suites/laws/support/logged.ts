/** What handlers log, and the logs of long texts. */
import { type ExpectedValue, satisfies } from '../../language/expectation.js';
import { exchanged } from '../../language/law.js';
import type { Partners } from '../../language/partners.js';
import type { At } from '../../language/trial.js';

/**
 * The responses to inputs of `/exit`, and this number of lines. Those of callbacks may come after the response, and before
 * the next one.
 */
export async function logOf(inputs: readonly unknown[], lines: number, partners: Partners, at: At) {
  const { responses } = await exchanged(
    { requests: inputs.map((input) => ({ target: at('/exit'), input })) },
    partners,
  );
  await partners.log.lines(lines);
  await exchanged({ requests: [{ target: at('/none') }] }, partners);
  return { responses, log: await partners.log.lines() };
}

/** Methods that log, and the names of their levels in the log. */
export const LEVELS = { log: 'info', warn: 'warn', error: 'error' } as const;

/** A method or another name of a level, and a text that is repeated this number of times. */
export type LogCall<By = keyof typeof LEVELS> = readonly [by: By, text: string, times?: number];

const LIMIT = 2048;

/** A text without the character that the limit may have truncated. */
const withoutCut = (text: string): string => text.replace(/\ufffd+$/, '');

/** The part of a text that must be logged: all of it, the first 2048 bytes, or no more than these. */
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
