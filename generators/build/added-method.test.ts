/**
 * Adds a method in full to a copy of the project, as if a document had gained it. The copy is built and its reference conforms. Each part
 * that is left out is reported with the name of the method.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { extractDocument } from '../extract/document.js';
import { writeRowFiles } from '../extract/row-files.js';
import { DOCUMENTS, skip } from '../testing/documents.js';
import { built, COMPILE, projectCopy, ran, SRVSPEC, type ToolCommand } from '../testing/project-copy.js';
import { edited, SWAP_EDITS, SWAP_ROW } from '../testing/swap.js';
import { isTaken, shareOf } from './testing/share.js';

const REALM: ToolCommand = ['npm', 'run', '-s', 'build:realm'];
const BUILD: readonly ToolCommand[] = [...COMPILE, REALM, ['npm', 'run', '-s', 'build:host']];
const ONLY = ['--only', 'shared-dict.{swap,members,axes,sequences}**'];

const MOST = { files: 6, lines: 60 };

/** A copy of the sources and the build, whose document 2 has one more row. */
async function copyWithRow(t: Test): Promise<string> {
  const root = projectCopy(t);
  const name = readdirSync(DOCUMENTS).find((one) => one.startsWith('2-')) ?? '';
  const text = readFileSync(join(DOCUMENTS, name), 'utf8').replace(/(\| `size\(\)` \|[^\n]*\n)/, `$1${SWAP_ROW}\n`);
  await writeRowFiles(join(root, 'spec/rows'), [extractDocument(2, Buffer.from(text), name)]);
  return root;
}

const judged = (root: string) => ran(root, [...SRVSPEC, 'run', ...ONLY]);

const PATHS = [...new Set(SWAP_EDITS.map(({ path }) => path))];

/** A copy with the method, and a function that writes one of its files with or without the method's part. */
async function copyWithMethod(t: Test) {
  const root = await copyWithRow(t);
  const before = new Map(PATHS.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const after = new Map(before);
  for (const edit of SWAP_EDITS) after.set(edit.path, edited(after.get(edit.path) ?? '', edit));
  const write = (path: string, texts: ReadonlyMap<string, string>): void =>
    writeFileSync(join(root, ...path.split('/')), texts.get(path) ?? '');
  for (const path of PATHS) write(path, after);
  return { root, remove: (path: string) => write(path, before), add: (path: string) => write(path, after) };
}

/** Without this part the realm lacks the method, and the run reports its name. */
const OF_REALM = 'reference/realm/2-host-objects/shared-dict/shared-dict.ts';

const isWhole = isTaken('a method in full');

test('a method of the shared dictionary is added in six files', { skip: skip || !isWhole }, async (t) => {
  const lines = SWAP_EDITS.reduce((sum, edit) => sum + edit.lines.length, 0);
  t.ok(PATHS.length <= MOST.files && lines <= MOST.lines, `${PATHS.length} files, ${lines} lines`);
  const { root, remove } = await copyWithMethod(t);
  t.equal(built(root, BUILD), '', 'the build');
  const { status, output } = judged(root);
  t.equal(status, 0, status === 0 ? 'the reference conforms' : output);
  const cases = ran(root, [...SRVSPEC, 'list', ...ONLY]).output.match(/^ .*\bswap\b.*$/gm) ?? [];
  t.ok(cases.length >= 20, `${cases.length} cases`);
  remove(OF_REALM);
  t.equal(built(root, [REALM]), '');
  t.match(judged(root).output, /\bswap\b/, `without ${OF_REALM}`);
});

/** Without these parts the build reports the name of the method. */
const COMPILED = PATHS.filter((path) => path !== OF_REALM);

test('a part of a method that is left out is reported by the build', { skip }, async (t) => {
  const files = shareOf(COMPILED, 'files with a method');
  if (files.length === 0) return;
  const { root, remove, add } = await copyWithMethod(t);
  for (const path of files) {
    remove(path);
    t.match(built(root, COMPILE), /\bswap\b/, `without ${path}`);
    add(path);
  }
});
