/** 3/strings/rule-3: byte strings, which are of one character for each byte, on the versions that had them. */
import { equal } from '../../../language/expectation.js';
import { property } from '../../../language/law.js';
import { bytes, unicodeText } from '../../support/arbitraries.js';

/** Members called on each other's results, the first on `String` or on a text, and what comes of the last. */
interface Chain {
  readonly on: string | null;
  readonly calls: readonly (readonly [member: string, ...args: unknown[]])[];
  readonly last: string;
}

interface Removed {
  readonly member: 'bytesFrom' | 'toString' | 'toBytes' | 'fromBytes' | 'toUTF8' | 'fromUTF8';
  readonly encoding?: 'hex' | 'base64' | 'base64url';
}

const inHex = ['toString', 'hex'] as const;

/** A byte string cannot be answered as it is, so most chains end in text. */
export const removed = property({
  inputs: ({ member, encoding = 'hex' }: Removed) => {
    const charset = member.endsWith('UTF8') ? 'utf8' : 'latin1';
    const texts = charset === 'utf8' ? unicodeText(20) : bytes(30).map((all) => Buffer.from(all).toString('latin1'));
    return texts.map((text): Chain => {
      const all = Buffer.from(text, charset);
      const [encoded, hex] = [all.toString(encoding), all.toString('hex')];
      const made = ['bytesFrom', [...all]] as const;
      if (member === 'bytesFrom') return { calls: [[member, encoded, encoding], inHex], on: null, last: hex };
      if (member === 'toString') return { calls: [made, [member, encoding]], on: null, last: encoded };
      if (member.startsWith('to')) return { calls: [[member], inHex], on: text, last: hex };
      return { calls: [made, [member]], on: null, last: text };
    });
  },
  probe: ({ on, calls }, t) =>
    calls.reduce((made: unknown, call) => t.invoke(made, call[0], call.slice(1)), on === null ? String : on),
  expect: ({ last }) => equal(last),
});

/** The number of each character, and that no more follow. */
export const bytesFromArray = property({
  inputs: (_: object) => bytes(30).map((data) => [...data]),
  probe: (numbers, t) => {
    const made = t.invoke(String, 'bytesFrom', [numbers]);
    return numbers.concat(0).map((_, i) => t.invoke(made, 'charCodeAt', [i]));
  },
  expect: (numbers) => equal([...numbers, Number.NaN]),
});
