import test from 'tape';
import { rejects, settles } from '../../../testing/crypto-realm.js';

/** RFC 3394, sections 4.1 to 4.6: key, data and wrapped data. */
const vectors: readonly (readonly [string, string, string])[] = [
  [
    '000102030405060708090a0b0c0d0e0f',
    '00112233445566778899aabbccddeeff',
    '1fa68b0a8112b447aef34bd8fb5a7b829d3e862371d2cfe5',
  ],
  [
    '000102030405060708090a0b0c0d0e0f1011121314151617',
    '00112233445566778899aabbccddeeff',
    '96778b25ae6ca435f92b5b97c050aed2468ab8a17ad84e5d',
  ],
  [
    '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    '00112233445566778899aabbccddeeff000102030405060708090a0b0c0d0e0f',
    '28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21',
  ],
];

test('wrapping: AES-KW as in RFC 3394', (t) => {
  for (const [key, data, wrapped] of vectors) {
    const wrapping = `await raw(hex('${key}'), 'AES-KW', 'wrapKey', 'unwrapKey')`;
    settles(t, [
      [`subtle.wrapKey('raw', await raw(hex('${data}'), 'AES-CTR'), ${wrapping}, 'AES-KW')`, wrapped],
      [
        `subtle.unwrapKey('raw', hex('${wrapped}'), ${wrapping}, { name: 'AES-KW' }, 'AES-GCM', true, ['encrypt']).then((key) => subtle.exportKey('raw', key))`,
        data,
      ],
    ]);
    const damaged = `${wrapped.slice(0, -1)}${wrapped.endsWith('0') ? '1' : '0'}`;
    rejects(t, [
      `subtle.unwrapKey('raw', hex('${damaged}'), ${wrapping}, 'AES-KW', 'AES-GCM', true, ['encrypt'])`,
      `subtle.unwrapKey('raw', hex('${wrapped}'), ${wrapping}, 'AES-KW', 'AES-GCM', true, ['sign'])`,
    ]);
  }
  t.end();
});

test('wrapping: AES-KW requires whole blocks, at least two', (t) => {
  const wrapping = "await raw(bytes(16), 'AES-KW', 'wrapKey', 'unwrapKey')";
  const secret = (size: number) => `await raw(bytes(${size}), { name: 'HMAC', hash: 'SHA-1' }, 'sign')`;
  const size = 'then((made) => made.byteLength)';
  settles(t, [
    [`subtle.wrapKey('raw', ${secret(16)}, ${wrapping}, 'AES-KW').${size}`, 24],
    [`subtle.wrapKey('raw', ${secret(24)}, ${wrapping}, 'AES-KW').${size}`, 32],
  ]);
  rejects(t, [
    ...[0, 1, 8, 15, 17, 20].map((length) => `subtle.wrapKey('raw', ${secret(length)}, ${wrapping}, 'AES-KW')`),
    ...[0, 1, 7, 8, 9, 15, 16, 17, 23, 24, 25, 28].map(
      (length) =>
        `subtle.unwrapKey('raw', bytes(${length}), ${wrapping}, 'AES-KW', { name: 'HMAC', hash: 'SHA-1' }, true, ['sign'])`,
    ),
  ]);
  t.end();
});

const keys = `
  const gcm = await raw(bytes(16), 'AES-GCM', 'wrapKey', 'unwrapKey'), parameters = { name: 'AES-GCM', iv: bytes(16) };
  const kw = await raw(bytes(16), 'AES-KW', 'wrapKey', 'unwrapKey'), idle = await raw(bytes(16), 'AES-GCM', 'encrypt', 'decrypt');
  const hmac = await raw(bytes(20), { name: 'HMAC', hash: 'SHA-1' }, 'sign');
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-384' }, true, ['sign', 'verify']);
  const hidden = await subtle.importKey('raw', bytes(16), 'AES-CBC', false, ['encrypt']);
`;
const among = (expression: string) => `(async () => { ${keys} return ${expression}; })()`;

