import { constants, createHmac, generateKeyPairSync, type KeyPairKeyObjectResult, sign, verify } from 'node:crypto';
import test from 'tape';
import { cryptoBytes, half, rejects, settles } from '../../../testing/crypto-realm.js';

const data = Buffer.from('616263', 'hex');

/** A pair, the algorithms of its keys and signatures, and the parameters for Node. */
interface Scheme {
  readonly pair: KeyPairKeyObjectResult;
  readonly key: string;
  readonly algorithm: string;
  readonly digest: string | null;
  readonly options: { readonly padding?: number; readonly saltLength?: number; readonly dsaEncoding?: 'ieee-p1363' };
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const curves = ['P-256', 'P-384', 'P-521'].map((namedCurve) => ({
  namedCurve,
  pair: generateKeyPairSync('ec', { namedCurve }),
}));
const edwards = generateKeyPairSync('ed25519');

const hashes = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'];
const digestOf = (hash: string): string => hash.replace('-', '').toLowerCase();

const schemes: readonly Scheme[] = [
  ...hashes.flatMap((hash): Scheme[] => {
    const key = (name: string) => `{ name: '${name}', hash: '${hash}' }`;
    const digest = digestOf(hash);
    return [
      { pair: rsa, key: key('RSASSA-PKCS1-v1_5'), algorithm: "'RSASSA-PKCS1-v1_5'", digest, options: {} },
      ...[0, 20, 61].map((saltLength) => ({
        pair: rsa,
        key: key('RSA-PSS'),
        algorithm: `{ name: 'RSA-PSS', saltLength: ${saltLength} }`,
        digest,
        options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength },
      })),
      ...curves.map(({ namedCurve, pair }) => ({
        pair,
        key: `{ name: 'ECDSA', namedCurve: '${namedCurve}' }`,
        algorithm: `{ name: 'ECDSA', hash: '${hash}' }`,
        digest,
        options: { dsaEncoding: 'ieee-p1363' } as const,
      })),
    ];
  }),
  { pair: edwards, key: "'Ed25519'", algorithm: "{ name: 'Ed25519' }", digest: null, options: {} },
];

test('signatures: key pairs, in both directions', (t) => {
  for (const { pair, key, algorithm, digest, options } of schemes) {
    const signing = half(pair.privateKey, key, 'sign');
    const verifying = half(pair.publicKey, key, 'verify');
    const own = cryptoBytes(`subtle.sign(${algorithm}, ${signing}, hex('616263'))`);
    t.ok(verify(digest, data, { key: pair.publicKey, ...options }, own), `${key} ${algorithm}: Node verifies it`);
    const theirs = sign(digest, data, { key: pair.privateKey, ...options }).toString('hex');
    const verified = (signature: string, signed: string) =>
      `subtle.verify(${algorithm}, ${verifying}, ${signature}, ${signed})`;
    settles(t, [
      [verified(`hex('${theirs}')`, "hex('616263')"), true],
      [verified(`hex('${theirs}')`, "hex('616262')"), false],
      [verified(`hex('${theirs}').map((byte, at) => at === 9 ? byte ^ 1 : byte)`, "hex('616263')"), false],
      [verified(`hex('${theirs}').subarray(1)`, "hex('616263')"), false],
      [verified(`hex('${theirs}00')`, "hex('616263')"), false],
      [verified('bytes(0)', "hex('616263')"), false],
    ]);
  }
  t.end();
});

