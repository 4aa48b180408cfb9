/** Checks that parallel sessions through a script get every byte, and leave neither sockets nor memory behind. */
import { serveBench } from '../serving.js';
import { holdSessions, type SessionLoad } from '../sessions.js';
import { FILTER, listening } from '../stream-rates.js';
import { atRest, usageGrowth, usageText } from './requests.js';

/** The share of sessions before the measurement, since a host grows at first. */
const WARMING = 0.5;

/** Holds sessions with a host of one worker, and prints losses and leftovers; returns the exit status. */
export async function soakWithSessions(plan: SessionLoad, print: (line: string) => void): Promise<number> {
  const upstream = await listening('echo');
  const host = await serveBench({
    workers: 1,
    stream: `server { listen unix:<stream>; js_filter main.passes; proxy_pass unix:${upstream.socket}; }`,
    script: FILTER,
  });
  try {
    const warming = await holdSessions(host.streamSocket, { ...plan, sessions: Math.ceil(plan.sessions * WARMING) });
    const before = await atRest(host);
    print(`before: ${usageText(before)}`);
    const lost = [...warming, ...(await holdSessions(host.streamSocket, plan))];
    const after = await atRest(host);
    print(`after ${plan.sessions} sessions of ${plan.size} bytes each way, ${plan.batch} at once: ${usageText(after)}`);
    const complaints = [...lost, ...usageGrowth(before, after)];
    print(`lost: ${lost.length}`);
    for (const complaint of complaints) print(complaint);
    return complaints.length === 0 ? 0 : 1;
  } finally {
    await host.stop();
    await upstream.stop();
  }
}
