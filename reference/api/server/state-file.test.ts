import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { Asker, folderFor, objectIn, testServer, textAt } from '../../testing/api/server.js';
import { startApiServer } from './start.js';
import { StateError } from './state-file.js';

const app = { name: 'shop', sysuserid: 'u1', runtime: 'php8.3', domains: ['a.example'] } as const;

/** A state file of two servers and two apps, with the keys that were shown and the valid credentials. */
async function written(t: Test) {
  const file = join(folderFor(t), 'state');
  const { server, asker } = await testServer(t, { state: file });
  const keys: string[] = [asker.credentials.apiKey];
  for (const name of ['one', 'two'])
    keys.push(textAt(objectIn(await asker.post('/servers', { name })), 'data', 'apikey'));
  for (const name of ['é', 'two\nlines']) await asker.post('/apps', { ...app, name });
  const { apiKey } = await server.newApiKey();
  await server.stop();
  return { file, keys: [...keys, apiKey], credentials: { ...asker.credentials, apiKey } };
}

test('a state file is read again, and holds no key', async (t) => {
  const { file, keys, credentials } = await written(t);
  const text = readFileSync(file, 'utf8');
  t.equal(statSync(file).mode & 0o777, 0o600);
  const isHidden = (key: string): boolean => key.length === 43 && !text.includes(key);
  t.ok(keys.every(isHidden), 'no key is in it');
  t.deepEqual(readdirSync(join(file, '..')), ['state'], 'no other file remains');
  const link = `${file}.link`;
  symlinkSync(file, link);
  const { server } = await testServer(t, { state: link, credentials: { clientId: 'other', apiKey: 'other' } });
  t.deepEqual([server.clientId, server.credentials], [credentials.clientId, undefined], 'the account stays');
  const asker = new Asker(server.url, credentials);
  await asker.post('/servers', { name: 'three' });
  const namesAt = async (path: string) => (await asker.list(path)).map(({ name }) => name);
  t.deepEqual(await namesAt('/servers'), ['one', 'two', 'three']);
  t.deepEqual(await namesAt('/apps'), ['é', 'two\nlines']);
  const { id: _, ...fields } = (await asker.list('/apps'))[0] ?? {};
  t.deepEqual(fields, { ...app, name: 'é' });
  t.ok(readFileSync(file, 'utf8').includes('three'), 'a link is followed to the file that is written');
  t.equal((await new Asker(server.url, { ...credentials, apiKey: keys[0] ?? '' }).get('/apps')).status, 401);
});

test('actions progress with the clock, also while no server runs', async (t) => {
  const file = join(folderFor(t), 'state');
  let now = 5000;
  const first = await testServer(t, { state: file, now: () => now, actionMs: 100 });
  const actionid = textAt(objectIn(await first.asker.post('/apps', app)), 'actionid');
  await first.server.stop();
  for (const [ms, actionMs, status] of [
    [99, 1, 'open'],
    [100, 100_000, 'success'],
  ] as const) {
    now = 5000 + ms;
    const { server } = await testServer(t, { state: file, now: () => now, actionMs });
    const answer = await new Asker(server.url, first.asker.credentials).get(`/actions/${actionid}`);
    t.equal(textAt(objectIn(answer), 'data', 'status'), status);
    await server.stop();
  }
});

test('an invalid state file is refused, and stays as it is', async (t) => {
  const { file } = await written(t);
  const text = readFileSync(file, 'utf8');
  for (const other of ['', 'precious', '{}', text.slice(0, -9), text.replace('"format"', '"form"')]) {
    writeFileSync(file, other);
    const error = await startApiServer({ state: file }).catch((cause: unknown) => cause);
    t.ok(error instanceof StateError && /state: this is not a state file/.test(error.message), String(error));
    t.equal(readFileSync(file, 'utf8'), other);
  }
  const folder = join(file, '..');
  const error = await startApiServer({ state: folder }).catch((cause: unknown) => cause);
  t.ok(error instanceof StateError && /cannot be read: it is a folder/.test(error.message), String(error));
});
