import tape from 'tape';
import type { CaseReport, RequirementReport, RunReport } from './model.js';
import { printable, printableLine } from './printable.js';
import { whyUnfinished } from './totals.js';
import { briefReason, headline, leftoverName, placing, runtimeOf, standing } from './wording.js';

/** What tape shows below a failed assertion; `error: null` keeps it from adding a stack of ours. */
interface Failure {
  readonly error: null;
  readonly todo: string | false;
  readonly expected: string;
  readonly actual: string;
}

/**
 * TAP 13 as tape writes it: a test for each requirement, an assertion for each case. Known deviations fail as TODO; what is
 * only recorded and what was not judged is skipped with the observation or the reason; a stale deviation fails, as it fails the run.
 * A run that was not finished bails out, so that no reader takes it for a good one.
 */
export async function tapReport(report: RunReport): Promise<string> {
  const harness = tape.createHarness();
  const text = readAll(harness.createStream());
  harness(inLine(`${report.target.name}, ${runtimeOf(report)}, seed ${report.seed}`), (t) => {
    t.comment(printable(headline(report)));
    for (const line of serviceLines(report)) t.comment(printableLine(line));
    t.end();
  });
  for (const requirement of report.requirements) declareRequirement(harness, requirement);
  if (report.staleDeviations.length > 0) declareStale(harness, report.staleDeviations);
  const why = whyUnfinished(report);
  const whole = withoutPlaces(await text);
  // Readers take it for a comment behind the plan, which no text of a report can look like.
  return why === undefined ? whole : whole.replace(/^(?=1\.\.\d+$)/m, () => `Bail out! ${inLine(why)}\n`);
}

/** What was learned of a service, if the target is one. */
function serviceLines({ service }: RunReport): readonly string[] {
  const { mapping = [], leftovers = [] } = service ?? {};
  return [
    ...mapping.map((one) => `value: ${placing(one)}`),
    ...leftovers.map((one) => `left: ${one.resource} ${leftoverName(one)}`),
  ];
}

function declareRequirement(harness: tape.Harness, { id, says, cases }: RequirementReport): void {
  harness(inLine(`${id}: ${says}`), (t) => {
    for (const one of cases) assertCase(t, one);
    t.end();
  });
}

function assertCase(t: tape.Test, one: CaseReport): void {
  switch (one.verdict) {
    case 'conforms':
      t.pass(inLine(one.id));
      break;
    case 'violates':
      t.fail(inLine(one.id), failure(one, false));
      explain(t, one);
      break;
    case 'deviates':
      t.fail(inLine(one.id), failure(one, inLine(standing(one))));
      explain(t, one);
      break;
    case 'recorded':
    case 'not-applicable':
    case 'inconclusive':
      t.skip(inLine(one.id), { skip: inLine(standing(one)) });
  }
}

function explain(t: tape.Test, one: CaseReport): void {
  const { counterexample, replay } = one;
  t.comment(`reason: ${printableLine(briefReason(one))}`);
  if (counterexample !== undefined) t.comment(`input: ${printableLine(counterexample)}`);
  t.comment(`replay: ${printableLine(replay)}`);
}

function failure({ expected, observed }: CaseReport, todo: string | false): Failure {
  return { error: null, todo, expected: printable(expected ?? ''), actual: printable(observed ?? '') };
}

function declareStale(harness: tape.Harness, stale: RunReport['staleDeviations']): void {
  harness('recorded deviations that did not happen', (t) => {
    for (const { id, why } of stale) {
      const failed: Failure = { error: null, todo: false, expected: printable(why), actual: 'it conforms' };
      t.fail(inLine(id), failed);
    }
    t.end();
  });
}

/**
 * A `#` in a name or a reason could be read as the start of a directive, and so could one behind an escaped backslash; a brace at the
 * end as the start of tests inside the test.
 */
function inLine(text: string): string {
  return printableLine(text)
    .replace(/(\\*)#/g, '$1$1\\#')
    .replace(/\{$/, '\\x7b');
}

async function readAll(stream: ReturnType<tape.CreateStream>): Promise<string> {
  let text = '';
  stream.on('data', (chunk) => {
    text += String(chunk);
  });
  await new Promise((resolve, reject) => {
    stream.once('end', resolve).once('error', reject);
  });
  return text;
}

/** tape says which line of ours called it; no line of a report's own text can begin like that. */
function withoutPlaces(text: string): string {
  return text.replace(/^ {4}at: .*\n/gm, '');
}
