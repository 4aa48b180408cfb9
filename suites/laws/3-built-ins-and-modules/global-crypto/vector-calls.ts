/** What is asked of a target for a published vector, by algorithm. */
import { createHash, createHmac, createPrivateKey, createPublicKey, ECDH, type JsonWebKey } from 'node:crypto';
import type { Vector } from './vector-files.js';

/** A call of `crypto.subtle`: operation and arguments. */
export type Operation = readonly [operation: string, ...args: readonly unknown[]];

/** What a call must give. A text is the base64url of bytes; of long ones `sha256` is known, of others what they begin with. */
export interface Wanted {
  readonly gives?: boolean | string | { readonly sha256: string } | { readonly begin: string };
  /** The call may be refused as well; must be where there is nothing that it gives. */
  readonly refused?: boolean;
}

/** The calls of a vector. Those that make the same are made once. */
export interface Asking {
  /** Gives the reference to what is made. */
  readonly make: (...operation: Operation) => string;
  readonly want: (of: Wanted, ...operation: Operation) => void;
}

type Ask = (vector: Vector, asking: Asking) => void;

const REFUSED: Wanted = { refused: true };

/** Of many vectors with one key: what is made of the key is made once. */
function once<A extends readonly string[], T>(make: (...of: A) => T): (...of: A) => T {
  const known = new Map<string, T>();
  return (...of) => {
    const name = of.join(' ');
    const made = known.get(name) ?? make(...of);
    known.set(name, made);
    return made;
  };
}

const bytes = (base64url: string): Buffer => Buffer.from(base64url, 'base64url');
const lengthOf = (base64url: string): number => bytes(base64url).length;
const isValid = ({ result }: Vector): boolean => result !== 'invalid';

/** A key in one of its forms: the format and the data of `importKey`. */
type KeyForm = readonly [format: string, data: unknown];
type Form = (vector: Vector) => KeyForm;

const raw: Form = (vector) => ['raw', bytes(vector.get('key'))];
/** With the name that JWKs have for the algorithm, which hosts read. */
const oct =
  (alg: (vector: Vector) => string): Form =>
  (vector) => ['jwk', { kty: 'oct', k: vector.get('key'), alg: alg(vector) }];
const aesOct = (mode: string): Form => oct((vector) => `A${lengthOf(vector.get('key')) * 8}${mode}`);
const hmacOct = oct((vector) => vector.get('hash').replace('SHA-', 'HS'));
const spki: Form = (vector) => ['spki', bytes(vector.get('key'))];

interface Cipher {
  readonly name: string;
  readonly [parameter: string]: unknown;
}

/**
 * In both directions where it is valid: the published ciphertext of the message, and the message of that. Without padding it is but
 * the beginning of what is encrypted.
 */
function enciphers(form: Form, vector: Vector, { make, want }: Asking, algorithm: Cipher, refused = false): void {
  const key = make('importKey', ...form(vector), algorithm.name, false, ['encrypt', 'decrypt']);
  const [message, ciphertext] = [vector.get('message'), vector.get('ciphertext')];
  const isPadded = vector.find('padding') !== 'none';
  const gives = isPadded ? ciphertext : { begin: ciphertext };
  if (isValid(vector)) want({ gives, refused }, 'encrypt', algorithm, key, bytes(message));
  if (!isPadded) return;
  want(isValid(vector) ? { gives: message, refused } : REFUSED, 'decrypt', algorithm, key, bytes(ciphertext));
}

const aesCbc =
  (form: Form): Ask =>
  (vector, asking) =>
    enciphers(form, vector, asking, { name: 'AES-CBC', iv: bytes(vector.get('iv')) });

const aesCtr =
  (form: Form): Ask =>
  (vector, asking) => {
    const [counter, length] = [bytes(vector.get('counter')), Number(vector.get('length'))];
    enciphers(form, vector, asking, { name: 'AES-CTR', counter, length });
  };

/** The rows name 16 bytes for the IV: one of another size may be refused. What is left out is empty, and the tag has 128 bits. */
const aesGcm =
  (form: Form): Ask =>
  (vector, asking) => {
    const [iv, additionalData] = [bytes(vector.get('iv')), bytes(vector.get('additionalData'))];
    const algorithm = { name: 'AES-GCM', iv };
    const refused = iv.length !== 16;
    const least = additionalData.length === 0 ? algorithm : { ...algorithm, additionalData };
    enciphers(form, vector, asking, least, refused);
    enciphers(form, vector, asking, { ...algorithm, additionalData, tagLength: 128 }, refused);
  };

/** What a key that was unwrapped signs, so that it shows which key it is and does not show itself. */
const SIGNED = Buffer.from('unwrapped');
const HMAC = { name: 'HMAC', hash: 'SHA-256' };

