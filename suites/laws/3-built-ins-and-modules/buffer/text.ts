/** Strings and Buffers: 3/buffer-objects/p1, and what converts between the two. Vectors are of RFC 3629 and RFC 4648. */
import fc from 'fast-check';
import { equal, record } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { differential } from '../../support/differential.js';
import { callAll, callOn, placed, returned, type Series } from './series.js';
import { anyText, type BytesEncoding, bytesOf } from './texts.js';

export { atSizes } from '../../support/sizes.js';

/** Without an encoding, which is left out then, text is utf8. */
interface InEncoding {
  readonly encoding?: BytesEncoding;
}

interface Conversion extends InEncoding {
  readonly by: 'from' | 'toString' | 'byteLength';
}

const argsOf = ({ encoding }: InEncoding): BytesEncoding[] => (encoding === undefined ? [] : [encoding]);

const converting = (conversion: Conversion, text: string, memory: Buffer): Series => {
  const args = argsOf(conversion);
  const { by } = conversion;
  const call = by === 'toString' ? callOn('buf', by, ...args) : callOn('Buffer', by, text, ...args);
  return { memory, skipped: 0, calls: [call] };
};

interface Vector extends Conversion {
  readonly text: string;
  /** In hex. */
  readonly bytes: string;
}

const bytesIn = ({ bytes }: Vector): Buffer => Buffer.from(bytes, 'hex');

export const vector = example({
  input: (of: Vector) => converting(of, of.text, bytesIn(of)),
  probe: callAll,
  expect: (of) => {
    const bytes = bytesIn(of);
    return record({ outcomes: returned({ from: bytes, toString: of.text, byteLength: bytes.length }[of.by]) });
  },
});

const drawn = ({ encoding = 'utf8' }: InEncoding) =>
  anyText({ encoding }).map((one) => ({ ...one, buf: bytesOf(one) }));

export const converts = differential(
  ({ upperCase, ...of }: Conversion & { upperCase?: boolean }) =>
    drawn(of).map(({ text, buf }) => converting(of, upperCase === true ? text.toUpperCase() : text, buf)),
  callAll,
);

export const roundTrips = differential(drawn, ({ buf, encoding }) => Buffer.from(buf.toString(encoding), encoding));

export const coerces = differential(
  (_: object) => drawn({}),
  ({ buf }) => [buf.toString(), String(buf)],
);

/** Bytes with others around them: of a Buffer that is these alone, ends with them, or goes on. */
export const decodesPart = differential(
  ({ given, ...of }: InEncoding & { given: 'nothing' | 'start' | 'range' }) =>
    drawn(of).chain(({ buf }) =>
      placed(fc.constant(buf)).map(({ memory, skipped, offset }): Series => {
        const end = offset + buf.length;
        const to = given === 'range' ? memory.length : skipped + end;
        const bounds = { nothing: [], start: [offset], range: [offset, end] }[given];
        const from = given === 'nothing' ? skipped + offset : skipped;
        return { memory, skipped: from, to, calls: [callOn('buf', 'toString', ...argsOf(of), ...bounds)] };
      }),
    ),
  callAll,
);

const SPELLINGS = ['utf8', 'utf-8', 'hex', 'base64', 'base64url'];

export const isNoEncoding = property({
  inputs: (_: object) =>
    fc
      .tuple(fc.constantFrom('', ...SPELLINGS), fc.oneof(fc.string(), fc.string({ minLength: 1, maxLength: 2 })))
      .map((parts) => parts.join(''))
      .filter((name) => !SPELLINGS.includes(name.toLowerCase())),
  probe: (encoding) => Buffer.isEncoding(encoding),
  expect: () => equal(false),
});
