import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import test from 'tape';
import { cryptoBytes, half, rejects, settles } from '../../../testing/crypto-realm.js';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const otherCurve = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const edwards = generateKeyPairSync('ed25519');
const montgomery = generateKeyPairSync('x25519');

const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' });
const pkcs8 = (key: KeyObject) => hex(key.export({ format: 'der', type: 'pkcs8' }));
const spki = (key: KeyObject) => hex(key.export({ format: 'der', type: 'spki' }));
/** An uncompressed point of P-256, which is the end of its SPKI. */
const point = spki(curve.publicKey).slice(-130);

const pss = "{ name: 'RSA-PSS', hash: 'SHA-256' }";
const ecdsa = "{ name: 'ECDSA', namedCurve: 'P-256' }";
const described = { name: 'ECDSA', namedCurve: 'P-256' };

const imported = (format: string, data: unknown, algorithm: string, usages: readonly string[], extractable = true) =>
  `subtle.importKey('${format}', ${typeof data === 'string' ? `hex('${data}')` : JSON.stringify(data)}, ${algorithm}, ${extractable}, ${JSON.stringify(usages)})`;

/** Key pairs, their algorithm, the usage of each key, and the JWK members that Node does not write. */
const pairs = [
  { pair: rsa, algorithm: pss, usages: ['sign', 'verify'], more: { alg: 'PS256' } },
  {
    pair: rsa,
    algorithm: "{ name: 'RSA-OAEP', hash: 'SHA-1' }",
    usages: ['decrypt', 'encrypt'],
    more: { alg: 'RSA-OAEP' },
  },
  {
    pair: rsa,
    algorithm: "{ name: 'RSA-OAEP', hash: 'SHA-512' }",
    usages: ['unwrapKey', 'wrapKey'],
    more: { alg: 'RSA-OAEP-512' },
  },
  {
    pair: rsa,
    algorithm: "{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' }",
    usages: ['sign', 'verify'],
    more: { alg: 'RS384' },
  },
  { pair: curve, algorithm: ecdsa, usages: ['sign', 'verify'], more: {} },
  { pair: curve, algorithm: "{ name: 'ECDH', namedCurve: 'P-256' }", usages: ['deriveBits', 'deriveKey'], more: {} },
  { pair: edwards, algorithm: "'Ed25519'", usages: ['sign', 'verify'], more: {} },
  { pair: montgomery, algorithm: "'X25519'", usages: ['deriveBits', undefined], more: {} },
] as const;

test('keys: pairs are imported and exported in each of their formats', (t) => {
  for (const { pair, algorithm, usages, more } of pairs) {
    const [own, other] = [[usages[0]], usages[1] === undefined ? [] : [usages[1]]];
    const through = (from: string, data: unknown, to: string, listed: readonly string[]) =>
      `subtle.exportKey('${to}', await ${imported(from, data, algorithm, listed)})`;
    const [secret, open] = [pkcs8(pair.privateKey), spki(pair.publicKey)];
    const written = (key: KeyObject, listed: readonly string[]) => ({
      ...jwkOf(key),
      ...more,
      key_ops: listed,
      ext: true,
    });
    settles(t, [
      [through('pkcs8', secret, 'pkcs8', own), secret],
      [through('spki', open, 'spki', other), open],
      [through('pkcs8', secret, 'jwk', own), written(pair.privateKey, own)],
      [through('spki', open, 'jwk', other), written(pair.publicKey, other)],
      [through('jwk', jwkOf(pair.privateKey), 'pkcs8', own), secret],
      [through('jwk', jwkOf(pair.publicKey), 'spki', other), open],
      [through('jwk', { ...written(pair.publicKey, other) }, 'spki', other), open],
    ]);
    rejects(t, [
      through('pkcs8', secret, 'spki', own),
      through('pkcs8', secret, 'raw', own),
      through('spki', open, 'pkcs8', other),
      through('pkcs8', secret.slice(0, -2), 'pkcs8', own),
      through('pkcs8', `${secret}00`, 'pkcs8', own),
      through('spki', open.slice(0, -2), 'spki', other),
      through('spki', `${open}00`, 'spki', other),
      through('pkcs8', open, 'pkcs8', own),
      through('spki', secret, 'spki', other),
      through('other', secret, 'pkcs8', own),
      imported('pkcs8', secret, algorithm, ['encrypt', 'sign', 'wrapKey', 'deriveBits']),
    ]);
    for (const wrong of pairs.filter((one) => one.pair !== pair))
      rejects(t, [
        imported('pkcs8', pkcs8(wrong.pair.privateKey), algorithm, own),
        imported('jwk', jwkOf(wrong.pair.publicKey), algorithm, other),
      ]);
  }
  t.end();
});

