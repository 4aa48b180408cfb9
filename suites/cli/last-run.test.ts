import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { isTaken } from '../../generators/build/testing/share.js';
import type { CaseReport, RunReport } from '../../reports/model.js';
import { sampleReport } from '../../reports/testing/sample.js';
import { cacheFolder, type FailedCase, failedAfter, groupsOf, lastRunOf, rememberRun } from './last-run.js';
import { folderFor, OUTSIDE_CI, type ProgramResult, srvspecWith } from './testing/program.js';

const caseOf = (id: string, verdict: CaseReport['verdict'], reason = ''): CaseReport => ({
  id,
  verdict,
  reason,
  kind: 'example',
  inputs: 1,
  durationMs: 0,
  replay: '',
});

const reportOf = (cases: readonly CaseReport[], more: Partial<RunReport> = {}): RunReport => {
  const report = sampleReport();
  const [requirement] = report.requirements;
  if (requirement === undefined) throw new Error('the sample has no requirement');
  return { ...report, staleDeviations: [], requirements: [{ ...requirement, cases }], ...more };
};

/** A failure with the seed of the sample. */
const failures = (...ids: readonly string[]): readonly FailedCase[] => ids.map((id) => ({ id, seed: 42, runs: 100 }));

const idsAfter = (before: readonly FailedCase[], report: RunReport): readonly string[] =>
  failedAfter(before, report).map(({ id }) => id);

test('violations, stale deviations, and cases lost when the target went down have failed', (t) => {
  const cases: readonly CaseReport[] = [
    caseOf('wrong', 'violates', 'wrong: returns 1'),
    {
      ...caseOf('once', 'inconclusive', 'not seen again alone; seen among other cases: wrong: returns 1'),
      failure: 'wrong',
    },
    caseOf('lost', 'inconclusive', 'not tried: the target went down at other inputs of this requirement'),
    caseOf('blind', 'inconclusive', 'not observable here: the target has no log that can be read'),
    caseOf('right', 'conforms'),
    caseOf('stale', 'conforms'),
    caseOf('known', 'deviates', 'it is known'),
    caseOf('open', 'recorded'),
    caseOf('younger', 'not-applicable', 'since 1.0.0'),
  ];
  const report = reportOf(cases, { staleDeviations: [{ id: 'stale', why: 'it was known' }] });
  t.deepEqual(idsAfter([], report), ['wrong', 'once', 'lost', 'stale']);
  t.deepEqual(
    idsAfter(failures('right', 'blind', 'elsewhere', 'wrong'), report),
    ['elsewhere', 'wrong', 'once', 'lost', 'stale'],
    'the record of untried cases stays as it was',
  );
  t.end();
});

test('after a run that was cut short, the record of untried cases stays as it was', (t) => {
  const cases: readonly CaseReport[] = [
    caseOf('a', 'conforms'),
    caseOf('b', 'inconclusive', 'the run was interrupted'),
    caseOf('c', 'inconclusive', 'the run was interrupted'),
    {
      ...caseOf('d', 'inconclusive', 'the run was interrupted; seen among other cases: crash: it ended'),
      failure: 'crash',
    },
  ];
  const report = reportOf(cases, { cutShort: 'the run was interrupted' });
  t.deepEqual(idsAfter(failures('a', 'b'), report), ['b', 'd']);
  t.end();
});

test('a failure with other inputs stays until it is tried with them', (t) => {
  const before: readonly FailedCase[] = [
    { id: 'drawn', seed: 7, runs: 20 },
    { id: 'fewer', seed: 42, runs: 20 },
    { id: 'more', seed: 42, runs: 5000 },
    { id: 'example', seed: 7, runs: 20 },
    { id: 'wrong', seed: 7, runs: 20 },
  ];
  const drawn = ({ id }: FailedCase): CaseReport => ({
    ...caseOf(id, id === 'wrong' ? 'violates' : 'conforms'),
    kind: id === 'example' ? 'example' : 'property',
  });
  const report = reportOf(before.map(drawn), { seed: 42, runs: 100 });
  const after = failedAfter(before, report);
  t.deepEqual(after, [before[0], before[2], { id: 'wrong', seed: 42, runs: 100 }]);
  t.deepEqual(groupsOf([...after, { id: 'too', seed: 7, runs: 20 }]), [
    { seed: 7, runs: 20, ids: new Set(['drawn', 'too']) },
    { seed: 42, runs: 5000, ids: new Set(['more']) },
    { seed: 42, runs: 100, ids: new Set(['wrong']) },
  ]);
  t.end();
});

test('the cache is in the system folder for caches', (t) => {
  t.equal(cacheFolder({ XDG_CACHE_HOME: '/x' }, 'linux'), '/x/srvspec');
  t.equal(cacheFolder({}, 'linux'), join(homedir(), '.cache', 'srvspec'));
  t.equal(cacheFolder({ XDG_CACHE_HOME: '' }, 'darwin'), join(homedir(), 'Library', 'Caches', 'srvspec'));
  t.equal(cacheFolder({ XDG_CACHE_HOME: 'here' }, 'linux', '/home/x'), '/home/x/.cache/srvspec', 'never in the folder');
  t.equal(cacheFolder({}, 'linux', ''), undefined);
  t.equal(cacheFolder({ LOCALAPPDATA: '/local' }, 'win32'), join('/local', 'srvspec', 'cache'));
  t.end();
});

