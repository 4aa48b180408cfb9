import type { BinaryToTextEncoding } from 'node:crypto';
import { array, constantFrom, integer, tuple } from 'fast-check';
import test from 'tape';
import { agrees, examples, inRealm, refuses } from '../../testing/realm-and-node.js';

const fips448 = 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq';

/** Messages and digests: RFC 1321 (MD5), FIPS 180-2 with its examples, FIPS 202 (SHA-3). */
const hashes: readonly (readonly [string, string, string])[] = [
  ['md5', '', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['md5', 'a', '0cc175b9c0f1b6a831c399e269772661'],
  ['md5', 'abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['md5', 'message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['md5', 'abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
  ['sha1', 'abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['sha1', fips448, '84983e441c3bd26ebaae4aa1f95129e5e54670f1'],
  ['sha1', 'a'.repeat(1e6), '34aa973cd4c4daa4f61eeb2bdbad27316534016f'],
  ['sha256', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['sha256', fips448, '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
  ['sha256', 'a'.repeat(1e6), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ['sha384', 'abc', 'cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7'],
  [
    'sha512',
    'abc',
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
  ],
  ['sha224', 'abc', '23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7'],
  ['sha3-256', 'abc', '3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532'],
];

const jefe = Buffer.from('Jefe').toString('hex');
const question = Buffer.from('what do ya want for nothing?').toString('hex');
const hiThere = Buffer.from('Hi There').toString('hex');
const longKeyTest = Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First').toString('hex');

/** Algorithm, key, data and code, in hexadecimal: RFC 2202 (MD5, SHA-1) and RFC 4231. */
const hmacs: readonly (readonly [string, string, string, string])[] = [
  ['md5', '0b'.repeat(16), hiThere, '9294727a3638bb1c13f48ef8158bfc9d'],
  ['md5', jefe, question, '750c783e6ab0b503eaa86e310a5db738'],
  ['sha1', '0b'.repeat(20), hiThere, 'b617318655057264e28bc0b6fb378c8ef146be00'],
  ['sha1', jefe, question, 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79'],
  ['sha256', '0b'.repeat(20), hiThere, 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  ['sha256', jefe, question, '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'],
  ['sha256', 'aa'.repeat(131), longKeyTest, '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54'],
  [
    'sha384',
    jefe,
    question,
    'af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649',
  ],
  [
    'sha512',
    jefe,
    question,
    '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
  ],
];

test('hashes of the standards', (t) => {
  const digest = inRealm(([algorithm, message]: readonly [string, string], { crypto }) =>
    crypto.createHash(algorithm).update(message).digest('hex'),
  );
  for (const [algorithm, message, value] of hashes) {
    t.deepEqual(digest([algorithm, message]), { value }, `${algorithm} of ${message.length} characters`);
  }
  t.end();
});

test('message authentication codes of the standards', (t) => {
  const digest = inRealm(([algorithm, key, data]: readonly [string, string, string], { crypto }) =>
    crypto.createHmac(algorithm, Buffer.from(key, 'hex')).update(Buffer.from(data, 'hex')).digest('hex'),
  );
  for (const [algorithm, key, data, value] of hmacs) {
    t.deepEqual(digest([algorithm, key, data]), { value }, `${algorithm} with a key of ${key.length / 2} bytes`);
  }
  t.end();
});

test('the Crypto module agrees with Node', (t) => {
  const bytes = array(integer({ min: 0, max: 255 }), { maxLength: 70 });
  const algorithm = constantFrom('md5', 'sha1', 'sha256', 'sha384', 'sha512', 'sha512-256', 'blake2b512', 'SHA256');
  const encoding = constantFrom<(BinaryToTextEncoding | undefined)[]>('hex', 'base64', 'base64url', undefined);
  agrees(
    t,
    'hashes of data in several parts',
    tuple(algorithm, array(bytes, { maxLength: 3 }), encoding),
    ([name, parts, form], { crypto }) => {
      const hash = crypto.createHash(name);
      for (const part of parts) hash.update(new Uint8Array(part));
      return form === undefined ? hash.digest() : hash.digest(form);
    },
  );
  agrees(
    t,
    'codes of data in several parts',
    tuple(algorithm, bytes, array(bytes, { maxLength: 3 }), encoding),
    ([name, key, parts, form], { crypto }) => {
      const hmac = crypto.createHmac(name, new Uint8Array(key));
      for (const part of parts) hmac.update(new Uint8Array(part));
      return form === undefined ? hmac.digest() : hmac.digest(form);
    },
  );
  agrees(
    t,
    'a copy is independent',
    tuple(algorithm, bytes, bytes, bytes),
    ([name, before, one, other], { crypto }) => {
      const hash = crypto.createHash(name).update(new Uint8Array(before));
      const copy = hash.copy();
      return [hash.update(new Uint8Array(one)), copy.update(new Uint8Array(other))].map((work) => work.digest('hex'));
    },
  );
  agrees(t, 'views', integer({ min: 0, max: 3 }), (offset, { crypto }) => {
    const memory = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);
    const parts = [memory.subarray(offset), new Uint16Array(memory.buffer, 2), Buffer.from('ab'), '\u20ac\ud800'];
    return parts.map((part) => [
      crypto.createHash('md5').update(part).digest('hex'),
      crypto.createHmac('md5', part).digest('hex'),
    ]);
  });
  t.end();
});

test('hash objects belong to the realm', (t) => {
  examples(
    t,
    (name: string, { crypto }) => {
      const made = [crypto.createHash(name), crypto.createHash(name).copy(), crypto.createHmac(name, 'k')];
      return made.map((work) => [
        String(work),
        work.update('a') === work,
        Buffer.isBuffer(work.digest()),
        Object.getPrototypeOf(Object.getPrototypeOf(work)) === Object.prototype,
        'copy' in work,
      ]);
    },
    [
      [
        'md5',
        [
          ['[object Hash]', true, true, true, true],
          ['[object Hash]', true, true, true, true],
          ['[object Hmac]', true, true, true, false],
        ],
      ],
    ],
  );
  t.end();
});

test('the Crypto module rejects invalid arguments', (t) => {
  type Wrong = string | number | null | undefined | readonly number[];
  refuses(t, 'TypeError', (name: Wrong, { crypto }) => Reflect.apply(crypto.createHash, undefined, [name]), [
    'bogus',
    '',
    5,
    undefined,
    null,
  ]);
  refuses(t, 'TypeError', (name: Wrong, { crypto }) => Reflect.apply(crypto.createHmac, undefined, [name, 'k']), [
    'bogus',
    'shake128',
    5,
  ]);
  refuses(t, 'TypeError', (key: Wrong, { crypto }) => Reflect.apply(crypto.createHmac, undefined, ['md5', key]), [
    undefined,
    null,
    5,
    [1],
  ]);
  const update = (data: Wrong, { crypto }: Parameters<Parameters<typeof inRealm>[0]>[1]): unknown =>
    [crypto.createHash('md5'), crypto.createHmac('md5', '')].map((work) => Reflect.apply(work.update, work, [data]));
  refuses(t, 'TypeError', update, [undefined, null, 5, [1]]);
  refuses(
    t,
    'TypeError',
    (form: Wrong, { crypto }) => Reflect.apply(crypto.createHash('md5').digest, crypto.createHash('md5'), [form]),
    ['bogus', 'utf8', 'HEX', '', 5, null],
  );
  refuses(
    t,
    'TypeError',
    (form: Wrong, { crypto }) => Reflect.apply(crypto.createHash('md5').update, crypto.createHmac('md5', ''), [form]),
    ['a'],
  );
  refuses(
    t,
    'Error',
    (method: string, { crypto }) => {
      const hash = crypto.createHash('md5');
      hash.digest();
      return Reflect.apply(Reflect.get(hash, method), hash, ['hex']);
    },
    ['update', 'digest', 'copy'],
  );
  refuses(
    t,
    'Error',
    (method: string, { crypto }) => {
      const hmac = crypto.createHmac('md5', '');
      hmac.digest();
      return Reflect.apply(Reflect.get(hmac, method), hmac, ['hex']);
    },
    ['update', 'digest'],
  );
  t.end();
});

test('after a rejected encoding digest can be called again', (t) => {
  examples(
    t,
    (form: string, { crypto }) => {
      const hash = crypto.createHash('md5');
      try {
        Reflect.apply(hash.digest, hash, [form]);
      } catch {}
      return hash.digest('hex');
    },
    [['bogus', 'd41d8cd98f00b204e9800998ecf8427e']],
  );
  t.end();
});
