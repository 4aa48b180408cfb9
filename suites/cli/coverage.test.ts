import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test from 'tape';
import { coverageOf } from '../../reports/coverage.js';
import { compiledSpec } from '../../spec/compiled/compiled.js';

const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));

async function run(...args: string[]): Promise<{ status: number | null; out: string; complaint: string }> {
  const child = spawn(process.execPath, [MAIN, 'coverage', ...args], { timeout: 600_000 });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { status: await ended, out, complaint };
}

/** Runs with a file of this content for `--from`. */
async function runFrom(content: string, ...args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-coverage-'));
  try {
    const file = join(folder, 'report.json');
    await writeFile(file, content);
    return await run('--from', file, ...args);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const SPEC = compiledSpec();
const [REQUIREMENT = ''] = [...SPEC.files.values()].flatMap(({ requirements }) => requirements.map(({ id }) => id));

const report = (verdict: string): string =>
  JSON.stringify({ requirements: [{ id: REQUIREMENT, cases: [{ id: 'c', verdict }] }] });

test('coverage: every document has its table', async (t) => {
  const { out } = await run();
  const { documents, standings } = SPEC;
  for (const { id, title } of documents) t.ok(out.includes(`Document ${id}: ${title}\n`), `document ${id}`);
  const totals = [...out.matchAll(/^ {2}total +(\d+)/gm)].map(([, total]) => Number(total));
  t.equal(
    totals.reduce((sum, total) => sum + total, 0),
    standings.size,
    'all rows',
  );
  t.notOk(out.includes('Rows not covered'));
});

test('coverage: one document, with rows, as JSON', async (t) => {
  const { out } = await run('--document', '1', '--rows');
  t.deepEqual(out.match(/^Document \d/gm), ['Document 1']);
  t.match(out, /\n\n(Rows not covered\n {2}|Every row is covered\n)/);
  const { rows, sections } = JSON.parse((await run('--json', '--document', '1')).out);
  t.equal(rows.total, [...SPEC.standings.keys()].filter((id) => id.startsWith('1/')).length);
  t.ok(sections.every(({ document }: { document: number }) => document === 1));
});

test('coverage: a report says what was tested', async (t) => {
  const tested = JSON.parse((await runFrom(report('conforms'), '--json')).out);
  t.equal(tested.measured, true);
  t.equal(tested.requirements.tested, 1);
  t.deepEqual(tested.rows, coverageOf(SPEC, new Set([REQUIREMENT])).rows);
  const skipped = JSON.parse((await runFrom(report('not-applicable'), '--json')).out);
  t.equal(skipped.requirements.tested, 0);
  t.match((await runFrom(report('conforms'))).out, /partly {2}tested\n/);
});

test('coverage: wrong arguments and reports are refused with status 2', async (t) => {
  const refusals = await Promise.all([run('--document', '4'), run('--what'), run('--from', '/no/such/file')]);
  for (const { status, out, complaint } of [...refusals, await runFrom('{'), await runFrom(report('fine'))]) {
    t.equal(status, 2);
    t.equal(out, '');
    t.match(complaint, /^srvspec: .+/);
  }
});
