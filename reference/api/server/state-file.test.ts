import {
  appendFileSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { Asker, folderFor, objectIn, serveProgram, testServer, textAt } from '../../testing/api/server.js';
import { HEADER, lineOf, readJournal } from './journal.js';
import { newKeyFrom } from './panel-client.js';
import { startApiServer } from './start.js';
import { StateError } from './state-error.js';

const app = { name: 'shop', sysuserid: 'u1', runtime: 'php8.3', domains: ['a.example'] } as const;

/** A journal of an account, two servers and two apps, written by a server; with the keys that were told. */
async function written(t: Test, folder: string) {
  const file = join(folder, 'state');
  const { server, asker } = await testServer(t, { state: file });
  const told: string[] = [asker.credentials.apiKey];
  for (const name of ['one', 'two'])
    told.push(textAt(objectIn(await asker.post('/servers', { name })), 'data', 'apikey'));
  for (const name of ['é', 'two\nlines']) await asker.post('/apps', { ...app, name });
  const listed = { servers: await asker.list('/servers'), apps: await asker.list('/apps') };
  const { apiKey } = await server.newApiKey();
  await server.stop();
  return { file, told: [...told, apiKey], credentials: { ...asker.credentials, apiKey }, listed };
}

/** What a start on the file says is wrong; an empty text when it starts. */
async function complaint(file: string): Promise<string> {
  try {
    const server = await startApiServer({ state: file });
    await server.stop();
    return '';
  } catch (error) {
    return error instanceof StateError ? error.message : `a bug: ${String(error)}`;
  }
}

test('a state file is found again, and holds no key', async (t) => {
  const folder = folderFor(t);
  const { file, told, credentials } = await written(t, folder);
  const text = readFileSync(file, 'utf8');
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.ok(text.startsWith(HEADER) && text.split('\n').length === 8, 'a header, then one line a record');
  t.ok(
    told.every((key) => key.length === 43 && !text.includes(key)),
    'no key is in it',
  );
  const { server } = await testServer(t, { state: file, credentials: { clientId: 'other', apiKey: 'other' } });
  t.deepEqual([server.clientId, server.credentials], [credentials.clientId, undefined], 'the account stays');
  const asker = new Asker(server.url, credentials);
  t.deepEqual(
    (await asker.list('/servers')).map(({ name }) => name),
    ['one', 'two'],
  );
  t.deepEqual(
    (await asker.list('/apps')).map(({ id, ...fields }) => fields),
    [
      { ...app, name: 'é' },
      { ...app, name: 'two\nlines' },
    ],
  );
  t.equal((await new Asker(server.url, { ...credentials, apiKey: told[0] ?? '' }).get('/apps')).status, 401);
});

test('actions go on by the clock, also while nobody serves', async (t) => {
  const file = join(folderFor(t), 'state');
  let now = 5000;
  const first = await testServer(t, { state: file, now: () => now, actionMs: 100 });
  const actionid = textAt(objectIn(await first.asker.post('/apps', app)), 'actionid');
  await first.server.stop();
  const statusLater = async (ms: number, actionMs: number) => {
    now = 5000 + ms;
    const { server } = await testServer(t, { state: file, now: () => now, actionMs });
    const asker = new Asker(server.url, first.asker.credentials);
    const status = textAt(objectIn(await asker.get(`/actions/${actionid}`)), 'data', 'status');
    await server.stop();
    return status;
  };
  t.equal(await statusLater(99, 1), 'open', 'as long as it took when it began');
  t.equal(await statusLater(100, 100_000), 'success');
});

/** What comes of a journal in which one byte is another. */
function outcomeOf(bytes: Buffer, at: number, byte: number): string {
  const changed = Buffer.from(bytes);
  changed[at] = byte;
  try {
    return `read: ${readJournal(changed, 'f').records.length}`;
  } catch (error) {
    return error instanceof StateError ? error.message : String(error);
  }
}

test('a journal with any bit flipped is refused with its line', async (t) => {
  const { file } = await written(t, folderFor(t));
  const bytes = readFileSync(file);
  // Without its last line break, the last line was not written whole.
  for (let at = 0; at < bytes.length - 1; at += 1) {
    const place = `f:${bytes.subarray(0, at).toString('latin1').split('\n').length}: expected`;
    for (let bit = 0; bit < 8; bit += 1) {
      const outcome = outcomeOf(bytes, at, (bytes[at] ?? 0) ^ (1 << bit));
      if (!outcome.startsWith(place)) t.fail(`bit ${bit} of byte ${at} of ${bytes.length}: ${outcome}`);
    }
  }
});

test('a file cut within its last line is served, and written on', async (t) => {
  const { file, credentials, listed } = await written(t, folderFor(t));
  const bytes = readFileSync(file);
  // The last line is the new key: without it the first key is good.
  const lastLine = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
  for (const length of [lastLine, lastLine + 7, bytes.length - 1, bytes.length]) {
    writeFileSync(file, bytes.subarray(0, length));
    const program = serveProgram(t, ['--state', file]);
    const url = String((await program.said)?.url);
    const panel = `${file}.panel`;
    const asker = new Asker(url, length === bytes.length ? credentials : await newKeyFrom(panel));
    t.deepEqual([await asker.list('/servers'), await asker.list('/apps')], [listed.servers, listed.apps]);
    t.equal((await asker.post('/servers', { name: 'more' })).status, 200);
    program.child.kill('SIGTERM');
    const dropped = length === bytes.length ? 0 : length - lastLine;
    t.match((await program.ended).errors, dropped === 0 ? /^$/ : new RegExp(`dropped the last ${dropped} bytes`));
    t.doesNotThrow(() => readJournal(readFileSync(file), file), 'whole lines');
  }
});

/** Changes to a whole journal, and the line that is complained of. */
const damages: readonly (readonly [string, (lines: readonly string[]) => readonly string[], number])[] = [
  ['no JSON', (lines) => lines.with(3, '{"kind":"server",'), 4],
  ['the checksum of another', (lines) => lines.with(3, String(lines[3]).slice(0, 20) + String(lines[2]).slice(20)), 4],
  ['another kind', (lines) => lines.with(2, summed('{"kind":"user","id":"x"}')), 3],
  ['a field of another type', (lines) => lines.with(4, changed(lines[4], '["a.example"]', '"a.example"')), 5],
  ['a field that is missing', (lines) => lines.with(4, changed(lines[4], '"actionid"', '"action"')), 5],
  ['a last line that is whole and wrong', (lines) => [...lines.slice(0, -2), 'xxx', ''], 7],
  ['a newer version', (lines) => lines.with(0, '{"format":"srvspec-api-state","version":3}'), 1],
  ['no header', (lines) => lines.slice(1), 1],
];

/** A line of what is no record, with its checksum. */
const summed = (json: string): string => lineOf(JSON.parse(json)).trimEnd();

/** A line with another record, and the checksum of that. */
const changed = (line = '', from: string | RegExp, to: string): string => summed(line.slice(20, -1).replace(from, to));

test('damage elsewhere is refused with its place, and left as it is', async (t) => {
  const { file, told } = await written(t, folderFor(t));
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const [what, damage, line] of damages) {
    const damaged = damage(lines).join('\n');
    writeFileSync(file, damaged);
    const message = await complaint(file);
    t.ok(message.startsWith(`${file}:${line}: expected `), `${what}: ${message}`);
    t.ok(/; .*(restore|another)/.test(message), 'it says what to do');
    t.notOk(told.some((key) => message.includes(key)) || /[0-9a-f]{64}/.test(message), 'and nothing of what is there');
    t.equal(readFileSync(file, 'utf8'), damaged);
  }
  const broken = Buffer.from(lines.join('\n'));
  broken[HEADER.length + 40] = 0xff;
  writeFileSync(file, broken);
  t.ok((await complaint(file)).startsWith(`${file}:2: `), 'no UTF-8');
});

