/** Measures the cost of a session on the host as a program, passed on directly or through a script, compared with a minimal proxy. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { heldBy, loadWithSessions, serveBench } from './serving.js';
import type { SessionLoad } from './sessions.js';
import type { Rate } from './worker-rates.js';

const STREAM = fileURLToPath(new URL('stream-main.js', import.meta.url));
const PLAN: SessionLoad = { sessions: 2000, size: 64 * 1024, batch: 16 };

/** A filter that reads every byte and sends it on. */
export const FILTER = `export default {
  passes(s) {
    s.on('upstream', (data, flags) => s.sendUpstream(data, flags));
    s.on('downstream', (data, flags) => s.sendDownstream(data, flags));
  },
};
`;

/** A process of ours that listens at a socket in a folder of its own. */
export async function listening(name: string, ...more: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-bench-'));
  const socket = join(folder, name);
  const child = spawn(process.execPath, [STREAM, socket, ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), ended]);
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true });
  };
  return { socket, pid: child.pid ?? 0, stop };
}

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
  const upstream = await listening('echo');
  const bare = await listening('bare', upstream.socket);
  try {
    return {
      bare: await rateOf(bare.socket, async () => (await heldBy(bare.pid)).cpu),
      plain: await hostRate(upstream.socket, ''),
      reused: await hostRate(upstream.socket, 'js_engine qjs; js_filter main.passes;'),
      fresh: await hostRate(upstream.socket, 'js_filter main.passes;'),
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
    return await rateOf(host.streamSocket, async () => (await host.held()).reduce((sum, one) => sum + one.cpu, 0));
  } finally {
    await host.stop();
  }
}

/** The first sessions are slower than later ones. */
async function rateOf(socket: string, cpu: () => Promise<number>): Promise<Rate> {
  await loadWithSessions(socket, { ...PLAN, sessions: PLAN.sessions / 2 });
  const before = await cpu();
  const ms = await loadWithSessions(socket, PLAN);
  return { us: (ms * 1000) / PLAN.sessions, cpuUs: ((await cpu()) - before) / PLAN.sessions };
}
