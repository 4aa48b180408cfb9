import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test from 'tape';
import { folderFor } from '../../generators/build/testing/folder.js';
import { holdSessions } from './sessions.js';

test('sessions: data that does not come back unchanged is reported', async (t) => {
  const folder = folderFor(t);
  let number = 0;
  const server = createServer((socket) => {
    const mine = number++;
    socket.once('data', (first) => {
      if (mine === 1) first[0] = (first[0] ?? 0) ^ 1;
      if (mine === 2) return socket.end(first.subarray(1));
      socket.write(first);
      return socket.pipe(socket);
    });
  });
  const socket = join(folder, 's');
  await once(server.listen(socket), 'listening');
  t.teardown(() => server.close());
  const lost = await holdSessions(socket, { sessions: 5, size: 5000, batch: 1 });
  t.deepEqual(lost, ['session 1: other bytes', 'session 2: other bytes']);
});
