import type { DigestPort, HashPort, HashStatePort } from '../../../port/hash.js';
import { byteString } from '../../support/byte-strings.js';
import { allocate, isTypedArray, memoryOf } from '../../support/bytes.js';
import { isAmong, OwnError, OwnTypeError } from '../../support/intrinsics.js';
import { defineMethods, defineTag, hideConstructor } from '../../support/members.js';
import { resultOf } from '../../support/outcome.js';
import { isSince, members } from '../../support/versions.js';
import { type BufferObject, toBuffer } from '../buffer/buffer.js';
import { encodingNamed } from '../buffer/encodings.js';
import { unsuitable } from '../buffer/from.js';

/** 3/crypto-module/hash-digest, 3/crypto-module/hmac-digest */
const digestEncodings = ['hex', 'base64', 'base64url'];

/** 3/crypto-module/crypto-create-hash, 3/versioning/0-9-7: the only algorithms before 0.9.7 */
const firstAlgorithms = ['md5', 'sha1', 'sha256'];

/** The object behind `import … from 'crypto'`. */
export function createCryptoModule(port: HashPort): object {
  const module = {};
  defineMethods(module, {
    /** 3/crypto-module/crypto-create-hash. Throws TypeError for an unknown algorithm. */
    createHash(algorithm: unknown): Hash {
      return new Hash(resultOf(port.createHash(algorithmNamed(algorithm))));
    },

    /** 3/crypto-module/crypto-create-hmac. Throws TypeError for an unknown algorithm or an unsuitable key. */
    createHmac(algorithm: unknown, key: unknown): Hmac {
      const name = algorithmNamed(algorithm);
      return new Hmac(resultOf(port.createHmac(name, bytesOf('key', key, undefined))));
    },
  });
  return module;
}

/** A hash computation; `digest` ends it. */
class DigestWork<P extends DigestPort> {
  #port: P | undefined;

  constructor(port: P) {
    this.#port = port;
  }

  get port(): P {
    if (this.#port === undefined) throw new OwnError('the digest was already called');
    return this.#port;
  }

  update(data: unknown, encoding: unknown): void {
    this.port.update(bytesOf('data', data, encoding));
  }

  digest(encoding: unknown): string | BufferObject {
    const textOf = digestText(encoding);
    const bytes = this.port.digest(allocate);
    this.#port = undefined;
    if (textOf !== undefined) return textOf(bytes);
    return isSince('0.4.4') ? toBuffer(bytes) : byteString(bytes);
  }
}

class Hash {
  readonly #work: DigestWork<HashStatePort>;

  constructor(port: HashStatePort) {
    this.#work = new DigestWork(port);
  }

  /** 3/crypto-module/hash-update */
  update(data: unknown, encoding?: unknown): this {
    this.#work.update(data, encoding);
    return this;
  }

  /** 3/crypto-module/hash-digest */
  digest(encoding?: unknown): string | BufferObject {
    return this.#work.digest(encoding);
  }

  /** 3/crypto-module/hash-copy */
  copy(): Hash {
    return new Hash(this.#work.port.copy());
  }
}

class Hmac {
  readonly #work: DigestWork<DigestPort>;

  constructor(port: DigestPort) {
    this.#work = new DigestWork(port);
  }

  /** 3/crypto-module/hmac-update */
  update(data: unknown, encoding?: unknown): this {
    this.#work.update(data, encoding);
    return this;
  }

  /** 3/crypto-module/hmac-digest */
  digest(encoding?: unknown): string | BufferObject {
    return this.#work.digest(encoding);
  }
}

members(Hash.prototype, { copy: '0.7.12' });
for (const [name, { prototype }] of Object.entries({ Hash, Hmac })) {
  defineTag(prototype, name);
  hideConstructor(prototype);
}

/** Accepts any string; the host may still reject the name. */
function algorithmNamed(name: unknown): string {
  if (typeof name !== 'string') throw new OwnTypeError('algorithm must be a string');
  if (isSince('0.9.7') || isAmong(firstAlgorithms, name)) return name;
  throw new OwnTypeError(`not supported algorithm: "${name}"`);
}

function bytesOf(name: string, data: unknown, encoding: unknown): Uint8Array {
  if (typeof data === 'string') return encodingNamed(encoding).bytesOf(data);
  if (isTypedArray(data)) return memoryOf(data);
  throw unsuitable(name);
}

/** The encoder of the digest's text, or `undefined` if the digest is a Buffer. */
function digestText(encoding: unknown): ((bytes: Uint8Array) => string) | undefined {
  if (encoding === undefined) return undefined;
  if (typeof encoding !== 'string') throw new OwnTypeError('encoding must be a string');
  if (!isAmong(digestEncodings, encoding)) throw new OwnTypeError(`Unknown digest encoding: "${encoding}"`);
  return encodingNamed(encoding).textOf;
}
