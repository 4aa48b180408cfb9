/**
 * The oracle: operations of `crypto.subtle` by Node's own crypto. It refuses only what has no result: what must be refused for another
 * reason, a law says. Where chance is a part of a result, what the target gave is accepted if it is right, and goes into later calls.
 */
import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  pbkdf2Sync,
  privateDecrypt,
  publicEncrypt,
  sign,
  verify,
} from 'node:crypto';
import { demand } from '../../support/demands.js';
import {
  type Algorithm,
  algOf,
  demandWritten,
  type Format,
  ktyOf,
  type Material,
  NodeKey,
  read,
  written,
} from './node-keys.js';

/** An algorithm of an operation. */
interface Parameters extends Algorithm {
  readonly iv?: unknown;
  readonly counter?: unknown;
  readonly additionalData?: unknown;
  readonly tagLength?: number;
  readonly saltLength?: number;
  readonly salt?: unknown;
  readonly info?: unknown;
  readonly iterations?: number;
  readonly public?: unknown;
}

const parametersOf = (given: unknown): Parameters => (typeof given === 'string' ? { name: given } : Object(given));

/** A copy of the bytes that a view shows. */
function bytesOf(data: unknown): Buffer {
  if (data instanceof ArrayBuffer) return Buffer.from(data.slice(0));
  if (ArrayBuffer.isView(data)) return Buffer.from(Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  throw new Error('there are no bytes');
}

const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

function keyOf(key: unknown): NodeKey {
  if (key instanceof NodeKey) return key;
  throw new Error('there is no key');
}

const listOf = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : []);

/** The name by which Node knows a hash. */
const nodeHash = (hash = ''): string => hash.replace('-', '').toLowerCase();
const digestOf = (hash: string | undefined, data: Buffer): Buffer => createHash(nodeHash(hash)).update(data).digest();

const BYTES_OF_BLOCK = 16;
/** RFC 3394, 2.2.3.1 */
const WRAPPING_IV = Buffer.from('a6a6a6a6a6a6a6a6', 'hex');

type Worker = { update(data: Uint8Array): Buffer; final(): Buffer };
const worked = (worker: Worker, data: Uint8Array): Buffer => Buffer.concat([worker.update(data), worker.final()]);

const gcmOf = ({ length }: Uint8Array) =>
  length === 16 ? 'aes-128-gcm' : length === 24 ? 'aes-192-gcm' : 'aes-256-gcm';

/** The mode by its definition: each block is that of the counter, encrypted; the counter is its last bits alone. */
function counted({ counter, length = 0 }: Parameters, key: Buffer, data: Buffer): Buffer {
  const first = BigInt(`0x${bytesOf(counter).toString('hex')}`);
  const size = 1n << BigInt(length);
  const blocks = Array.from({ length: Math.ceil(data.length / BYTES_OF_BLOCK) }, (_, i) => {
    const block = first - (first % size) + ((first + BigInt(i)) % size);
    return Buffer.from(block.toString(16).padStart(2 * BYTES_OF_BLOCK, '0'), 'hex');
  });
  const stream = createCipheriv(`aes-${key.length * 8}-ecb`, key, null)
    .setAutoPadding(false)
    .update(Buffer.concat(blocks));
  return Buffer.from(data.map((byte, i) => byte ^ (stream[i] ?? 0)));
}

const oaep = (key: NodeKey, half: KeyObject) => ({
  key: half,
  padding: constants.RSA_PKCS1_OAEP_PADDING,
  oaepHash: nodeHash(key.given.hash),
});

function encrypted(given: Parameters, key: NodeKey, data: Buffer): Buffer {
  const { name, iv, additionalData, tagLength = 128 } = given;
  if (name === 'RSA-OAEP') return publicEncrypt(oaep(key, key.half), data);
  const { secret } = key;
  const aes = `aes-${secret.length * 8}`;
  if (name === 'AES-CTR') return counted(given, secret, data);
  if (name === 'AES-CBC') return worked(createCipheriv(`${aes}-cbc`, secret, bytesOf(iv)), data);
  if (name === 'AES-KW') return worked(createCipheriv(`aes${secret.length * 8}-wrap`, secret, WRAPPING_IV), data);
  const cipher = createCipheriv(gcmOf(secret), secret, bytesOf(iv), { authTagLength: tagLength / 8 });
  if (additionalData !== undefined) cipher.setAAD(bytesOf(additionalData));
  return Buffer.concat([worked(cipher, data), cipher.getAuthTag()]);
}

