import { array, boolean, constantFrom, integer, string, tuple } from 'fast-check';
import test from 'tape';
import { agrees, examples, inRealm, refuses } from '../../testing/realm-and-node.js';

const byte = integer({ min: 0, max: 255 });
/** Bytes that form sequences of every kind, complete and invalid. */
const interesting = constantFrom(
  0x41,
  0x80,
  0x90,
  0xa0,
  0xbf,
  0xc0,
  0xc3,
  0xe0,
  0xe2,
  0xed,
  0xef,
  0xbb,
  0xf0,
  0xf4,
  0xf5,
  0xff,
);
const chunk = array(interesting, { maxLength: 5 });
const anyString = string({ unit: 'binary', maxLength: 12 });

/** The Unicode Standard, section 3.9, tables 3-8 to 3-11: one U+FFFD for each maximal subpart. */
const subparts = [
  ['c0 af e0 80 bf f0 81 82 41', '\ufffd'.repeat(8).concat('A')],
  ['ed a0 80 ed bf bf ed af 41', '\ufffd'.repeat(8).concat('A')],
  ['f4 91 92 93 ff 41 80 bf 42', '\ufffd\ufffd\ufffd\ufffd\ufffdA\ufffd\ufffdB'],
  ['e1 80 e2 f0 91 92 f1 bf 41', '\ufffd\ufffd\ufffd\ufffdA'],
] as const;

/** Ill-formed sequences from the web platform tests for fatal decoders. */
const illFormed =
  `ff|c0|e0|c0 00|c0 c0|e0 00|e0 c0|e0 80 00|e0 80 c0|fc 80 80|fe 80 80 80 80 80|c0 80|e0 80 80|f0 80 80 80
f8 80 80 80 80|fc 80 80 80 80 80|c1 bf|e0 81 bf|f0 80 81 bf|e0 9f bf|f0 80 9f bf|f0 8f bf bf|f8 80 8f bf bf|f8 84 8f bf bf
fc 80 84 8f bf bf|f4 90 80 80|ed a0 80|ed bf bf|ed a0 80 ed b0 80`.split(/[|\n]/);

const hexBytes = (hex: string): number[] => hex.split(' ').map((pair) => Number.parseInt(pair, 16));

test('UTF-8 is decoded as WHATWG Encoding requires', (t) => {
  examples(
    t,
    (list: readonly number[]) => [new TextDecoder().decode(new Uint8Array(list)), Buffer.from(list).toString()],
    subparts.map(([hex, text]) => [hexBytes(hex), [text, text]]),
  );
  const fatal = (list: readonly number[]) => new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(list));
  refuses(t, 'TypeError', fatal, illFormed.map(hexBytes));
  examples(t, fatal, [
    [hexBytes('f4 8f bf bf ed 9f bf ee 80 80'), '\u{10ffff}\ud7ff\ue000'],
    [hexBytes('c2 80 e0 a0 80 f0 90 80 80'), '\u0080\u0800\u{10000}'],
  ]);
  agrees(t, 'any bytes', array(byte), (list) => new TextDecoder().decode(new Uint8Array(list)));
  t.end();
});

test('chunks of a stream decode like the whole text', (t) => {
  agrees(t, 'chunks', tuple(array(chunk), boolean()), ([chunks, ignoreBOM]) => {
    const decoder = new TextDecoder('utf-8', { ignoreBOM });
    const parts = chunks.map((list) => decoder.decode(new Uint8Array(list), { stream: true }));
    return [parts, decoder.decode(), decoder.decode(new Uint8Array(chunks.flat()))];
  });
  agrees(t, 'chunks that may be ill-formed', array(chunk), (chunks) => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    return chunks.map((list) => decoder.decode(new Uint8Array(list), { stream: true })).concat(decoder.decode());
  });
  agrees(t, 'without stream each call is independent', array(chunk), (chunks) => {
    const decoder = new TextDecoder();
    return chunks.map((list) => decoder.decode(new Uint8Array(list)));
  });
  examples(
    t,
    (rest: readonly number[]) => {
      const decoder = new TextDecoder();
      return [decoder.decode(new Uint8Array([0xef, 0xbb]), { stream: true }), decoder.decode(new Uint8Array(rest))];
    },
    [
      [
        [0xbf, 0x41],
        ['', 'A'],
      ],
      [[0x41], ['', '\ufffdA']],
    ],
  );
  t.end();
});

