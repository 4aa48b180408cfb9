/**
 * Searching in Buffers: 3/buffer-module/buf-index-of, buf-includes and buf-last-index-of. The model tries every place.
 */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import type { World } from '../../../language/world.js';
import { bytes } from '../../support/arbitraries.js';
import { firstFrom, haystackFor, lastTo } from './finding.js';
import { type Encoding, type InEncoding, someText } from './texts.js';

export { absent, present } from '../../support/common.js';

/** A search in a Buffer that begins inside its memory. */
interface Search {
  readonly method: Method;
  readonly memory: Buffer;
  readonly skipped: number;
  readonly args: readonly unknown[];
}

type Method = 'indexOf' | 'includes' | 'lastIndexOf';

const search = (input: Search, t: World): unknown =>
  t.invoke(input.memory.subarray(input.skipped), input.method, input.args);

/** What is sought, as the members take it: with its encoding where it has one. */
type Sought = readonly [value: string | number | Uint8Array, encoding?: Encoding];

function soughtBytes([value, encoding]: Sought): Uint8Array {
  if (typeof value === 'number') return Uint8Array.of(value);
  return typeof value === 'string' ? Buffer.from(value, encoding) : value;
}

/** What the model finds in the whole Buffer, or from `byteOffset` on or back. */
function found(method: Method, haystack: Uint8Array, sought: Uint8Array, byteOffset: number | undefined): unknown {
  switch (method) {
    case 'indexOf':
      return firstFrom(haystack, sought, byteOffset ?? 0);
    case 'includes':
      return firstFrom(haystack, sought, byteOffset ?? 0) !== -1;
    case 'lastIndexOf':
      return lastTo(haystack, sought, byteOffset ?? haystack.length);
  }
}

const isEncoding = (argument: unknown): argument is Encoding => typeof argument === 'string';

function expected({ method, memory, skipped, args: [value, ...rest] }: Search) {
  const byteOffset = rest.find((argument) => typeof argument === 'number');
  const encoding = rest.find(isEncoding);
  if (typeof value !== 'string' && typeof value !== 'number' && !(value instanceof Uint8Array))
    throw new TypeError('not sought');
  const sought = soughtBytes(encoding === undefined ? [value] : [value, encoding]);
  return equal(found(method, memory.subarray(skipped), sought, byteOffset));
}

const searches = (method: Method, soughts: fc.Arbitrary<Sought>, withOffset: boolean): fc.Arbitrary<Search> =>
  fc.tuple(soughts, bytes(3), fc.nat()).chain(([sought, before, drawn]) =>
    haystackFor(soughtBytes(sought)).map((haystack) => {
      const [value, ...encoding] = sought;
      const offset = withOffset ? [drawn % (haystack.length + 3)] : [];
      const args = [value, ...offset, ...encoding];
      return { method, memory: Buffer.concat([before, haystack]), skipped: before.length, args };
    }),
  );

const finds = (method: Method, soughts: fc.Arbitrary<Sought>, withOffset: boolean): Law<object> =>
  property({ inputs: () => searches(method, soughts, withOffset), probe: search, expect: expected });

const findsEncoded = (method: Method, withOffset: boolean): Law<InEncoding> =>
  property({ inputs: (data) => searches(method, texts(data), withOffset), probe: search, expect: expected });

const numberFrom = (least: number): fc.Arbitrary<Sought> =>
  fc.oneof(fc.constantFrom(least, 1, 127, 128, 255), fc.integer({ min: least, max: 255 })).map((value) => [value]);
const octets = bytes(4).filter(({ length }) => length > 0);
const aBuffer = octets.map((drawn): Sought => [Buffer.from(drawn)]);
const someBytes = octets.map((drawn): Sought => [drawn]);
const texts = (data: InEncoding): fc.Arbitrary<Sought> => someText(data).map(({ text, encoding }) => [text, encoding]);
const plainTexts = someText({ encoding: 'utf8' }).map(({ text }): Sought => [text]);

