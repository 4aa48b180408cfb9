import {
  type Arbitrary,
  array,
  boolean,
  constantFrom,
  double,
  integer,
  oneof,
  option,
  string,
  tuple,
} from 'fast-check';
import test from 'tape';
import { agrees, examples, inRealm } from '../../testing/realm-and-node.js';

const byte = integer({ min: 0, max: 255 });
const bytes = array(byte, { maxLength: 12 });
/** Few letters, so that parts occur more than once. */
const letters = array(constantFrom(97, 98, 99), { maxLength: 10 });
const bound = option(integer({ min: -14, max: 14 }), { nil: undefined });
const anyString = string({ unit: 'binary', maxLength: 12 });
const encoding = constantFrom<BufferEncoding[]>('utf8', 'hex', 'base64', 'base64url');

/** Text that every implementation decodes the same way: whole groups of the encoding's own digits. */
const encoded: Arbitrary<[string, BufferEncoding]> = tuple(
  bytes,
  constantFrom<BufferEncoding[]>('hex', 'base64', 'base64url'),
).map(([list, name]) => [Buffer.from(list).toString(name), name]);

test('Buffer agrees with Node on strings and bytes', (t) => {
  agrees(t, 'UTF-8 of any string', anyString, (text) => Buffer.from(text));
  agrees(t, 'bytes as text', bytes, (list) => Buffer.from(list).toString());
  agrees(
    t,
    'part of the bytes as text',
    tuple(bytes, integer({ min: 0, max: 14 }), integer({ min: 0, max: 14 })),
    ([list, from, to]) => Buffer.from(list).toString('utf8', from, to),
  );
  agrees(t, 'bytes in other encodings', tuple(bytes, encoding), ([list, name]) => Buffer.from(list).toString(name));
  const nearDigits = string({ unit: constantFrom(...'/09:@AFG`afg'), maxLength: 6 });
  agrees(t, 'bytes of a possibly hexadecimal text', nearDigits, (text) => Buffer.from(text, 'hex'));
  agrees(t, 'bytes of encoded text', encoded, ([text, name]) => [
    Buffer.from(text, name),
    Buffer.byteLength(text, name),
    Buffer.alloc(7, text, name),
  ]);
  agrees(t, 'byte length', anyString, (text) => Buffer.byteLength(text));
  agrees(
    t,
    'write',
    tuple(anyString, integer({ min: 0, max: 9 }), integer({ min: 0, max: 9 })),
    ([text, offset, length]) => {
      const buffer = Buffer.alloc(9);
      return [buffer.write(text, offset, length), buffer];
    },
  );
  agrees(t, 'write of encoded text', tuple(encoded, integer({ min: 0, max: 9 })), ([[text, name], offset]) => {
    const buffer = Buffer.alloc(9);
    return [buffer.write(text, offset, name), buffer];
  });
  t.end();
});

test('Buffer agrees with Node on searching', (t) => {
  const sought = oneof(letters.filter((list) => list.length < 4));
  agrees(t, 'indexOf', tuple(letters, sought, bound), ([list, part, offset]) => {
    const [buffer, value] = [Buffer.from(list), Buffer.from(part)];
    return [buffer.indexOf(value, offset), buffer.indexOf(value.toString(), offset), buffer.includes(value, offset)];
  });
  agrees(t, 'lastIndexOf', tuple(letters, sought, integer({ min: -14, max: 14 })), ([list, part, offset]) => {
    const [buffer, value] = [Buffer.from(list), Buffer.from(part)];
    // Here an offset before the start means the start; for Node the value is not found.
    const from = Math.max(offset, -list.length);
    return [buffer.lastIndexOf(value, from), buffer.lastIndexOf(value.toString(), from)];
  });
  agrees(t, 'a number', tuple(letters, integer({ min: -300, max: 600 }), bound), ([list, value, offset]) => {
    const buffer = Buffer.from(list);
    const from = offset === undefined ? undefined : Math.max(offset, -list.length);
    return [buffer.indexOf(value, offset), buffer.lastIndexOf(value, from), buffer.includes(value, offset)];
  });
  agrees(t, 'encoded text', tuple(letters, sought), ([list, part]) => {
    const [buffer, value] = [Buffer.from(list), Buffer.from(part).toString('hex')];
    return [buffer.indexOf(value, 'hex'), buffer.lastIndexOf(value, -1, 'hex'), buffer.includes(value, 0, 'hex')];
  });
  t.end();
});

