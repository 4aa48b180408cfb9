/** Measures the cost of a session on the host as a program, passed on directly or through a script, compared with a minimal proxy. */
import { type BenchPeer, listening, loadWithSessions, type Rate, rateOf, serveBench } from './serving.js';
import type { SessionLoad } from './sessions.js';

const PLAN: SessionLoad = { sessions: 2000, size: 64 * 1024, batch: 16 };

/** A filter that reads every byte and sends it on. */
export const FILTER = `export default {
  passes(s) {
    s.on('upstream', (data, flags) => s.sendUpstream(data, flags));
    s.on('downstream', (data, flags) => s.sendDownstream(data, flags));
  },
};
`;

/** The cost of a session in each way. */
export interface SessionRates {
  /** With a minimal proxy, and with the host. */
  readonly bare: Rate;
  readonly plain: Rate;
  /** Through a filter: with reused realms, and with one for each session. */
  readonly reused: Rate;
  readonly fresh: Rate;
}

/** Measures one way after the other with one upstream. */
export async function sessionRates(): Promise<SessionRates> {
  const upstream = await listening('stream-main.js');
  const bare = await listening('stream-main.js', upstream.address);
  try {
    return {
      bare: await sessionRate(bare, bare.address),
      plain: await hostRate(upstream.address, ''),
      reused: await hostRate(upstream.address, 'js_engine qjs; js_filter main.passes;'),
      fresh: await hostRate(upstream.address, 'js_filter main.passes;'),
    };
  } finally {
    await Promise.all([upstream.stop(), bare.stop()]);
  }
}

async function hostRate(upstream: string, directives: string): Promise<Rate> {
  const host = await serveBench({
    workers: 1,
    stream: `server { listen unix:<stream>; ${directives} proxy_pass unix:${upstream}; }`,
    script: FILTER,
  });
  try {
    return await sessionRate(host, host.streamSocket);
  } finally {
    await host.stop();
  }
}

const sessionRate = (server: Pick<BenchPeer, 'cpu'>, socket: string): Promise<Rate> =>
  rateOf(server, { warming: PLAN.sessions / 2, count: PLAN.sessions }, (sessions) =>
    loadWithSessions(socket, { ...PLAN, sessions }),
  );
