/** The outcome of a run, and that every format agrees with it. */
import test from 'tape';
import type { CaseReport, RunReport } from './model.js';
import { runOutcome, styleOf } from './outcome.js';
import { terminalReport } from './terminal.js';
import { sampleReport, withRequirements } from './testing/sample.js';
import { REPORT_FORMATS, type ReportFormat, WRITERS } from './writers/write.js';

type Seen = Pick<CaseReport, 'verdict'> & Partial<CaseReport>;

const RIGHT: Seen = { verdict: 'conforms' };
const KNOWN: Seen = { verdict: 'deviates', failure: 'wrong', reason: 'host: known' };
const KNOWN_CRASH: Seen = { ...KNOWN, failure: 'crash' };
const WRONG: Seen = { verdict: 'violates', failure: 'wrong', reason: 'wrong: returns 1' };
const HANG: Seen = { verdict: 'violates', failure: 'hang', reason: 'hang: no answer' };
const SEEN: Seen = {
  verdict: 'inconclusive',
  failure: 'wrong',
  reason: 'not seen again alone; seen among other cases: wrong: returns 1',
};
const OPEN: Seen = { verdict: 'inconclusive', reason: 'the module xml cannot be imported' };
const BEYOND: Seen = { verdict: 'inconclusive', reason: 'not observable here: the target serves no HTTP' };
const OUT: Seen = { verdict: 'not-applicable', reason: 'since 0.9.9' };
const CUT = { cutShort: 'the run was interrupted' };

/** A report of one requirement with these cases. */
function reportOf(seen: readonly Seen[], more: Partial<RunReport> = {}): RunReport {
  const sample = sampleReport(1);
  const [requirement] = sample.requirements;
  if (requirement === undefined) throw new Error('the sample has requirements');
  const cases = seen.map(
    (one, i): CaseReport => ({
      id: `a.b/${i}`,
      kind: 'example',
      reason: '',
      inputs: 1,
      durationMs: 1,
      replay: `srvspec replay a.b/${i}`,
      ...one,
    }),
  );
  return withRequirements([{ ...requirement, id: 'a.b', cases }], { ...sample, staleDeviations: [], ...more });
}

const times = (count: number, seen: Seen): readonly Seen[] => Array.from({ length: count }, () => seen);

const STALE = { staleDeviations: [{ id: 'a.b/0', why: 'it was' }] };

const ROWS: readonly (readonly [string, RunReport, string])[] = [
  ['conforms', reportOf([RIGHT, RIGHT]), 'No violation in 2 observed cases'],
  ['conforms', reportOf([RIGHT, OPEN, OUT]), 'No violation in 1 observed case; 1 inconclusive'],
  ['conforms', reportOf([RIGHT, ...times(9, BEYOND)]), 'No violation in 1 observed case; 9 inconclusive'],
  ['deviates', reportOf([RIGHT, KNOWN, KNOWN]), 'No new violation in 3 observed cases; 2 known'],
  [
    'deviates',
    reportOf([RIGHT, KNOWN, KNOWN_CRASH]),
    'No new violation in 3 observed cases; 2 known (1 crash or hang)',
  ],
  ['deviates', reportOf(times(3, KNOWN_CRASH)), 'No new violation in 3 observed cases; 3 known (3 crashes or hangs)'],
  ['violates', reportOf([RIGHT, WRONG, HANG]), '2 violations (1 crash or hang) in 3 observed cases'],
  ['violates', reportOf([RIGHT], STALE), '1 stale deviation in 1 observed case'],
  [
    'violates',
    reportOf([WRONG, ...times(9, OPEN)]),
    '1 violation in 1 observed case; 1 of 10 cases that apply were observed, 5 must be; 9 inconclusive',
  ],
  [
    'violates',
    reportOf([WRONG, SEEN], CUT),
    '1 violation in 1 observed case; 1 seen wrong, not confirmed; cut short: the run was interrupted; 1 inconclusive',
  ],
  [
    'inconclusive',
    reportOf([...times(3, RIGHT), SEEN, SEEN]),
    'Undecided after 3 observed cases; 2 seen wrong, not confirmed; 2 inconclusive',
  ],
  [
    'inconclusive',
    reportOf([RIGHT, KNOWN], CUT),
    'Undecided after 2 observed cases; cut short: the run was interrupted; 1 known',
  ],
  [
    'inconclusive',
    reportOf([RIGHT, OPEN, OPEN]),
    'Undecided after 1 observed case; 1 of 3 cases that apply were observed, 2 must be; 2 inconclusive',
  ],
  [
    'inconclusive',
    reportOf([RIGHT, BEYOND], { required: '100%' }),
    'Undecided after 1 observed case; 1 of 2 cases that apply were observed, 2 must be; 1 inconclusive',
  ],
  [
    'inconclusive',
    reportOf([RIGHT], { required: '400' }),
    'Undecided after 1 observed case; 1 of 1 case that apply were observed, 400 must be',
  ],
  ['inconclusive', reportOf([OPEN, OUT]), 'Undecided after 0 observed cases; nothing was observed; 1 inconclusive'],
  ['inconclusive', reportOf([OUT]), 'Undecided after 0 observed cases; nothing was observed'],
  [
    'inconclusive',
    reportOf([], CUT),
    'Undecided after 0 observed cases; nothing was observed; cut short: the run was interrupted',
  ],
];

test('outcome: failures, open points and the headline', (t) => {
  for (const [mood, report, headline] of ROWS) {
    const outcome = runOutcome(report);
    t.deepEqual([styleOf(report), outcome.headline], [mood, headline]);
    const verdict = mood === 'violates' ? 'failed' : mood === 'inconclusive' ? 'undecided' : 'passed';
    t.equal(outcome.verdict, verdict);
  }
  t.end();
});

/** Whether a reader of each format counts the run as passed. */
const GREEN: readonly (readonly [ReportFormat, (text: string) => boolean])[] = [
  ['tap', (text) => !/^(?:not ok \d+ (?!.*# TODO)|Bail out!)/m.test(text)],
  ['json', (text) => JSON.parse(text).outcome.verdict === 'passed'],
  ['junit', (text) => !/<(?:failure|error)\b/.test(text)],
  ['ctrf', (text) => JSON.parse(text).results.summary.failed === 0],
  ['markdown', (text) => /^# .*: No (?:new )?violation in /.test(text)],
  ['html', (text) => /class="headline (?:conforms|deviates)"/.test(text)],
  ['badge', (text) => ['brightgreen', 'yellow'].includes(JSON.parse(text).color)],
  ['annotations', (text) => !/^::(?:warning|error)/m.test(text)],
];

test('outcome: every format is green if and only if the run is', async (t) => {
  t.deepEqual(GREEN.map(([format]) => format).sort(), [...REPORT_FORMATS].sort(), 'all formats');
  for (const [mood, report, headline] of ROWS)
    for (const [format, isGreen] of GREEN) {
      const text = await (await WRITERS[format]())(report);
      t.equal(isGreen(text), mood === 'conforms' || mood === 'deviates', `${format}: ${headline}`);
    }
  for (const [mood, report, headline] of ROWS) {
    const text = terminalReport(report, { colour: true });
    t.equal(/\[3[23]m[✓≈] No /.test(text), mood === 'conforms' || mood === 'deviates', `terminal: ${headline}`);
  }
});
