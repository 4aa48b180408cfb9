import test from 'tape';
import { examples, inRealm } from '../../testing/realm-and-node.js';

const numbers = ['Int16', 'Int32', 'UInt16', 'UInt32', 'Int', 'UInt', 'Float', 'Double'];
const numberMethods = ['Int8', 'UInt8', ...numbers.flatMap((name) => [`${name}BE`, `${name}LE`])].flatMap((name) => [
  `read${name}`,
  `write${name}`,
]);

/** The complete own members of each object, as documented. */
const members: readonly (readonly [string, readonly string[]])[] = [
  ['Buffer', ['alloc', 'allocUnsafe', 'byteLength', 'compare', 'concat', 'from', 'isBuffer', 'isEncoding']],
  [
    'Buffer.prototype',
    ['compare', 'copy', 'equals', 'fill', 'includes', 'indexOf', 'lastIndexOf', 'slice', 'subarray']
      .concat(['swap16', 'swap32', 'swap64', 'toJSON', 'toString', 'write'])
      .concat(numberMethods),
  ],
  ['TextDecoder.prototype', ['decode', 'encoding', 'fatal', 'ignoreBOM']],
  ['TextEncoder.prototype', ['encode', 'encodeInto', 'encoding']],
  ['querystring', ['decode', 'encode', 'escape', 'parse', 'stringify', 'unescape']],
  ['crypto', ['createHash', 'createHmac']],
];

const ownMembers = inRealm((path: string, modules) => {
  const world: object = Object.assign(Object.create(globalThis), modules);
  const object = path.split('.').reduce<object>((holder, name) => Reflect.get(holder, name), world);
  return Object.getOwnPropertyNames(object)
    .filter((name) => !['length', 'name', 'prototype', 'constructor'].includes(name))
    .map((name) => {
      const { enumerable, configurable, writable, get, value } = Object.getOwnPropertyDescriptor(object, name) ?? {};
      const method = value ?? get;
      const isPlain =
        !enumerable && configurable && (get !== undefined || writable) && !Object.hasOwn(method, 'prototype');
      return isPlain && (method.name === name || get !== undefined || path === 'querystring') ? name : `odd ${name}`;
    })
    .sort();
});

test('documented members have the attributes of built-in members', (t) => {
  for (const [path, names] of members) t.deepEqual(ownMembers(path), { value: [...names].sort() }, path);
  t.end();
});

test('classes keep their names and cannot be called without new', (t) => {
  examples(t, (name: string) => Reflect.get(globalThis, name).name, [
    ['Buffer', 'Buffer'],
    ['TextDecoder', 'TextDecoder'],
    ['TextEncoder', 'TextEncoder'],
    ['atob', 'atob'],
    ['btoa', 'btoa'],
  ]);
  examples(
    t,
    (text: string) => {
      const buffer = Buffer.from(text);
      return [
        buffer instanceof Buffer && buffer instanceof Uint8Array && buffer.constructor === Buffer,
        Object.getPrototypeOf(Buffer) === Object.getPrototypeOf(Object),
        Buffer.isBuffer(buffer) &&
          !Buffer.isBuffer(new Uint8Array(1)) &&
          !Buffer.isBuffer(Object.create(Buffer.prototype)),
        Buffer.isBuffer(buffer.map((byte) => byte)),
        Object.keys(buffer),
      ];
    },
    [['ab', [true, true, true, false, ['0', '1']]]],
  );
  t.end();
});

test('the removed members of strings are absent', (t) => {
  const removed = ['fromBytes', 'fromUTF8', 'toBytes', 'toUTF8'];
  examples(
    t,
    (name: string) => name in String.prototype || 'bytesFrom' in String,
    removed.map((name) => [name, false]),
  );
  examples(t, (encoding: string) => Reflect.apply(String.prototype.toString, 'abc', [encoding]), [
    ['hex', 'abc'],
    ['base64', 'abc'],
    ['base64url', 'abc'],
  ]);
  t.end();
});
