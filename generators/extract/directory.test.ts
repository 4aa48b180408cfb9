import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { type Extraction, extractDirectory } from './directory.js';
import { ExtractError } from './error.js';

/** The result of extracting a folder, or the complaint. */
async function outcome(folder: string): Promise<Extraction | string> {
  try {
    return await extractDirectory(folder);
  } catch (error) {
    if (error instanceof ExtractError) return error.message;
    throw error;
  }
}

async function outcomeWith(...names: readonly string[]): Promise<Extraction | string> {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-documents-'));
  try {
    for (const name of names) await writeFile(join(folder, name), `# ${name}\n\nText.\n`);
    return await outcome(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('documents are known by their leading number; others are named', async (t) => {
  const found = await outcomeWith('3-c.md', '1-a.md', '2-b.md', '4-d.md', 'notes.md', '10-e.md', 'image.png');
  if (typeof found === 'string') return t.fail(found);
  t.deepEqual(
    found.files.map(({ document }) => `${document.id} ${document.title}`),
    ['1 1-a.md', '2 2-b.md', '3 3-c.md'],
  );
  t.deepEqual(found.unrecognised, ['10-e.md', '4-d.md', 'notes.md']);
});

test('a missing or doubled document and a missing folder are refused', async (t) => {
  const complaintAbout = async (...names: readonly string[]) => String(await outcomeWith(...names));
  t.match(await complaintAbout('1-a.md', '3-c.md'), /holds no document 2 \(2-\*\.md\)$/);
  t.match(await complaintAbout('1-a.md', '2-b.md', '2-c.md', '3-c.md'), /document 2 more than once: 2-b\.md, 2-c\.md$/);
  const missing = join(tmpdir(), 'srvspec-no-such-folder');
  t.equal(await outcome(missing), `${missing}: the folder of documents cannot be read: it does not exist`);
});
