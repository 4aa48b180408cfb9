/** Options of an endpoint under test, and their reading from a command line and the environment. */
import { UsageError } from '../../../spec/reading/user-error.js';
import type { Account, AnswerPlace, AppPayload } from '../../language/endpoint.js';
import { readTargetUrl } from '../support/target-url.js';
import { accountIn } from './account.js';
import { newKeyBy } from './new-key.js';
import { isPlace, PLACES } from './places.js';

export interface ApiOptions {
  /** Ends in `/v1`. */
  readonly url: string;
  readonly account: Account;
  /** Records may be created. */
  readonly allowWrites?: boolean;
  /** Plain http is allowed to another machine. */
  readonly allowInsecure?: boolean;
  /** Each `PLACE=POINTER`. */
  readonly map?: readonly string[];
  /** Generates a new API key, which revokes the account's. It is called if a session is opened that needs it. */
  readonly rotate?: (() => Promise<string>) | undefined;
  /** Milliseconds for one request, by default 10,000. */
  readonly timeoutMs?: number;
  /** Milliseconds for work on a server to finish, by default 5,000. */
  readonly settleMs?: number;
  readonly app?: Pick<AppPayload, 'sysuserid' | 'runtime'>;
  /** Parallel requests, by default 32. */
  readonly connections?: number;
}

/** Options as `parseArgs` returns them, without their dashes. */
export interface ApiTexts {
  readonly 'allow-writes'?: boolean | undefined;
  readonly 'allow-insecure'?: boolean | undefined;
  readonly map?: readonly string[] | undefined;
  readonly 'new-key'?: string | undefined;
  readonly 'request-timeout'?: string | undefined;
  readonly app?: string | undefined;
}

/** @throws UsageError with the expected value, never with the URL or the value of a variable */
export function readApiOptions(url: string, texts: ApiTexts, env: NodeJS.ProcessEnv): ApiOptions {
  const { map = [], app, 'new-key': newKey, 'request-timeout': timeout } = texts;
  const allowWrites = texts['allow-writes'] ?? false;
  const allowInsecure = texts['allow-insecure'] ?? false;
  readBaseUrl(url, allowInsecure);
  readMap(map);
  if (newKey?.trim() === '') throw new UsageError('--new-key takes a command that prints a new API key');
  if (newKey !== undefined && !allowWrites) refuseKeyWithoutWrites();
  return {
    url,
    account: accountIn(env),
    allowWrites,
    allowInsecure,
    map,
    ...(newKey === undefined ? {} : { rotate: () => newKeyBy(newKey) }),
    ...(timeout === undefined ? {} : { timeoutMs: millisecondsOf(timeout) }),
    ...(app === undefined ? {} : { app: appOf(app) }),
  };
}

export function refuseKeyWithoutWrites(): never {
  throw new UsageError('--new-key changes the account: it needs --allow-writes');
}

/** The version segment that every base URL of this API ends with. See 1/endpoints and 1/versioning/rule-1 */
export const VERSION = '/v1';

export interface BaseUrl {
  /** For example `https://host:8443`. */
  readonly origin: string;
  /** The part before the version segment: `''`, or for example `/api`. */
  readonly path: string;
}

/** @throws UsageError that never shows the text, since it may contain a password */
export function readBaseUrl(text: string, allowInsecure: boolean): BaseUrl {
  const url = readTargetUrl(text, {
    target: 'api:URL',
    example: 'api:https://HOST/v1',
    instead: 'SRVSPEC_CLIENT_ID and SRVSPEC_API_KEY give them',
    secret: 'the API key',
    allowInsecure,
  });
  const path = url.pathname.replace(/\/$/, '');
  if (!path.endsWith(VERSION))
    throw new UsageError(`the URL of --target api:URL must have a path that ends with ${VERSION}`);
  return { origin: url.origin, path: path.slice(0, -VERSION.length) };
}

/** `PLACE=POINTER` texts, each place once; a pointer is empty, or of tokens after slashes (RFC 6901). */
export function readMap(texts: readonly string[]): ReadonlyMap<AnswerPlace, string> {
  const map = new Map<AnswerPlace, string>();
  for (const text of texts) {
    const [, place = '', pointer = ''] = /^(\w+)=((?:\/(?:[^~/]|~[01])*)*)$/s.exec(text) ?? [];
    if (!isPlace(place))
      throw new UsageError(
        `--map takes PLACE=POINTER, with one of the places ${PLACES.join(', ')} and a JSON pointer such as /data/id, not ${text}`,
      );
    if (map.has(place)) throw new UsageError(`--map sets ${place} twice`);
    map.set(place, pointer);
  }
  return map;
}

/** Of `--request-timeout`. @throws UsageError */
export function millisecondsOf(text: string): number {
  const ms = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (ms > 0) return ms;
  throw new UsageError(`--request-timeout takes milliseconds, a whole number from 1 to 9999999, not ${text}`);
}

function appOf(text: string): { readonly sysuserid: string; readonly runtime: string } {
  const [, sysuserid = '', runtime = ''] = /^sysuserid=([^,]+),runtime=([^,]+)$/.exec(text) ?? [];
  if (runtime !== '') return { sysuserid, runtime };
  throw new UsageError(`--app takes sysuserid=ID,runtime=NAME, not ${text}`);
}
