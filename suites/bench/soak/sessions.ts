/** Whether sessions that go on side by side through a script get every byte, and leave neither sockets nor memory behind. */
import { serveBench } from '../serving.js';
import { holdSessions, type SessionLoad } from '../sessions.js';
import { FILTER, listening } from '../stream-rates.js';
import { atRest, usageGrowth, usageText } from './requests.js';

/** Of the sessions, how many go before what is measured: until then a host still grows. */
const WARMING = 0.5;

/** Holds sessions with a host of one worker, and tells what was lost and what they left; the exit status. */
export async function soakWithSessions(plan: SessionLoad, tell: (line: string) => void): Promise<number> {
  const upstream = await listening('echo');
  const host = await serveBench({
    workers: 1,
    stream: `server { listen unix:<stream>; js_filter main.passes; proxy_pass unix:${upstream.socket}; }`,
    script: FILTER,
  });
  try {
    const warming = await holdSessions(host.streamSocket, { ...plan, sessions: Math.ceil(plan.sessions * WARMING) });
    const before = await atRest(host);
    tell(`before: ${usageText(before)}`);
    const lost = [...warming, ...(await holdSessions(host.streamSocket, plan))];
    const after = await atRest(host);
    tell(`after ${plan.sessions} sessions of ${plan.size} bytes each way, ${plan.batch} at once: ${usageText(after)}`);
    const complaints = [...lost, ...usageGrowth(before, after)];
    tell(`lost: ${lost.length}`);
    for (const complaint of complaints) tell(complaint);
    return complaints.length === 0 ? 0 : 1;
  } finally {
    await host.stop();
    await upstream.stop();
  }
}
