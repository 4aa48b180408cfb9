/** Whether concurrent sessions through a script get every byte, and leave neither sockets nor memory behind. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { eachOf } from '../../executor/each-of.js';
import { scratchFolder } from '../../targets/support/scratch.js';
import { soak, type Tell } from './load.js';

/** A filter that sees every byte and sends it on. */
const FILTER = `export default {
  passes(s) {
    s.on('upstream', (data, flags) => s.sendUpstream(data, flags));
    s.on('downstream', (data, flags) => s.sendDownstream(data, flags));
  },
};
`;

/** How much is sent. */
export interface SessionLoad {
  readonly sessions: number;
  /** Bytes each way. */
  readonly size: number;
  /** How many go on side by side. */
  readonly batch: number;
}

/** Holds sessions with a host of one worker, and reports what was lost and what they left. Returns the exit status. */
export async function soakWithSessions(plan: SessionLoad, tell: Tell): Promise<number> {
  const upstream = createServer((socket) => socket.on('error', () => socket.destroy()).pipe(socket));
  const echo = join(await scratchFolder(), 'echo');
  await once(upstream.listen(echo), 'listening');
  const given = {
    stream: `server { listen unix:<stream>; js_filter main.passes; proxy_pass unix:${echo}; }`,
    script: FILTER,
  };
  const { sessions, size, batch } = plan;
  const what = `${sessions} sessions of ${size} bytes each way, ${batch} at once`;
  const holding = (path: string) => (share: number) =>
    holdSessions(path, { ...plan, sessions: Math.ceil(sessions * share) });
  try {
    return await soak(given, ({ streamSocket }) => ({ what, send: holding(streamSocket) }), tell);
  } finally {
    upstream.close();
  }
}

/** Holds sessions with a socket, and gives a line for each in which not every byte came back. */
export async function holdSessions(
  socketPath: string,
  { sessions, size, batch }: SessionLoad,
): Promise<readonly string[]> {
  const numbers = Array.from({ length: sessions }, (_, i) => i);
  const complaints = await eachOf(numbers, batch, async (number) => {
    const complaint = await hold(socketPath, randomBytes(size));
    return complaint === undefined ? [] : [`session ${number}: ${complaint}`];
  });
  return complaints.flat();
}

/** What is wrong with what one session gives back, if anything. */
function hold(path: string, sent: Buffer): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    let [got, isWrong] = [0, false];
    socket.on('data', (part) => {
      isWrong ||= !part.equals(sent.subarray(got, got + part.length));
      got += part.length;
      if (got >= sent.length) socket.end();
    });
    socket.once('error', (error) => resolve(String(error)));
    socket.once('close', () => {
      if (isWrong) resolve('other bytes');
      else resolve(got === sent.length ? undefined : `${got} of ${sent.length} bytes`);
    });
    socket.write(sent);
  });
}
