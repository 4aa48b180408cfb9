/** Credentials that are not the account's, and what becomes of requests that carry them, see 1/authentication. */

import type { Account, ApiAnswer, ApiRequest, Endpoint, Json } from '../../../language/endpoint.js';
import { type Expectation, record } from '../../../language/expectation.js';
import { basic, type EndpointRow, type Facts, factsOf, isObject, listRequest, textsIn } from './asking.js';
import { given, requestOf } from './given.js';
import { isSuccess, refused } from './judging.js';

/** What an Authorization field is made of; `null`: there is none. */
export type Credentials = NonNullable<ApiRequest['authorization']> | null;

/** The account's, with another key. A change that changes nothing, such as of the case of digits, is helped along. */
export const withKey =
  (change: (apiKey: string) => string) =>
  ({ clientId, apiKey }: Account): string => {
    const changed = change(apiKey);
    return basic(clientId, changed === apiKey ? `${apiKey}x` : changed);
  };

const withClientId =
  (change: (clientId: string) => string) =>
  ({ clientId, apiKey }: Account): string =>
    basic(change(clientId), apiKey);

/** What the line of a field can hold. */
const ascii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

const base64 = (text: string): string => Buffer.from(text).toString('base64');

export const otherCase = (text: string): string =>
  [...text].map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())).join('');

/** By the names that the tables of requirements give them. */
export const WRONG = {
  'no-credentials': null,
  'other-key': withKey((key) => 'x'.repeat(key.length)),
  'key-cut-by-one': withKey((key) => key.slice(0, -1)),
  'key-and-one-more': withKey((key) => `${key}x`),
  'key-and-newline': withKey((key) => `${key}\n`),
  'key-and-nul': withKey((key) => `${key}\0`),
  'key-and-colon': withKey((key) => `${key}:`),
  'space-and-key': withKey((key) => ` ${key}`),
  'key-in-other-case': withKey(otherCase),
  'empty-key': withKey(() => ''),
  'client-id-and-one-more': withClientId((id) => `${id}x`),
  'client-id-cut-by-one': withClientId((id) => id.slice(0, -1)),
  'empty-client-id': withClientId(() => ''),
  swapped: ({ clientId, apiKey }) => basic(apiKey, clientId),
  'key-as-both': ({ apiKey }) => basic(apiKey, apiKey),
  'client-id-as-both': ({ clientId }) => basic(clientId, clientId),
  'no-colon': ({ clientId, apiKey }) => `Basic ${base64(clientId + apiKey)}`,
  'key-alone-in-base64': ({ apiKey }) => `Basic ${base64(apiKey)}`,
  'not-in-base64': ({ clientId, apiKey }) => `Basic ${ascii(`${clientId}:${apiKey}`)}`,
  'no-base64': () => 'Basic ***',
  'scheme-alone': () => 'Basic',
  'no-scheme': ({ clientId, apiKey }) => base64(`${clientId}:${apiKey}`),
  'bearer-with-key': ({ apiKey }) => `Bearer ${ascii(apiKey)}`,
  'bearer-with-both': ({ clientId, apiKey }) => `Bearer ${base64(`${clientId}:${apiKey}`)}`,
} as const satisfies { readonly [name: string]: Credentials };

export type WrongName = keyof typeof WRONG;

export const wrongCredentials = (name: WrongName): Credentials => WRONG[name];

export interface Refusal {
  readonly stranger: Facts;
  /** Though it is a refusal, the stranger's answer is the account's, or holds a record of it. */
  readonly shown: boolean;
  /** The account has a record that only the stranger asked for. */
  readonly created: boolean;
}

/** Asks as a stranger, and then as the account, whether anything came of it. */
export async function refusal(to: Endpoint, row: EndpointRow, credentials: Credentials): Promise<Refusal> {
  return refusalOf(to, await requestOf(to, row), credentials);
}

/** The same of a request that is made already; that the account is served itself is judged by api-endpoints.answer. */
export async function refusalOf(to: Endpoint, request: ApiRequest, credentials: Credentials): Promise<Refusal> {
  const stranger = await to.ask({ ...request, authorization: credentials });
  return refusalSeen(request, stranger, await given(to, ownRequest(request)));
}

/** By what the account sees whether anything was created. */
export const ownRequest = (request: ApiRequest): ApiRequest =>
  request.json === undefined ? request : { method: 'GET', path: request.path };

/** The refusal of a request that was answered thus to a stranger, and its `ownRequest` thus to the account. */
export function refusalSeen(request: ApiRequest, stranger: ApiAnswer, account: ApiAnswer): Refusal {
  const asked = isObject(request.json) ? request.json.name : undefined;
  return {
    stranger: factsOf(stranger),
    shown: !isSuccess(factsOf(stranger)) && shows(stranger.json, account.json),
    created: typeof asked === 'string' && textsIn(account.json).includes(asked),
  };
}

/** Ruling api-authentication.refusal. */
export const onlyRefused: Expectation = record({ stranger: refused, shown: false, created: false });

export const isRefused = (): Expectation => onlyRefused;

export const refusalOfDrawn = (to: Endpoint, credentials: Credentials): Promise<Refusal> =>
  refusalOf(to, listRequest('servers'), credentials);

function shows(answered: Json | undefined, own: Json | undefined): boolean {
  if (answered === undefined || own === undefined) return false;
  const text = JSON.stringify(answered);
  return text === JSON.stringify(own) || recordsIn(own).some((one) => text.includes(JSON.stringify(one)));
}

/** Objects at any depth that say enough to be told from others. */
function recordsIn(json: Json): readonly Json[] {
  if (typeof json !== 'object' || json === null) return [];
  const inside = Object.values(json).flatMap(recordsIn);
  return isObject(json) && Object.keys(json).length > 1 ? [json, ...inside] : inside;
}
