import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { folderFor } from '../../../../generators/build/testing/folder.js';
import { awaitPidFile } from './listening.js';

const AGES = 60_000;

function pidFile(t: Test): string {
  const folder = folderFor(t);
  return join(folder, 'host.pid');
}

test('a host listens once its pid file is there', async (t) => {
  const path = pidFile(t);
  let settled = false;
  const listens = awaitPidFile(path, new Promise(() => undefined), AGES).then((how) => {
    settled = true;
    return how;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  t.notOk(settled);
  writeFileSync(path, '1\n');
  t.equal(await listens, 'listens');
});

test('a host that ends, or takes too long, does not listen', async (t) => {
  t.equal(await awaitPidFile(pidFile(t), Promise.resolve(), AGES), 'gone');
  t.equal(await awaitPidFile(pidFile(t), new Promise(() => undefined), 0), 'late');
});
