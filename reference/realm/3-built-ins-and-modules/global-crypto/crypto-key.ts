import type { HostBytes, KeyHandle, KeyType } from '../../../port/crypto.js';
import { allocate } from '../../support/bytes.js';
import { listOf, OwnObject, OwnTypeError } from '../../support/intrinsics.js';
import { defineMethods, defineTag } from '../../support/members.js';
import { members } from '../../support/versions.js';
import type { KeyAlgorithm, Usage } from './algorithms.js';

/** What the realm keeps of a key. */
export interface KeyFacts {
  readonly handle: KeyHandle;
  readonly type: KeyType;
  readonly extractable: boolean;
  readonly usages: readonly Usage[];
  readonly algorithm: KeyAlgorithm;
  readonly hash: string | undefined;
  readonly namedCurve: string | undefined;
  readonly length: number | undefined;
  readonly publicExponent: HostBytes | undefined;
}

/** Makes the objects of keys, and finds the facts of an object. */
export interface CryptoKeys {
  readonly make: (facts: KeyFacts) => object;
  /** Throws TypeError for a value that is not a key. */
  readonly factsOf: (name: string, value: unknown) => KeyFacts;
}

/** The class is made with the first key, because most realms need none. */
export function createKeys(): CryptoKeys {
  class CryptoKey {
    readonly #facts: KeyFacts;

    constructor(facts: KeyFacts) {
      this.#facts = facts;
    }

    static factsOf(name: string, value: unknown): KeyFacts {
      if (typeof value === 'object' && value !== null && #facts in value) return value.#facts;
      throw new OwnTypeError(`"${name}" is not a CryptoKey object`);
    }

    /** 3/crypto-key/crypto-key-algorithm */
    get algorithm(): object {
      return described(this.#facts);
    }

    /** 3/crypto-key/crypto-key-extractable */
    get extractable(): boolean {
      return this.#facts.extractable;
    }

    /** 3/crypto-key/crypto-key-type */
    get type(): KeyType {
      return this.#facts.type;
    }

    /** 3/crypto-key/crypto-key-usages */
    get usages(): readonly Usage[] {
      return listOf(this.#facts.usages);
    }
  }
  const { prototype } = CryptoKey;
  members(prototype, { algorithm: '0.8.0', extractable: '0.8.0', type: '0.8.0', usages: '0.8.0' });
  defineTag(prototype, 'CryptoKey');
  defineMethods(prototype, { constructor: OwnObject });
  return { make: (facts) => new CryptoKey(facts), factsOf: CryptoKey.factsOf };
}

/** As on real hosts, HMAC has the name of its hash, and RSA an object with that name. */
function described({ algorithm, hash, namedCurve, length, publicExponent }: KeyFacts): object {
  const { name } = algorithm;
  switch (algorithm.parameters) {
    case 'length':
      return { name, length };
    case 'hash':
      return { name, hash };
    case 'modulus':
      return { name, modulusLength: length, publicExponent: publicExponent?.(allocate), hash: { name: hash } };
    case 'curve':
      return { name, namedCurve };
    case 'none':
      return { name };
  }
}
