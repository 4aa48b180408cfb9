import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import test from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import { upload } from './uploads.js';

test('soak with uploads: incomplete bodies are reported', async (t) => {
  const folder = folderFor(t);
  let [now, most] = [0, 0];
  const server = createServer(async (request, response) => {
    now += 1;
    most = Math.max(most, now);
    const body = await buffer(request);
    const got = request.url === '/short' ? body.subarray(1) : body;
    if (request.url === '/dropped') request.socket.destroy();
    else response.end(createHash('sha1').update(got).digest('hex'));
    now -= 1;
  });
  const socket = join(folder, 's');
  await once(server.listen(socket), 'listening');
  t.teardown(() => server.close());
  t.deepEqual(await upload(socket, ['/whole', '/all'], { uploads: 7, size: 5000, batch: 3 }), []);
  t.ok(most <= 3, 'no more than a batch in parallel');
  const lost = await upload(socket, ['/whole', '/short', '/dropped'], { uploads: 4, size: 5000, batch: 4 });
  t.deepEqual(lost.map((line) => line.slice(0, 24)).sort(), ['upload 1 to /short: stat', 'upload 2 to /dropped: Er']);
});
