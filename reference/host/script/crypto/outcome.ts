/** 3/errors/crypto-subtle-decrypt: what a script is told of an operation that fails. */
import type { PortOutcome } from '../../../port/outcome.js';

/** What is asked for cannot be done, in words for the script. They tell nothing of what a key is made of. */
export class CryptoError extends Error {}

/** How work went. Reasons of OpenSSL stay here. */
export function cryptoOutcome<T>(what: string, work: () => T): PortOutcome<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    return { ok: false, name: 'TypeError', message: error instanceof CryptoError ? error.message : `${what} failed` };
  }
}