test('wrapping: each format is unwrapped to the same key', (t) => {
  const through = (format: string, key: string, algorithm: string, usages: string) =>
    among(
      `subtle.unwrapKey('${format}', await subtle.wrapKey('${format}', ${key}, gcm, parameters), gcm, parameters, ${algorithm}, true, ${usages})`,
    );
  const curve = "{ name: 'ECDSA', namedCurve: 'P-384' }";
  const described = { name: 'ECDSA', namedCurve: 'P-384' };
  settles(t, [
    [through('pkcs8', 'pair.privateKey', curve, "['sign']"), ['private', true, 'sign', described]],
    [through('jwk', 'pair.privateKey', curve, "['sign']"), ['private', true, 'sign', described]],
    [through('spki', 'pair.publicKey', curve, "['verify']"), ['public', true, 'verify', described]],
    [through('raw', 'pair.publicKey', curve, '[]'), ['public', true, '', described]],
    [
      through('jwk', 'hmac', "{ name: 'HMAC', hash: 'SHA-1' }", "['sign']"),
      ['secret', true, 'sign', { name: 'HMAC', hash: 'SHA-1' }],
    ],
    [
      among(
        `subtle.decrypt(parameters, await raw(bytes(16), 'AES-GCM', 'decrypt'), await subtle.wrapKey('jwk', hmac, gcm, parameters)).then((made) => JSON.parse(Buffer.from(made)))`,
      ),
      { kty: 'oct', k: Buffer.alloc(20, 1).toString('base64url'), alg: 'HS1', key_ops: ['sign'], ext: true },
    ],
  ]);
  rejects(t, [
    through('jwk', 'hmac', "{ name: 'HMAC', hash: 'SHA-256' }", "['sign']"),
    through('jwk', 'hmac', "{ name: 'HMAC', hash: 'SHA-1' }", "['verify']"),
    through('raw', 'hmac', "'AES-CBC'", "['encrypt']"),
    through('pkcs8', 'pair.privateKey', "{ name: 'ECDSA', namedCurve: 'P-256' }", "['sign']"),
    through('pkcs8', 'pair.privateKey', curve, "['verify']"),
  ]);
  t.end();
});

test('wrapping: rejected keys and parameters', (t) => {
  rejects(
    t,
    [
      "subtle.wrapKey('raw', hidden, gcm, parameters)",
      "subtle.wrapKey('raw', hmac, kw, 'AES-KW')",
      "subtle.wrapKey('jwk', hmac, kw, 'AES-KW')",
      "subtle.wrapKey('raw', hmac, idle, parameters)",
      "subtle.wrapKey('raw', hmac, gcm, 'AES-KW')",
      "subtle.wrapKey('raw', hmac, gcm, { name: 'AES-GCM' })",
      "subtle.wrapKey('spki', hmac, gcm, parameters)",
      "subtle.wrapKey('other', hmac, gcm, parameters)",
      "subtle.wrapKey('raw', {}, gcm, parameters)",
      "subtle.wrapKey('raw', hmac, {}, parameters)",
      "subtle.unwrapKey('raw', await subtle.wrapKey('raw', hmac, gcm, parameters), idle, parameters, 'HKDF', true, [])",
      "subtle.unwrapKey('raw', bytes(16), kw, 'AES-KW', 'HKDF', true, [])",
      "subtle.unwrapKey('raw', bytes(25), kw, 'AES-KW', 'HKDF', true, [])",
      "subtle.unwrapKey('jwk', await subtle.encrypt(parameters, idle, Buffer.from('[]')), gcm, parameters, 'AES-CBC', true, [])",
      "subtle.unwrapKey('jwk', await subtle.encrypt(parameters, idle, Buffer.from('{')), gcm, parameters, 'AES-CBC', true, [])",
    ].map(among),
  );
  t.end();
});