test('keys: raw points of curves', (t) => {
  const compressed = `${Number.parseInt(point.slice(-2), 16) % 2 === 0 ? '02' : '03'}${point.slice(2, 66)}`;
  const through = (data: string, algorithm = ecdsa) =>
    `subtle.exportKey('raw', await ${imported('raw', data, algorithm, [])})`;
  settles(t, [
    [through(point), point],
    [through(compressed), point],
    [imported('raw', point, ecdsa, ['verify']), ['public', true, 'verify', described]],
    [through(spki(edwards.publicKey).slice(-64), "'Ed25519'"), spki(edwards.publicKey).slice(-64)],
    [through(spki(montgomery.publicKey).slice(-64), "'X25519'"), spki(montgomery.publicKey).slice(-64)],
  ]);
  const last = Number.parseInt(point.slice(-2), 16);
  rejects(t, [
    through(`${point.slice(0, -2)}${(last ^ 1).toString(16).padStart(2, '0')}`),
    through(point.slice(0, -2)),
    through('00'),
    through(''),
    through(point, "{ name: 'ECDSA', namedCurve: 'P-384' }"),
    through(spki(edwards.publicKey).slice(-62), "'Ed25519'"),
    imported('raw', point, ecdsa, ['sign']),
    imported('raw', point, pss, ['verify']),
  ]);
  t.end();
});

test('keys: a JWK must allow the requested use', (t) => {
  const secret = jwkOf(curve.privateKey);
  const signs = (more: object, usages = ['sign'], extractable = true) =>
    imported('jwk', { ...secret, ...more }, ecdsa, usages, extractable);
  const key = ['private', true, 'sign', described];
  settles(t, [
    [signs({ alg: 'ES256', use: 'sig', key_ops: ['verify', 'sign'], ext: true }), key],
    [signs({ key_ops: ['sign', 'other'] }), key],
    [signs({ ext: false }, ['sign'], false), ['private', false, 'sign', described]],
    [signs({ use: 'enc' }, []), ['private', true, '', described]],
    [
      imported('jwk', { ...jwkOf(edwards.privateKey), alg: 'EdDSA' }, "'Ed25519'", ['sign']),
      ['private', true, 'sign', { name: 'Ed25519' }],
    ],
  ]);
  rejects(t, [
    ...[
      { alg: 'ES384' },
      { alg: 1 },
      { use: 'enc' },
      { ext: false },
      { ext: 1 },
      { kty: 'RSA' },
      { kty: undefined },
      { crv: 'P-384' },
    ].map((more) => signs(more)),
    ...[['verify'], [], 'sign', ['sign', 'sign'], ['sign', 1]].map((key_ops) => signs({ key_ops })),
    ...['x', 'y'].flatMap((name) =>
      [undefined, 1, '', 'AAAA', `${secret.x}=`, secret.d].map((value) => signs({ [name]: value })),
    ),
    ...['', 'AAAA', '+/+/', secret.x].map((d) => signs({ d })),
    signs({}, ['verify']),
    imported('jwk', jwkOf(otherCurve.privateKey), ecdsa, ['sign']),
    imported('pkcs8', pkcs8(otherCurve.privateKey), ecdsa, ['sign']),
    imported('spki', spki(otherCurve.publicKey), ecdsa, ['verify']),
    imported('jwk', jwkOf(curve.publicKey), ecdsa, ['sign']),
    ...['d', 'p', 'q', 'dp', 'dq', 'qi', 'n', 'e'].map((name) =>
      imported('jwk', { ...jwkOf(rsa.privateKey), [name]: undefined }, pss, ['sign']),
    ),
    imported('jwk', { ...jwkOf(rsa.privateKey), p: jwkOf(rsa.privateKey).q }, pss, ['sign']),
    ...['PS512', 'RS256', 'none'].map((alg) => imported('jwk', { ...jwkOf(rsa.privateKey), alg }, pss, ['sign'])),
    imported('jwk', { ...jwkOf(edwards.privateKey), x: jwkOf(montgomery.privateKey).x }, "'Ed25519'", ['sign']),
    imported('jwk', { ...jwkOf(edwards.privateKey), alg: 'ES256' }, "'Ed25519'", ['sign']),
    ...['null', "'{}'", '1'].map((data) => `subtle.importKey('jwk', ${data}, ${ecdsa}, true, ['sign'])`),
  ]);
  t.end();
});

