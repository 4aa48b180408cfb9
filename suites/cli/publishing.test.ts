import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { sampleReport } from '../../reports/testing/sample.js';
import { placed } from './publishing.js';
import { folderFor, OUTSIDE_CI, srvspec, srvspecWith } from './testing/program.js';

const ONE = ['run', '--only', 'base64.exist'];

/** Two reports, the second worse than the first. */
function twoReports(folder: string): readonly [string, string] {
  const before = sampleReport();
  const requirements = before.requirements.map((one) => ({
    ...one,
    cases: one.cases.map((of) =>
      of.id === 'shared-dict.add.present/1'
        ? {
            ...of,
            verdict: 'violates',
            failure: 'wrong',
            reason: 'wrong',
            observed: 'returns 1\n::error::forged\n##[group]forged',
          }
        : of,
    ),
  }));
  const files = [join(folder, 'before.json'), join(folder, 'after.json')] as const;
  writeFileSync(files[0], JSON.stringify(before));
  writeFileSync(files[1], JSON.stringify({ ...before, requirements }));
  return files;
}

test('in GitHub Actions each command appends its summary to the step, and prints annotations', async (t) => {
  const folder = folderFor(t);
  const summary = join(folder, 'summary.md');
  const env = { ...OUTSIDE_CI, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
  const ran = await srvspecWith(env, ...ONE, '--report', 'json');
  t.equal(ran.status, 0);
  t.equal(JSON.parse(ran.stdout).totals.conforms, 6, 'standard output has only the report');
  t.equal(ran.stderr, '::notice title=srvspec on reference::No violation in 6 observed cases\n');
  const first = readFileSync(summary, 'utf8');
  t.match(first, /^# reference: No violation in 6 observed cases\n/);

  const compared = await srvspecWith(env, 'compare', ...twoReports(folder));
  t.equal(compared.status, 1);
  t.match(compared.stdout, /^WORSE: 1 regressed/);
  t.match(compared.stdout, /\\x3a:error::forged\n +\\x23#\[group\]forged\n/);
  t.doesNotMatch(compared.stdout, /^\s*::|##\[/m);
  t.match(compared.stderr, /^::error title=Shared dictionary%3A 1 case regressed::.*%0Aafter: returns 1%0A.*\n$/);
  const both = readFileSync(summary, 'utf8');
  t.ok(both.startsWith(`${first}\n# WORSE: 1 regressed`), 'below what was there');
});

test('in GitHub Actions no text of a target is a command', async (t) => {
  const folder = folderFor(t);
  const shim = join(folder, 'shim.cjs');
  writeFileSync(
    shim,
    `globalThis.njs = { version: '0.9.9' };
globalThis.atob = () => { console.error('gone\\n::error::forged\\n##[error]forged'); process.exit(3); };`,
  );
  const args = ['run', '--only', 'base64.atob.decodes/foo', '--target', `cli:${process.execPath} --require ${shim}`];
  const { status, stdout } = await srvspecWith({ ...OUTSIDE_CI, GITHUB_ACTIONS: 'true' }, ...args);
  t.equal(status, 1);
  t.match(stdout, /gone\n +\\x3a:error::forged\n +\\x23#\[error\]forged\n/);
  t.doesNotMatch(stdout, /^\s*::|##\[/m);
  t.doesNotMatch((await srvspec(...args)).stdout, /^\s*::|##\[/m, 'nor in other places, since logs are copied');
});

test('outside of GitHub nothing is published', async (t) => {
  const { status, stderr } = await srvspec(...ONE);
  t.deepEqual([status, stderr], [0, '']);
});

test("a step's summary is no longer than GitHub accepts, and its failure changes no status", async (t) => {
  const folder = folderFor(t);
  const file = join(folder, 'summary.md');
  const room = 4_000;
  const filler = 'x'.repeat(1_000_000 - room);
  writeFileSync(file, filler);
  const env = { ...OUTSIDE_CI, GITHUB_STEP_SUMMARY: file };
  const { status } = await srvspecWith(env, 'run', '--only', 'base64.exist/atob/kind');
  t.equal(status, 0);
  const text = readFileSync(file, 'utf8');
  t.ok(text.length > filler.length && Buffer.byteLength(text) <= 1_000_000, `${Buffer.byteLength(text)} bytes`);

  writeFileSync(file, 'x'.repeat(999_990));
  const full = await srvspecWith(env, ...ONE);
  t.deepEqual(
    [full.status, full.stderr],
    [0, `srvspec: the step's summary is full: ${file} has 999990 bytes already\n`],
  );
  t.equal(readFileSync(file, 'utf8').length, 999_990);

  mkdirSync(join(folder, 'none'));
  const denied = await srvspecWith({ ...OUTSIDE_CI, GITHUB_STEP_SUMMARY: join(folder, 'none') }, ...ONE);
  t.equal(denied.status, 0);
  t.match(denied.stderr, /^srvspec: the step's summary cannot be written: EISDIR/);
});

test('several targets have files of their own, but share pipes and devices', (t) => {
  const folder = folderFor(t);
  const there = join(folder, 'there.json');
  writeFileSync(there, '');
  const placeOf = (path: string, several = true): string => placed({ format: 'json', path }, 'cli:a b', several).path;
  t.equal(placeOf('x.y/report.json'), 'x.y/report.cli-a-b.json');
  t.equal(placeOf('report'), 'report.cli-a-b');
  t.equal(placeOf(there), join(folder, 'there.cli-a-b.json'));
  t.equal(placeOf(join(there, 'x')), join(there, 'x.cli-a-b'), 'which is reported later');
  t.equal(placeOf(there, false), there);
  for (const path of ['-', '/dev/null']) t.equal(placeOf(path), path);
  t.end();
});

test('compare writes the requested formats', async (t) => {
  const folder = folderFor(t);
  const [before, after] = twoReports(folder);
  const file = join(folder, 'x.json');
  const { status, stdout } = await srvspec('compare', before, after, '--report', 'junit', '--report', `json=${file}`);
  t.equal(status, 1);
  t.match(stdout, /^<\?xml [\s\S]*<failure message="regressed: [\s\S]*<\/testsuites>\n$/);
  t.equal(JSON.parse(readFileSync(file, 'utf8')).verdict, 'worse');
  const unknown = await srvspec('compare', before, after, '--report', 'tap');
  t.deepEqual(
    [unknown.status, unknown.stderr],
    [2, 'srvspec: there is no report format tap; there are json, junit, markdown, html, annotations\n'],
  );
  const unwritten = await srvspec('compare', before, before, '--report', `json=${join(folder, 'none', 'x.json')}`);
  t.equal(unwritten.status, 2, 'nothing is worse, but a report is missing');
  t.match(unwritten.stdout, /^NOT WORSE/);
});
