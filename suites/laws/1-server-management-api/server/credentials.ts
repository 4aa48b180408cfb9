/** Credentials that are not the account's, see 1/authentication. */
import type { Account, ApiRequest } from '../../../language/endpoint.js';

/** The value of an Authorization header; `null` means none. */
export type Authorization = NonNullable<ApiRequest['authorization']> | null;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Credentials in the form of RFC 7617. */
export const basic = (clientId: string, apiKey: string): string => `Basic ${base64(`${clientId}:${apiKey}`)}`;

/** The account's, with bytes before and after that are not characters, or none of its own. */
const among =
  (before: readonly number[], behind: readonly number[]) =>
  ({ clientId, apiKey }: Account): string =>
    `Basic ${Buffer.from([...before, ...Buffer.from(`${clientId}:${apiKey}`), ...behind]).toString('base64')}`;

/** The account's, with another key. A change without effect, such as of the case of digits, extends the key instead. */
export const withKey =
  (change: (apiKey: string) => string) =>
  ({ clientId, apiKey }: Account): string => {
    const changed = change(apiKey);
    return basic(clientId, changed === apiKey ? `${apiKey}x` : changed);
  };

/** The account's, with another Client ID. */
export const withClientId =
  (change: (clientId: string) => string) =>
  ({ clientId, apiKey }: Account): string =>
    basic(change(clientId), apiKey);

/** The characters that a header line can contain. */
const ascii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

export const otherCase = (text: string): string =>
  [...text].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('');

/** A text of the same length that differs at every character. */
const otherOf = (text: string): string => text.replace(/./gsu, (c) => (c === 'x' ? 'y' : 'x'));

/** In the form that URLs allow. */
const percentEncoded = (text: string): string => Buffer.from(text).toString('hex').replace(/../g, '%$&');

/** By the names in requirements. */
export const WRONG = {
  'no-credentials': null,
  'other-key': withKey((key) => 'x'.repeat(key.length)),
  'key-cut-by-one': withKey((key) => key.slice(0, -1)),
  'key-and-one-more': withKey((key) => `${key}x`),
  'key-and-newline': withKey((key) => `${key}\n`),
  'key-and-nul': withKey((key) => `${key}\0`),
  'key-and-colon': withKey((key) => `${key}:`),
  'space-and-key': withKey((key) => ` ${key}`),
  'key-and-space': withKey((key) => `${key} `),
  'key-and-stray-byte': among([], [0xff]),
  'key-and-cut-character': among([], [0xe2, 0x82]),
  'key-percent-encoded': withKey(percentEncoded),
  'key-in-other-case': withKey(otherCase),
  'empty-key': withKey(() => ''),
  'other-client-id': withClientId((id) => otherOf(id)),
  'space-and-client-id': withClientId((id) => ` ${id}`),
  'stray-byte-and-client-id': among([0x80], []),
  'mark-and-client-id': withClientId((id) => `\ufeff${id}`),
  'client-id-and-space': withClientId((id) => `${id} `),
  'client-id-and-one-more': withClientId((id) => `${id}x`),
  'client-id-cut-by-one': withClientId((id) => id.slice(0, -1)),
  'client-id-in-other-case': withClientId((id) => (otherCase(id) === id ? `${id}x` : otherCase(id))),
  'empty-client-id': withClientId(() => ''),
  swapped: ({ clientId, apiKey }) => basic(apiKey, clientId),
  'key-as-both': ({ apiKey }) => basic(apiKey, apiKey),
  'client-id-as-both': ({ clientId }) => basic(clientId, clientId),
  'two-colons': ({ clientId, apiKey }) => basic(`${clientId}:`, apiKey),
  'other-part-between': ({ clientId, apiKey }) => basic(`${clientId}:x`, apiKey),
  'no-colon': ({ clientId, apiKey }) => `Basic ${base64(clientId + apiKey)}`,
  'key-alone-in-base64': ({ apiKey }) => `Basic ${base64(apiKey)}`,
  'not-in-base64': ({ clientId, apiKey }) => `Basic ${ascii(`${clientId}:${apiKey}`)}`,
  'no-base64': () => 'Basic ***',
  'scheme-alone': () => 'Basic',
  'no-scheme': ({ clientId, apiKey }) => base64(`${clientId}:${apiKey}`),
  'bearer-with-key': ({ apiKey }) => `Bearer ${ascii(apiKey)}`,
  'key-alone': ({ apiKey }) => ascii(apiKey),
  'token-with-key': ({ apiKey }) => `Token ${ascii(apiKey)}`,
  'api-key-with-key': ({ apiKey }) => `ApiKey ${ascii(apiKey)}`,
  'empty-both': () => basic('', ''),
  'bearer-with-both': ({ clientId, apiKey }) => `Bearer ${base64(`${clientId}:${apiKey}`)}`,
  'letter-and-scheme': ({ clientId, apiKey }) => `X${basic(clientId, apiKey)}`,
  'scheme-and-letter': ({ clientId, apiKey }) => `BasicX ${base64(`${clientId}:${apiKey}`)}`,
  'both-and-word': ({ clientId, apiKey }) => `${basic(clientId, apiKey)} x`,
  'replaced-key': ({ clientId, revokedApiKey = '' }) => basic(clientId, revokedApiKey),
} as const satisfies { readonly [name: string]: Authorization };

export type WrongName = keyof typeof WRONG;