test('keys: secret keys', (t) => {
  const k = Buffer.alloc(16, 1).toString('base64url');
  const hmac = "{ name: 'HMAC', hash: 'SHA-256' }";
  const jwk = (more: object, algorithm = hmac, usages = ['sign']) =>
    imported('jwk', { kty: 'oct', k, ...more }, algorithm, usages);
  const sized = (bits: unknown) =>
    `raw(bytes(2, 255), { name: 'HMAC', hash: 'SHA-1', length: ${bits} }, 'sign').then((key) => subtle.exportKey('raw', key))`;
  settles(t, [
    ...['AES-CBC', 'AES-CTR', 'AES-GCM'].flatMap((name): [string, unknown][] =>
      [16, 24, 32].map((size) => [
        `subtle.exportKey('jwk', await raw(bytes(${size}), '${name}', 'wrapKey', 'decrypt', 'encrypt', 'decrypt'))`,
        {
          kty: 'oct',
          k: Buffer.alloc(size, 1).toString('base64url'),
          alg: `A${8 * size}${name.slice(4)}`,
          key_ops: ['decrypt', 'encrypt', 'wrapKey'],
          ext: true,
        },
      ]),
    ),
    ["raw(bytes(24), { name: 'aes-kw' }, 'wrapKey')", ['secret', true, 'wrapKey', { name: 'AES-KW', length: 192 }]],
    [
      `subtle.exportKey('jwk', await raw(bytes(3), { name: 'HMAC', hash: 'SHA-512' }, 'verify'))`,
      { kty: 'oct', k: 'AQEB', alg: 'HS512', key_ops: ['verify'], ext: true },
    ],
    [jwk({ alg: 'HS256', use: 'sig', key_ops: ['sign'] }), ['secret', true, 'sign', { name: 'HMAC', hash: 'SHA-256' }]],
    [
      jwk({ alg: 'A128GCM', use: 'enc' }, "'AES-GCM'", ['encrypt']),
      ['secret', true, 'encrypt', { name: 'AES-GCM', length: 128 }],
    ],
    [sized(16), 'ffff'],
    [sized(15), 'fffe'],
    [sized(9), 'ff80'],
    [`subtle.exportKey('raw', await raw(bytes(3), 'PBKDF2', 'deriveKey'))`, '010101'],
    ["subtle.importKey('raw', bytes(3), 'HKDF', 0, ['deriveBits'])", ['secret', false, 'deriveBits', { name: 'HKDF' }]],
  ]);
  rejects(t, [
    ...[0, 1, 15, 17, 31, 33, 64].map((size) => `raw(bytes(${size}), 'AES-CBC', 'encrypt')`),
    ...[17, 8, 0, -1, "'x'"].map(sized),
    ...[
      { alg: 'HS512' },
      { alg: 'A128GCM' },
      { use: 'enc' },
      { key_ops: ['verify'] },
      { ext: false },
      { kty: 'RSA' },
      { k: undefined },
      { k: 1 },
      { k: 'A' },
      { k: 'AA==' },
      { k: 'A*AA' },
    ].map((more) => jwk(more)),
    jwk({ alg: 'A256GCM' }, "'AES-GCM'", ['encrypt']),
    jwk({ k: 'AAAA' }, "'AES-GCM'", ['encrypt']),
    jwk({}, "'HKDF'", ['deriveKey']),
    imported('spki', '00', "'AES-CBC'", []),
    "raw(bytes(16), 'AES-CBC', 'sign')",
    "raw(bytes(16), 'AES-CBC', 'other')",
    "raw(bytes(16), 'AES-KW', 'encrypt')",
    "raw(bytes(16), 'HMAC', 'sign')",
    "raw(bytes(16), { name: 'HMAC', hash: 'MD5' }, 'sign')",
    "raw('0123456789abcdef', 'AES-CBC', 'encrypt')",
    "subtle.importKey('raw', bytes(16), 'AES-CBC', true)",
    "subtle.importKey('raw', bytes(16), 'AES-CBC', true, 'encrypt')",
    "subtle.importKey('raw', bytes(16), 'AES-XXX', true, [])",
    'subtle.importKey()',
    "subtle.exportKey('raw', await subtle.importKey('raw', bytes(16), 'AES-CBC', false, ['encrypt']))",
    "subtle.exportKey('pkcs8', await raw(bytes(16), 'AES-CBC'))",
    "subtle.exportKey('jwk', await raw(bytes(16), 'HKDF'))",
    "subtle.exportKey('raw', {})",
  ]);
  t.end();
});