function decrypted(given: Parameters, key: NodeKey, data: Buffer): Buffer {
  const { name, iv, additionalData, tagLength = 128 } = given;
  if (name === 'RSA-OAEP') return privateDecrypt(oaep(key, key.half), data);
  const { secret } = key;
  const aes = `aes-${secret.length * 8}`;
  if (name === 'AES-CTR') return counted(given, secret, data);
  if (name === 'AES-CBC') return worked(createDecipheriv(`${aes}-cbc`, secret, bytesOf(iv)), data);
  if (name === 'AES-KW') return worked(createDecipheriv(`aes${secret.length * 8}-wrap`, secret, WRAPPING_IV), data);
  const end = data.length - tagLength / 8;
  if (end < 0) throw new Error('there is no tag');
  const cipher = createDecipheriv(gcmOf(secret), secret, bytesOf(iv), { authTagLength: tagLength / 8 });
  cipher.setAuthTag(data.subarray(end));
  if (additionalData !== undefined) cipher.setAAD(bytesOf(additionalData));
  return worked(cipher, data.subarray(0, end));
}

/** The hash of a signature by the name that Node has for it; Ed25519 has its own, and ECDSA that of the call. */
function signatureHash({ name, hash }: Parameters, { given }: NodeKey): string | null {
  if (name === 'Ed25519') return null;
  return nodeHash(name === 'ECDSA' ? hash : given.hash);
}

const signer = ({ name, saltLength = 0 }: Parameters, key: KeyObject) => ({
  key,
  dsaEncoding: 'ieee-p1363' as const,
  ...(name === 'RSA-PSS' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } : {}),
});

const signed = (given: Parameters, key: NodeKey, data: Buffer): Buffer =>
  given.name === 'HMAC'
    ? createHmac(nodeHash(key.given.hash), key.secret).update(data).digest()
    : sign(signatureHash(given, key), data, signer(given, key.half));

function isSignature(given: Parameters, key: NodeKey, signature: Buffer, data: Buffer): boolean {
  if (given.name === 'HMAC') return signed(given, key, data).equals(signature);
  const { publicKey } = key.material;
  if (publicKey === undefined) throw new Error('there is no public key');
  // Node takes one without its first zero.
  const { modulusLength = signature.length * 8 } = publicKey.asymmetricKeyDetails ?? {};
  return (
    signature.length * 8 === modulusLength &&
    verify(signatureHash(given, key), data, signer(given, publicKey), signature)
  );
}

/** So many bytes of what a key gives. */
function derived(given: Parameters, key: NodeKey, bytes: number): Buffer {
  const { name, hash, salt, info, iterations = 1 } = given;
  if (name === 'PBKDF2') return pbkdf2Sync(key.secret, bytesOf(salt), iterations, bytes, nodeHash(hash));
  if (name === 'HKDF') return Buffer.from(hkdfSync(nodeHash(hash), key.secret, bytesOf(salt), bytesOf(info), bytes));
  return diffieHellman({ privateKey: key.half, publicKey: keyOf(given.public).half }).subarray(0, bytes);
}

/** Bits of a key whose length is not given: of HMAC the block of the hash, RFC 2104. */
const derivedLength = ({ length, hash }: Algorithm): number =>
  length ?? (hash === 'SHA-384' || hash === 'SHA-512' ? 1024 : 512);

/** Bits that a new secret key may have. */
function newLengths({ name, hash, length }: Algorithm): readonly number[] {
  if (length !== undefined) return [length];
  return name === 'HMAC' ? [digestOf(hash, Buffer.of()).length * 8] : [128, 192, 256];
}

/** Usages of the private half of a pair. */
const PRIVATE = ['sign', 'decrypt', 'unwrapKey', 'deriveBits', 'deriveKey'];

const CURVES: { readonly [name: string]: string } = {
  'P-256': 'prime256v1',
  'P-384': 'secp384r1',
  'P-521': 'secp521r1',
};

