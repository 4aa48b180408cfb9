import { BadOptions } from './errors.js';
import { Redactor } from './redactor.js';
import { Secret } from './secret.js';

/** Account credentials, as the header field that carries them. 1/authentication/rule-1 */
export interface CredentialsHeader {
  /** Value of the header field `Authorization`. */
  readonly authorization: Secret;
  /** Redacts the API key and the header's value. */
  readonly redactor: Redactor;
}

/** Basic credentials of RFC 7617, in UTF-8. Throws `BadOptions` on what cannot travel in them. */
export function readCredentials(clientId: unknown, apiKey: unknown): CredentialsHeader {
  if (typeof clientId !== 'string' || !isSendable(clientId)) {
    throw new BadOptions('the client ID must be a text that is not empty and has no control characters');
  }
  if (clientId.includes(':')) throw new BadOptions('the client ID must hold no colon, which would end it');
  const key = apiKey instanceof Secret ? apiKey : secretOf(apiKey);
  if (!isSendable(key.reveal())) {
    throw new BadOptions('the API key must be a text that is not empty and has no control characters');
  }
  const pair = new Secret(`${clientId}:${key.reveal()}`);
  const authorization = new Secret(`Basic ${Buffer.from(pair.reveal()).toString('base64')}`);
  return { authorization, redactor: new Redactor([key, pair]) };
}

function secretOf(apiKey: unknown): Secret {
  if (typeof apiKey !== 'string') throw new BadOptions('the API key must be a text or a Secret');
  return new Secret(apiKey);
}

/** Half a surrogate pair has no UTF-8. */
function isSendable(text: string): boolean {
  return text !== '' && !/[\p{Cc}\p{Cs}]/u.test(text);
}