test('keys: generated keys', (t) => {
  const made = (algorithm: string, usages: readonly string[], extractable = true) =>
    `subtle.generateKey(${algorithm}, ${extractable}, ${JSON.stringify(usages)})`;
  const size = (algorithm: string) =>
    `subtle.exportKey('raw', await ${made(algorithm, [])}).then((raw) => raw.byteLength)`;
  const halves = (algorithm: object, own: string, other: string, extractable = true) => ({
    privateKey: ['private', extractable, own, algorithm],
    publicKey: ['public', extractable, other, algorithm],
  });
  settles(t, [
    ...['AES-CBC', 'AES-CTR', 'AES-GCM', 'AES-KW'].flatMap((name): [string, unknown][] => [
      ...[128, 192, 256].map((length): [string, unknown] => [
        size(`{ name: '${name}', length: ${length} }`),
        length / 8,
      ]),
      [size(`'${name}'`), 32],
    ]),
    ...[
      [160, 'SHA-1'],
      [256, 'SHA-256'],
      [384, 'SHA-384'],
      [512, 'SHA-512'],
    ].map(([bits, hash]): [string, unknown] => [size(`{ name: 'HMAC', hash: '${hash}' }`), Number(bits) / 8]),
    [size("{ name: 'HMAC', hash: 'SHA-1', length: 1000 }"), 125],
    [
      `Promise.all(Array.from({ length: 40 }, async () => new Uint8Array(await subtle.exportKey('raw', await ${made("{ name: 'HMAC', hash: 'SHA-1', length: 9 }", ['sign'])}))[1])).then((all) => all.every((byte) => byte % 128 === 0))`,
      true,
    ],
    [
      `Promise.all(Array.from({ length: 40 }, async () => Buffer.from(await subtle.exportKey('raw', await ${made("'AES-GCM'", [])})).toString('hex'))).then((all) => new Set(all).size)`,
      40,
    ],
    [
      made("{ name: 'ECDSA', namedCurve: 'P-521' }", ['verify', 'sign'], false),
      halves({ name: 'ECDSA', namedCurve: 'P-521' }, 'sign', 'verify', false),
    ],
    [
      made("{ name: 'ECDH', namedCurve: 'P-384' }", ['deriveKey']),
      halves({ name: 'ECDH', namedCurve: 'P-384' }, 'deriveKey', 'deriveKey'),
    ],
    [made("'Ed25519'", ['sign']), halves({ name: 'Ed25519' }, 'sign', '')],
    [made("{ name: 'X25519' }", ['deriveKey', 'deriveBits']), halves({ name: 'X25519' }, 'deriveBits deriveKey', '')],
  ]);
  rejects(t, [
    ...['0', '100', '512', "'x'", 'null'].map((length) => made(`{ name: 'AES-CBC', length: ${length} }`, ['encrypt'])),
    ...['0', '-8', 'NaN'].map((length) => made(`{ name: 'HMAC', hash: 'SHA-1', length: ${length} }`, ['sign'])),
    made("'HMAC'", ['sign']),
    made("'ECDSA'", ['sign']),
    made("{ name: 'ECDSA', namedCurve: 'secp256k1' }", ['sign']),
    made("{ name: 'ECDSA', namedCurve: 'P-256' }", ['encrypt']),
    made("'X25519'", ['sign']),
    made("'AES-KW'", ['encrypt']),
    made("'PBKDF2'", ['deriveKey']),
    made("'HKDF'", ['deriveKey']),
    made("{ name: 'RSA-PSS', hash: 'MD5' }", ['sign']),
    made("{ name: 'RSA-PSS', hash: 'SHA-1', modulusLength: 256 }", ['sign']),
    made("{ name: 'RSA-PSS', hash: 'SHA-1', modulusLength: 1e9 }", ['sign']),
  ]);
  const scalar = createPrivateKey({
    key: cryptoBytes(
      `subtle.exportKey('pkcs8', (await ${made("{ name: 'ECDSA', namedCurve: 'P-384' }", [])}).privateKey)`,
    ),
    format: 'der',
    type: 'pkcs8',
  });
  t.equal(scalar.asymmetricKeyDetails?.namedCurve, 'secp384r1');
  t.equal(createPublicKey(scalar).asymmetricKeyType, 'ec');
  t.end();
});

test('keys: changes of a script to the properties of a key have no effect', (t) => {
  const changed = `(async () => {
    const key = ${half(rsa.publicKey, pss, 'verify')};
    key.usages.push('sign'); key.algorithm.name = 'other'; key.algorithm.hash.name = 'other'; key.algorithm.publicExponent[0] = 9;
    for (const name of ['algorithm', 'extractable', 'type', 'usages']) try { key[name] = 'other'; } catch { }
    return key;
  })()`;
  const algorithm = { name: 'RSA-PSS', modulusLength: 1024, publicExponent: '010001', hash: { name: 'SHA-256' } };
  settles(t, [[changed, ['public', true, 'verify', algorithm]]]);
  rejects(t, [
    "Object.create(await raw(bytes(16), 'AES-CBC')).type",
    "Object.getPrototypeOf(await raw(bytes(16), 'AES-CBC')).usages",
  ]);
  t.end();
});