test('the byte order mark is removed at the start of each stream', (t) => {
  examples(
    t,
    ([stream, ignoreBOM]: readonly [boolean, boolean]) => {
      const decoder = new TextDecoder('utf-8', { ignoreBOM });
      const chunk = new Uint8Array([0xef, 0xbb, 0xbf, 0x41]);
      return [decoder.decode(chunk, { stream }), decoder.decode(chunk), decoder.decode(chunk)];
    },
    [
      [
        [false, false],
        ['A', 'A', 'A'],
      ],
      [
        [true, false],
        ['A', '\ufeffA', 'A'],
      ],
      [
        [false, true],
        ['\ufeffA', '\ufeffA', '\ufeffA'],
      ],
    ],
  );
  t.end();
});

test('a failed call of a fatal decoder has no effect on later calls', (t) => {
  const after = inRealm((input: readonly number[]) => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      decoder.decode(new Uint8Array([0xe2, 0x82, 0xff]), { stream: true });
    } catch {}
    return decoder.decode(new Uint8Array(input));
  });
  t.deepEqual(after([0x41]), { value: 'A' });
  t.deepEqual(after([0xef, 0xbb, 0xbf, 0x41]), { value: 'A' });
  t.end();
});

test('TextDecoder has the documented members', (t) => {
  examples(
    t,
    (label: string | undefined) => {
      const { encoding, fatal, ignoreBOM } = new TextDecoder(label);
      return [encoding, fatal, ignoreBOM];
    },
    [undefined, 'utf-8', 'utf8', 'UTF-8', ' utf-8\n'].map((label) => [label, ['utf-8', false, false]] as const),
  );
  examples(
    t,
    (flag: boolean | number) => {
      const decoder = Reflect.construct(TextDecoder, ['utf-8', { fatal: flag, ignoreBOM: flag }]);
      return [decoder.fatal, decoder.ignoreBOM];
    },
    [
      [true, [true, true]],
      [1, [true, true]],
      [0, [false, false]],
    ],
  );
  examples(
    t,
    (input: number) => {
      const { buffer } = new Uint8Array([0x41, 0x42, 0x43, 0x44]);
      const decode = (data: unknown): unknown => Reflect.apply(TextDecoder.prototype.decode, new TextDecoder(), [data]);
      return [
        decode(buffer),
        decode(new Uint8Array(buffer, input)),
        decode(new Uint16Array(buffer, 2)),
        decode(undefined),
      ];
    },
    [[1, ['ABCD', 'BCD', 'CD', '']]],
  );
  type Wrong = string | number | null | readonly number[];
  refuses(t, 'RangeError', (label: Wrong) => Reflect.construct(TextDecoder, [label]), [
    'latin1',
    'utf-16',
    '',
    null,
    1,
  ]);
  refuses(t, 'TypeError', (options: Wrong) => Reflect.construct(TextDecoder, ['utf-8', options]), [null, 1, 'fatal']);
  refuses(t, 'TypeError', (data: Wrong) => Reflect.apply(TextDecoder.prototype.decode, new TextDecoder(), [data]), [
    null,
    'a',
    5,
    [65],
  ]);
  refuses(t, 'TypeError', (name: string) => Reflect.get(TextDecoder.prototype, name), [
    'encoding',
    'fatal',
    'ignoreBOM',
  ]);
  refuses(
    t,
    'TypeError',
    (data: number) => Reflect.apply(TextDecoder.prototype.decode, {}, [new Uint8Array(data)]),
    [1],
  );
  refuses(t, 'TypeError', (label: string) => Reflect.apply(TextDecoder, undefined, [label]), ['utf-8']);
  t.end();
});

test('TextEncoder agrees with Node', (t) => {
  agrees(t, 'encode', anyString, (text) => {
    const bytes = new TextEncoder().encode(text);
    return [bytes, Buffer.isBuffer(bytes)];
  });
  agrees(t, 'encodeInto', tuple(anyString, integer({ min: 0, max: 12 })), ([text, size]) => {
    const destination = new Uint8Array(size);
    return [new TextEncoder().encodeInto(text, destination), destination];
  });
  agrees(t, 'there and back', anyString, (text) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text)),
  );
  examples(
    t,
    (value: string | number | null | undefined) =>
      Reflect.apply(TextEncoder.prototype.encode, new TextEncoder(), [value]),
    [
      [undefined, []],
      [null, [0x6e, 0x75, 0x6c, 0x6c]],
      [5, [0x35]],
      ['\ud800', [0xef, 0xbf, 0xbd]],
    ],
  );
  type Wrong = string | undefined | readonly number[];
  refuses(
    t,
    'TypeError',
    (value: Wrong) => Reflect.apply(TextEncoder.prototype.encodeInto, new TextEncoder(), ['a', value]),
    [undefined, 'a', [1]],
  );
  refuses(t, 'TypeError', (value: string) => Reflect.apply(TextEncoder.prototype.encode, {}, [value]), ['a']);
  refuses(t, 'TypeError', (value: string) => Reflect.apply(TextEncoder, undefined, [value]), ['a']);
  t.end();
});
