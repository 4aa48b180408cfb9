import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { utf8Of } from '../support/json.js';
import { HttpRefusal } from './http.js';
import type { State } from './state.js';
import type { StoredAccount } from './state-file.js';

/** The credentials of a client. */
export interface Credentials {
  readonly clientId: string;
  readonly apiKey: string;
}

const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="server management", charset="UTF-8"' } as const;

/** Throws `HttpRefusal` unless the request has the account's credentials exactly once. 1/authentication/rule-1 */
export function authenticate(state: State, authorization: readonly string[]): void {
  const [field, ...others] = authorization;
  const credentials = field === undefined || others.length > 0 ? undefined : readBasic(field);
  if (credentials !== undefined && state.account !== undefined && isAccount(credentials, state.account)) return;
  throw new HttpRefusal(401, 'the Client ID and the API key must be sent by HTTP Basic', { headers: CHALLENGE });
}

const TOKEN68 = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

/**
 * RFC 7617, section 2: reads credentials from the value of an `Authorization` field. `undefined` for another scheme, for invalid base64 or
 * UTF-8, and for credentials without a colon or with control characters.
 */
function readBasic(value: string): Credentials | undefined {
  const encoded = TOKEN68.exec(value)?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.toString('base64') !== encoded) return undefined;
  const text = utf8Of(bytes);
  const colon = text?.indexOf(':') ?? -1;
  if (text === undefined || colon < 0) return undefined;
  const credentials = { clientId: text.slice(0, colon), apiKey: text.slice(colon + 1) };
  return areSendable(credentials) ? credentials : undefined;
}

/** Whether Basic can carry the credentials: no colon in the user-id, no control characters (RFC 7617, section 2). */
export function areSendable({ clientId, apiKey }: Credentials): boolean {
  return !clientId.includes(':') && !/\p{Cc}/u.test(clientId + apiKey);
}

/** Takes the same time wherever the two differ: digests of both parts are compared in full. */
function isAccount({ clientId, apiKey }: Credentials, account: StoredAccount): boolean {
  const sameId = timingSafeEqual(sha256(clientId), sha256(account.clientId));
  const sameKey = timingSafeEqual(Buffer.from(digestOf(apiKey), 'hex'), Buffer.from(account.apiKeyDigest, 'hex'));
  return sameId && sameKey;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** SHA-256 in hexadecimal digits. The server keeps nothing else of a key. */
export const digestOf = (key: string): string => sha256(key).toString('hex');

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Id of a server, an app or an action: 16 letters and digits, 95 random bits. */
export function newId(): string {
  return Array.from({ length: 16 }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
}

/** 1/resources-and-their-fields/account-credentials: a prefix, then an opaque part. */
export const newClientId = (): string => `cid_${newId()}`;

/** The key of an account or of a server: 43 characters of base64url, 256 random bits. */
export const newKey = (): string => randomBytes(32).toString('base64url');
