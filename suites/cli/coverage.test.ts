import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { coverageOf } from '../../reports/coverage.js';
import { sampleReport } from '../../reports/testing/sample.js';
import { compiledSpec } from '../../spec/compiled/compiled.js';
import { folderFor, type ProgramResult, spawned, srvspec } from './testing/program.js';

const run = (...args: readonly string[]): Promise<ProgramResult> => srvspec('coverage', ...args);

/** Runs with a file with this content for `--from`. */
function runFrom(t: Test, content: string, ...args: readonly string[]): Promise<ProgramResult> {
  const file = join(folderFor(t), 'report.json');
  writeFileSync(file, content);
  return run('--from', file, ...args);
}

const SPEC = compiledSpec();
const [REQUIREMENT = ''] = [...SPEC.files.values()].flatMap(({ requirements }) => requirements.map(({ id }) => id));

function report(verdict: string): string {
  const sample = sampleReport();
  const [requirement] = sample.requirements;
  const cases = requirement?.cases.slice(0, 1).map((one) => ({ ...one, verdict }));
  return JSON.stringify({ ...sample, requirements: [{ ...requirement, id: REQUIREMENT, cases }] });
}

test('coverage: every document has its table', async (t) => {
  const { stdout: out } = await spawned('coverage');
  const { documents, statuses } = SPEC;
  for (const { id, title } of documents) t.ok(out.includes(`Document ${id}: ${title}\n`), `document ${id}`);
  const totals = [...out.matchAll(/^ {2}total +(\d+)/gm)].map(([, total]) => Number(total));
  t.equal(
    totals.reduce((sum, total) => sum + total, 0),
    statuses.size,
    'all rows',
  );
  t.notOk(out.includes('Rows not covered'));
});

test('coverage: one document, with rows, as JSON', async (t) => {
  const { stdout: out } = await run('--document', '1', '--rows');
  t.deepEqual(out.match(/^Document \d/gm), ['Document 1']);
  t.match(out, /\n\n(Rows not covered\n {2}|Every row is covered\n)/);
  const { rows, sections } = JSON.parse((await run('--json', '--document', '1')).stdout);
  t.equal(rows.total, [...SPEC.statuses.keys()].filter((id) => id.startsWith('1/')).length);
  t.ok(sections.every(({ document }: { document: number }) => document === 1));
});

test('coverage: a report lists the tested requirements', async (t) => {
  const tested = JSON.parse((await runFrom(t, report('conforms'), '--json')).stdout);
  t.equal(tested.measured, true);
  t.equal(tested.requirements.tested, 1);
  t.deepEqual(tested.rows, coverageOf(SPEC, new Set([REQUIREMENT])).rows);
  const skipped = JSON.parse((await runFrom(t, report('not-applicable'), '--json')).stdout);
  t.equal(skipped.requirements.tested, 0);
  t.match((await runFrom(t, report('conforms'))).stdout, /partly {2}tested\n/);
});

test('coverage: wrong arguments and reports are refused with status 2', async (t) => {
  const refusals: ProgramResult[] = [];
  for (const args of [['--document', '4'], ['--what'], ['--from', '/no/such/file']]) refusals.push(await run(...args));
  for (const content of ['{', report('fine')]) refusals.push(await runFrom(t, content));
  for (const { status, stdout, stderr } of refusals) {
    t.equal(status, 2);
    t.equal(stdout, '');
    t.match(stderr, /^srvspec: .+/);
  }
});
