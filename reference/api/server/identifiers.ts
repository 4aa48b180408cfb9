import { createHash, randomBytes, randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Id of a server, an app or an action: 16 letters and digits, 95 random bits. */
export function newId(): string {
  return Array.from({ length: 16 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** 1/resources-and-their-fields/account-credentials: a prefix, then an opaque part. */
export function newClientId(): string {
  return `cid_${newId()}`;
}

/** Of an account or of a server: 43 characters of base64url, 256 random bits. */
export function newKey(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 in hexadecimal digits: all that is kept of a key. */
export function digestOf(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}
