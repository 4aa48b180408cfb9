/** The forms of Buffer.from: 3/buffer-module/buffer-from-array and the rows after it. */
import fc from 'fast-check';
import { unicodeText } from '../../support/arbitraries.js';
import { differential } from '../../support/differential.js';
import { buffer, type Part, parts } from './parts.js';

const arrayBufferOf = ({ memory }: Part): ArrayBuffer => Uint8Array.from(memory).buffer;

const encoded = (encoding: 'hex' | 'base64' | 'base64url') =>
  buffer(24).map((drawn): unknown[] => [drawn.toString(encoding), encoding]);

/** The arguments of each form. */
const FORMS = {
  bytes: fc.array(fc.nat({ max: 255 }), { maxLength: 40 }).map((list) => [list]),
  integers: fc
    .array(fc.oneof(fc.integer({ min: -600, max: 600 }), fc.integer({ min: -(2 ** 40), max: 2 ** 40 })))
    .map((list) => [list]),
  everyByte: fc.constant([Array.from({ length: 256 }, (_, byte) => byte)]),
  arrayBuffer: parts.map((part) => [arrayBufferOf(part), part.from, part.to - part.from]),
  arrayBufferToEnd: parts.map((part) => [arrayBufferOf(part), part.from]),
  buffer: buffer(16).map((drawn) => [drawn]),
  text: unicodeText(16).map((text) => [text]),
  utf8: unicodeText(16).map((text) => [text, 'utf8']),
  hex: encoded('hex'),
  base64: encoded('base64'),
  base64url: encoded('base64url'),
} as const;

interface Making {
  /** An object whose valueOf() is the value, one whose valueOf() is such an object, or Object() of the value. */
  readonly by?: 'valueOf' | 'valueOfTwice' | 'Object';
  /** What is looked at of the Buffer; itself where nothing is named. */
  readonly look?: 'length' | 'byteOffset';
}

export const makes = differential(
  ({ form, ...making }: Making & { form: keyof typeof FORMS }) =>
    fc.oneof(FORMS[form]).map((args: readonly unknown[]) => ({ args, ...making })),
  ({ args, by, look }, t) => {
    let value = args[0];
    if (by === 'Object') value = Object(value);
    else if (by !== undefined) value = { valueOf: () => args[0] };
    const inner = value;
    if (by === 'valueOfTwice') value = { valueOf: () => inner };
    const made = t.invoke(Buffer, 'from', [value].concat(args.slice(1)));
    return look !== undefined && Buffer.isBuffer(made) ? made[look] : made;
  },
);

/** Parts that do not lie inside an ArrayBuffer; that the whole is taken shows that it is the bounds that are refused. */
export const refusesPart = differential(
  (_: object) => fc.record({ length: fc.nat({ max: 12 }), drawn: fc.nat(), beyond: fc.integer({ min: 1, max: 9 }) }),
  ({ length, drawn, beyond }, t) => {
    const memory = new ArrayBuffer(length);
    const from = drawn % (length + 1);
    const good = t.attempt(() => Buffer.from(memory, from, length - from));
    const bad = t.attempt(() => Buffer.from(memory, from, length - from + beyond));
    return [good[0], bad[0]];
  },
);

/** A Buffer on an ArrayBuffer: that it is on this one, and that each sees what is changed in the other. */
export const isOnArrayBuffer = differential(
  ({ look }: { look: 'same' | 'shares' | 'whole' }) =>
    parts.map(({ memory, from, to }) => ({ size: memory.length, from, to, look })),
  ({ size, from, to, look }) => {
    const memory = new ArrayBuffer(size);
    const buf = look === 'whole' ? Buffer.from(memory) : Buffer.from(memory, from, to - from);
    if (look === 'same') return [buf.buffer === memory, Buffer.from(memory, from).buffer === memory];
    const bytes = new Uint8Array(memory);
    if (buf.length > 0) buf[0] = 251;
    if (to > from) bytes[to - 1] = 252;
    return [buf, bytes];
  },
);
