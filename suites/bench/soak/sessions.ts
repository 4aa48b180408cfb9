/** Checks that parallel sessions through a script get every byte, and leave neither sockets nor memory behind. */
import { listening, serveBench } from '../serving.js';
import { holdSessions, type SessionLoad } from '../sessions.js';
import { FILTER } from '../stream-rates.js';
import { soakHost } from './requests.js';

/** Holds sessions with a host of one worker, and prints losses and leftovers; returns the exit status. */
export async function soakWithSessions(plan: SessionLoad, print: (line: string) => void): Promise<number> {
  const upstream = await listening('stream-main.js');
  const host = await serveBench({
    workers: 1,
    stream: `server { listen unix:<stream>; js_filter main.passes; proxy_pass unix:${upstream.address}; }`,
    script: FILTER,
  });
  const { sessions: count, size, batch } = plan;
  const load = (sessions: number) => holdSessions(host.streamSocket, { ...plan, sessions });
  const left = async (lost: number): Promise<readonly string[]> => {
    print(`lost: ${lost}`);
    return [];
  };
  const what = `${count} sessions of ${size} bytes each way, ${batch} at once`;
  try {
    return await soakHost(host, { count, what, load, left }, print);
  } finally {
    await host.stop();
    await upstream.stop();
  }
}
