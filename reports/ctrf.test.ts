import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import test from 'tape';
import { ctrfReport } from './ctrf.js';
import type { RunReport } from './model.js';
import { NASTY, nastyReport, sampleReport, serviceReport } from './testing/sample.js';
import { caseCount } from './wording.js';

const SCHEMA = new URL('../../reports/testing/ctrf.schema.json', import.meta.url);
// Its formats (UUIDs, dates) are those of another package.
const validate = new Ajv({ allErrors: true, validateFormats: false }).compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));

interface Ctrf {
  readonly timestamp: string;
  readonly results: {
    readonly summary: { readonly [count: string]: number };
    readonly tests: readonly {
      readonly name: string;
      readonly status: string;
      readonly rawStatus: string;
      readonly message?: string;
      readonly trace?: string;
    }[];
  };
}

test('CTRF: valid by the schema', (t) => {
  for (const report of [sampleReport(), serviceReport(), nastyReport(), { ...sampleReport(), cutShort: 'x' }]) {
    const text = ctrfReport(report);
    t.ok(validate(JSON.parse(text)), JSON.stringify(validate.errors));
    t.equal(ctrfReport(report), text);
    t.notOk(/(?<!\\)\\u(?:0000|d8)/.test(text), 'every character is one that readers accept');
  }
  const { results, ...rest }: Ctrf = JSON.parse(ctrfReport(sampleReport()));
  t.notOk(
    validate({ ...rest, results: { ...results, summary: { ...results.summary, failed: 'many' } } }),
    'the schema finds mistakes',
  );
  t.end();
});

test('CTRF: verdicts become statuses, and every test is counted once', (t) => {
  const report = sampleReport();
  const { results, timestamp }: Ctrf = JSON.parse(ctrfReport(report));
  const { totals, staleDeviations } = report;
  t.deepEqual(results.summary, {
    tests: caseCount(totals) + staleDeviations.length,
    passed: totals.conforms,
    failed: totals.violates + staleDeviations.length,
    skipped: totals.notApplicable,
    pending: totals.inconclusive,
    other: totals.recorded + totals.deviates,
    suites: report.requirements.length + 1,
    start: Date.parse('2026-11-22T09:30:00.000Z'),
    stop: Date.parse('2026-11-22T09:30:04.217Z'),
    extra: {
      headline: '3 violations (2 crashes or hangs) in 261 observed cases; 2 known; 1 stale deviation; 1 inconclusive',
    },
  });
  t.equal(timestamp, '2026-11-22T09:30:04.217Z');
  const failed = results.tests.filter(({ status }) => status === 'failed');
  t.deepEqual(
    failed.map(({ name, rawStatus, message }) => [name, rawStatus, message]),
    [
      ['shared-dict.incr.missing-key/3', 'violates: wrong', 'wrong'],
      ['buffer.read-int.bounds/2', 'violates: crash', 'crash'],
      ['query-string.parse.max-keys/1', 'violates: hang', 'hang'],
      ['crypto.hmac.unknown deviates as recorded', 'stale', 'it conforms'],
    ],
  );
  t.match(
    failed[0]?.trace ?? '',
    /^expected: \{"returned":6,"stored":6\}\nobserved: \{"returned":1,"stored":1\}\nreplay: srvspec /,
  );
  t.ok(results.tests.every(({ status, message }) => (status === 'passed') === (message === undefined)));
  t.end();
});

test('CTRF: a run that leaves something open fails', (t) => {
  const of = (report: RunReport): Ctrf['results'] => JSON.parse(ctrfReport(report)).results;
  const sound = of(sampleReport());
  const cut = of({ ...sampleReport(), cutShort: 'the run was interrupted' });
  t.deepEqual(
    [cut.summary.failed, cut.summary.tests],
    [(sound.summary.failed ?? 0) + 1, (sound.summary.tests ?? 0) + 1],
  );
  const { name, status, rawStatus, message } = cut.tests.at(-1) ?? {};
  t.deepEqual(
    [name, status, rawStatus, message],
    ['the run leaves nothing open', 'failed', 'undecided', 'cut short: the run was interrupted'],
  );
  t.end();
});

test('CTRF: observations are reported in full', (t) => {
  const { results }: Ctrf = JSON.parse(ctrfReport(nastyReport()));
  const traces = results.tests.flatMap(({ trace }) => trace ?? []);
  for (const plain of NASTY.slice(0, 3))
    t.ok(
      traces.some((trace) => trace.includes(`observed: ${plain}${plain}\n`)),
      plain,
    );
  t.end();
});