const aesKw =
  (form: Form): Ask =>
  (vector, { make, want }) => {
    const [message, ciphertext] = [vector.get('message'), vector.get('ciphertext')];
    const wrapping = make('importKey', ...form(vector), 'AES-KW', false, ['wrapKey', 'unwrapKey']);
    const unwrapped = make('unwrapKey', 'raw', bytes(ciphertext), wrapping, 'AES-KW', HMAC, true, ['sign']);
    const mac = createHmac('sha256', bytes(message)).update(SIGNED).digest('base64url');
    want(isValid(vector) ? { gives: mac } : REFUSED, 'sign', 'HMAC', unwrapped, SIGNED);
    const tooShortToWrap = vector.flags.includes('WrongDataSize') || vector.flags.includes('EmptyKey');
    if (!isValid(vector) && !tooShortToWrap) return;
    const key = make('importKey', 'raw', bytes(message), HMAC, true, ['sign']);
    want(isValid(vector) ? { gives: ciphertext } : REFUSED, 'wrapKey', 'raw', key, wrapping, { name: 'AES-KW' });
  };

/** A published signature that is cut is the beginning of what is signed, and no signature. The rows name no SHA-1 for keys. */
const hmac =
  (form: Form): Ask =>
  (vector, { make, want }) => {
    const [hash, signature, message] = [vector.get('hash'), vector.get('signature'), bytes(vector.get('message'))];
    const refused = hash === 'SHA-1';
    const key = make('importKey', ...form(vector), { name: 'HMAC', hash }, false, ['sign', 'verify']);
    const isWhole = lengthOf(signature) === createHash(hash.replace('-', '')).digest().length;
    if (isValid(vector))
      want({ gives: isWhole ? signature : { begin: signature }, refused }, 'sign', 'HMAC', key, message);
    want(verified(isValid(vector) && isWhole, refused), 'verify', 'HMAC', key, bytes(signature), message);
  };

/** What is no signature is not verified: `false` is told, which others judge, or an error. */
const verified = (is: boolean, refused = false): Wanted => ({ gives: is, refused: refused || !is });

const HASH_BYTES: { readonly [hash: string]: number } = { 'SHA-1': 20, 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };

/** What is derived, of which the digest is known where it is long. */
function derived(vector: Vector, refused: boolean): Wanted {
  const gives = vector.get('derived');
  if (!isValid(vector)) return REFUSED;
  return gives.startsWith('sha256:') ? { gives: { sha256: gives.slice(7) }, refused } : { gives, refused };
}

/** The row names the digest's own length for the salt: one of another may be refused. */
const hkdf: Ask = (vector, { make, want }) => {
  const [hash, salt, bits] = [vector.get('hash'), bytes(vector.get('salt')), Number(vector.get('bytes')) * 8];
  const key = make('importKey', 'raw', bytes(vector.get('key')), 'HKDF', false, ['deriveBits']);
  const algorithm = { name: 'HKDF', hash, salt, info: bytes(vector.get('info')) };
  want(derived(vector, salt.length !== HASH_BYTES[hash]), 'deriveBits', algorithm, key, bits);
};

/** A salt of less than 16 bytes may be refused. */
const pbkdf2: Ask = (vector, { make, want }) => {
  const [hash, salt, bits] = [vector.get('hash'), bytes(vector.get('salt')), Number(vector.get('bytes')) * 8];
  const iterations = Number(vector.get('iterations'));
  if (iterations > MOST_ITERATIONS) return;
  const key = make('importKey', 'raw', bytes(vector.get('key')), 'PBKDF2', false, ['deriveBits']);
  want(derived(vector, salt.length < 16), 'deriveBits', { name: 'PBKDF2', hash, salt, iterations }, key, bits);
};

/** One published vector has 16,777,216, which takes longer than a host may take for a request. */
const MOST_ITERATIONS = 1_000_000;

const pkcs8 =
  (column: string): Form =>
  (vector) => ['pkcs8', bytes(vector.get(column))];

const der = (base64url: string) => ({ key: bytes(base64url), format: 'der' }) as const;
const jwkOfSpki = once(
  (base64url: string): JsonWebKey => createPublicKey({ ...der(base64url), type: 'spki' }).export({ format: 'jwk' }),
);
const jwkOfPkcs8 = once(
  (base64url: string): JsonWebKey => createPrivateKey({ ...der(base64url), type: 'pkcs8' }).export({ format: 'jwk' }),
);

