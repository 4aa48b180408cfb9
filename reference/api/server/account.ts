import { HttpRefusal } from './answer.js';
import { type Credentials, isAccount, readBasic } from './basic.js';
import { digestOf, newClientId, newKey } from './identifiers.js';
import type { State } from './state.js';

/** Makes the account, with a first key that is passed to `keep` before anything is stored. 1/authentication/rule-2 */
export async function newAccount(
  state: State,
  keep: (credentials: Credentials) => Promise<void>,
): Promise<Credentials> {
  const credentials = { clientId: newClientId(), apiKey: newKey() };
  await keep(credentials);
  await storeAccount(state, credentials);
  return credentials;
}

/** Stores the digest of the key, in place of the one before. */
export function storeAccount(state: State, { clientId, apiKey }: Credentials): Promise<void> {
  return state.add({ kind: 'account', clientId, apiKeyDigest: digestOf(apiKey) });
}

/** 1/authentication/rule-3, 1/resources-and-their-fields/rule-3: when this resolves, the previous key is no longer valid. */
export async function newApiKey(state: State): Promise<Credentials> {
  const { account } = state;
  if (account === undefined) throw new HttpRefusal(503, 'the server is starting');
  const credentials = { clientId: account.clientId, apiKey: newKey() };
  await storeAccount(state, credentials);
  return credentials;
}

const CHALLENGE = { 'WWW-Authenticate': 'Basic realm="server management", charset="UTF-8"' } as const;

/** Throws `Refusal` for any but the account's credentials, given once. 1/authentication/rule-1 */
export function authenticate(state: State, authorization: readonly string[]): void {
  const [field, ...others] = authorization;
  const credentials = field === undefined || others.length > 0 ? undefined : readBasic(field);
  if (credentials !== undefined && state.account !== undefined && isAccount(credentials, state.account)) return;
  throw new HttpRefusal(401, 'the Client ID and the API key must be sent by HTTP Basic', { headers: CHALLENGE });
}
