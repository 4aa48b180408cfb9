import { type Clock, LONGEST_TIMER, systemClock } from '../support/clock.js';
import { type BaseUrl, readBaseUrl } from './base-url.js';
import { type CredentialsHeader, readCredentials } from './credentials.js';
import { BadOptions } from './errors.js';
import { type Positions, type SearchOrder, searchOrder } from './positions.js';
import type { Secret } from './secret.js';

export interface ClientOptions {
  /** Its path ends with `/v1`. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKey: string | Secret;
  /** Milliseconds for a whole call, repetitions included: 30,000 unless given. */
  readonly timeoutMs?: number;
  /** Milliseconds for a connection to be made: 10,000 unless given. */
  readonly connectTimeoutMs?: number;
  /** How often a GET is repeated at most: twice unless given. */
  readonly retries?: number;
  /** Bytes of an answer's body: 16 MiB unless given. */
  readonly maxBodyBytes?: number;
  /** Connections open at once: 16 unless given. */
  readonly maxConnections?: number;
  /** Permits plain http to other hosts than this one. */
  readonly allowInsecure?: boolean;
  readonly positions?: Positions;
  readonly clock?: Clock;
}

/** Options as read: complete and checked. */
export interface ClientSettings {
  readonly base: BaseUrl;
  readonly credentials: CredentialsHeader;
  readonly timeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly retries: number;
  readonly maxBodyBytes: number;
  readonly maxConnections: number;
  readonly positions: SearchOrder;
  readonly clock: Clock;
}

/** Throws `BadOptions`. */
export function readOptions(options: ClientOptions): ClientSettings {
  return {
    base: readBaseUrl(options.baseUrl, options.allowInsecure === true),
    credentials: readCredentials(options.clientId, options.apiKey),
    timeoutMs: whole('timeoutMs', options.timeoutMs ?? 30_000, 1, LONGEST_TIMER),
    connectTimeoutMs: whole('connectTimeoutMs', options.connectTimeoutMs ?? 10_000, 1, LONGEST_TIMER),
    retries: whole('retries', options.retries ?? 2, 0, 100),
    maxBodyBytes: whole('maxBodyBytes', options.maxBodyBytes ?? 16 * 2 ** 20, 1, 2 ** 30),
    maxConnections: whole('maxConnections', options.maxConnections ?? 16, 1, 10_000),
    positions: searchOrder(options.positions ?? {}),
    clock: options.clock ?? systemClock,
  };
}

export interface Environment {
  readonly [name: string]: string | undefined;
}

const variables = { baseUrl: 'SRVSPEC_BASE_URL', clientId: 'SRVSPEC_CLIENT_ID', apiKey: 'SRVSPEC_API_KEY' } as const;

/**
 * Completes options from `SRVSPEC_BASE_URL`, `SRVSPEC_CLIENT_ID` and `SRVSPEC_API_KEY`; options that are given go before
 * the variables. Throws one `BadOptions` that names all variables that are missing or empty.
 */
export function optionsFrom(env: Environment, options: Partial<ClientOptions>): ClientOptions {
  const baseUrl = options.baseUrl ?? env[variables.baseUrl] ?? '';
  const clientId = options.clientId ?? env[variables.clientId] ?? '';
  const apiKey = options.apiKey ?? env[variables.apiKey] ?? '';
  const values = { baseUrl, clientId, apiKey };
  const missing = (
    [
      ['baseUrl', variables.baseUrl],
      ['clientId', variables.clientId],
      ['apiKey', variables.apiKey],
    ] as const
  )
    .filter(([option]) => values[option] === '')
    .map(([, variable]) => variable);
  if (missing.length > 0) throw new BadOptions(`missing or empty in the environment: ${missing.join(', ')}`);
  return { ...options, ...values };
}

function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new BadOptions(`${name} must be a whole number from ${least} to ${most}`);
}
