import { constants, generateKeyPairSync, privateDecrypt, publicEncrypt, webcrypto } from 'node:crypto';
import test from 'tape';
import { cryptoBytes, half, rejects, settles } from '../../../testing/crypto-realm.js';
import { valueRows } from '../../../testing/tables.js';

const hex = (bytes: ArrayBuffer | Uint8Array): string => Buffer.from(new Uint8Array(bytes)).toString('hex');
const counted = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => at));

/** Parameters for Node, and as an expression. */
type Parameters = { readonly name: string } & Readonly<Record<string, unknown>>;

function written(parameters: Parameters): string {
  const members = Object.entries(parameters).map(([name, value]) =>
    value instanceof Uint8Array ? `${name}: hex('${hex(value)}')` : `${name}: ${JSON.stringify(value)}`,
  );
  return `{ ${members.join(', ')} }`;
}

/** Checks that Node and the realm encrypt to the same bytes, and that the realm decrypts them. */
async function sameAsNode(parameters: Parameters, keySize: number, size: number): Promise<[string, unknown][]> {
  const [key, data] = [counted(keySize), counted(size)];
  const known = await webcrypto.subtle.importKey('raw', key, parameters.name, false, ['encrypt']);
  const encrypted = hex(await webcrypto.subtle.encrypt(parameters, known, data));
  const realmKey = `await raw(hex('${hex(key)}'), '${parameters.name}', 'encrypt', 'decrypt')`;
  const text = written(parameters);
  return [
    [`subtle.encrypt(${text}, ${realmKey}, hex('${hex(data)}'))`, encrypted],
    [`subtle.decrypt(${text}, ${realmKey}, hex('${encrypted}'))`, hex(data)],
  ];
}

test('ciphers: AES agrees with Node for all sizes around a block', async (t) => {
  const counter = Buffer.alloc(16, 0xff);
  const variants: readonly Parameters[] = [
    { name: 'AES-CBC', iv: counted(16) },
    { name: 'AES-GCM', iv: counted(16) },
    { name: 'AES-GCM', iv: counted(12), additionalData: counted(200), tagLength: 96 },
    ...[32, 64, 104, 112, 120, 128].map((tagLength) => ({ name: 'AES-GCM', iv: counted(16), tagLength })),
    { name: 'AES-GCM', iv: counted(13), additionalData: Buffer.alloc(0) },
    { name: 'AES-CTR', counter: counted(16), length: 64 },
    ...[8, 63, 64, 65, 127, 128].map((length) => ({ name: 'AES-CTR', counter, length })),
  ];
  for (const [at, variant] of variants.entries()) {
    for (const size of [0, 1, 15, 16, 17, 48, 100])
      settles(t, await sameAsNode(variant, [16, 24, 32][at % 3] ?? 0, size));
  }
});

test('ciphers: a counter wraps within its own bits, and never repeats', async (t) => {
  for (const [length, size] of [
    [1, 32],
    [1, 17],
    [2, 64],
    [3, 128],
    [4, 200],
  ] as const) {
    const counter = Buffer.concat([counted(15), Buffer.of(0xfd)]);
    settles(t, await sameAsNode({ name: 'AES-CTR', counter, length }, 16, size));
  }
  const key = "await raw(bytes(16), 'AES-CTR', 'encrypt')";
  rejects(
    t,
    [
      [1, 33],
      [2, 65],
      [3, 129],
    ].map(
      ([length, size]) =>
        `subtle.encrypt({ name: 'AES-CTR', counter: bytes(16), length: ${length} }, ${key}, bytes(${size}))`,
    ),
  );
});

