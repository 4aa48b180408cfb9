import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { isTaken } from '../../generators/build/testing/share.js';
import type { RunReport } from '../../reports/model.js';
import { timeless } from '../../reports/testing/timeless.js';
import { UserError } from '../../spec/reading/user-error.js';
import { merge } from './merge.js';
import { folderFor, OUTSIDE_CI, srvspec, srvspecWith } from './testing/program.js';

/** The first lines in which two texts differ. */
function differingLines(a: string, b: string): readonly string[] {
  const [ours, theirs] = [a.split('\n'), b.split('\n')];
  return Array.from({ length: Math.max(ours.length, theirs.length) }, (_, i) => [ours[i], theirs[i]] as const)
    .filter(([one, other]) => one !== other)
    .slice(0, 10)
    .map(([one, other]) => `${one} ≠ ${other}`);
}

const readJson = (file: string): RunReport => JSON.parse(readFileSync(file, 'utf8'));

/** Cases of all three documents and both subjects of the first: open ones, inapplicable ones, drawn ones. */
const ONLY = [
  '--only',
  '{base64.**,api-apps.listed,api-client-answers.create-app,http-variables.**,text-decoder.label.**}',
  ...['--runs', '10', '--depth', 'standard'],
];

test('three merged shards give the bytes of the run without shards, except for times', {
  skip: !isTaken('merged shards'),
}, async (t) => {
  const folder = folderFor(t);
  const whole = join(folder, 'whole.json');
  t.equal((await srvspec('run', ...ONLY, '--report', `json=${whole}`)).status, 0);
  const files = [1, 2, 3].map((index) => join(folder, `${index}.json`));
  for (const [i, file] of files.entries()) {
    // Each shard as another CI system would run it.
    const env = [
      { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '3' },
      { CIRCLE_NODE_INDEX: '1', CIRCLE_NODE_TOTAL: '3' },
      { JOB_COMPLETION_INDEX: '2', SRVSPEC_SHARDS: '3' },
    ][i];
    t.equal(
      (await srvspecWith({ ...OUTSIDE_CI, ...env }, 'run', ...ONLY, '--shard', 'auto', '--report', `json=${file}`))
        .status,
      0,
    );
    t.equal(readJson(file).selected.shard, `${i + 1}/3`);
  }
  const merged = join(folder, 'merged.json');
  const { status, stdout, stderr } = await srvspec('merge', ...files.toReversed(), '--report', `json=${merged}`);
  t.deepEqual([status, stderr], [0, '']);
  t.match(stdout, /\n✓ No violation in /, 'with the summary of the whole');
  const textOf = (file: string): string => timeless(readFileSync(file, 'utf8'));
  t.deepEqual(differingLines(textOf(merged), textOf(whole)), []);
  const { totals, requirements } = readJson(whole);
  t.ok(totals.conforms > 100 && totals.recorded > 0, 'the run shows results');
  t.ok(requirements.some(({ cases }) => cases.length > 3));

  const [first = '', second = ''] = files;
  const partial = await srvspec('merge', first, second, '--partial', '--report', `json=${merged}`);
  t.equal(partial.status, 3, 'a run without observations is not green');
  t.match(partial.stdout, /; cut short: shard 3\/3 is missing\n/);
  const short = await srvspec('merge', ...files, '--require-observed', '9999');
  t.deepEqual(
    [short.status, short.stderr.replace(/\d+ of \d+/, 'some')],
    [3, 'reference: undecided: some cases that apply were observed, 9,999 must be\n'],
  );
  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [[first, second], /shard 3\/3 is missing: .*--partial/],
    [[], /merge takes the JSON reports of all shards/],
    [[whole], /whole\.json is the report of no shard: write one with `srvspec run --shard I\/N/],
    [[first, first], /1\.json is shard 1\/3, and so is .*1\.json/],
    [
      [edited('version', first, (report) => ({ ...report, srvspec: '9.9.9' }))],
      /written by srvspec 9\.9\.9, and this is/,
    ],
    [[edited('digest', first, withOtherDocuments)], /another text of document 1 than this srvspec/],
    [
      [edited('shard', first, (report) => ({ ...report, selected: { shard: '4/3' } }))],
      /selected\.shard is 4\/3, not I\/N/,
    ],
    [
      [edited('last', first, (report) => ({ ...report, selected: { ...report.selected, lastFailed: true } }))],
      /about what failed in the last run alone/,
    ],
    [[merged, '--report', 'pdf=x'], /no report format pdf/],
    [[join(folder, 'none.json')], /none\.json cannot be read/],
  ];
  for (const [args, complaint] of refused) {
    const error = await merge(args).then(String, (thrown: unknown) => thrown);
    t.ok(error instanceof UserError && error.exitStatus === 2, args.join(' '));
    t.match(String(error), complaint);
  }

  function edited(name: string, file: string, change: (report: RunReport) => RunReport): string {
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify(change(readJson(file))));
    return path;
  }
});

const withOtherDocuments = (report: RunReport): RunReport => ({
  ...report,
  documents: report.documents.map((one) => ({ ...one, sha256: '0' })),
});

test('violations, deviations and stale ones in different shards are reported as without shards, in each format', {
  skip: !isTaken('formats of merged shards'),
}, async (t) => {
  const folder = folderFor(t);
  const shim = join(folder, 'shim.cjs');
  writeFileSync(shim, 'globalThis.njs = { version: "0.9.9" }; globalThis.atob = (text) => text;\n');
  const deviations = join(folder, 'deviations.yaml');
  const entry = (of: string): string =>
    `  - { of: [${of}], kinds: [cli], reason: wrong, observed: it is given back as it was, why: it was made so for this test, fault: host }\n`;
  const stale = ['atob/present', 'atob/kind', 'btoa/kind', 'btoa/present'].map((name) => `base64.exist/${name}`);
  writeFileSync(deviations, `deviations:\n${entry('base64.atob.decodes/foo')}${entry(stale.join(', '))}`);
  const target = `cli:${process.execPath} --require ${shim}`;
  const args = ['--target', target, '--deviations', deviations, '--only', '{base64.exist,base64.atob.decodes/f*}'];
  // The formats without times.
  const formats = ['tap', 'badge', 'annotations'];
  const reports = (name: string): readonly string[] =>
    ['json', ...formats].flatMap((format) => ['--report', `${format}=${join(folder, `${name}.${format}`)}`]);
  t.equal((await srvspec('run', ...args, ...reports('whole'))).status, 1);
  const files: string[] = [];
  for (const index of [1, 2, 3]) {
    const file = join(folder, `${index}.json`);
    await srvspec('run', ...args, '--shard', `${index}/3`, '--report', `json=${file}`);
    files.push(file);
  }
  t.equal((await srvspec('merge', ...files, ...reports('merged'))).status, 1);
  const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
  t.deepEqual(differingLines(timeless(textOf('merged.json')), timeless(textOf('whole.json'))), []);
  for (const format of formats) t.equal(textOf(`merged.${format}`), textOf(`whole.${format}`), format);
  const { totals, staleDeviations, deviations: digest } = readJson(join(folder, 'whole.json'));
  t.match(digest ?? '', /^[0-9a-f]{64}$/, 'the deviations that were named');
  t.deepEqual([totals.deviates, staleDeviations.length], [1, stale.length]);
  const staleIn = files.map((file) => readJson(file).staleDeviations.length);
  t.ok(totals.violates > 0 && staleIn.filter((count) => count > 0).length > 1, `stale in the shards: ${staleIn}`);
});

test('a shard that ended at its first violation, as requested, makes the whole run fail', async (t) => {
  const folder = folderFor(t);
  const files: string[] = [];
  for (const index of [1, 2]) {
    const file = join(folder, `${index}.json`);
    const args = ['--only', 'api-client-requests', '--target', 'client:false', '--fail-fast'];
    const { status } = await srvspec('run', ...args, '--shard', `${index}/2`, '--report', `json=${file}`);
    t.equal(status, 1, `shard ${index}`);
    files.push(file);
  }
  const [first = '', second = ''] = files;
  t.equal(readJson(first).cutShort, 'the run ended at its first violation');
  t.equal((await srvspec('merge', first, second)).status, 1, 'as without shards');
  t.equal((await srvspec('merge', first, '--partial')).status, 1, 'a violation counts, even if cases are missing');
  const interrupted = { ...readJson(second), cutShort: 'the run was interrupted' };
  writeFileSync(second, JSON.stringify(interrupted));
  t.match((await srvspec('merge', first, second)).stdout, /; cut short: .*shard 2\/2: the run was interrupted/);
});

test('a shard without cases may be missing', async (t) => {
  const folder = folderFor(t);
  const only = ['--only', 'base64.exist/atob/*'];
  const files: string[] = [];
  for (const index of [1, 2, 3, 4]) {
    const file = join(folder, `${index}.json`);
    const { status, stderr } = await srvspec('run', ...only, '--shard', `${index}/4`, '--report', `json=${file}`);
    if (status === 0) files.push(file);
    else t.match(stderr, /: none of the 3 cases that match falls into shard \d\/4: take fewer shards; /);
  }
  t.ok(files.length > 0 && files.length < 4, `${files.length} of 4 shards have cases`);
  t.equal((await srvspec('merge', ...files)).status, 0);
});
