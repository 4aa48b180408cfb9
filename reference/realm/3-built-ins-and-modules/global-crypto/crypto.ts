import type { CryptoPort } from '../../../port/crypto.js';
import { allocate, byteLengthOf, copyInto, isTypedArray, memoryOf } from '../../support/bytes.js';
import { OwnTypeError } from '../../support/intrinsics.js';
import { defineMethods } from '../../support/members.js';
import { onRenewal } from '../../support/renewal.js';
import { members } from '../../support/versions.js';
import { createSubtle } from './subtle.js';

/** The highest number of bytes that one call fills. */
const mostRandom = 65536;

/** The global `crypto`. Rarely used parts are made when a script first reads them, and are not kept for the next owner of the realm. */
export function createCrypto(port: CryptoPort): object {
  let subtle: object | undefined;
  onRenewal(() => {
    subtle = undefined;
  });
  const crypto = {
    get subtle() {
      subtle ??= createSubtle(port);
      return subtle;
    },
  };
  defineMethods(crypto, {
    /** 3/global-crypto/crypto-get-random-values. Throws TypeError for a value that is not a typed array, or is too long. */
    getRandomValues(typedArray: unknown): unknown {
      if (!isTypedArray(typedArray)) throw new OwnTypeError('the argument is not a typed array');
      const length = byteLengthOf(typedArray);
      if (length > mostRandom) throw new OwnTypeError(`requested length exceeds ${mostRandom} bytes`);
      copyInto(memoryOf(typedArray), port.random(length, allocate));
      return typedArray;
    },

    /** 3/global-crypto/crypto-random-uuid */
    randomUUID(): string {
      return port.randomUuid();
    },
  });
  members(crypto, { randomUUID: '0.9.7' });
  return crypto;
}
