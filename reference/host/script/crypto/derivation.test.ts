import { diffieHellman, generateKeyPairSync, hkdfSync, pbkdf2Sync } from 'node:crypto';
import test from 'tape';
import { half, rejects, settles } from '../../../testing/crypto-realm.js';

const hashes = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'];
const hex = (bytes: ArrayBuffer | Uint8Array): string => Buffer.from(new Uint8Array(bytes)).toString('hex');
const digestOf = (hash: string): string => hash.replace('-', '').toLowerCase();
const secret = (name: string) => `await raw(bytes(5), '${name}', 'deriveBits', 'deriveKey')`;
const [password, salt] = [Buffer.alloc(5, 1), Buffer.alloc(16, 1)];

test('derivation: HKDF and PBKDF2 agree with Node', (t) => {
  for (const hash of hashes) {
    const digest = digestOf(hash);
    const [hkdf, pbkdf2] = [secret('HKDF'), secret('PBKDF2')];
    for (const size of [1, 20, 64, 65, 200]) {
      const stretch = `{ name: 'PBKDF2', hash: '${hash}', salt: bytes(16), iterations: 3 }`;
      const expand = `{ name: 'HKDF', hash: '${hash}', salt: bytes(16), info: bytes(9) }`;
      settles(t, [
        [`subtle.deriveBits(${stretch}, ${pbkdf2}, ${8 * size})`, hex(pbkdf2Sync(password, salt, 3, size, digest))],
        [
          `subtle.deriveBits(${expand}, ${hkdf}, ${8 * size})`,
          hex(hkdfSync(digest, password, salt, Buffer.alloc(9, 1), size)),
        ],
      ]);
    }
    const empty = `{ name: 'HKDF', hash: '${hash}', salt: bytes(0), info: bytes(0) }`;
    const made = hex(hkdfSync(digest, Buffer.alloc(0), Buffer.alloc(0), Buffer.alloc(0), 30));
    settles(t, [[`subtle.deriveBits(${empty}, await raw(bytes(0), 'HKDF', 'deriveBits'), 240)`, made]]);
  }
  const most = 255 * 32;
  const expand = "{ name: 'HKDF', hash: 'SHA-256', salt: bytes(16), info: bytes(3000) }";
  settles(t, [
    [`subtle.deriveBits(${expand}, ${secret('HKDF')}, ${8 * most}).then((made) => made.byteLength)`, most],
    [`subtle.deriveBits(${expand}, ${secret('HKDF')}, 15).then((made) => made.byteLength)`, 1],
    [`subtle.deriveBits(${expand}, ${secret('HKDF')}, 0)`, ''],
    [
      `subtle.deriveBits(${expand.replace('HKDF', 'PBKDF2').replace(' }', ', iterations: 1 }')}, ${secret('PBKDF2')}, 0)`,
      '',
    ],
  ]);
  rejects(t, [
    `subtle.deriveBits(${expand}, ${secret('HKDF')}, ${8 * most + 8})`,
    `subtle.deriveBits(${expand}, ${secret('HKDF')}, -8)`,
  ]);
  t.end();
});

test('derivation: rejected parameters of HKDF and PBKDF2', (t) => {
  const bits = (parameters: string, key = secret('PBKDF2')) => `subtle.deriveBits({ ${parameters} }, ${key}, 64)`;
  const stretch = "name: 'PBKDF2', hash: 'SHA-256', salt: bytes(16), iterations: 1";
  const expand = "name: 'HKDF', hash: 'SHA-256', salt: bytes(16), info: bytes(0)";
  rejects(t, [
    bits(`${stretch}, salt: bytes(15)`),
    bits(`${stretch}, salt: undefined`),
    bits(`${stretch}, hash: 'MD5'`),
    ...['0', '-1', 'undefined', 'NaN'].map((iterations) => bits(`${stretch}, iterations: ${iterations}`)),
    bits(`${expand}, info: undefined`, secret('HKDF')),
    bits(`${expand}, salt: undefined`, secret('HKDF')),
    bits(stretch, secret('HKDF')),
    bits(stretch, "await raw(bytes(5), 'PBKDF2', 'deriveKey')"),
    bits(stretch, '{}'),
    `subtle.deriveBits('PBKDF2', ${secret('PBKDF2')}, 64)`,
  ]);
  t.end();
});

/** Both parties; each has only the public key of the other. */
const parties = [
  ...['P-256', 'P-384', 'P-521'].map((namedCurve) => ({
    key: `{ name: 'ECDH', namedCurve: '${namedCurve}' }`,
    name: 'ECDH',
    own: generateKeyPairSync('ec', { namedCurve }),
    other: generateKeyPairSync('ec', { namedCurve }),
  })),
  { key: "'X25519'", name: 'X25519', own: generateKeyPairSync('x25519'), other: generateKeyPairSync('x25519') },
];

