/** `srvspec compare` as its users start it. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test, { type Test } from 'tape';
import { CHANGES, type Change, type Comparison } from '../../reports/comparison/model.js';
import { sampleComparison, sampleDifferential } from '../../reports/testing/comparisons.js';
import { sampleReport } from '../../reports/testing/sample.js';
import { comparisonStatus } from './compare.js';
import { folderFor, MAIN, OUTSIDE_CI, shell, srvspec } from './testing/program.js';

/** A report in a file of the test, and the folder that it is in. */
function withReport(t: Test): { readonly folder: string; readonly report: string } {
  const folder = folderFor(t);
  const report = join(folder, 'report.json');
  writeFileSync(report, JSON.stringify(sampleReport(1)));
  return { folder, report };
}

test('compare: a file that is no report ends with status 2, and with one line without control characters', async (t) => {
  const { folder, report } = withReport(t);
  const whole = readFileSync(report, 'utf8');
  const texts = {
    truncated: whole.slice(0, 500),
    empty: '',
    null: 'null',
    list: '[]',
    other: '{"tests":1}',
    comparison: JSON.stringify(sampleComparison()),
    driving: '\u001b[31m\n::error::x',
  };
  for (const [name, text] of Object.entries(texts)) {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, text);
    const { status, stdout, stderr } = await srvspec('compare', file, report);
    t.deepEqual([status, stdout], [2, ''], name);
    t.match(stderr, /^srvspec: [^\p{Cc}]*\n$/u, stderr);
  }
  for (const file of [join(folder, 'missing.json'), folder])
    t.equal((await srvspec('compare', report, file)).status, 2, file);
});

test('compare: a report on standard input, and one with the byte order mark of Windows shells', async (t) => {
  const { folder, report } = withReport(t);
  const marked = join(folder, 'marked.json');
  writeFileSync(marked, `\ufeff${readFileSync(report, 'utf8')}`);
  const { status, text } = await shell(`cat ${marked} | $S compare - ${marked}`);
  t.equal(status, 0, text);
});

test('compare: options that narrow a run are refused for reports', async (t) => {
  const { report } = withReport(t);
  for (const option of ['--only=buffer.**', '--document=2', '--runs=5', '--engine=qjs', '--allow-writes']) {
    const { status, stderr } = await srvspec('compare', report, report, option);
    t.equal(status, 2);
    t.match(stderr, /^srvspec: --\S+ is for targets that are run/);
  }
});

test('compare: a report that cannot be written outranks an undecided change', async (t) => {
  const { folder, report } = withReport(t);
  const after = join(folder, 'after.json');
  const { requirements, ...rest } = sampleReport(1);
  const unknown = requirements.map((one) => ({
    ...one,
    cases: one.cases.map((of) => ({ ...of, verdict: 'inconclusive', reason: 'no answer' })),
  }));
  writeFileSync(after, JSON.stringify({ ...rest, requirements: unknown }));
  t.equal((await srvspec('compare', report, after)).status, 3);
  const { status, stdout } = await srvspec('compare', report, after, '--report', `junit=${folder}/none/x.xml`);
  t.equal(status, 2);
  t.match(stdout, /^UNDECIDED: /, 'the comparison is printed too');
});

/** A comparison in which one case has this change, and nothing else changed. */
function only(change: Change, of: Comparison = sampleComparison()): Comparison {
  const totals = { ...of.totals };
  for (const one of CHANGES) totals[one] = one === change ? 1 : 0;
  return { ...of, totals, groups: of.groups.filter((group) => group.change === change) };
}

/** Statuses with `--fail-on worse`, `any` and `crash`. */
const STATUSES: { readonly [C in Change]: readonly [worse: number, any: number, crash: number] } = {
  crashes: [1, 1, 1],
  regressed: [1, 1, 0],
  'new-failing': [0, 1, 0],
  lost: [1, 1, 0],
  removed: [1, 1, 0],
  undecided: [3, 3, 3],
  unstable: [3, 3, 3],
  'fails-differently': [0, 1, 0],
  'answers-differently': [0, 1, 0],
  'now-skipped': [0, 1, 0],
  fixed: [0, 1, 0],
  'new-passing': [0, 1, 0],
  'new-open': [0, 1, 0],
  ignored: [0, 0, 0],
  'still-failing': [0, 0, 0],
  same: [0, 0, 0],
  'not-compared': [0, 0, 0],
};

