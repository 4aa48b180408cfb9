/**
 * What of the tests a day takes. What costs much and differs little from one day to the next, such as one wrong server of many, is taken by
 * shares in `.ci/run`, so that some days in a row take all of it.
 */
import { createHash } from 'node:crypto';

/**
 * The share of a list that the environment asks for by `SRVSPEC_SHARE=I/N`: each N-th from one that I and the key decide, so that short
 * lists do not all fall on one day. The whole list without the variable.
 * @throws Error where the variable says anything else
 */
export function shareOf<T>(list: readonly T[], key: string, share = process.env.SRVSPEC_SHARE ?? ''): readonly T[] {
  if (share === '') return list;
  const [index = 0, count = 0] = /^\d+\/\d+$/.test(share) ? share.split('/').map(Number) : [];
  if (index < 1 || index > count) throw new Error(`SRVSPEC_SHARE is ${share}, not I/N with I from 1 to N`);
  const first = (index + createHash('sha256').update(key).digest().readUInt16BE(0)) % count;
  return list.filter((_, i) => i % count === first);
}

/** Whether a test that costs seconds is in the share; its key decides. */
export const isTaken = (key: string): boolean => shareOf([key], key).length > 0;