test('what is no state file is left alone', async (t) => {
  const folder = folderFor(t);
  const notes = join(folder, 'notes');
  for (const text of ['notes', 'notes\n', `${HEADER.slice(0, 5)}x`, HEADER.replace('\n', '\r\n')]) {
    writeFileSync(notes, text);
    t.match(await complaint(notes), /:1: expected the header/);
    t.equal(readFileSync(notes, 'utf8'), text);
  }
  mkdirSync(join(folder, 'folder'));
  t.match(await complaint(join(folder, 'folder')), /cannot be opened \(EISDIR\)/);
  t.match(await complaint(join(folder, 'nowhere', 'state')), /cannot be opened \(ENOENT\)/);
  symlinkSync('/dev/null', join(folder, 'device'));
  t.match(await complaint(join(folder, 'device')), /must be a regular file/);
});

/** Only Linux can lock a file whatever its name is. */
const lockable = process.platform === 'linux' ? {} : { skip: 'files are locked by name alone on this system' };

test('a state file is served once, whatever name it is found by', lockable, async (t) => {
  const folder = folderFor(t);
  const [state, link, other] = [join(folder, 'state'), join(folder, 'link'), join(folder, 'other')];
  const { server, asker } = await testServer(t, { state });
  symlinkSync(state, link);
  for (const file of [state, link]) t.match(await complaint(file), /a server that runs has this file open already/);
  t.equal((await asker.get('/servers')).status, 200, 'the first goes on');
  renameSync(state, other);
  t.match(await complaint(other), /a server that runs has this file open already/);
  await server.stop();
  t.equal(await complaint(other), '', 'free again');
});

/** What happens to a file under a running server, and what is said of it. */
const changes: readonly (readonly [string, (file: string) => void, RegExp])[] = [
  ['renamed', (file) => renameSync(file, `${file}.old`), /was removed, renamed or replaced/],
  ['removed', (file) => rmSync(file), /was removed, renamed or replaced/],
  ['given a second name', (file) => linkSync(file, `${file}.link`), /has 2 names/],
  ['written on', (file) => appendFileSync(file, '\n'), /was changed by another program/],
  ['cut', (file) => truncateSync(file, 10), /was changed by another program/],
];

for (const [how, change, message] of changes)
  test(`nothing is acknowledged of a state file that was ${how}`, async (t) => {
    const file = join(folderFor(t), 'state');
    const program = serveProgram(t, ['--state', file]);
    const { url, clientId, apiKey } = (await program.said) ?? {};
    const asker = new Asker(String(url), { clientId: String(clientId), apiKey: String(apiKey) });
    t.equal((await asker.post('/servers', { name: 'before' })).status, 200);
    change(file);
    for (const name of ['one', 'two']) t.equal((await asker.post('/servers', { name })).status, 500);
    const names = (await asker.list('/servers')).map(({ name }) => name);
    t.deepEqual(names, ['before']);
    program.child.kill('SIGTERM');
    t.match((await program.ended).errors, message);
  });
