import { type FinalResults, Parser, Result } from 'tap-parser';
import test from 'tape';
import type { RunReport, VerdictKind } from './model.js';
import { tapReport } from './tap.js';
import { NASTY, nastyReport, sampleReport, serviceReport, withRequirements } from './testing/sample.js';
import { verdictOf, WORST_FIRST } from './totals.js';

/** Lines outside indented blocks that are no comments: the lines that TAP readers act on. */
function resultLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && !/^(#| {2})/.test(line));
}

const count = (lines: readonly string[], pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;

test('TAP: one line for each case, and directives by verdict', async (t) => {
  const report = sampleReport();
  const lines = resultLines(tapReport(report));
  const { conforms, recorded, deviates, inconclusive, notApplicable, violates } = report.totals;
  t.equal(lines[0], 'TAP version 13');
  t.equal(count(lines, /^ok \d+ [^#]*$/), conforms);
  t.equal(count(lines, /^not ok \d+ [^#]*# TODO deviates: /), deviates);
  t.equal(count(lines, /^ok \d+ [^#]*# SKIP recorded: returns -1$/), recorded);
  t.equal(count(lines, /^ok \d+ [^#]*# SKIP inconclusive: /), inconclusive);
  t.equal(count(lines, /^ok \d+ [^#]*# SKIP not applicable: /), notApplicable);
  t.equal(count(lines, /^not ok \d+ [^#]*$/), violates + report.staleDeviations.length);
  t.equal(lines.at(-1), `1..${lines.length - 2}`);
});

test('TAP: a violation has all its evidence', async (t) => {
  const text = tapReport(sampleReport());
  t.ok(text.includes('# shared-dict.incr.missing-key: Incrementing an absent key starts'));
  t.ok(
    text.includes(`expected: |2-\n      {"returned":6,"stored":6}\n    actual: |2-\n      {"returned":1,"stored":1}`),
  );
  t.ok(text.includes('# input: {"key":"a","delta":1,"init":5}'));
  t.ok(text.includes("# replay: srvspec replay 'shared-dict.incr.missing-key/3'"));
  t.notOk(/^ +(at|stack): /m.test(text), 'no place in our sources');
});

test('TAP: the places of values and the leftovers of a service are comments', async (t) => {
  const comments = tapReport(serviceReport())
    .split('\n')
    .filter((line) => line.startsWith('# '));
  t.equal(comments[0], '# api:http://127.0.0.1:8080/v1, API v1, seed 42');
  t.deepEqual(comments.slice(2, 8), [
    '# value: serverId found at /data/id',
    '# value: serverApiKey set to /data/apikey',
    '# left: server srvspec-7k2m-1-field',
    '# left: app srvspec-7k2m-2-field',
    '# left: app (no name)',
    '# left: app srvspec-7k2m-4-order',
  ]);
  t.notOk(/^# (value|left):/m.test(tapReport(sampleReport())), 'without facts there are no comments');
});

test('TAP: no text can forge a result', async (t) => {
  const report = nastyReport();
  const lines = resultLines(tapReport(report));
  t.equal(lines.length, 2 + NASTY.length * 6 + report.staleDeviations.length);
  t.ok(lines.slice(1, -1).every((line) => /^(not )?ok \d+( |$)/.test(line)));
  t.equal(count(lines, /[^\\]# SKIP/), NASTY.length * 3);
  t.equal(count(lines, /[^\\]# TODO/), NASTY.length);
});

test('TAP: the same model gives the same bytes', async (t) => {
  t.equal(tapReport(nastyReport()), tapReport(nastyReport()));
});

/** Reads with an independent TAP reader. In strict mode, lines that are not TAP are failures without an id. */
function readBack(text: string) {
  const parser = new Parser({ strict: true });
  const results: Result[] = [];
  let end: FinalResults | undefined;
  parser.on('assert', (result: Result) => results.push(result));
  parser.on('complete', (given: FinalResults) => {
    end = given;
  });
  parser.end(text);
  if (end === undefined) throw new Error('the reader does not end');
  return { results, end };
}

/** How the reader reports a result with each verdict. */
const READ: { readonly [verdict in VerdictKind]: (result: Result) => boolean } = {
  conforms: ({ ok, skip, todo }) => ok && skip === false && todo === false,
  violates: ({ ok, skip, todo, diag }) => !ok && skip === false && todo === false && typeof diag === 'object',
  deviates: ({ ok, skip, todo }) => !ok && skip === false && String(todo).startsWith('deviates:'),
  recorded: ({ ok, skip, todo }) => ok && String(skip).startsWith('recorded:') && todo === false,
  inconclusive: ({ ok, skip, todo }) => ok && String(skip).startsWith('inconclusive:') && todo === false,
  'not-applicable': ({ ok, skip, todo }) => ok && String(skip).startsWith('not applicable:') && todo === false,
};

/** Texts in which a reader could find a directive, a plan, an end or the beginning of other tests. */
const FORGING = [
  'a \\# SKIP b',
  'a\\\\# TODO b',
  '\\\\\\# SKIP',
  '# SKIP',
  'a#todo',
  '1..0',
  'Bail out!',
  'ends with \\',
  'b {',
  '{',
];

function forgingReport(): RunReport {
  const [one] = sampleReport(1).requirements;
  const [of] = one?.cases ?? [];
  if (one === undefined || of === undefined) throw new Error('the sample is empty');
  const requirements = FORGING.map((text) => {
    const texts = { reason: text, observed: text, expected: text, replay: text, counterexample: text };
    const cases = WORST_FIRST.map((verdict) => ({ ...of, ...texts, id: text, verdict }));
    return { ...one, id: text, says: text, verdict: verdictOf(cases), cases };
  });
  return withRequirements(requirements, { ...sampleReport(), staleDeviations: [{ id: 'b {', why: '\\# TODO' }] });
}

test('TAP: an independent reader finds each case with its verdict', async (t) => {
  for (const report of [sampleReport(), serviceReport(), nastyReport(), forgingReport()]) {
    const { results, end } = readBack(tapReport(report));
    const cases = report.requirements.flatMap((requirement) => requirement.cases);
    const { length } = report.staleDeviations;
    t.equal(results.length, cases.length + length);
    t.deepEqual(
      cases.filter(({ verdict }, i) => !results.slice(i, i + 1).some(READ[verdict])).map(({ id }) => id),
      [],
    );
    t.ok(results.slice(cases.length).every(READ.violates), 'stale deviations fail');
    t.deepEqual([end.plan.end, end.bailout], [results.length, false]);
    t.ok(
      end.failures.every((failure) => failure instanceof Result),
      'every line is TAP',
    );
  }
  const names = readBack(tapReport(forgingReport())).results.map(({ name }) => name);
  t.deepEqual(
    [...new Set(names)],
    FORGING.map((text) => text.replace(/\{$/, '\\x7b')),
    'the reader gets the exact names',
  );
});

test('TAP: an unfinished run bails out, whatever it found', async (t) => {
  const { totals } = sampleReport();
  const none = { ...totals, conforms: 0, recorded: 0, violates: 0, deviates: 0 };
  for (const [report, why] of [
    [{ ...sampleReport(), cutShort: 'the host # went' }, 'cut short: the host # went'],
    [{ ...sampleReport(), totals: none }, 'nothing was observed'],
  ] as const) {
    const { end } = readBack(tapReport(report));
    t.deepEqual([end.ok, end.bailout], [false, why]);
  }
});
