/** From the texts of a command line and the environment to the options of an `api:URL` target. */
import { UsageError } from '../../../spec/reading/user-error.js';
import type { Account, AnswerPlace } from '../../language/endpoint.js';
import { checkAccount } from './account.js';
import { readBaseUrl } from './base-url.js';
import type { ApiOptions } from './endpoint-options.js';
import { isPlace, PLACES } from './places.js';
import { tokensOf } from './pointer.js';

/** Options as `parseArgs` gives them, without their dashes. */
export interface ApiTexts {
  readonly 'allow-writes'?: boolean | undefined;
  readonly 'allow-insecure'?: boolean | undefined;
  readonly map?: readonly string[] | undefined;
  readonly 'new-key'?: string | undefined;
  readonly 'request-timeout'?: string | undefined;
  readonly app?: string | undefined;
}

type EndpointEnvironment = { readonly [name: string]: string | undefined };

/** @throws UsageError that says what is expected, never the URL, nor the value of a variable */
export function readApiOptions(url: string, texts: ApiTexts, env: EndpointEnvironment): ApiOptions {
  const { map = [], app } = texts;
  const allowWrites = texts['allow-writes'] ?? false;
  const allowInsecure = texts['allow-insecure'] ?? false;
  const newKey = texts['new-key'];
  const timeout = texts['request-timeout'];
  readBaseUrl(url, allowInsecure);
  readMap(map);
  checkNewKey(newKey, allowWrites);
  return {
    url,
    account: accountIn(env),
    allowWrites,
    allowInsecure,
    map,
    ...(newKey === undefined ? {} : { newKey }),
    ...(timeout === undefined ? {} : { timeoutMs: millisecondsOf(timeout) }),
    ...(app === undefined ? {} : { app: appOf(app) }),
  };
}

/** `PLACE=POINTER` texts, each place once. */
export function readMap(texts: readonly string[]): ReadonlyMap<AnswerPlace, string> {
  const map = new Map<AnswerPlace, string>();
  for (const text of texts) {
    const [place = '', pointer] = parted(text, '=');
    if (!isPlace(place) || pointer === undefined)
      throw new UsageError(`--map takes PLACE=/POINTER, with one of the places ${PLACES.join(', ')}, not ${text}`);
    if (map.has(place)) throw new UsageError(`--map sets ${place} twice`);
    checkPointer(pointer, text);
    map.set(place, pointer);
  }
  return map;
}

function checkPointer(pointer: string, text: string): void {
  try {
    tokensOf(pointer);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`--map ${text}: ${error.message} (RFC 6901)`);
  }
}

function checkNewKey(command: string | undefined, allowWrites: boolean): void {
  if (command === undefined) return;
  if (command.trim() === '') throw new UsageError('--new-key takes a command that prints a new API key');
  if (!allowWrites) throw new UsageError('--new-key changes the account: it needs --allow-writes');
}

function accountIn(env: EndpointEnvironment): Account {
  const variable = (name: string): string => {
    const value = env[name];
    if (value === undefined || value === '')
      throw new UsageError(`--target api:URL takes the account from the environment: ${name} is not set`);
    return value;
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

function millisecondsOf(text: string): number {
  const ms = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (ms > 0) return ms;
  throw new UsageError(`--request-timeout takes milliseconds, a whole number from 1 to 9999999, not ${text}`);
}

/** `sysuserid=ID,runtime=NAME` */
function appOf(text: string): { readonly sysuserid: string; readonly runtime: string } {
  const given = new Map(text.split(',').map((pair) => parted(pair, '=')));
  const sysuserid = given.get('sysuserid') ?? '';
  const runtime = given.get('runtime') ?? '';
  if (given.size === 2 && sysuserid !== '' && runtime !== '') return { sysuserid, runtime };
  throw new UsageError(`--app takes sysuserid=ID,runtime=NAME, not ${text}`);
}

function parted(text: string, by: string): readonly [string, string | undefined] {
  const at = text.indexOf(by);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + by.length)];
}
