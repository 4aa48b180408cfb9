/** Builds the requests of laws. */
import type { Account, ApiRequest } from '../../language/endpoint.js';
import { VERSION } from './options.js';
import type { TransportRequest } from './transport.js';

/** The value of an Authorization field, RFC 7617. See 1/authentication/rule-1. */
const basicCredentials = ({ clientId, apiKey }: Account): string =>
  `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}`;

const NAMES = {
  usual: (name: string) => name,
  'lower-case': (name: string) => name.toLowerCase(),
  'upper-case': (name: string) => name.toUpperCase(),
} as const;

/** Only parts that the law leaves out are added. */
export function sendingOf(request: ApiRequest, account: Account, basePath: string): TransportRequest {
  const { method, path, version = VERSION, authorization, headers = {}, json, body, pace, names, elsewhere } = request;
  const nameOf = NAMES[names ?? 'usual'];
  const value = authorization === undefined ? basicCredentials(account) : authorization?.(account);
  const type = json === undefined ? body?.type : 'application/json';
  const added = elsewhere === undefined ? { query: '', headers: [] } : PLACES[elsewhere](account);
  const query = added.query === '' ? '' : `${path.includes('?') ? '&' : '?'}${added.query}`;
  const typed = type !== undefined && !Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    method,
    path: `${basePath}${version}${path}${query}`,
    headers: [
      ...(value === undefined ? [] : [nameOf('Authorization'), value]),
      ...(typed ? [nameOf('Content-Type'), type] : []),
      ...[...Object.entries(headers), ...added.headers].flatMap(([name, value]) => [nameOf(name), value]),
    ],
    body: json === undefined ? body?.text : JSON.stringify(json),
    held: request.connection === 'before-new-key',
    pace,
  };
}

/** Whether a request has the credentials of the account, whatever the case of the scheme and the white space. */
export function isOfAccount({ headers }: TransportRequest, account: Account): boolean {
  const at = headers.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === 'authorization');
  const [scheme = '', ...rest] = at < 0 ? [] : (headers[at + 1]?.trim().split(/\s+/) ?? []);
  return `${scheme.toLowerCase()} ${rest.join(' ')}` === basicCredentials(account).replace('Basic', 'basic');
}

/** Names that services use for a key, and for an account. */
const KEYS = ['api_key', 'apikey', 'apiKey', 'api-key', 'key', 'token', 'access_token', 'auth_token', 'password'];
const ACCOUNTS = ['client_id', 'clientid', 'clientId', 'client-id', 'username', 'user'];
const KEY_FIELDS = ['X-Api-Key', 'Api-Key', 'X-Api-Token', 'X-Auth-Token', 'X-Auth-Key', 'X-Access-Token'];
const ACCOUNT_FIELDS = ['X-Client-Id', 'Client-Id', 'X-Auth-User', 'X-User'];
const WHOLE_FIELDS = ['X-Authorization', 'Proxy-Authorization', 'X-Forwarded-Authorization'];

interface Additions {
  readonly query: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/**
 * Places besides the Authorization field where services may look for credentials; see 1/authentication/rule-1. One request has all of them,
 * and so shows whether any is used.
 */
const PLACES: { readonly [place in NonNullable<ApiRequest['elsewhere']>]: (account: Account) => Additions } = {
  fields: (account) => ({
    query: '',
    headers: [
      ...KEY_FIELDS.map((name) => [name, inLine(account.apiKey)] as const),
      ...ACCOUNT_FIELDS.map((name) => [name, inLine(account.clientId)] as const),
      ...WHOLE_FIELDS.map((name) => [name, basicCredentials(account)] as const),
    ],
  }),
  query: (account) => ({ query: pairsOf(account).join('&'), headers: [] }),
  cookies: (account) => ({ query: '', headers: [['Cookie', [...pairsOf(account), 'session=1'].join('; ')]] }),
};

/** The possible content of a field's line. */
const inLine = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

const pairsOf = ({ clientId, apiKey }: Account): string[] => [
  ...KEYS.map((name) => `${name}=${encodeURIComponent(apiKey)}`),
  ...ACCOUNTS.map((name) => `${name}=${encodeURIComponent(clientId)}`),
];
