/** The reference's server of the management API, and its client, as partners of laws. */
import { apiCommand } from '../../../reference/api/command/command.js';
import { startApiServer } from '../../../reference/api/server/start.js';
import { systemClock } from '../../../reference/api/support/clock.js';
import type { ServiceFacts } from '../../../reports/model.js';
import type { Driver, Session } from '../../executor/target.js';
import { type ApiSession, startApiSession } from '../api/api-session.js';
import { startClientSession } from '../client/client-session.js';
import type { Launch } from '../client/launch.js';

export interface ReferenceApi {
  /** Ends in `/v1`. */
  readonly url: string;
  readonly clientId: string;
  readonly apiKey: string;
  /** Generates a new API key, which revokes the one before. */
  rotate(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a reference server in this process, with a new account; `state` is the path of a file for its state. */
export async function startReferenceApi(state?: string): Promise<ReferenceApi> {
  const server = await startApiServer(state === undefined ? {} : { state });
  const { credentials } = server;
  if (credentials === undefined) throw new Error('a new account has credentials');
  return {
    url: server.url,
    ...credentials,
    rotate: async () => (await server.newApiKey()).apiKey,
    stop: () => server.stop(),
  };
}

/** A session with a server of its own; its facts can be read until it is stopped. */
export async function startServerSession(): Promise<Session & { service(): ServiceFacts }> {
  const api = await startReferenceApi();
  const session = await sessionWith(api);
  return {
    evaluate: session.evaluate,
    converse: (conversation) => session.converse(conversation),
    // The records of the run disappear with the server.
    service: () => ({ ...session.service(), leftovers: [] }),
    stop: async () => {
      await session.stop();
      await api.stop();
    },
  };
}

async function sessionWith(api: ReferenceApi): Promise<ApiSession> {
  const { url, clientId, apiKey } = api;
  try {
    return await startApiSession({
      url,
      account: { clientId, apiKey },
      allowWrites: true,
      rotate: () => api.rotate(),
    });
  } catch (error) {
    await api.stop();
    throw error;
  }
}

/** Clients in this process mostly wait. */
const AT_ONCE = 64;

/** Shortens the pauses of our client, which are half a second and more. Its behaviour does not depend on their length. */
const withoutPauses = {
  ...systemClock,
  sleep: (ms: number, signal?: AbortSignal) => systemClock.sleep(ms / 50, signal),
};

const launchInProcess: Launch = async ({ args, env, signal }) => {
  const printed = { stdout: '', stderr: '' };
  const status = apiCommand([...args, '--json'], {
    env,
    signal,
    clock: withoutPauses,
    stdout: (text) => {
      printed.stdout += text;
    },
    stderr: (text) => {
      printed.stderr += text;
    },
  });
  return { ended: status.then((ended) => ({ status: ended, ...printed })) };
};

/** Our client's command line, run in this process. */
export const clientDriver: Driver = {
  restarts: false,
  atOnce: AT_ONCE,
  start: async () => startClientSession(launchInProcess, { atOnce: AT_ONCE }),
};