export const findsFirstNumber = finds('indexOf', numberFrom(0), false);
export const findsFirstBuffer = finds('indexOf', aBuffer, false);
export const findsFirstBytes = finds('indexOf', someBytes, false);
export const findsFirstText = findsEncoded('indexOf', false);
export const findsFirstByDefault = finds('indexOf', plainTexts, false);
export const findsFirstNumberFrom = finds('indexOf', numberFrom(0), true);
export const findsFirstBufferFrom = finds('indexOf', aBuffer, true);
export const findsFirstBytesFrom = finds('indexOf', someBytes, true);
export const findsFirstTextFrom = findsEncoded('indexOf', true);

export const includesNumber = finds('includes', numberFrom(0), false);
export const includesBuffer = finds('includes', aBuffer, false);
export const includesText = findsEncoded('includes', false);
export const includesByDefault = finds('includes', plainTexts, false);
export const includesNumberFrom = finds('includes', numberFrom(0), true);
export const includesBufferFrom = finds('includes', aBuffer, true);
export const includesTextFrom = findsEncoded('includes', true);

export const findsLastNumber = finds('lastIndexOf', numberFrom(1), false);
export const findsLastBuffer = finds('lastIndexOf', aBuffer, false);
export const findsLastText = findsEncoded('lastIndexOf', false);
export const findsLastByDefault = finds('lastIndexOf', plainTexts, false);
export const findsLastNumberTo = finds('lastIndexOf', numberFrom(1), true);
export const findsLastBufferTo = finds('lastIndexOf', aBuffer, true);
export const findsLastTextTo = findsEncoded('lastIndexOf', true);

interface Found {
  readonly value: Plain;
  readonly byteOffset?: number;
  readonly first: number;
  readonly last: number;
}

const findsIn = (method: Method, pick: (found: Found) => unknown): Law<Found> =>
  example({
    input: ({ value, byteOffset }): Search => ({
      method,
      memory: Buffer.from([1, 2, 3, 1, 2, 3]),
      skipped: 0,
      args: byteOffset === undefined ? [decode(value)] : [decode(value), byteOffset],
    }),
    probe: search,
    expect: (data) => equal(pick(data)),
  });

export const findsFirst = findsIn('indexOf', ({ first }) => first);
export const findsLast = findsIn('lastIndexOf', ({ last }) => last);
export const includesIt = findsIn('includes', ({ first }) => first !== -1);

interface Agreement {
  readonly memory: Buffer;
  readonly args: readonly unknown[];
}

const agree = (input: Agreement, t: World): unknown =>
  t.invoke(input.memory, 'includes', input.args) === (t.invoke(input.memory, 'indexOf', input.args) !== -1);

const agreements = (soughts: fc.Arbitrary<Sought>): fc.Arbitrary<Agreement> =>
  soughts.chain((sought) =>
    fc.tuple(haystackFor(soughtBytes(sought)), fc.integer({ min: -12, max: 12 })).map(([memory, byteOffset]) => {
      const [value, ...encoding] = sought;
      return { memory, args: [value, byteOffset, ...encoding] };
    }),
  );

const agrees = (soughts: fc.Arbitrary<Sought>): Law<object> =>
  property({ inputs: () => agreements(soughts), probe: agree, expect: () => equal(true) });

export const agreesOnNumber = agrees(numberFrom(0));
export const agreesOnBuffer = agrees(aBuffer);
export const agreesOnBytes = agrees(someBytes);
export const agreesOnText = property({
  inputs: (data: InEncoding) => agreements(texts(data)),
  probe: agree,
  expect: () => equal(true),
});

/** Each of the numbers is there once, at its own index. */
const findsEvery = (method: Method, least: number): Law<object> =>
  example({
    input: () => ({ method, least }),
    probe: (input: { method: string; least: number }, t) => {
      const buf = Buffer.alloc(256);
      for (let byte = 0; byte < 256; byte++) buf[byte] = byte;
      const wrong = [];
      for (let byte = input.least; byte < 256; byte++) {
        const at = t.invoke(buf, input.method, [byte]);
        if (at !== byte) wrong.push([byte, at]);
      }
      return wrong;
    },
    expect: () => equal([]),
  });

