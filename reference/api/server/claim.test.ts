import { link, mkdir, readdir, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { folderFor } from '../../testing/api/server.js';
import { claim, removeAlone } from './claim.js';
import { StateError } from './state-error.js';

async function listenAt(t: Test, path: string): Promise<void> {
  const server = createServer((socket) => socket.end());
  t.teardown(() => server.close());
  await new Promise<void>((resolve) => server.listen(path, resolve));
}

test('only the entry that was found stale is removed, and by one process', async (t) => {
  const folder = folderFor(t);
  const path = join(folder, 'p');
  await symlink('nowhere', path);
  t.equal(await removeAlone(path, '1-1'), true);
  t.deepEqual(await readdir(folder), ['p'], 'another entry than the one that was tested stays');
  await mkdir(`${path}~1-1`);
  t.equal(await removeAlone(path, '1-1'), false, 'another process is about to remove it');
});

test('of many that claim a name at once, one gets it', async (t) => {
  const folder = folderFor(t);
  const path = join(folder, 'p');
  const sockets = Array.from({ length: 12 }, (_, number) => join(folder, `s${number}`));
  await Promise.all(sockets.map((socket) => listenAt(t, socket)));
  await symlink(join(folder, 'nowhere'), path);
  const outcomes = await Promise.all(
    sockets.map((socket) =>
      claim(path, () => link(socket, path)).then(
        () => 'claimed',
        (error) => (error instanceof StateError ? 'refused' : String(error)),
      ),
    ),
  );
  t.deepEqual(outcomes.sort(), ['claimed', ...sockets.slice(1).map(() => 'refused')]);
  t.deepEqual((await readdir(folder)).length, sockets.length + 1, 'nothing is left');
});
