/** Sessions of a host in this process, for tests. */
import { createServer, type Socket } from 'node:net';
import { mergeSetups } from '../../../executor/merging.js';
import type { Session } from '../../../executor/target.js';
import { type HostOptions, PortTaken, startHostSession } from '../host/session.js';
import { Imports } from '../modules.js';

/** A session of a host that serves each connection like this. */
export const sessionServedBy = (
  serve: (socket: Socket) => void,
  how: Pick<HostOptions, 'connections' | 'host'>,
): Promise<Session> =>
  startHostSession(
    { host: mergeSetups([]), probes: [] },
    {
      bindings: { srv: 'srv', rt: 'rt' },
      imports: new Imports(),
      launch: async ({ port }) => {
        const server = createServer((socket) => serve(socket.on('error', () => undefined)));
        await new Promise<void>((resolve, reject) => {
          server.once('error', () => reject(new PortTaken('another process was quicker')));
          server.listen(port, '127.0.0.1', resolve);
        });
        const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
        return { pid: process.pid, exited: new Promise<string>(() => undefined), stop };
      },
      ...how,
    },
  );
