import type { Socket } from 'node:net';
import test from 'tape';
import { compare } from '../../../executor/judge.js';
import { conversation } from '../../../executor/testing/conversations.js';
import { responses } from '../../../language/expectation.js';
import { exchanged } from '../../../language/law.js';
import { sessionServedBy } from '../testing/host.js';

/** A host answers no request before so many have come, each with the number in its path. */
function patiently(requests: number): (socket: Socket) => void {
  const waiting: { socket: Socket; path: string }[] = [];
  return (socket) =>
    socket.on('data', (head) => {
      waiting.push({ socket, path: /^GET \/(\d+) /.exec(head.toString())?.[1] ?? '' });
      if (waiting.length < requests) return;
      for (const { socket: one, path } of waiting.reverse())
        one.write(`HTTP/1.1 200 OK\r\nContent-Length: ${path.length}\r\n\r\n${path}`);
    });
}

test('requests of an exchange with together run in parallel, and their responses are in order', async (t) => {
  const session = await sessionServedBy(patiently(5), { connections: 8 });
  t.teardown(() => session.stop());
  const requests = [1, 2, 3, 4, 5].map((n) => ({ target: `/${n}` }));
  const observed = await session.converse(
    conversation((partners) => exchanged({ requests, together: true }, partners)),
  );
  const expected = responses(['1', '2', '3', '4', '5'].map((body) => ({ status: 200, body })));
  t.equal(compare(expected, observed), undefined);
});
