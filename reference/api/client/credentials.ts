import { BadArgument } from './errors.js';
import { Redactor, Secret } from './secret.js';

/** The credentials of a client. 1/authentication/rule-1 */
export interface ClientCredentials {
  /** Value of the header field `Authorization`. */
  readonly authorization: Secret;
  /** Redacts the API key and the credentials. */
  readonly redactor: Redactor;
}

/** Basic credentials of RFC 7617, in UTF-8. Throws `BadArgument`, which shows no key. */
export function readCredentials(clientId: unknown, apiKey: unknown): ClientCredentials {
  if (typeof clientId !== 'string' || !isSendable(clientId)) {
    throw new BadArgument('the client ID must be a non-empty text without control characters');
  }
  if (clientId.includes(':')) throw new BadArgument('the client ID must not contain a colon, which would end it');
  const key = apiKey instanceof Secret ? apiKey : new Secret(typeof apiKey === 'string' ? apiKey : '');
  if (!isSendable(key.reveal())) {
    throw new BadArgument('the API key must be a non-empty text without control characters');
  }
  const pair = new Secret(`${clientId}:${key.reveal()}`);
  const authorization = new Secret(`Basic ${Buffer.from(pair.reveal()).toString('base64')}`);
  return { authorization, redactor: new Redactor([key, pair]) };
}

/** A lone surrogate cannot be encoded as UTF-8. */
function isSendable(text: string): boolean {
  return text !== '' && !/[\p{Cc}\p{Cs}]/u.test(text);
}
