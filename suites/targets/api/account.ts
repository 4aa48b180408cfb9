/** The account of an endpoint under test. */
import { UsageError } from '../../../spec/reading/user-error.js';
import type { Account } from '../../language/endpoint.js';

/** The account that the environment sets. @throws UsageError */
export function accountIn(env: NodeJS.ProcessEnv): Account {
  const variable = (name: string): string => {
    const value = env[name] ?? '';
    if (value !== '') return value;
    throw new UsageError(`--target api:URL takes the account from the environment: ${name} is not set`);
  };
  const revokedApiKey = env.SRVSPEC_REVOKED_API_KEY ?? '';
  const account = {
    clientId: variable('SRVSPEC_CLIENT_ID'),
    apiKey: variable('SRVSPEC_API_KEY'),
    ...(revokedApiKey === '' ? {} : { revokedApiKey }),
  };
  checkAccount(account);
  return account;
}

/** A shorter secret occurs in other texts by chance, so it cannot be redacted. */
export const SHORTEST_SECRET = 4;

/** RFC 7617, section 2: neither part contains control characters. */
const CONTROL = /\p{Cc}/u;

/** @throws UsageError that shows no key */
export function checkAccount({ clientId, apiKey, revokedApiKey }: Account): void {
  // RFC 7617, section 2: the colon ends the user-id.
  if (clientId === '' || clientId.includes(':') || CONTROL.test(clientId))
    throw new UsageError('SRVSPEC_CLIENT_ID must not be empty, and must hold no colon and no control character');
  for (const [name, key] of Object.entries({ SRVSPEC_API_KEY: apiKey, SRVSPEC_REVOKED_API_KEY: revokedApiKey })) {
    const fault = key === undefined ? undefined : faultOfKey(key);
    if (fault !== undefined) throw new UsageError(`${name} ${fault}`);
  }
  if (revokedApiKey === apiKey) throw new UsageError('SRVSPEC_REVOKED_API_KEY is the same as SRVSPEC_API_KEY');
}

/** Why a text cannot be an API key; `undefined` if it can. */
export function faultOfKey(key: string): string | undefined {
  if (key.length < SHORTEST_SECRET)
    return `is too short: with fewer than ${SHORTEST_SECRET} characters it cannot be kept out of reports`;
  return CONTROL.test(key) ? 'holds a control character or a line end' : undefined;
}