/** A message that was encrypted with a label, which the row does not name, is none without it. */
const rsaOaep =
  (form: Form): Ask =>
  (vector, { make, want }) => {
    const algorithm = { name: 'RSA-OAEP', hash: vector.get('hash') };
    const key = make('importKey', ...form(vector), algorithm, false, ['decrypt']);
    const isWhole = isValid(vector) && vector.get('label') === '';
    const ciphertext = bytes(vector.get('ciphertext'));
    want(isWhole ? { gives: vector.get('message') } : REFUSED, 'decrypt', { name: 'RSA-OAEP' }, key, ciphertext);
  };

type Algorithms = (vector: Vector) => { readonly key: unknown; readonly use: unknown };

/** Where the private key is known and signatures are always the same, signs as well. */
const verifies =
  (form: Form, algorithms: Algorithms, privateForm?: Form): Ask =>
  (vector, { make, want }) => {
    const { key: algorithm, use } = algorithms(vector);
    const key = make('importKey', ...form(vector), algorithm, false, ['verify']);
    const [signature, message] = [vector.get('signature'), bytes(vector.get('message'))];
    want(verified(isValid(vector)), 'verify', use, key, bytes(signature), message);
    if (privateForm === undefined || vector.find('private') === '') return;
    const signing = make('importKey', ...privateForm(vector), algorithm, false, ['sign']);
    want({ gives: signature }, 'sign', use, signing, message);
  };

const rsaPss: Algorithms = (vector) => ({
  key: { name: 'RSA-PSS', hash: vector.get('hash') },
  use: { name: 'RSA-PSS', saltLength: Number(vector.get('saltLength')) },
});
const rsassaPkcs1: Algorithms = (vector) => ({
  key: { name: 'RSASSA-PKCS1-v1_5', hash: vector.get('hash') },
  use: 'RSASSA-PKCS1-v1_5',
});
const ed25519: Algorithms = () => ({ key: 'Ed25519', use: 'Ed25519' });
const ecdsa: Algorithms = (vector) => ({
  key: { name: 'ECDSA', namedCurve: vector.get('namedCurve') },
  use: { name: 'ECDSA', hash: vector.get('hash') },
});

/** A curve: what Node calls it, bytes of a coordinate, and what stands before the point in an SPKI. */
const CURVES: { readonly [name: string]: { readonly curve: string; readonly size: number; readonly spki: string } } = {
  'P-256': { curve: 'prime256v1', size: 32, spki: '3059301306072a8648ce3d020106082a8648ce3d030107034200' },
  'P-384': { curve: 'secp384r1', size: 48, spki: '3076301006072a8648ce3d020106052b81040022036200' },
  'P-521': { curve: 'secp521r1', size: 66, spki: '30819b301006072a8648ce3d020106052b8104002303818600' },
};

function curveOf(vector: Vector): (typeof CURVES)[string] {
  const found = CURVES[vector.get('namedCurve')];
  if (found === undefined) throw new Error(`no curve of the tables: ${vector.get('namedCurve')}`);
  return found;
}

/** A point whose second coordinate is told by its sign alone, in full. */
const uncompressed = once((curve: string, point: string) =>
  Buffer.from(String(ECDH.convertKey(point, curve, 'base64url', 'hex', 'uncompressed')), 'hex'),
);

function ecSpki(vector: Vector): KeyForm {
  const { curve, spki: head } = curveOf(vector);
  const point = uncompressed(curve, vector.get('key'));
  return ['spki', Buffer.concat([Buffer.from(head, 'hex'), point])];
}

function ecJwk(vector: Vector, point: string): JsonWebKey {
  const { curve, size } = curveOf(vector);
  const coordinates = uncompressed(curve, point).subarray(1);
  const [x, y] = [coordinates.subarray(0, size), coordinates.subarray(size)];
  return { kty: 'EC', crv: vector.get('namedCurve'), x: x.toString('base64url'), y: y.toString('base64url') };
}

const isJwk = (text: string): boolean => text.startsWith('{');
const jwk = (text: string): KeyForm => ['jwk', { ...JSON.parse(text), kid: 'none' }];

const ecPrivate = (vector: Vector): KeyForm => {
  const text = vector.get('private');
  const [d, point = ''] = text.split('.');
  return isJwk(text) ? jwk(text) : ['jwk', { ...ecJwk(vector, point), d, kid: 'none' }];
};
const ecPublic = (vector: Vector): KeyForm => {
  const text = vector.get('public');
  return isJwk(text) ? jwk(text) : ['jwk', { ...ecJwk(vector, text), kid: 'none' }];
};

/** A private key of 32 bytes as PKCS #8, by what tells the curve. */
const okpPkcs8 = (oid: string, scalar: string): string =>
  Buffer.concat([
    Buffer.from(`302e020100300506032b65${oid}04220420`, 'hex'),
    Buffer.from(scalar, 'base64url'),
  ]).toString('base64url');
