/**
 * 3/strings/rule-3: byte strings, which are of one character for each byte. A byte string cannot be answered as it is, so its
 * characters are told by their numbers.
 */
import { equal } from '../../../language/expectation.js';
import { property } from '../../../language/law.js';
import { bytes, unicodeText } from '../../support/arbitraries.js';

interface Encoded {
  readonly encoding: 'hex' | 'base64' | 'base64url';
}

/** The bytes of a byte string. */
interface Removed {
  readonly numbers: readonly number[];
}

const numbersOf = (data: Uint8Array): number[] => [...data];

/** The number of each character, and that no more follow. */
export const bytesFromArray = property({
  inputs: (_: object) => bytes(30).map((data): Removed => ({ numbers: numbersOf(data) })),
  probe: (input: Removed, t) => {
    const made = t.invoke(String, 'bytesFrom', [input.numbers]);
    return input.numbers.concat(0).map((_, i) => t.invoke(made, 'charCodeAt', [i]));
  },
  expect: ({ numbers }) => equal([...numbers, Number.NaN]),
});

export const bytesFromEncoded = property({
  inputs: ({ encoding }: Encoded) =>
    bytes(30).map((data) => ({ text: Buffer.from(data).toString(encoding), encoding })),
  probe: (input: { text: string; encoding: string }, t) =>
    t.invoke(t.invoke(String, 'bytesFrom', [input.text, input.encoding]), 'toString', ['hex']),
  expect: ({ text }, { encoding }) => equal(Buffer.from(text, encoding).toString('hex')),
});

export const toEncoded = property({
  inputs: ({ encoding }: Encoded) => bytes(30).map((data) => ({ numbers: numbersOf(data), encoding })),
  probe: (input: Removed & Encoded, t) =>
    t.invoke(t.invoke(String, 'bytesFrom', [input.numbers]), 'toString', [input.encoding]),
  expect: ({ numbers }, { encoding }) => equal(Buffer.from(numbers).toString(encoding)),
});

/** Characters up to U+00FF become bytes. */
export const toBytes = property({
  inputs: (_: object) => bytes(30).map((data) => Buffer.from(data).toString('latin1')),
  probe: (text: string, t) => t.invoke(t.invoke(text, 'toBytes', []), 'toString', ['hex']),
  expect: (text) => equal(Buffer.from(text, 'latin1').toString('hex')),
});

/** Bytes become characters up to U+00FF. */
export const fromBytes = property({
  inputs: (_: object) => bytes(30).map(numbersOf),
  probe: (numbers: readonly number[], t) => t.invoke(t.invoke(String, 'bytesFrom', [numbers]), 'fromBytes', []),
  expect: (numbers) => equal(Buffer.from(numbers).toString('latin1')),
});

export const toUtf8 = property({
  inputs: (_: object) => unicodeText(20),
  probe: (text: string, t) => t.invoke(t.invoke(text, 'toUTF8', []), 'toString', ['hex']),
  expect: (text) => equal(Buffer.from(text).toString('hex')),
});

export const fromUtf8 = property({
  inputs: (_: object) => unicodeText(20).map((text) => numbersOf(Buffer.from(text))),
  probe: (numbers: readonly number[], t) => t.invoke(t.invoke(String, 'bytesFrom', [numbers]), 'fromUTF8', []),
  expect: (numbers) => equal(Buffer.from(numbers).toString()),
});
