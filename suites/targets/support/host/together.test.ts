import { createServer, type Socket } from 'node:net';
import test from 'tape';
import { mergePlans } from '../../../language/setup.js';
import { PortTaken, startHostSession } from './session.js';

/** A host that answers nobody before so many requests have come, each with the number that its path is. */
const patientHost = (requests: number) => async (port: number) => {
  const waiting: { socket: Socket; path: string }[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (head) => {
      waiting.push({ socket, path: /^GET \/(\d+) /.exec(head.toString())?.[1] ?? '' });
      if (waiting.length < requests) return;
      for (const { socket: one, path } of waiting.reverse())
        one.write(`HTTP/1.1 200 OK\r\nContent-Length: ${path.length}\r\n\r\n${path}`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(new PortTaken('another process was quicker')));
    server.listen(port, '127.0.0.1', resolve);
  });
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { exited: new Promise<string>(() => undefined), stop };
};

test('requests of an exchange together are all under way at one time, and their responses in their order', async (t) => {
  const setup = { plan: mergePlans([]), probes: [], version: '0.0.0' } as const;
  const session = await startHostSession(setup, {
    bindings: { srv: 'srv', rt: 'rt' },
    version: '0.0.0',
    connections: 8,
    launch: ({ port }) => patientHost(5)(port),
  });
  try {
    const requests = [1, 2, 3, 4, 5].map((n) => ({ target: `/${n}` }));
    const { responses } = await session.exchange({ requests, together: true, deadlineMs: 2000 });
    t.deepEqual(
      responses.map(({ body }) => Buffer.from(body).toString()),
      ['1', '2', '3', '4', '5'],
    );
  } finally {
    await session.stop();
  }
});