test('ciphers: rejected parameters and data', (t) => {
  const encrypt = (name: string, parameters: string, data = 'bytes(3)') =>
    `subtle.encrypt({ name: '${name}', ${parameters} }, await raw(bytes(16), '${name}', 'encrypt', 'decrypt'), ${data})`;
  rejects(t, [
    encrypt('AES-CBC', ''),
    encrypt('AES-CBC', 'iv: bytes(15)'),
    encrypt('AES-CBC', 'iv: bytes(17)'),
    encrypt('AES-CBC', "iv: '0123456789abcdef'"),
    encrypt('AES-CBC', 'iv: bytes(16)', "'text'"),
    encrypt('AES-CBC', 'iv: bytes(16)', 'undefined'),
    encrypt('AES-CTR', 'length: 8'),
    encrypt('AES-CTR', 'counter: bytes(15), length: 8'),
    ...['0', '129', '-1', 'undefined', 'NaN'].map((length) =>
      encrypt('AES-CTR', `counter: bytes(16), length: ${length}`),
    ),
    encrypt('AES-GCM', ''),
    encrypt('AES-GCM', 'iv: bytes(0)'),
    ...['0', '8', '33', '100', '136', 'null', '-32'].map((tag) =>
      encrypt('AES-GCM', `iv: bytes(16), tagLength: ${tag}`),
    ),
    encrypt('AES-GCM', 'iv: bytes(16), additionalData: null'),
    encrypt('AES-GCM', "iv: bytes(16), additionalData: 'text'"),
    encrypt('AES-KW', ''),
    "subtle.encrypt({ name: 'AES-GCM', iv: bytes(16) }, await raw(bytes(16), 'AES-CBC', 'encrypt'), bytes(1))",
    "subtle.encrypt({ name: 'AES-CBC', iv: bytes(16) }, await raw(bytes(16), 'AES-CBC', 'decrypt'), bytes(1))",
    "subtle.decrypt({ name: 'AES-CBC', iv: bytes(16) }, await raw(bytes(16), 'AES-CBC', 'encrypt'), bytes(16))",
    "subtle.encrypt({ name: 'AES-CBC', iv: bytes(16) }, { type: 'secret' }, bytes(1))",
    "subtle.encrypt('AES-CBC', await raw(bytes(16), 'AES-CBC', 'encrypt'), bytes(1))",
    "subtle.encrypt({ name: 'AES-XXX' }, await raw(bytes(16), 'AES-CBC', 'encrypt'), bytes(1))",
    ...['bytes(0)', 'bytes(15)', 'bytes(16)'].map(
      (data) =>
        `subtle.decrypt({ name: 'AES-CBC', iv: bytes(16) }, await raw(bytes(16), 'AES-CBC', 'decrypt'), ${data})`,
    ),
  ]);
  settles(
    t,
    valueRows(`
    subtle.encrypt({ name: 'aes-cbc', iv: new DataView(new ArrayBuffer(20), 2, 16) }, await raw(bytes(16), 'AES-CBC', 'encrypt'), bytes(1)).then((made) => made.byteLength)
      ⇒ 16
    (async () => { const iv = bytes(16); const data = bytes(5); const key = await raw(bytes(16), 'AES-CBC', 'encrypt', 'decrypt'); const made = subtle.encrypt({ name: 'AES-CBC', iv }, key, data); iv.fill(9); data.fill(9); return subtle.decrypt({ name: 'AES-CBC', iv: bytes(16) }, key, await made); })()
      ⇒ "0101010101"
  `),
  );
  t.end();
});

test('ciphers: AES-GCM decrypts only complete, unchanged data', (t) => {
  const key = "await raw(bytes(16), 'AES-GCM', 'encrypt', 'decrypt')";
  const parameters = "name: 'AES-GCM', iv: bytes(16), additionalData: bytes(3)";
  const opened = (change: string, changed: string) =>
    `(async () => { const key = ${key}; const made = new Uint8Array(await subtle.encrypt({ ${parameters} }, key, bytes(20))); ${change}; return subtle.decrypt({ ${parameters}, ${changed} }, key, made); })()`;
  settles(t, [[opened('', ''), '01'.repeat(20)]]);
  rejects(t, [
    ...[0, 19, 20, 35].map((at) => opened(`made[${at}] ^= 1`, '')),
    opened('', 'iv: bytes(16, 2)'),
    opened('', 'iv: bytes(12)'),
    opened('', 'additionalData: bytes(4)'),
    opened('', 'additionalData: undefined'),
    opened('', 'tagLength: 96'),
    `subtle.decrypt({ ${parameters} }, ${key}, bytes(15))`,
  ]);
  t.end();
});

const pair = generateKeyPairSync('rsa', { modulusLength: 1024 });

test('ciphers: RSA-OAEP, in both directions', (t) => {
  const opening = (hash: string) => half(pair.privateKey, `{ name: 'RSA-OAEP', hash: '${hash}' }`, 'decrypt');
  const closing = (hash: string) => half(pair.publicKey, `{ name: 'RSA-OAEP', hash: '${hash}' }`, 'encrypt');
  const data = counted(50);
  for (const hash of ['SHA-1', 'SHA-256']) {
    const options = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash.replace('-', '').toLowerCase() };
    const made = hex(publicEncrypt({ key: pair.publicKey, ...options }, data));
    settles(t, [[`subtle.decrypt('RSA-OAEP', ${opening(hash)}, hex('${made}'))`, hex(data)]]);
    const encrypted = cryptoBytes(`subtle.encrypt({ name: 'RSA-OAEP' }, ${closing(hash)}, hex('${hex(data)}'))`);
    t.deepEqual(privateDecrypt({ key: pair.privateKey, ...options }, encrypted), data, hash);
  }
  const options = { key: pair.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' };
  let zeroed = publicEncrypt(options, data);
  while (zeroed[0] !== 0) zeroed = publicEncrypt(options, data);
  settles(t, [[`subtle.decrypt('RSA-OAEP', ${opening('SHA-1')}, hex('${hex(zeroed)}'))`, hex(data)]]);
  rejects(t, [
    `subtle.decrypt('RSA-OAEP', ${opening('SHA-1')}, hex('${hex(zeroed.subarray(1))}'))`,
    `subtle.encrypt('RSA-OAEP', ${closing('SHA-256')}, bytes(63))`,
    `subtle.encrypt('RSA-OAEP', ${opening('SHA-256')}, bytes(3))`,
    `subtle.decrypt('RSA-OAEP', ${opening('SHA-256')}, bytes(128))`,
    `subtle.decrypt('RSA-OAEP', ${opening('SHA-256')}, bytes(3))`,
    `subtle.decrypt('RSA-OAEP', ${opening('SHA-1')}, await subtle.encrypt('RSA-OAEP', ${closing('SHA-256')}, bytes(3)))`,
  ]);
  t.end();
});
