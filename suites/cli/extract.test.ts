import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'tape';

const COMMAND = new URL('./main.js', import.meta.url).pathname;

/** Runs the command in a process of its own, so that its output does not mix with the test's. */
async function run(...args: string[]): Promise<{ status: number | null; out: string; complaint: string }> {
  const child = spawn(process.execPath, [COMMAND, 'extract', ...args], { timeout: 600_000 });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await ended, out, complaint };
}

test('extract: wrong arguments are refused with status 2 and the expected ones', async (t) => {
  for (const args of [[], ['--check'], ['--documents'], ['--documents', '.', '--what'], ['--documents', '.', 'more']]) {
    const { status, out, complaint } = await run(...args);
    t.equal(status, 2, args.join(' ') || 'no arguments');
    t.match(complaint, /^srvspec: [^\n]*(--documents|--what|more)[^\n]*\n$/);
    t.equal(out, '');
  }
});

test('extract: a bad folder is refused with status 2', async (t) => {
  const missing = join(tmpdir(), 'srvspec-no-such-folder');
  t.deepEqual(await run('--documents', missing, '--check'), {
    status: 2,
    out: '',
    complaint: `srvspec: ${missing}: the folder of documents cannot be read: it does not exist\n`,
  });
});

test('extract --check: differences give status 1 and a line for each row; ignored files are named', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-documents-'));
  try {
    for (const name of ['1-a.md', '2-b.md', '3-c.md', 'notes.md'])
      await writeFile(join(folder, name), '# T\n\n## Zed\n\nX.\n');
    const { status, out, complaint } = await run('--documents', folder, '--check');
    t.equal(status, 1);
    const changes = new Set(out.split('\n'));
    t.ok(changes.has('+ 1/zed/p1 (line 5)') && changes.has('- 1/introduction/p1'), 'rows added and removed');
    t.equal(complaint, 'srvspec extract: notes.md is left out: its name does not begin with 1-, 2- or 3-\n');
  } finally {
    await rm(folder, { recursive: true });
  }
});