test('derivation: both parties get the same bits as Node', (t) => {
  for (const { key, name, own, other } of parties) {
    const agreed = hex(diffieHellman({ privateKey: own.privateKey, publicKey: other.publicKey }));
    const bits = (length: number | undefined, mine = own, theirs = other) =>
      `subtle.deriveBits({ name: '${name}', public: ${half(theirs.publicKey, key)} }, ${half(mine.privateKey, key, 'deriveBits')}, ${length})`;
    const all = 4 * agreed.length;
    settles(t, [
      [bits(all), agreed],
      [bits(all, other, own), agreed],
      [bits(64), agreed.slice(0, 16)],
      [bits(71), agreed.slice(0, 16)],
      [bits(0), ''],
      [bits(undefined), ''],
    ]);
    rejects(t, [bits(all + 8), bits(-8)]);
  }
  t.end();
});

test('derivation: the other key must be public and of the same curve', (t) => {
  const [small, large, , edwards] = parties;
  if (small === undefined || large === undefined || edwards === undefined) throw new Error('there are four pairs');
  const own = half(small.own.privateKey, small.key, 'deriveBits');
  const bits = (parameters: string, base = own, name = 'ECDH') =>
    `subtle.deriveBits({ name: '${name}', ${parameters} }, ${base}, 64)`;
  const point = half(edwards.other.publicKey, edwards.key);
  rejects(t, [
    bits(''),
    bits('public: {}'),
    bits(`public: ${half(large.other.publicKey, large.key)}`),
    bits(`public: ${half(small.other.privateKey, small.key, 'deriveBits')}`),
    bits(`public: ${half(small.other.publicKey, "{ name: 'ECDSA', namedCurve: 'P-256' }", 'verify')}`),
    bits(`public: ${point}`),
    bits(`public: ${half(small.other.publicKey, small.key)}`, half(small.own.privateKey, small.key, 'deriveKey')),
    bits(
      `public: await raw(bytes(32, 0), 'X25519')`,
      half(edwards.own.privateKey, edwards.key, 'deriveBits'),
      'X25519',
    ),
  ]);
  t.end();
});

test('derivation: keys', (t) => {
  const base = secret('PBKDF2');
  const stretch = "{ name: 'PBKDF2', hash: 'SHA-256', salt: bytes(16), iterations: 3 }";
  const derived = (algorithm: string, usages: string, then = "subtle.exportKey('raw', key)") =>
    `subtle.deriveKey(${stretch}, ${base}, ${algorithm}, true, ${usages}).then((key) => ${then})`;
  const bytes = (size: number) => hex(pbkdf2Sync(password, salt, 3, size, 'sha256'));
  settles(t, [
    ...[128, 192, 256].map((length): [string, unknown] => [
      derived(`{ name: 'AES-CBC', length: ${length} }`, "['encrypt']"),
      bytes(length / 8),
    ]),
    ...[64, 64, 128, 128].map((size, at): [string, unknown] => [
      derived(`{ name: 'HMAC', hash: '${hashes[at]}' }`, "['sign']"),
      bytes(size),
    ]),
    [derived("{ name: 'HMAC', hash: 'SHA-1', length: 100 }", "['sign']"), bytes(12)],
    [
      derived("{ name: 'AES-KW', length: 192 }", "['wrapKey']", 'key'),
      ['secret', true, 'wrapKey', { name: 'AES-KW', length: 192 }],
    ],
    [
      `subtle.deriveKey(${stretch}, ${base}, { name: 'HMAC', hash: 'SHA-384' }, false, ['verify', 'sign'])`,
      ['secret', false, 'sign verify', { name: 'HMAC', hash: 'SHA-384' }],
    ],
  ]);
  rejects(t, [
    ...['0', '100', '512', 'undefined'].map((length) =>
      derived(`{ name: 'AES-GCM', length: ${length} }`, "['encrypt']"),
    ),
    ...['0', '7', '-8'].map((length) => derived(`{ name: 'HMAC', hash: 'SHA-1', length: ${length} }`, "['sign']")),
    derived("{ name: 'AES-GCM', length: 128 }", "['sign']"),
    derived("{ name: 'AES-GCM', length: 128 }", "['other']"),
    derived("{ name: 'AES-GCM', length: 128 }", 'undefined'),
    derived("{ name: 'HMAC', hash: 'MD5' }", "['sign']"),
    derived("'HKDF'", "['deriveKey']"),
    derived("{ name: 'ECDSA', namedCurve: 'P-256' }", "['sign']"),
    `subtle.deriveKey(${stretch}, await raw(bytes(5), 'PBKDF2', 'deriveBits'), { name: 'AES-GCM', length: 128 }, true, ['encrypt'])`,
  ]);
  t.end();
});