export const findsEveryNumber = findsEvery('indexOf', 0);
export const findsEveryLastNumber = findsEvery('lastIndexOf', 1);

/** Between letters; a match of code units would be at another index. */
export const findsUtf8 = example({
  input: ({ text }: { text: string }) => text,
  probe: (text: string) => {
    const buf = Buffer.from(`${text}a${text}b`);
    return [buf.indexOf(text, 1), buf.lastIndexOf(text), buf.indexOf('b'), buf.includes(text, 1)];
  },
  expect: ({ text }) => {
    const length = Buffer.byteLength(text);
    return equal([length + 1, length + 1, 2 * length + 1, true]);
  },
});

export const findsAmong = example({
  input: ({ haystack, sought }: { haystack: string; sought: string; first: number; last: number }) => ({
    haystack,
    sought,
  }),
  probe: (input: { haystack: string; sought: string }) => {
    const buf = Buffer.from(input.haystack);
    return [buf.indexOf(input.sought), buf.lastIndexOf(input.sought)];
  },
  expect: ({ first, last }) => equal([first, last]),
});

const emptyAt = (input: { value: unknown; byteOffset: number; length: number }, t: World): unknown =>
  t.invoke(Buffer.alloc(input.length, 1), 'lastIndexOf', [input.value, input.byteOffset]);

export const findsEmpty = example({
  input: ({ value, byteOffset }: { value: Plain; byteOffset: number }) => ({
    value: decode(value),
    byteOffset,
    length: 3,
  }),
  probe: emptyAt,
  expect: ({ byteOffset }) => equal(byteOffset),
});

export const findsEmptyAtEnd = example({
  input: ({ value }: { value: Plain }) => ({ value: decode(value), byteOffset: 3, length: 3 }),
  probe: emptyAt,
  expect: () => equal(3),
});

export const findsEmptyAnywhere = property({
  inputs: (_: object) =>
    fc
      .tuple(fc.constantFrom('', Buffer.alloc(0)), fc.nat({ max: 20 }), fc.nat())
      .map(([value, length, drawn]) => ({ value, length, byteOffset: drawn % (length + 1) })),
  probe: emptyAt,
  expect: ({ byteOffset }) => equal(byteOffset),
});

/** Where 2 is found in 1 2 3 1 2 3. */
export const findsFromEnd = example({
  input: ({ byteOffset }: { byteOffset: number; first: number; last: number }) => byteOffset,
  probe: (byteOffset: number) => {
    const buf = Buffer.from([1, 2, 3, 1, 2, 3]);
    return [buf.indexOf(2, byteOffset), buf.lastIndexOf(2, byteOffset)];
  },
  expect: ({ first, last }) => equal([first, last]),
});

interface Call {
  readonly method: Method;
  readonly args: readonly unknown[];
}

const inShort = (input: Call, t: World): unknown => t.invoke(Buffer.from([1, 2, 3]), input.method, input.args);

export const findsNothing = example({
  input: ({ method, args }: Call & { at: number }) => ({ method, args }),
  probe: inShort,
  expect: ({ at }) => equal(at),
});

export const findsTruncated = example({
  input: ({ method, value }: { method: Method; value: number; at: number }) => ({ method, value }),
  probe: (input: { method: Method; value: number }, t) =>
    t.invoke(Buffer.from([1, 2, 3, 0]), input.method, [input.value]),
  expect: ({ at }) => equal(at),
});

const refuses = (method: Method): Law<{ readonly args: readonly Plain[] }> =>
  example({
    input: ({ args }): Call => ({ method, args: args.map(decode) }),
    probe: inShort,
    expect: () => throws('TypeError'),
  });

export const refusesToFindFirst = refuses('indexOf');
export const refusesToFindLast = refuses('lastIndexOf');
