/** Optional arguments of the members of Buffer and of Buffers, and calls that are made twice. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { differentialExample } from '../../support/differential.js';
import { callAll, callOn, type Series } from './series.js';

/** The member's name and arguments, and how many optional ones may follow. */
interface Given {
  readonly on: 'buf' | 'Buffer';
  readonly given: readonly [member: string, ...args: Plain[]];
  readonly optional: number;
}

/** Each way of leaving arguments out, twice, on the bytes of `abcabcabc`. */
export const callsAgain = differentialExample(({ on, given: [member, ...args], optional }: Given): Series => {
  const ways = Array.from({ length: optional + 1 }, (_, left) => Array<undefined>(left).fill(undefined));
  return {
    memory: Buffer.from('--abcabcabc'),
    skipped: 2,
    calls: ways.flatMap((left) => Array(2).fill(callOn(on, member, ...args.map(decode), ...left))),
  };
}, callAll);
