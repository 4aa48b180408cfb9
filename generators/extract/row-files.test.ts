import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import type { RowFile } from '../../spec/types/row.js';
import { folderFor } from '../build/testing/folder.js';
import { extractDocument } from './document.js';
import { compareRowFiles, renderRowFile, writeRowFiles } from './row-files.js';

const fileOf = (body: string): RowFile => extractDocument(1, new TextEncoder().encode(`# T\n\n${body}\n`), 'own.md');
const FIRST = fileOf('## A\n\nOne 1.\n\nTwo.\n\n## B\n\n- `c`');

/** A folder with the rows of `FIRST`. */
async function rowsFor(t: Test): Promise<string> {
  const folder = join(folderFor(t), 'rows');
  await writeRowFiles(folder, [FIRST]);
  return folder;
}

const body = (changes: readonly string[]): string[] => changes.filter((change) => !change.includes(' document: '));

test('a rows file is JSON with one row a line', (t) => {
  const text = renderRowFile(FIRST);
  t.deepEqual(JSON.parse(text), FIRST);
  const lines = text.split('\n').filter((line) => line.startsWith('{"id"'));
  t.deepEqual(
    lines.map((line) => JSON.parse(line.replace(/,$/, ''))),
    FIRST.rows,
  );
  t.end();
});

test('rows are written whole, without leftovers, and replaced', async (t) => {
  const folder = await rowsFor(t);
  t.deepEqual(await readdir(folder), ['1.json']);
  t.equal(await readFile(join(folder, '1.json'), 'utf8'), renderRowFile(FIRST));
  const next = fileOf('Other.');
  await writeRowFiles(folder, [next]);
  t.deepEqual(await readdir(folder), ['1.json']);
  t.equal(await readFile(join(folder, '1.json'), 'utf8'), renderRowFile(next));
});

test('comparing writes nothing and finds no change in files that were just written', async (t) => {
  const folder = await rowsFor(t);
  t.deepEqual(await compareRowFiles(folder, [FIRST]), []);
  await rm(join(folder, '1.json'));
  const changes = await compareRowFiles(folder, [FIRST]);
  t.deepEqual(body(changes), ['+ 1/a/p1 (line 5)', '+ 1/a/p2 (line 7)', '+ 1/b/item-1 (line 11)']);
  t.deepEqual(await readdir(folder), []);
});

test('added, removed and changed rows are distinguished, with the facts that changed', async (t) => {
  const folder = await rowsFor(t);
  const compare = async (text: string) => body(await compareRowFiles(folder, [fileOf(text)]));
  t.deepEqual(await compare('## A\n\nOne 1.\n\nTwo.\n\n## B'), ['- 1/b/item-1']);
  t.deepEqual(await compare('## A\n\nOne 1.\n\nTwo.\n\n## B\n\n- `c`\n- d'), ['+ 1/b/item-2 (line 12)']);
  const [change, ...others] = await compare('## A\n\nOne 2.\n\nTwo.\n\n## B\n\n- `c`');
  t.match(change ?? '', /^~ 1\/a\/p1: numbers \["1"\] -> \["2"\]; digest "\w{16}" -> "\w{16}"$/);
  t.deepEqual(others, []);
});

test('rows that only moved are counted, not listed', async (t) => {
  const folder = await rowsFor(t);
  const moved = body(await compareRowFiles(folder, [fileOf('\n## A\n\nOne 1.\n\nTwo.\n\n## B\n\n- `c`')]));
  t.deepEqual(moved, ['~ 1.json: 3 rows are on another line']);
});

test('a change of the document alone, of the layout alone, and a broken file are differences', async (t) => {
  const folder = await rowsFor(t);
  const retitled = { ...FIRST, document: { ...FIRST.document, title: 'U' } };
  t.deepEqual(await compareRowFiles(folder, [retitled]), ['~ 1.json document: title "T" -> "U"']);
  await writeFile(join(folder, '1.json'), JSON.stringify(FIRST));
  t.deepEqual(await compareRowFiles(folder, [FIRST]), ['! 1.json: the same facts in another order or layout']);
  for (const broken of ['<<<<', '[]', '{"document":{},"rows":[{}]}']) {
    await writeFile(join(folder, '1.json'), broken);
    t.deepEqual(await compareRowFiles(folder, [FIRST]), ['! 1.json: is no file of rows'], broken);
  }
});