test('signatures: parameters matter', (t) => {
  const pss = (verb: string, usage: string, saltLength: string) =>
    `await subtle.${verb}({ name: 'RSA-PSS', saltLength: ${saltLength} }, ${half(usage === 'sign' ? rsa.privateKey : rsa.publicKey, "{ name: 'RSA-PSS', hash: 'SHA-256' }", usage)}`;
  const signed = `${pss('sign', 'sign', '32')}, bytes(3))`;
  settles(t, [
    [`${pss('verify', 'verify', '32')}, ${signed}, bytes(3))`, true],
    [`${pss('verify', 'verify', '31')}, ${signed}, bytes(3))`, false],
  ]);
  const [first] = curves;
  if (first === undefined) throw new Error('no curve');
  const curve = "{ name: 'ECDSA', namedCurve: 'P-256' }";
  const signing = half(first.pair.privateKey, curve, 'sign');
  const verifying = half(first.pair.publicKey, curve, 'verify');
  const asked = (hash: string) => `{ name: 'ECDSA', hash: ${hash} }`;
  settles(t, [
    [
      `subtle.verify(${asked("'SHA-384'")}, ${verifying}, await subtle.sign(${asked("'SHA-256'")}, ${signing}, bytes(3)), bytes(3))`,
      false,
    ],
  ]);
  rejects(t, [
    ...['-1', 'undefined', '1000', 'NaN'].map((saltLength) => `${pss('sign', 'sign', saltLength)}, bytes(3))`),
    `subtle.sign('RSA-PSS', ${half(rsa.privateKey, "{ name: 'RSA-PSS', hash: 'SHA-256' }", 'sign')}, bytes(3))`,
    `subtle.sign('ECDSA', ${signing}, bytes(3))`,
    `subtle.sign(${asked("'MD5'")}, ${signing}, bytes(3))`,
    `subtle.sign(${asked("{ name: 'SHA-256' }")}, ${signing}, bytes(3))`,
    `subtle.sign(${asked("'SHA-256'")}, ${verifying}, bytes(3))`,
    `subtle.verify(${asked("'SHA-256'")}, ${signing}, bytes(64), bytes(3))`,
    `subtle.verify(${asked("'SHA-256'")}, ${verifying}, 'text', bytes(3))`,
    `subtle.verify(${asked("'SHA-256'")}, ${verifying}, bytes(64), 'text')`,
    `subtle.sign('Ed25519', ${signing}, bytes(3))`,
    `subtle.sign('AES-CBC', await raw(bytes(16), 'AES-CBC', 'encrypt'), bytes(3))`,
  ]);
  t.end();
});

test('signatures: RSA signatures are as long as the modulus, whatever their first byte', (t) => {
  const asked = { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  let signed = sign('sha256', data, asked);
  while (signed[0] !== 0) signed = sign('sha256', data, asked);
  const key = half(rsa.publicKey, "{ name: 'RSA-PSS', hash: 'SHA-256' }", 'verify');
  const verified = (signature: Buffer) =>
    `subtle.verify({ name: 'RSA-PSS', saltLength: 32 }, ${key}, hex('${signature.toString('hex')}'), hex('616263'))`;
  settles(t, [
    [verified(signed), true],
    [verified(signed.subarray(1)), false],
    [verified(Buffer.concat([Buffer.alloc(1), signed])), false],
  ]);
  t.end();
});

test('signatures: HMAC with keys of all sizes around a block', (t) => {
  for (const hash of hashes) {
    for (const size of [0, 1, 63, 64, 65, 127, 128, 129]) {
      const key = Buffer.alloc(size, 7);
      const code = createHmac(digestOf(hash), key).update(data).digest('hex');
      const made = `await raw(bytes(${size}, 7), { name: 'HMAC', hash: '${hash}' }, 'sign', 'verify')`;
      settles(t, [
        [`subtle.sign('HMAC', ${made}, hex('616263'))`, code],
        [`subtle.verify({ name: 'HMAC' }, ${made}, hex('${code}'), hex('616263'))`, true],
      ]);
    }
  }
  const key = "await raw(bytes(3), { name: 'HMAC', hash: 'SHA-256' }, 'sign', 'verify')";
  settles(
    t,
    ['made.slice(1)', 'bytes(0)', 'bytes(33)', 'made.map((byte, at) => at === 31 ? byte ^ 1 : byte)'].map((changed) => [
      `(async () => { const key = ${key}; const made = new Uint8Array(await subtle.sign('HMAC', key, bytes(1))); return subtle.verify('HMAC', key, ${changed}, bytes(1)); })()`,
      false,
    ]),
  );
  rejects(t, [
    "subtle.sign('HMAC', await raw(bytes(3), { name: 'HMAC', hash: 'SHA-256' }, 'verify'), bytes(1))",
    "subtle.verify('HMAC', await raw(bytes(3), { name: 'HMAC', hash: 'SHA-256' }, 'sign'), bytes(32), bytes(1))",
    `subtle.sign('HMAC', ${key}, 'text')`,
    `subtle.sign('ECDSA', ${key}, bytes(1))`,
    "subtle.sign('HMAC', {}, bytes(1))",
  ]);
  t.end();
});
