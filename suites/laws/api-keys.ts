/** The rules about API keys, see 1/resources-and-their-fields/rule-1. */
import fc from 'fast-check';
import type { Account, ApiRequest, Endpoint } from '../harness/endpoint.js';
import type { Expectation } from '../harness/law.js';
import { serverExample, serverProperty } from '../harness/talk.js';
import {
  actionRequest,
  basic,
  createApp,
  doors,
  type EndpointRow,
  factsOf,
  listRequest,
  onEndpoint,
} from './api-asking.js';
import { type Credentials, isRefused, refusal, wrongCredentials } from './api-credentials.js';
import { exactly, facts, record, refused, served } from './api-judging.js';

const replaced = ({ clientId, revokedApiKey = '' }: Account): string => basic(clientId, revokedApiKey);

export const refusesReplaced = onEndpoint<EndpointRow>({
  needs: ['revoked-key'],
  talk: (to, row) => refusal(to, row, replaced),
  expect: isRefused,
});

/** On the connection on which the replaced key was good before, where it is still open. */
export const takesTurns = serverExample({
  needs: ['revoked-key'],
  talk: async (to, _: object) => {
    const request = { ...listRequest('servers'), connection: 'before-new-key' } as const;
    const turn = async () => ({
      replaced: factsOf(await to.ask({ ...request, authorization: replaced })),
      newer: factsOf(await to.ask(request)),
    });
    return { first: await turn(), second: await turn(), third: await turn() };
  },
  expect: () => {
    const turn = record({ replaced: refused, newer: served });
    return facts('the newer key is accepted and the replaced one refused, three times each', {
      first: turn,
      second: turn,
      third: turn,
    });
  },
});

interface Mixture {
  readonly first: 'replaced' | 'newer';
  /** Characters that are the first key's. */
  readonly length: number;
}

/** Where both keys start alike, what comes out can be the newer key itself: it is then made longer. */
const mixed =
  ({ first, length }: Mixture) =>
  ({ clientId, apiKey, revokedApiKey = '' }: Account): string => {
    const [one, other] = first === 'newer' ? [apiKey, revokedApiKey] : [revokedApiKey, apiKey];
    const mixture = one.slice(0, length) + other.slice(length);
    return basic(clientId, mixture === apiKey ? mixture + mixture : mixture);
  };

export const refusesMixtures = serverProperty({
  needs: ['revoked-key'],
  inputs: (_: object): fc.Arbitrary<Mixture> =>
    fc.record({ first: fc.constantFrom('replaced', 'newer'), length: fc.integer({ min: 0, max: 45 }) }),
  talk: (to, mixture) =>
    refusal(to, { method: 'GET', path: '/servers', answer: 'list', resource: 'server' }, mixed(mixture)),
  expect: isRefused,
});

const list = listRequest('servers');
const listAs = (authorization: Credentials): ApiRequest => ({ ...list, authorization });

const READING = {
  'list-servers': list,
  'list-apps': listRequest('apps'),
  'unknown-path': { method: 'GET', path: '/unknown' },
  'unknown-version': { ...list, version: '/v0' },
  'unknown-action': actionRequest('unknown'),
  query: { method: 'GET', path: '/servers?unknown=1' },
  'other-client-id': listAs(wrongCredentials('client-id-and-one-more')),
  'empty-client-id': listAs(wrongCredentials('empty-client-id')),
  swapped: listAs(wrongCredentials('swapped')),
  'bearer-with-key': listAs(wrongCredentials('bearer-with-key')),
  'not-in-base64': listAs(wrongCredentials('not-in-base64')),
  'key-and-one-more': listAs(wrongCredentials('key-and-one-more')),
} as const satisfies { readonly [name: string]: ApiRequest };

const creating = (json: ApiRequest['json'] & object): ApiRequest => ({ method: 'POST', path: '/servers', json });
const sending = (text: string, type = 'application/json'): ApiRequest => ({
  method: 'POST',
  path: '/servers',
  body: { type, text },
});

const WRITING = {
  'create-server': async (to) => creating({ name: to.named('secret') }),
  'create-app': async (to) => ({ method: 'POST', path: '/apps', json: { ...to.app('secret') } }),
  'get-action': async (to) => actionRequest((await createApp(to, 'secret')).actionid),
  'broken-json': async () => sending('{"name":'),
  'no-object': async () => creating([]),
  'no-name': async () => creating({}),
  'wrong-type': async () => creating({ name: {} }),
  'other-media-type': async () => sending('name', 'text/plain'),
  'other-method': async () => ({ method: 'PATCH', path: '/servers', json: {} }),
} as const satisfies { readonly [name: string]: (to: Endpoint) => Promise<ApiRequest> };

const keyless = (): Expectation =>
  facts('an answer without the API key, from a service that knows the account', {
    echoes: exactly([]),
    account: served,
    stranger: refused,
  });

export const keepsKey = serverExample({
  talk: async (to, { name }: { readonly name: keyof typeof READING }) => {
    const { echoes } = await to.ask(READING[name]);
    return { echoes, ...(await doors(to)) };
  },
  expect: keyless,
});

export const keepsKeyWriting = serverExample({
  needs: ['write'],
  talk: async (to, { name }: { readonly name: keyof typeof WRITING }) => {
    const { echoes } = await to.ask(await WRITING[name](to));
    return { echoes, ...(await doors(to)) };
  },
  expect: keyless,
});
