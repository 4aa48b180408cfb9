import { isIPv4 } from 'node:net';
import { type Clock, LONGEST_TIMER, systemClock } from '../support/clock.js';
import { type ClientCredentials, readCredentials } from './credentials.js';
import { BadArgument } from './errors.js';
import type { Secret } from './secret.js';

export interface ClientOptions {
  /** The path must end with `/v1`. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKey: string | Secret;
  /** Milliseconds for a whole call, repetitions included: 30,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Permits plain http to other hosts than this one. */
  readonly allowInsecure?: boolean | undefined;
  readonly clock?: Clock | undefined;
}

/** Complete and valid options. */
export interface ClientSettings extends ClientCredentials {
  readonly base: BaseUrl;
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/** Where the service is: `origin` such as `https://host:8443`, `path` such as `/v1`, with no slash at the end. */
interface BaseUrl {
  readonly origin: string;
  readonly path: string;
}

/** Throws `BadArgument`, which shows neither the key nor the URL, since a password may be part of it. */
export function readOptions(options: ClientOptions): ClientSettings {
  const { timeoutMs = 30_000, clock = systemClock } = options;
  if (!(timeoutMs > 0 && timeoutMs <= LONGEST_TIMER))
    throw new BadArgument(`timeoutMs must be above 0, up to ${LONGEST_TIMER}`);
  const base = readBaseUrl(options.baseUrl, options.allowInsecure === true);
  return { base, ...readCredentials(options.clientId, options.apiKey), timeoutMs, clock };
}

/** 1/endpoints/p1, 1/versioning/rule-1 */
function readBaseUrl(text: unknown, allowInsecure: boolean): BaseUrl {
  // The URL parser accepts much that is not a URL, such as `http:host` or line breaks; here they are errors.
  if (typeof text !== 'string' || !/^https?:\/\/[^/\s]\S*$/i.test(text) || !URL.canParse(text))
    return refuse('must be an http or https URL, such as https://HOST/v1');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') refuse('must not contain credentials');
  if (/[?#]/.test(url.href)) refuse('must not contain a query or a fragment');
  const path = url.pathname.replace(/\/$/, '');
  if (!path.endsWith('/v1')) refuse('must have a path that ends with /v1');
  if (url.protocol === 'http:' && !allowInsecure && !isLoopback(url.hostname)) {
    refuse('must be https: over plain http the API key would travel in clear (allowInsecure permits it)');
  }
  return { origin: url.origin, path };
}

/** The URL parser has already normalized addresses; a name such as `127.example.com` is no address. */
function isLoopback(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return true;
  return isIPv4(hostname) && hostname.startsWith('127.');
}

function refuse(what: string): never {
  throw new BadArgument(`the base URL ${what}`);
}

/** Options; the environment may complete some of them. */
export type GivenOptions = { readonly [name in keyof ClientOptions]?: ClientOptions[name] | undefined };

export interface Environment {
  readonly [name: string]: string | undefined;
}

const VARIABLES = { baseUrl: 'SRVSPEC_BASE_URL', clientId: 'SRVSPEC_CLIENT_ID', apiKey: 'SRVSPEC_API_KEY' } as const;

/**
 * Completes options from `SRVSPEC_BASE_URL`, `SRVSPEC_CLIENT_ID` and `SRVSPEC_API_KEY`; given options take precedence. Throws one
 * `BadArgument` that names all variables that are missing or empty.
 */
export function optionsFrom(env: Environment, options: GivenOptions): ClientOptions {
  const values = {
    baseUrl: options.baseUrl ?? env[VARIABLES.baseUrl] ?? '',
    clientId: options.clientId ?? env[VARIABLES.clientId] ?? '',
    apiKey: options.apiKey ?? env[VARIABLES.apiKey] ?? '',
  };
  const missing = (['baseUrl', 'clientId', 'apiKey'] as const).filter((name) => values[name] === '');
  if (missing.length === 0) return { ...options, ...values };
  throw new BadArgument(`missing or empty in the environment: ${missing.map((name) => VARIABLES[name]).join(', ')}`);
}
