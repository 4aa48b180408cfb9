/** 3/errors/crypto-subtle-decrypt: the errors of failed operations. */
import type { PortOutcome } from '../../../port/outcome.js';

/** An operation is impossible; the message is for the script and reveals nothing of the key. */
export class CryptoError extends Error {}

/** The outcome of an operation. OpenSSL's messages are not passed on. */
export function cryptoOutcome<T>(what: string, work: () => T): PortOutcome<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    return { ok: false, name: 'TypeError', message: error instanceof CryptoError ? error.message : `${what} failed` };
  }
}