/** A folder that is also the cache of this process. */
function cacheFor(t: Test): string {
  const folder = folderFor(t);
  const before = process.env.XDG_CACHE_HOME;
  process.env.XDG_CACHE_HOME = folder;
  t.teardown(() => {
    if (before === undefined) delete process.env.XDG_CACHE_HOME;
    else process.env.XDG_CACHE_HOME = before;
  });
  return folder;
}

const target = { options: ['--target', 'nginx'] };

test('a run is remembered for its target; a damaged file is no run', async (t) => {
  const folder = cacheFor(t);
  t.equal(await lastRunOf(target), undefined);
  await rememberRun(target, reportOf([caseOf('a', 'violates')], { seed: 7, runs: 300 }));
  t.deepEqual(await lastRunOf(target), { failed: [{ id: 'a', seed: 7, runs: 300 }] });
  t.equal(await lastRunOf({ options: ['--target', 'nginx', '--engine', 'qjs'] }), undefined, 'another target');
  const [file = '', ...more] = readdirSync(join(folder, 'srvspec/last-runs'));
  t.deepEqual(more, [], 'no temporary file is left');
  const path = join(folder, 'srvspec/last-runs', file);
  for (const damaged of [
    '',
    'null',
    '{}',
    '{"failed":["a"]}',
    '{"failed":[{"id":"a","seed":1}]}',
    readFileSync(path, 'utf8').slice(0, 9),
  ]) {
    writeFileSync(path, damaged);
    t.equal(await lastRunOf(target), undefined, `'${damaged}'`);
  }
  await rememberRun(target, reportOf([caseOf('b', 'violates')]));
  t.deepEqual(
    (await lastRunOf(target))?.failed.map(({ id }) => id),
    ['b'],
  );
});

test('a run goes on if it cannot be remembered', async (t) => {
  const folder = cacheFor(t);
  writeFileSync(join(folder, 'srvspec'), 'a file in the way');
  await rememberRun(target, reportOf([caseOf('a', 'violates')]));
  t.equal(await lastRunOf(target), undefined);
});

test('failures are run again with the seed that showed them, until nothing fails', {
  skip: !isTaken('failed cases again'),
}, async (t) => {
  const folder = cacheFor(t);
  const shim = join(folder, 'shim.cjs');
  const broken = 'globalThis.njs = { version: "0.9.9" }; globalThis.atob = (text) => text;\n';
  writeFileSync(shim, broken);
  const srvspec = (...args: readonly string[]): Promise<ProgramResult> =>
    srvspecWith(
      { ...OUTSIDE_CI, XDG_CACHE_HOME: folder },
      ...['run', '--target', `cli:${process.execPath} --require ${shim}`, ...args],
    );
  const unknown = await srvspec('--last-failed');
  t.equal(unknown.status, 2);
  t.match(
    unknown.stderr,
    /--last-failed: no run of cli:.* with these options is known in this folder; run it once without\n$/,
  );
  const decodes = ['--only', 'base64.{atob.decodes,btoa.encodes}/{f,fo,foo}', '--seed', '5', '--runs', '7'];
  const first = await srvspec(...decodes);
  t.equal(first.status, 1, first.stderr);
  const found =
    [...first.stdout.matchAll(/(\d+) violations? in (\d+) /g)].map(([, wrong, all]) => [wrong, all].map(Number))[0] ??
    [];
  const [wrong = 0, all = 0] = found;
  t.ok(wrong > 0 && wrong < all, `${wrong} of ${all} are wrong`);
  const again = await srvspec('--last-failed');
  t.equal(again.status, 1);
  t.match(again.stdout, new RegExp(`\\n✗ ${wrong} violations? in ${wrong} observed cases?\\n`), 'those alone');
  t.match(again.stdout, /, seed 5, /);
  t.match((await srvspec('--last-failed', '--seed', '6')).stdout, /, seed 6, /);
  const none = await srvspec('--last-failed', '--only', 'base64.btoa.encodes');
  t.equal(none.status, 0);
  t.match(none.stderr, /: nothing of what is asked for failed in its last run in this folder, so nothing is run\n$/);
  t.equal(
    (await srvspec('--last-failed', '--only', 'base64.btoa.encods')).status,
    2,
    'a mistyped option is no success',
  );
  writeFileSync(shim, 'globalThis.njs = { version: "0.9.9" };\n');
  const mended = await srvspec('--last-failed');
  t.equal(mended.status, 0, mended.stdout);
  const nothing = await srvspec('--last-failed');
  t.deepEqual([nothing.status, nothing.stdout], [0, '']);
  t.match(nothing.stderr, /: nothing failed in its last run in this folder, so nothing is run\n$/);
});