test('Buffer agrees with Node on comparing, copying, filling and cutting', (t) => {
  const inside = integer({ min: 0, max: 8 });
  agrees(t, 'compare and equals', tuple(letters, letters), ([a, b]) => {
    const [first, second] = [Buffer.from(a), Buffer.from(b)];
    return [Buffer.compare(first, second), first.compare(second), first.equals(second), first.equals(Buffer.from(a))];
  });
  agrees(t, 'compare of parts', tuple(inside, inside, inside, inside), ([a, b, c, d]) => {
    return Buffer.from('abcabcab').compare(Buffer.from('bcabcabc'), a, b, c, d);
  });
  agrees(t, 'copy', tuple(inside, inside, inside), ([start, from, to]) => {
    const [source, target] = [Buffer.from('abcdefgh'), Buffer.alloc(8)];
    return [source.copy(target, start, from, to), target, source.copy(source, start, from, to), source];
  });
  agrees(
    t,
    'concat',
    tuple(array(bytes, { maxLength: 4 }), option(integer({ min: 0, max: 30 }), { nil: undefined })),
    ([lists, length]) =>
      Buffer.concat(
        lists.map((list) => Buffer.from(list)),
        length,
      ),
  );
  agrees(t, 'fill with a number', tuple(integer(), inside, inside), ([value, from, to]) =>
    Buffer.alloc(8, 7).fill(value, from, to),
  );
  agrees(t, 'fill with a string', tuple(anyString, inside, inside), ([value, from, to]) => [
    Buffer.alloc(8, 7).fill(value, from, to),
    Buffer.alloc(9, value),
  ]);
  agrees(t, 'fill with other values', oneof(double(), boolean(), constantFrom(null, undefined)), (value) =>
    Reflect.apply(Buffer.prototype.fill, Buffer.alloc(3, 1), [value]),
  );
  agrees(t, 'subarray and slice', tuple(bytes, bound, bound), ([list, from, to]) => {
    const buffer = Buffer.from(list);
    buffer.subarray(from, to).fill(1);
    const filled = Buffer.from(buffer);
    buffer.slice(from, to).fill(2);
    return [filled, buffer, buffer.subarray(from, to).length];
  });
  agrees(
    t,
    'swap',
    array(
      bytes.map((list) => list.slice(0, 8)),
      { maxLength: 3 },
    ),
    (lists) =>
      lists.flat().length % 8 === 0
        ? ['swap16', 'swap32', 'swap64'].map((name) => {
            const buffer = Buffer.from(lists.flat());
            return Reflect.apply(Reflect.get(buffer, name), buffer, []) === buffer && buffer;
          })
        : [],
  );
  agrees(t, 'from a list', array(oneof(double(), integer(), constantFrom('7', 'x', null, undefined, true))), (list) =>
    Reflect.apply(Buffer.from, Buffer, [list]),
  );
  t.end();
});

test('Buffer where the documents differ from Node', (t) => {
  examples(t, (offset: number | undefined) => Buffer.from('abcabc').lastIndexOf('', offset), [
    [undefined, 5],
    [0, 0],
    [3, 3],
    [6, 6],
    [9, 6],
    [-2, 4],
    [-9, 0],
  ]);
  examples(t, (offset: number) => Buffer.from('abcabc').lastIndexOf('ab', offset), [
    [-6, 0],
    [-7, 0],
    [-4294967296, 0],
  ]);
  examples(t, (length: number) => Buffer.concat([], length), [
    [0, []],
    [5, []],
  ]);
  examples(t, (length: number) => Buffer.concat([Buffer.from('ab'), Buffer.from('c')], length), [
    [0, []],
    [2.9, [97, 98]],
    [5, [97, 98, 99, 0, 0]],
  ]);
  examples(t, (text: string) => Buffer.from(text, 'base64'), [
    ['YWJj ZGVm', [97, 98, 99]],
    ['YW-_', [97]],
    ['Y', []],
    ['YW==YWJj', [97]],
  ]);
  examples(t, (text: string) => Buffer.from(text, 'base64url'), [
    ['YW+/', [97]],
    ['YWI=', [97, 98]],
  ]);
  examples(t, (value: Input) => Reflect.apply(Buffer.isEncoding, Buffer, [value]), [
    ['utf8', true],
    ['hex', true],
    ['base64', true],
    ['base64url', true],
    ['utf16le', false],
    ['latin1', false],
    ['UTF8', false],
    [undefined, false],
    [null, false],
    [1, false],
  ]);
  t.end();
});

type Input = string | number | null | undefined;

test('Buffer.from views an ArrayBuffer', (t) => {
  examples(
    t,
    ([offset, length]: readonly (number | string | undefined)[]) => {
      const { buffer } = new Uint8Array([1, 2, 3, 4]);
      return Reflect.apply(Buffer.from, Buffer, [buffer, offset, length]);
    },
    [
      [[undefined], [1, 2, 3, 4]],
      [[1.9], [2, 3, 4]],
      [
        ['1', '2'],
        [2, 3],
      ],
      [[4], []],
      [[1, -1], []],
      [
        [undefined, 2],
        [1, 2],
      ],
    ],
  );
  t.end();
});

test('Buffer.from takes objects', (t) => {
  const from = (probe: (input: number) => unknown): unknown => inRealm(probe)(0);
  t.deepEqual(
    from(() => Buffer.from(new String('ab'))),
    { value: [97, 98] },
    'a String object',
  );
  t.deepEqual(
    from(() => Buffer.from({ valueOf: () => '6162' }, 'hex')),
    { value: [97, 98] },
    'valueOf and an encoding',
  );
  t.deepEqual(
    from(() => Buffer.from({ valueOf: () => new Uint8Array([1, 2, 3]).buffer }, 1, 1)),
    { value: [2] },
    'valueOf and a range',
  );
  t.deepEqual(
    from(() => Buffer.from(JSON.parse(JSON.stringify(Buffer.from('ab'))))),
    { value: [97, 98] },
    'what toJSON gave',
  );
  t.deepEqual(
    from(() => Buffer.from('ab').toJSON()),
    { value: { type: 'Buffer', data: [97, 98] } },
    'toJSON',
  );
  t.deepEqual(
    from(() => Buffer.from(new Uint16Array([1, 258]))),
    { value: [1, 2] },
    'a typed array',
  );
  t.deepEqual(
    from(() => {
      const memory = new ArrayBuffer(4);
      const [view, copy] = [Buffer.from(memory, 1, 2), Buffer.from(new Uint8Array(memory))];
      view[0] = 300;
      return [new Uint8Array(memory), copy, view.buffer === memory, view.byteOffset, view.length];
    }),
    { value: [[0, 44, 0, 0], [0, 0, 0, 0], true, 1, 2] },
    'an ArrayBuffer is viewed, a typed array copied',
  );
  t.end();
});