/** That a new key is one of its algorithm. */
function demandNew(algorithm: Algorithm, { secret, privateKey }: Material): void {
  if (secret !== undefined) {
    demand(newLengths(algorithm).includes(secret.length * 8), `the key has ${secret.length * 8} bits`);
    demand(secret.length < 4 || new Set(secret).size > 1, 'all bytes of the key are the same');
    return;
  }
  const { name, namedCurve, modulusLength } = algorithm;
  const type = name.startsWith('RSA') ? 'rsa' : namedCurve === undefined ? name.toLowerCase() : 'ec';
  demand(privateKey?.asymmetricKeyType === type, `the key is one of ${privateKey?.asymmetricKeyType}`);
  const details = privateKey.asymmetricKeyDetails;
  const curve = namedCurve === undefined ? undefined : CURVES[namedCurve];
  demand(details?.namedCurve === curve, `the key is on the curve ${details?.namedCurve}`);
  demand(details?.modulusLength === modulusLength, `the modulus has ${details?.modulusLength} bits`);
}

export const OPERATIONS = [
  ...['importKey', 'exportKey', 'generateKey', 'encrypt', 'decrypt', 'wrapKey', 'unwrapKey'],
  ...['sign', 'verify', 'digest', 'deriveBits', 'deriveKey'],
];

export class NodeSubtle {
  /** What is wrong with what the target gave, after a call. */
  complaint: string | undefined;
  /** Results that chance is a part of, none of which comes twice. */
  readonly #seen = new Set<string>();
  readonly #privateHalves: NodeKey[] = [];

  /** The result of a call; `observed` is what the target gave. */
  call(member: string, args: readonly unknown[], observed: unknown): unknown {
    this.complaint = undefined;
    const [first, second, third, fourth, fifth, sixth, seventh] = args;
    const given = parametersOf(first);
    switch (member) {
      case 'importKey':
        return this.#imported(String(first), second, parametersOf(third), fourth, fifth);
      case 'generateKey':
        return this.#generated(given, second, third);
      case 'exportKey':
        return this.#exported(first, keyOf(second), observed);
      case 'encrypt':
        return this.#encrypted(given, keyOf(second), bytesOf(third), observed);
      case 'decrypt':
        return bufferOf(decrypted(given, keyOf(second), bytesOf(third)));
      case 'wrapKey':
        return this.#wrapped(formatOf(first), keyOf(second), keyOf(third), parametersOf(fourth), observed);
      case 'unwrapKey': {
        const data = decrypted(parametersOf(fourth), keyOf(third), bytesOf(second));
        const key = first === 'jwk' ? JSON.parse(data.toString()) : data;
        return this.#imported(String(first), key, parametersOf(fifth), sixth, seventh);
      }
      case 'sign':
        return this.#signed(given, keyOf(second), bytesOf(third), observed);
      case 'verify':
        return isSignature(given, keyOf(second), bytesOf(third), bytesOf(fourth));
      case 'digest':
        return bufferOf(digestOf(given.name, bytesOf(second)));
      case 'deriveBits':
        return this.#derived(given, keyOf(second), Number(third), observed);
      case 'deriveKey': {
        const made = parametersOf(third);
        const bits = derived(given, keyOf(second), derivedLength(made) / 8);
        return this.#imported('raw', bits, made, fourth, fifth);
      }
      default:
        throw new Error(`there is no operation ${member}`);
    }
  }

