/** Requests of every kind, good and bad, by the names that requirements give them. */
import type { ApiRequest, Endpoint, Json } from '../../../language/endpoint.js';
import { actionRequest, listRequest } from './asking.js';
import { type Credentials, wrongCredentials } from './credentials.js';
import { givenAction } from './given.js';

const list = listRequest('servers');
const listAs = (authorization: Credentials): ApiRequest => ({ ...list, authorization });

/** Those that can change nothing. */
export const READING = {
  'list-servers': list,
  'list-apps': listRequest('apps'),
  'unknown-path': { method: 'GET', path: '/unknown' },
  'unknown-version': { ...list, version: '/v0' },
  'unknown-action': actionRequest('unknown'),
  query: { method: 'GET', path: '/servers?unknown=1' },
  'no-credentials': listAs(null),
  'other-client-id': listAs(wrongCredentials('client-id-and-one-more')),
  'empty-client-id': listAs(wrongCredentials('empty-client-id')),
  swapped: listAs(wrongCredentials('swapped')),
  'bearer-with-key': listAs(wrongCredentials('bearer-with-key')),
  'not-in-base64': listAs(wrongCredentials('not-in-base64')),
  'key-and-one-more': listAs(wrongCredentials('key-and-one-more')),
} as const satisfies { readonly [name: string]: ApiRequest };

export type ReadingName = keyof typeof READING;

const creating = (json: Json): ApiRequest => ({ method: 'POST', path: '/servers', json });
const sending = (text: string, type: string): ApiRequest => ({
  method: 'POST',
  path: '/servers',
  body: { type, text },
});

/** Those that create a record, or would if they were understood. */
export const WRITING = {
  'create-server': async (to) => creating({ name: to.named('asked') }),
  'create-app': async (to) => ({ method: 'POST', path: '/apps', json: { ...to.app('asked') } }),
  'get-action': async (to) => actionRequest((await givenAction(to, 'asked')).actionid),
  'broken-json': async () => sending('{"name":', 'application/json'),
  'no-object': async () => creating([]),
  'no-name': async () => creating({}),
  'wrong-type': async () => creating({ name: {} }),
  'other-media-type': async () => sending('name', 'text/plain'),
  'other-method': async () => ({ method: 'PATCH', path: '/servers', json: {} }),
} as const satisfies { readonly [name: string]: (to: Endpoint) => Promise<ApiRequest> };

export type WritingName = keyof typeof WRITING;
