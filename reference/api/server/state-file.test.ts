import { linkSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { Asker, folderFor, objectIn, serveProgram, testServer, textAt } from '../../testing/api/server.js';
import { HEADER, lineOf, readJournal } from './journal-reading.js';
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

test('a journal cut at every byte', async (t) => {
  const { file } = await written(t, folderFor(t));
  const bytes = readFileSync(file);
  const { records } = readJournal(bytes, file);
  t.equal(records.length, 6);
  for (let length = 0; length <= bytes.length; length += 1) {
    const cut = bytes.subarray(0, length);
    const lines = cut.toString('latin1').split('\n').length - 1;
    // A record that lacks its line break alone is whole.
    const endless = lines > 0 && bytes[length] === 0x0a;
    const expected = {
      records: records.slice(0, Math.max(0, lines - (endless ? 0 : 1))),
      wholeBytes: endless ? length : cut.lastIndexOf('\n') + 1,
      endless,
    };
    if (JSON.stringify(readJournal(cut, file)) !== JSON.stringify(expected)) t.fail(`cut after ${length} bytes`);
  }
  t.end();
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

test('a journal with any bit flipped is refused with its place', async (t) => {
  const { file } = await written(t, folderFor(t));
  const bytes = readFileSync(file);
  for (let at = 0; at < bytes.length; at += 1) {
    const lines = bytes.subarray(0, at).toString('latin1').split('\n');
    const from = at - (lines.at(-1)?.length ?? 0);
    const place = lines.length === 1 ? /^f:1: expected/ : new RegExp(`^f:${lines.length}: expected .* byte ${from} on`);
    for (let bit = 0; bit < 8; bit += 1) {
      const outcome = outcomeOf(bytes, at, (bytes[at] ?? 0) ^ (1 << bit));
      if (!place.test(outcome)) t.fail(`bit ${bit} of byte ${at} of ${bytes.length}: ${outcome}`);
    }
  }
  t.end();
});

test('a file cut within its last line is served, and written on', async (t) => {
  const folder = folderFor(t);
  const { file, credentials, listed } = await written(t, folder);
  const bytes = readFileSync(file);
  // The last line is the rotation: without it the first key is good.
  const lastLine = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
  const whole = (text: string) =>
    text.endsWith('\n') &&
    text
      .trimEnd()
      .split('\n')
      .every((line) => JSON.parse(line));
  for (const length of [lastLine, lastLine + 1, bytes.length - 2, bytes.length - 1, bytes.length]) {
    writeFileSync(file, bytes.subarray(0, length));
    const { server } = await testServer(t, { state: file });
    const asker = new Asker(server.url, length >= bytes.length - 1 ? credentials : await server.newApiKey());
    t.deepEqual([await asker.list('/servers'), await asker.list('/apps')], [listed.servers, listed.apps]);
    t.equal((await asker.post('/servers', { name: 'more' })).status, 200);
    await server.stop();
    t.ok(whole(readFileSync(file, 'utf8')), 'whole lines');
  }
});

test('what is dropped of an unfinished write is told', async (t) => {
  const { file } = await written(t, folderFor(t));
  const bytes = readFileSync(file);
  const lastLine = bytes.lastIndexOf('\n', bytes.length - 2) + 1;
  const toldAfter = async (length: number) => {
    writeFileSync(file, bytes.subarray(0, length));
    const program = serveProgram(t, ['--state', file]);
    await program.said;
    program.child.kill('SIGTERM');
    return (await program.ended).errors;
  };
  t.match(await toldAfter(lastLine + 7), new RegExp(`the last 7 bytes, from byte ${lastLine} on, .* are dropped`));
  t.equal(await toldAfter(bytes.length - 1), '', 'a line break alone holds no record');
});

/** Garbage behind a whole journal of seven lines, and the line that is complained of. */
const garbage: readonly (readonly [string, string, number])[] = [
  ['a word', 'x', 8],
  ['a blank', ' ', 8],
  ['a carriage return', '\r', 8],
  ['zeros', '\0'.repeat(512), 8],
  ['no hexadecimal digit', '["0123x', 8],
  ['a record of no kind', '["0123456789abcdef",[', 8],
  ['a line', 'x\n', 8],
];

test('what cannot be the beginning of a record is no unfinished write', async (t) => {
  const { file } = await written(t, folderFor(t));
  const bytes = readFileSync(file);
  for (const [what, more, line] of garbage) {
    writeFileSync(file, Buffer.concat([bytes, Buffer.from(more)]));
    t.ok((await complaint(file)).startsWith(`${file}:${line}: expected `), what);
    t.deepEqual(readFileSync(file), Buffer.concat([bytes, Buffer.from(more)]), 'left as it is');
  }
  writeFileSync(file, bytes.toString().replaceAll('\n', '\r\n'));
  t.match(await complaint(file), /:1: expected lines that end in a line feed alone; /);
});

test('a file with two names is not shared', async (t) => {
  const folder = folderFor(t);
  const { file } = await written(t, folder);
  const other = join(folder, 'other');
  const first = await startApiServer({ state: file });
  t.teardown(() => first.stop());
  linkSync(file, other);
  t.match(await complaint(other), /other: the state file has 2 names \(hard links\)/);
});

/** Changes to a whole journal, and the line that is complained of. */
const damages: readonly (readonly [string, (lines: readonly string[]) => readonly string[], number])[] = [
  ['no JSON', (lines) => lines.with(3, '{"kind":"server",'), 4],
  ['an empty line', (lines) => lines.toSpliced(3, 0, ''), 4],
  ['no checksum', (lines) => lines.with(3, String(lines[3]).slice(20, -1)), 4],
  ['the checksum of another', (lines) => lines.with(3, String(lines[3]).slice(0, 20) + String(lines[2]).slice(20)), 4],
  ['no object', (lines) => lines.with(2, summed('[]')), 3],
  ['another kind', (lines) => lines.with(2, summed('{"kind":"user","id":"x"}')), 3],
  ['a field of another type', (lines) => lines.with(4, changed(lines[4], '["a.example"]', '"a.example"')), 5],
  ['a field that is missing', (lines) => lines.with(4, changed(lines[4], '"actionid"', '"action"')), 5],
  ['half a digest', (lines) => lines.with(1, changed(lines[1], /.{9}"}/, '"}')), 2],
  ['a last line that is whole and wrong', (lines) => [...lines.slice(0, -2), 'xxx', ''], 7],
  ['a line twice', (lines) => lines.toSpliced(3, 0, String(lines[2])), 4],
  ['another header', (lines) => lines.with(0, '{"format":"other","version":2}'), 1],
  ['an older version', (lines) => lines.with(0, '{"format":"srvspec-api-state","version":1}'), 1],
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
    t.ok(/; .*(restore|release|another)/.test(message), 'it says what to do');
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
  for (const text of ['notes', 'notes\n', `${HEADER.slice(0, 5)}x`]) {
    writeFileSync(notes, text);
    t.match(await complaint(notes), /:1: expected the header/);
    t.equal(readFileSync(notes, 'utf8'), text);
  }
  mkdirSync(join(folder, 'folder'));
  t.match(await complaint(join(folder, 'folder')), /cannot be opened \(EISDIR\)/);
  t.match(await complaint(join(folder, 'nowhere', 'state')), /cannot be entered \(ENOENT\)/);
  symlinkSync('/dev/null', join(folder, 'device'));
  t.match(await complaint(join(folder, 'device')), /^\/dev\/null/);
});
