import {
  appendFileSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { Asker, folderFor, serveProgram, testServer } from '../../testing/api/server.js';
import { startApiServer } from './start.js';
import { StateError } from './state-error.js';
import { openStateFile } from './state-file.js';

/** The system tells which file is locked, whatever its name is, only where there are sockets without a file. */
const lockable = process.platform === 'linux' ? {} : { skip: 'files are locked by name alone on this system' };

/** What a start on the file says is wrong; an empty text when it starts. */
async function complaint(t: Test, file: string): Promise<string> {
  try {
    const server = await startApiServer({ state: file });
    t.teardown(() => server.stop());
    return '';
  } catch (error) {
    return error instanceof StateError ? error.message : `a bug: ${String(error)}`;
  }
}

const renamings: readonly (readonly [string, (folder: string) => void])[] = [
  ['renamed', (folder) => renameSync(join(folder, 'state'), join(folder, 'other'))],
  [
    'renamed, and another made in its place',
    (folder) => {
      renameSync(join(folder, 'state'), join(folder, 'other'));
      writeFileSync(join(folder, 'state'), '');
    },
  ],
  [
    'given another name instead of its own',
    (folder) => {
      linkSync(join(folder, 'state'), join(folder, 'other'));
      rmSync(join(folder, 'state'));
    },
  ],
  [
    'found by a link in its place',
    (folder) => {
      renameSync(join(folder, 'state'), join(folder, 'moved'));
      symlinkSync(join(folder, 'moved'), join(folder, 'state'));
      symlinkSync(join(folder, 'moved'), join(folder, 'other'));
    },
  ],
  [
    'without its control panel',
    (folder) => {
      rmSync(join(folder, 'state.panel'));
      symlinkSync(join(folder, 'state'), join(folder, 'other'));
    },
  ],
];

for (const [how, rename] of renamings)
  test(`a file under a running server is not served twice: ${how}`, lockable, async (t) => {
    const folder = folderFor(t);
    const program = serveProgram(t, ['--state', join(folder, 'state')]);
    await program.said;
    rename(folder);
    t.match(await complaint(t, join(folder, 'other')), /a server that runs has this file open already/);
    program.child.kill('SIGTERM');
    await program.ended;
    t.equal(await complaint(t, join(folder, 'other')), '', 'free again');
  });

/** What happens to a file under a running server, and what is said of it. */
const changes: readonly (readonly [string, (file: string) => void, RegExp])[] = [
  ['renamed', (file) => renameSync(file, `${file}.old`), /was removed, renamed or replaced/],
  ['removed', (file) => rmSync(file), /was removed, renamed or replaced/],
  [
    'replaced by a copy',
    (file) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
    /was removed, renamed or replaced/,
  ],
  [
    'replaced by a folder',
    (file) => {
      rmSync(file);
      mkdirSync(file);
    },
    /was removed, renamed or replaced/,
  ],
  ['given a second name', (file) => linkSync(file, `${file}.link`), /has 2 names/],
  ['written on', (file) => appendFileSync(file, '\n'), /was changed by another program/],
  ['cut', (file) => truncateSync(file, 10), /was changed by another program/],
];

for (const [how, change, told] of changes)
  test(`nothing is acknowledged of a state file that was ${how}`, async (t) => {
    const folder = folderFor(t);
    const file = join(folder, 'state');
    const program = serveProgram(t, ['--state', file]);
    const { url, clientId, apiKey } = (await program.said) ?? {};
    const asker = new Asker(String(url), { clientId: String(clientId), apiKey: String(apiKey) });
    t.equal((await asker.post('/servers', { name: 'before' })).status, 200);
    change(file);
    const after = contents(folder);
    for (const name of ['one', 'two']) t.equal((await asker.post('/servers', { name })).status, 500);
    t.deepEqual(contents(folder), after, 'no file is written');
    t.deepEqual(
      (await asker.list('/servers')).map(({ name }) => name),
      ['before'],
    );
    program.child.kill('SIGTERM');
    t.match((await program.ended).errors, told);
  });

/** All that is in the regular files of a folder. */
function contents(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => [name, readFileSync(join(folder, name), 'utf8')] as const);
}

test('what was written is not acknowledged when the file went away meanwhile', async (t) => {
  const path = join(folderFor(t), 'state');
  const { file } = await openStateFile(path);
  await file.append(Buffer.from('x\n'));
  renameSync(path, `${path}.old`);
  await file.sync().then(
    () => t.fail('it is acknowledged'),
    (error) => t.match(String(error), /StateError: was removed, renamed or replaced/),
  );
  await file.close();
});

test('a server that ends leaves the control panel of its successor', async (t) => {
  const folder = folderFor(t);
  const state = join(folder, 'state');
  const { server } = await testServer(t, { state });
  renameSync(state, join(folder, 'old'));
  rmSync(`${state}.panel`);
  const { server: successor } = await testServer(t, { state });
  await server.stop();
  t.ok(existsSync(`${state}.panel`));
  t.match(await complaint(t, state), /state\.panel: a server that runs answers here/);
  await successor.stop();
  t.deepEqual(readdirSync(folder), ['old', 'state']);
});
