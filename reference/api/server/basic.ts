import { createHash, timingSafeEqual } from 'node:crypto';
import { digestOf } from './identifiers.js';

/** What a client authenticates with. */
export interface Credentials {
  readonly clientId: string;
  readonly apiKey: string;
}

const TOKEN68 = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

/**
 * RFC 7617, section 2: credentials out of the value of an `Authorization` field. `undefined` for another scheme, for what is
 * not exactly the base64 of UTF-8, and for what holds no colon or holds control characters.
 */
export function readBasic(value: string): Credentials | undefined {
  const encoded = TOKEN68.exec(value)?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded) return undefined;
  const text = decoded(bytes);
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 0) return undefined;
  const credentials = { clientId: text.slice(0, colon), apiKey: text.slice(colon + 1) };
  return areSendable(credentials) ? credentials : undefined;
}

/** Whether Basic can carry the credentials: no colon in the user-id, no control characters (RFC 7617, section 2). */
export function areSendable({ clientId, apiKey }: Credentials): boolean {
  return !clientId.includes(':') && !/\p{Cc}/u.test(clientId + apiKey);
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What is kept of an account: no key, only its digest. */
export interface StoredAccount {
  readonly clientId: string;
  readonly apiKeyDigest: string;
}

/** Takes the same time wherever the two differ: digests of both parts are compared whole. 1/authentication/rule-1 */
export function isAccount({ clientId, apiKey }: Credentials, account: StoredAccount): boolean {
  const sameId = timingSafeEqual(sha256(clientId), sha256(account.clientId));
  const sameKey = timingSafeEqual(Buffer.from(digestOf(apiKey), 'hex'), Buffer.from(account.apiKeyDigest, 'hex'));
  return sameId && sameKey;
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
