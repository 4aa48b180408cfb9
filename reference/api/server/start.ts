import type { IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { systemClock } from '../support/clock.js';
import type { JsonObject } from '../support/json.js';
import { areSendable, authenticate, type Credentials, digestOf, newClientId, newKey } from './credentials.js';
import { HttpRefusal, type Listener, listen } from './http.js';
import { openPanel } from './panel.js';
import { readPayload } from './payload.js';
import { findRoute, pathOf } from './routes.js';
import { State } from './state.js';

export interface ApiServerOptions {
  /** `127.0.0.1` by default. */
  readonly host?: string;
  /** Any free port by default. */
  readonly port?: number;
  /** Path of the state file; without one, the state is lost when the server stops. */
  readonly state?: string;
  /** Milliseconds until a unit of work is complete: 50 by default. */
  readonly actionMs?: number;
  /** Become the account if the state has none yet; otherwise the server generates an account. */
  readonly credentials?: Credentials;
  /** Called with the credentials of an account before it is stored. When it rejects, the server does not start. */
  readonly keepCredentials?: (credentials: Credentials) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface RunningApiServer {
  /** The base URL; ends in `/v1`. */
  readonly url: string;
  /** Path of the control panel's socket, beside the state file. */
  readonly panel: string | undefined;
  readonly clientId: string;
  /** Present only if this start generated them; they are never shown again. */
  readonly credentials: Credentials | undefined;
  /** Generates an API key, which revokes the previous one. Rejects with `StateError`. */
  newApiKey(): Promise<Credentials>;
  /** Answers the requests in progress and stops. */
  stop(): Promise<void>;
}

/**
 * Starts a server of the management API. Rejects with `StateError` if the state cannot be used or another server uses it. Rejects with
 * `TypeError` for credentials that Basic cannot carry, and with the system's error if it cannot listen.
 */
export async function startApiServer(options: ApiServerOptions = {}): Promise<RunningApiServer> {
  const { credentials } = options;
  if (credentials !== undefined && !areSendable(credentials))
    throw new TypeError('a Client ID must not contain a colon, nor credentials control characters');
  const listeners: Listener[] = [];
  const stop = async () => {
    for (const listener of listeners.splice(0).reverse()) await listener.stop();
  };
  try {
    return { ...(await start(options, listeners)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: ApiServerOptions, listeners: Listener[]): Promise<Omit<RunningApiServer, 'stop'>> {
  const { host = '127.0.0.1', port = 0, credentials: given, keepCredentials } = options;
  const file = options.state === undefined ? undefined : resolve(options.state);
  const panel = file && `${file}.panel`;
  let state: State | undefined;
  const newApiKey = async () => {
    if (state?.account === undefined) throw new HttpRefusal(503, 'the server is starting');
    return store(state, { clientId: state.account.clientId, apiKey: newKey() });
  };
  if (panel !== undefined) listeners.push(await openPanel(panel, newApiKey));
  state = await State.open(file);
  if (given !== undefined && state.account === undefined) await store(state, given);
  const listener = await listen(serving(state, options), { host, port });
  listeners.push(listener);
  // Nobody knows the key yet, so no request can come too early; and no key is lost if listening fails.
  const credentials = state.account === undefined ? { clientId: newClientId(), apiKey: newKey() } : undefined;
  if (credentials !== undefined) {
    await keepCredentials?.(credentials);
    await store(state, credentials);
  }
  return { url: urlOf(listener), panel, clientId: state.account?.clientId ?? '', credentials, newApiKey };
}

/** 1/authentication/rule-3, 1/resources-and-their-fields/rule-3: when this resolves, the previous key is no longer valid. */
async function store(state: State, credentials: Credentials): Promise<Credentials> {
  await state.setAccount({ clientId: credentials.clientId, apiKeyDigest: digestOf(credentials.apiKey) });
  return credentials;
}

/** 1/endpoints/p1: authentication precedes everything else that the document describes. */
function serving(state: State, options: ApiServerOptions): (request: IncomingMessage) => Promise<JsonObject> {
  const { now = () => Math.floor(systemClock.now()), actionMs = 50 } = options;
  return async (request) => {
    const identify = () => authenticate(state, request.headersDistinct.authorization ?? []);
    identify();
    const { route, actionid } = findRoute(request.method ?? '', pathOf(request.url ?? ''));
    const payload = async () => {
      const read = await readPayload(request);
      // The key may have been revoked while the payload arrived.
      identify();
      return read;
    };
    return route.handle({ state, now, actionMs, actionid, payload });
  };
}

function urlOf({ address }: Listener): string {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}/v1`;
}
