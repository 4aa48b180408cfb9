/** The reference's server of the management API, and its client, as partners of laws. */
import { apiCommand } from '../../../reference/api/command/command.js';
import { startApiServer } from '../../../reference/api/server/start.js';
import type { ServiceFacts } from '../../../reports/model.js';
import type { Talk } from '../../language/talk.js';
import { type EndpointTalk, startEndpointTalk } from '../api/api.js';
import { startClientTalk } from '../client/client-talk.js';
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
export async function startReferenceApi(state = 'memory'): Promise<ReferenceApi> {
  const server = await startApiServer({ state });
  const { credentials } = server;
  if (credentials === undefined) throw new Error('a new account has credentials');
  return {
    url: server.url,
    ...credentials,
    rotate: async () => (await server.newApiKey()).apiKey,
    stop: () => server.stop(),
  };
}

/** A server of its own to talk with; its facts can be asked for until it is stopped. */
export async function startServerTalk(): Promise<Talk & { service(): ServiceFacts }> {
  const api = await startReferenceApi();
  const talk = await talkWith(api);
  return {
    hold: (conversing) => talk.hold(conversing),
    // What the run created is gone with the server.
    service: () => ({ ...talk.service(), leftovers: [] }),
    stop: async () => {
      await talk.stop();
      await api.stop();
    },
  };
}

async function talkWith(api: ReferenceApi): Promise<EndpointTalk> {
  const { url, clientId, apiKey } = api;
  try {
    return await startEndpointTalk({
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

/** Our client's command line, run in this process. */
export function clientTalk(): Talk {
  const talk = startClientTalk(launchHere, { atOnce: AT_ONCE });
  return { hold: (conversing) => talk.hold(conversing), stop: () => talk.stop(), atOnce: AT_ONCE };
}

/** Clients in this process wait far more than they work. */
const AT_ONCE = 64;

const launchHere: Launch = async ({ args, env, signal }) => {
  const said = { stdout: '', stderr: '' };
  const status = apiCommand([...args, '--json'], {
    env,
    signal,
    stdout: (text) => {
      said.stdout += text;
    },
    stderr: (text) => {
      said.stderr += text;
    },
  });
  return { ended: status.then((ended) => ({ status: ended, ...said })) };
};