test('compare: the status of each class of change with each gate', (t) => {
  for (const change of CHANGES) {
    const one = only(change);
    t.deepEqual(
      (['worse', 'any', 'crash'] as const).map((gate) => comparisonStatus(one, gate)),
      STATUSES[change],
      change,
    );
  }
  const all = sampleComparison();
  t.equal(comparisonStatus(all, 'worse'), 1, 'worse outranks undecided');
  const alike = only('same', sampleDifferential());
  t.deepEqual([comparisonStatus(alike, 'worse'), comparisonStatus(alike, 'any')], [0, 1], 'differences are a change');
  t.equal(comparisonStatus({ ...all, verdict: 'not-compared' }, 'crash'), 2, 'a missing comparison outranks all');
  t.end();
});

test('compare: targets that cannot be run are not compared, rather than undecided', async (t) => {
  const ONE = '--only base64.exist';
  const missing = await shell(`$S compare --target nginx:/nowhere --target reference ${ONE}`);
  t.deepEqual([missing.status, /there is no program \/nowhere/.test(missing.text)], [2, true], missing.text);
  const few = await shell(`ulimit -n 100; $S compare --target reference --target reference ${ONE}`);
  t.deepEqual([few.status, /needs 288 open files/.test(few.text)], [2, true], few.text);
});

test('compare: a quirks file is read strictly, and its differences are reported separately', async (t) => {
  const { folder, report } = withReport(t);
  const [after, quirks] = [join(folder, 'after.json'), join(folder, 'quirks.yaml')];
  const id = 'base64.exist';
  const entry = `quirks:\n  - { of: [${id}], cause: other values, reason: nobody looks at it, source: https://example.com/1 }\n`;
  writeFileSync(quirks, `${entry}until: 1.0.2\n`);
  const refused = await srvspec('compare', report, report, '--quirks', quirks);
  t.deepEqual([refused.status, refused.stdout], [2, '']);
  t.ok(refused.stderr.startsWith(`srvspec: ${quirks}:3:1 /until: found the key "until"; `), refused.stderr);
  writeFileSync(quirks, entry);
  const { requirements, ...rest } = sampleReport(1);
  const [first] = requirements;
  const [one] = first?.cases ?? [];
  if (first === undefined || one === undefined) throw new Error('the sample has no case');
  for (const [file, observed] of [
    [report, 'returns 1'],
    [after, 'returns 2'],
  ] as const) {
    const cases = [{ ...one, id: `${id}/open`, verdict: 'recorded', reason: '', counterexample: '[]', observed }];
    writeFileSync(file, JSON.stringify({ ...rest, requirements: [{ ...first, id, strength: 'open', cases }] }));
  }
  const known = await srvspec('compare', report, after, '--quirks', quirks, '--fail-on', 'any');
  t.equal(known.status, 0, known.stdout);
  t.match(known.stdout, /^NOT WORSE: 1 ignored per quirk /);
  t.match(known.stdout, /\n1 quirk: 1 case ignored\n {2}quirk +base64\.exist: other values; 1 case ignored\n/);
});

test('compare: an interrupted comparison leaves neither a report nor a folder', async (t) => {
  const folder = folderFor(t);
  const report = join(folder, 'changes.json');
  const temporary = folderFor(t);
  const words = ['--target', 'reference', '--target', 'reference', '--only', 'buffer-compare.**'];
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const child = spawn(process.execPath, [MAIN, 'compare', ...words, '--report', `json=${report}`], {
      env: { ...OUTSIDE_CI, TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    let stderr = '';
    for await (const line of createInterface(child.stderr)) {
      stderr += `${line}\n`;
      if (line.includes('once more to learn what varies')) child.kill(signal);
    }
    t.equal(await ended, 130, signal);
    t.match(
      stderr,
      /^interrupted: ending, and nothing is compared; .*\nsrvspec: interrupted: nothing was compared\n$/m,
    );
    t.deepEqual([readdirSync(folder), readdirSync(temporary)], [[], []]);
  }
});
