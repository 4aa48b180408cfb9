/**
 * Selects the day's share of tests in `.ci/run`. Tests that cost much and differ little from one day to the next, such as those of wrong
 * servers, run in shares. A few successive days run all of them.
 */
import { createHash } from 'node:crypto';

/**
 * The share of a list that the environment asks for by `SRVSPEC_SHARE=I/N`: each N-th item, from one that I and the key decide. The key
 * spreads short lists over the days. Without the variable it is the whole list.
 * @throws Error if the variable has another form
 */
export function shareOf<T>(list: readonly T[], key: string, share = process.env.SRVSPEC_SHARE ?? ''): readonly T[] {
  if (share === '') return list;
  const [index = 0, count = 0] = /^\d+\/\d+$/.test(share) ? share.split('/').map(Number) : [];
  if (index < 1 || index > count) throw new Error(`SRVSPEC_SHARE is ${share}, not I/N with I from 1 to N`);
  const first = (index + createHash('sha256').update(key).digest().readUInt16BE(0)) % count;
  return list.filter((_, i) => i % count === first);
}

/** Whether a test that takes seconds is in the share; its key decides. */
export const isTaken = (key: string): boolean => shareOf([key], key).length > 0;
