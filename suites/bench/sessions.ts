/** Sessions of a stream server whose upstream echoes. */
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

/** The amount of sent data. */
export interface SessionLoad {
  readonly sessions: number;
  /** Bytes each way. */
  readonly size: number;
  /** The number of parallel sessions. */
  readonly batch: number;
}

/** Holds sessions with a socket; returns a complaint for each in which not every byte came back. */
export async function holdSessions(socketPath: string, plan: SessionLoad): Promise<readonly string[]> {
  const lost: string[] = [];
  let next = 0;
  const oneAfterTheOther = async () => {
    while (next < plan.sessions) {
      const number = next++;
      const complaint = await hold(socketPath, randomBytes(plan.size));
      if (complaint !== undefined) lost.push(`session ${number}: ${complaint}`);
    }
  };
  await Promise.all(Array.from({ length: plan.batch }, oneAfterTheOther));
  return lost;
}

/** The complaint about one session, if there is one. */
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