const xPkcs8 = (scalar: string): string => okpPkcs8('6e', scalar);
const edPkcs8 = (scalar: string): string => okpPkcs8('70', scalar);

const xPrivate = (vector: Vector): KeyForm => {
  const text = vector.get('private');
  return isJwk(text) ? jwk(text) : ['pkcs8', bytes(xPkcs8(text))];
};
const xPublic = (vector: Vector): KeyForm => {
  const text = vector.get('public');
  return isJwk(text) ? jwk(text) : ['raw', bytes(text)];
};

type Agreement = (vector: Vector) => {
  readonly algorithm: { readonly name: string };
  readonly bits: number;
  readonly own: KeyForm;
  readonly other: KeyForm;
};

const agrees =
  (agreement: Agreement): Ask =>
  (vector, { make, want }) => {
    const { algorithm, bits, own, other } = agreement(vector);
    const key = make('importKey', ...own, algorithm, false, ['deriveBits']);
    const publicKey = make('importKey', ...other, algorithm, false, []);
    want(derived(vector, false), 'deriveBits', { name: algorithm.name, public: publicKey }, key, bits);
  };

const ecdh = agrees((vector) => ({
  algorithm: { name: 'ECDH', namedCurve: vector.get('namedCurve') },
  bits: curveOf(vector).size * 8,
  own: ecPrivate(vector),
  other: ecPublic(vector),
}));

const X25519 = { algorithm: { name: 'X25519' }, bits: 256 };

/** What is asked with keys as vectors have them, and as JWKs where that is another form. */
export interface Forms {
  readonly plain: Ask;
  readonly jwk?: Ask;
}

const ofSpki: Form = (vector) => ['jwk', jwkOfSpki(vector.get('key'))];
const ofPkcs8 =
  (column: string, der = (text: string) => text): Form =>
  (vector) => ['jwk', jwkOfPkcs8(der(vector.get(column)))];
const okp = (crv: string, x: string): JsonWebKey => ({ kty: 'OKP', crv, x });
const ECDSA: Forms = {
  plain: verifies(ecSpki, ecdsa),
  jwk: verifies((vector) => ['jwk', ecJwk(vector, vector.get('key'))], ecdsa),
};

/** By the names of their files. */
export const ASKED = {
  'aes-cbc': { plain: aesCbc(raw), jwk: aesCbc(aesOct('CBC')) },
  'aes-ctr': { plain: aesCtr(raw), jwk: aesCtr(aesOct('CTR')) },
  'aes-gcm': { plain: aesGcm(raw), jwk: aesGcm(aesOct('GCM')) },
  'aes-kw': { plain: aesKw(raw), jwk: aesKw(aesOct('KW')) },
  hmac: { plain: hmac(raw), jwk: hmac(hmacOct) },
  hkdf: { plain: hkdf },
  pbkdf2: { plain: pbkdf2 },
  'rsa-oaep': { plain: rsaOaep(pkcs8('key')), jwk: rsaOaep(ofPkcs8('key')) },
  'rsa-pss': { plain: verifies(spki, rsaPss), jwk: verifies(ofSpki, rsaPss) },
  'rsassa-pkcs1': {
    plain: verifies(spki, rsassaPkcs1, pkcs8('private')),
    jwk: verifies(ofSpki, rsassaPkcs1, ofPkcs8('private')),
  },
  ed25519: {
    plain: verifies(raw, ed25519, (vector) => ['pkcs8', bytes(edPkcs8(vector.get('private')))]),
    jwk: verifies((vector) => ['jwk', okp('Ed25519', vector.get('key'))], ed25519, ofPkcs8('private', edPkcs8)),
  },
  'ecdsa-p-256': ECDSA,
  'ecdsa-p-384': ECDSA,
  'ecdsa-p-521': ECDSA,
  'ecdh-p-256': { plain: ecdh },
  'ecdh-p-384': { plain: ecdh },
  'ecdh-p-521': { plain: ecdh },
  x25519: {
    plain: agrees((vector) => ({ ...X25519, own: xPrivate(vector), other: xPublic(vector) })),
    jwk: agrees((vector) => ({
      ...X25519,
      own: ofPkcs8('private', xPkcs8)(vector),
      other: ['jwk', okp('X25519', vector.get('public'))],
    })),
  },
} satisfies { readonly [file: string]: Forms };

/** By what vectors of one flag are told apart, where hosts do. */
export const TRAITS = {
  'aes-192': (vector) => lengthOf(vector.get('key')) === 24,
  'sha-1': (vector) => vector.get('hash') === 'SHA-1',
} satisfies { readonly [trait: string]: (vector: Vector) => boolean };
