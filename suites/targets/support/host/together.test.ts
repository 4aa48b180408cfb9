import { createServer, type Socket } from 'node:net';
import test from 'tape';
import { compare } from '../../../executor/judge.js';
import { mergeSetups } from '../../../executor/merging.js';
import { conversation } from '../../../executor/testing/conversations.js';
import { responses } from '../../../language/expectation.js';
import { exchanged } from '../../../language/law.js';
import { Imports } from '../modules.js';
import { PortTaken, startHostSession } from './session.js';

/** A host that answers no request before so many have come, each with the number in its path. */
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
  return { pid: process.pid, exited: new Promise<string>(() => undefined), stop };
};

test('requests of an exchange with together run in parallel, and their responses are in order', async (t) => {
  const setup = { host: mergeSetups([]), probes: [] };
  const session = await startHostSession(setup, {
    bindings: { srv: 'srv', rt: 'rt' },
    connections: 8,
    imports: new Imports(),
    launch: ({ port }) => patientHost(5)(port),
  });
  try {
    const requests = [1, 2, 3, 4, 5].map((n) => ({ target: `/${n}` }));
    const observed = await session.converse(
      conversation((partners) => exchanged({ requests, together: true }, partners)),
    );
    const expected = responses(['1', '2', '3', '4', '5'].map((body) => ({ status: 200, body })));
    t.equal(compare(expected, observed), undefined);
  } finally {
    await session.stop();
  }
});
