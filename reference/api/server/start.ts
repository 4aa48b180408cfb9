import type { IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { systemClock } from '../support/clock.js';
import type { JsonObject } from '../support/json.js';
import { authenticate, newAccount, newApiKey, storeAccount } from './account.js';
import { respond } from './answer.js';
import { areSendable, type Credentials } from './basic.js';
import { Listener } from './listener.js';
import { openPanel } from './panel.js';
import { readPayload } from './payload.js';
import { requestLog } from './request-log.js';
import { findRoute, pathOf } from './routing.js';
import { State } from './state.js';
import { StateFile } from './state-file.js';

export interface ApiServerOptions {
  /** `127.0.0.1` unless given. */
  readonly host?: string;
  /** 0, which it is unless given, takes a free one. */
  readonly port?: number;
  /** Path of the file that holds the state; `memory`, which it is unless given, keeps it until the server stops. */
  readonly state?: string;
  /** Milliseconds until a unit of work is complete: 50 unless given. */
  readonly actionMs?: number;
  /** Path of the control panel's socket. Unless given it stands beside the state file, and a state in memory has none. */
  readonly panel?: string;
  /** Become the account where the state has none yet; one is made otherwise. */
  readonly credentials?: Credentials;
  /** Is told the credentials of an account that is about to be made. When it rejects, the server does not start. */
  readonly keepCredentials?: (credentials: Credentials) => Promise<void>;
  /** Is given a line of text for each request. */
  readonly log?: (line: string) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface RunningApiServer {
  /** The base URL; ends in `/v1`. */
  readonly url: string;
  /** Path of the control panel's socket. */
  readonly panel: string | undefined;
  readonly clientId: string;
  /** Only when they were made just now; they are never told again. */
  readonly credentials: Credentials | undefined;
  /** Makes an API key; the one before is good no more. Rejects with `StateError`. */
  newApiKey(): Promise<Credentials>;
  /** Answers the requests under way and ends. */
  stop(): Promise<void>;
}

type Closer = () => Promise<void>;

/**
 * Starts a server of the management API. Rejects with `StateError` when the state cannot be used or another server uses it,
 * with `TypeError` for credentials that Basic cannot carry, and with the system's error when it cannot listen.
 */
export async function startApiServer(options: ApiServerOptions = {}): Promise<RunningApiServer> {
  const closers: Closer[] = [];
  const close = async () => {
    for (const closer of closers.reverse()) await closer();
  };
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= close();
    return stopped;
  };
  try {
    return { ...(await start(options, closers)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: ApiServerOptions, closers: Closer[]): Promise<Omit<RunningApiServer, 'stop'>> {
  const { host = '127.0.0.1', port = 0, credentials: given, state: place = 'memory' } = options;
  const file = place === 'memory' ? undefined : resolve(place);
  const state = new State(file === undefined ? undefined : await StateFile.open(file));
  closers.push(() => state.close());
  const panel = options.panel === undefined ? file && `${file}.panel` : resolve(options.panel);
  if (panel !== undefined) closers.push(await openPanel(panel, () => newApiKey(state)));
  if (given !== undefined && state.account === undefined) await storeGiven(state, given);
  const listener = new Listener(answering(state, options));
  closers.push(() => listener.stop());
  await listener.listen({ host, port });
  // Nobody can know the key before this, so that no request comes too early; and no key is lost when listening fails.
  const keep = options.keepCredentials ?? (() => Promise.resolve());
  const credentials = state.account === undefined ? await newAccount(state, keep) : undefined;
  return {
    url: urlOf(listener),
    panel,
    clientId: state.account?.clientId ?? '',
    credentials,
    newApiKey: () => newApiKey(state),
  };
}

async function storeGiven(state: State, credentials: Credentials): Promise<void> {
  if (!areSendable(credentials)) throw new TypeError('a Client ID has no colon, and credentials no control characters');
  await storeAccount(state, credentials);
}

function answering(state: State, options: ApiServerOptions) {
  const { now = () => Math.floor(systemClock.now()), actionMs = 50, log } = options;
  const serve = (request: IncomingMessage): Promise<JsonObject> => answerTo(request, { state, now, actionMs });
  return async (request: IncomingMessage, response: Parameters<typeof respond>[0]) => {
    if (log !== undefined) requestLog(request, response, log);
    await respond(response, () => serve(request));
  };
}

interface StartedService {
  readonly state: State;
  readonly now: () => number;
  readonly actionMs: number;
}

/** Throws `Refusal`. 1/endpoints/p1: who asks is decided before anything else that the document speaks of. */
async function answerTo(request: IncomingMessage, service: StartedService): Promise<JsonObject> {
  const identify = () => authenticate(service.state, request.headersDistinct.authorization ?? []);
  identify();
  const { route, actionid } = findRoute(request.method ?? '', pathOf(request.url ?? ''));
  const payload = async () => {
    const read = await readPayload(request);
    // The key may have been revoked while the payload came.
    identify();
    return read;
  };
  return route.handle({ ...service, actionid, payload });
}

function urlOf(listener: Listener): string {
  const { address, family, port } = listener.address;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/v1`;
}