  /** What the target gave, where `check` finds nothing wrong with it; else a result of Node. */
  #accepted(observed: unknown, check: (observed: Buffer) => void, own: () => unknown): unknown {
    if (!(observed instanceof ArrayBuffer)) return own();
    try {
      check(Buffer.from(observed));
      return observed;
    } catch (error) {
      this.complaint = error instanceof Error ? error.message : String(error);
      return own();
    }
  }

  #demandUnseen(bytes: Uint8Array): void {
    const text = Buffer.from(bytes).toString('hex');
    demand(bytes.length < 4 || !this.#seen.has(text), 'the same came before');
    this.#seen.add(text);
  }

  #imported(format: string, data: unknown, given: Algorithm, extractable: unknown, usages: unknown): NodeKey {
    const material = read(format, format === 'jwk' ? Object(data) : bytesOf(data), given);
    const type = material.secret !== undefined ? 'secret' : material.privateKey !== undefined ? 'private' : 'public';
    const key = new NodeKey(type, given, extractable === true, listOf(usages), material);
    if (type === 'private') this.#privateHalves.push(key);
    return key;
  }

  #generated(given: Algorithm, extractable: unknown, usages: unknown): unknown {
    const material: Material = {};
    const may = extractable === true;
    const all = listOf(usages);
    if (ktyOf(given) === 'oct') return new NodeKey('secret', given, may, all, material);
    const own = all.filter((one) => PRIVATE.includes(one));
    const privateKey = new NodeKey('private', given, may, own, material);
    this.#privateHalves.push(privateKey);
    // What the public half of an agreement is for is left open.
    const others = own.includes('deriveBits') ? undefined : all.filter((one) => !PRIVATE.includes(one));
    return { privateKey, publicKey: new NodeKey('public', given, true, others, material) };
  }

  #exported(given: unknown, key: NodeKey, observed: unknown): unknown {
    const format = formatOf(given);
    try {
      if (!key.isKnown) this.#learn(format, key, observed);
      demandWritten(format, key, observed);
      return observed;
    } catch (error) {
      this.complaint = error instanceof Error ? error.message : String(error);
      return undefined;
    }
  }

  /** A new key is what it is exported as. */
  #learn(format: Format, key: NodeKey, observed: unknown): void {
    const material = read(format, bytesOf(observed), key.given);
    demandNew(key.given, material);
    this.#demandUnseen(bytesOf(observed));
    Object.assign(key.material, material);
  }

  #encrypted(given: Parameters, key: NodeKey, data: Buffer, observed: unknown): unknown {
    if (given.name !== 'RSA-OAEP') return bufferOf(encrypted(given, key, data));
    const check = (bytes: Buffer): void => {
      demand(decrypted(given, this.#privateHalfOf(key), bytes).equals(data), 'Node decrypts other data');
      this.#demandUnseen(bytes);
    };
    return this.#accepted(observed, check, () => bufferOf(encrypted(given, key, data)));
  }

  #privateHalfOf(key: NodeKey): NodeKey {
    const found = this.#privateHalves.find(({ material }) => material.publicKey?.equals(key.half));
    if (found === undefined) throw new Error('there is no private key');
    return found;
  }

  #wrapped(format: Format, key: NodeKey, by: NodeKey, given: Parameters, observed: unknown): unknown {
    const opening = given.name === 'RSA-OAEP' ? this.#privateHalfOf(by) : by;
    const check = (bytes: Buffer): void => {
      const data = decrypted(given, opening, bytes);
      demandWritten(format, key, format === 'jwk' ? JSON.parse(data.toString()) : bufferOf(data));
    };
    const own = (): unknown => {
      const data = written(format, key.type === 'secret' ? key.secret : key.half);
      const alg = algOf(key.given, key.material.secret?.length);
      const jwk = { ...data, ...(alg === undefined ? {} : { alg }), ext: key.extractable, key_ops: key.usages };
      return bufferOf(encrypted(given, by, Buffer.isBuffer(data) ? data : Buffer.from(JSON.stringify(jwk))));
    };
    return this.#accepted(observed, check, own);
  }

  #signed(given: Parameters, key: NodeKey, data: Buffer, observed: unknown): unknown {
    const isByChance = given.name === 'ECDSA' || (given.name === 'RSA-PSS' && given.saltLength !== 0);
    if (!isByChance) return bufferOf(signed(given, key, data));
    const check = (bytes: Buffer): void => {
      demand(isSignature(given, key, bytes, data), 'the signature is none for Node');
      this.#demandUnseen(bytes);
    };
    return this.#accepted(observed, check, () => bufferOf(signed(given, key, data)));
  }

  /** The bits of a byte that is not whole are not judged, and may be left out. */
  #derived(given: Parameters, key: NodeKey, bits: number, observed: unknown): unknown {
    if (bits % 8 === 0) return bufferOf(derived(given, key, bits / 8));
    const whole = Math.floor(bits / 8);
    const check = (bytes: Buffer): void => {
      demand([whole, whole + 1].includes(bytes.length), `${bits} bits are ${bytes.length} bytes`);
      const isSame = whole === 0 || bytes.subarray(0, whole).equals(derived(given, key, whole));
      demand(isSame, `${bits} bits are not those of Node`);
    };
    return this.#accepted(observed, check, () => bufferOf(derived(given, key, whole)));
  }
}

function formatOf(format: unknown): Format {
  if (format === 'raw' || format === 'pkcs8' || format === 'spki' || format === 'jwk') return format;
  throw new Error(`there is no format ${format}`);
}
