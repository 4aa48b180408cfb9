/** Places besides the Authorization field where services are known to look for credentials; see 1/authentication/rule-1. */
import type { Account, ApiRequest } from '../../language/endpoint.js';
import { basicCredentials } from './account.js';

/** Names by which services are known to call a key, and an account. */
const KEYS = ['api_key', 'apikey', 'apiKey', 'api-key', 'key', 'token', 'access_token', 'auth_token', 'password'];
const ACCOUNTS = ['client_id', 'clientid', 'clientId', 'client-id', 'username', 'user'];
const KEY_FIELDS = ['X-Api-Key', 'Api-Key', 'X-Api-Token', 'X-Auth-Token', 'X-Auth-Key', 'X-Access-Token'];
const ACCOUNT_FIELDS = ['X-Client-Id', 'Client-Id', 'X-Auth-User', 'X-User'];
const WHOLE_FIELDS = ['X-Authorization', 'Proxy-Authorization', 'X-Forwarded-Authorization'];

/** What is added to a request. */
export interface Additions {
  readonly query: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

const NOTHING: Additions = { query: '', headers: [] };

/** All at once: one request tells whether any is looked at. */
const PLACES = {
  fields: ({ clientId, apiKey }) => ({
    ...NOTHING,
    headers: [
      ...KEY_FIELDS.map((name) => [name, inLine(apiKey)] as const),
      ...ACCOUNT_FIELDS.map((name) => [name, inLine(clientId)] as const),
      ...WHOLE_FIELDS.map((name) => [name, basicCredentials(clientId, apiKey)] as const),
    ],
  }),
  query: (account) => ({ ...NOTHING, query: pairsOf(account).join('&') }),
  cookies: (account) => ({ ...NOTHING, headers: [['Cookie', [...pairsOf(account), 'session=1'].join('; ')]] }),
} as const satisfies {
  readonly [place in NonNullable<ApiRequest['elsewhere']>]: (account: Account) => Additions;
};

export const addedBy = ({ elsewhere }: ApiRequest, account: Account): Additions =>
  elsewhere === undefined ? NOTHING : PLACES[elsewhere](account);

/** What the line of a field can hold. */
const inLine = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

const pairsOf = ({ clientId, apiKey }: Account): string[] => [
  ...KEYS.map((name) => `${name}=${encodeURIComponent(apiKey)}`),
  ...ACCOUNTS.map((name) => `${name}=${encodeURIComponent(clientId)}`),
];
