import type { CaseReport, RunReport } from './model.js';
import { runOutcome } from './outcome.js';
import { printableLine, printableText } from './printable.js';
import { briefReason, leftoverName, placing, runtimeOf, verdictLine } from './wording.js';

/** One result: whether it is `ok`, a directive such as `# SKIP why`, and its indented lines. */
interface Result {
  readonly name: string;
  readonly ok: boolean;
  readonly directive?: string;
  readonly details?: readonly string[];
}

/** A group of results under a comment. */
interface TapGroup {
  readonly title: string;
  readonly comments?: readonly string[];
  readonly results: readonly Result[];
}

/**
 * TAP 13: a group for each requirement, a result for each case.
 * - Known deviations fail as TODO.
 * - A recorded or unjudged case is skipped with the observation or the reason.
 * - A stale deviation fails, as it fails the run.
 * - A run that leaves something open bails out, so that no reader counts it as passed.
 */
export function tapReport(report: RunReport): string {
  const { headline, open } = runOutcome(report);
  const groups = groupsOf(report, headline);
  const results = groups.flatMap((group) => group.results);
  const passed = results.filter(({ ok, directive }) => ok || directive?.startsWith('# TODO')).length;
  let number = 0;
  return [
    'TAP version 13',
    ...groups.flatMap((group) => [
      `# ${group.title}`,
      ...(group.comments ?? []).map((comment) => `# ${comment}`),
      ...group.results.flatMap((result) => {
        number += 1;
        return linesOf(result, number);
      }),
    ]),
    '',
    // Behind the plan, readers take it for a comment. No text of a report can look like one.
    ...(open.length === 0 ? [] : [`Bail out! ${inLine(open.join('; '))}`]),
    `1..${results.length}`,
    `# tests ${results.length}`,
    `# pass  ${passed}`,
    ...(passed === results.length ? [] : [`# fail  ${results.length - passed}`]),
    '',
  ].join('\n');
}

function groupsOf(report: RunReport, headline: string): readonly TapGroup[] {
  const { target, seed, requirements, staleDeviations } = report;
  const stale: TapGroup = {
    title: 'recorded deviations that did not happen',
    results: staleDeviations.map(staleResult),
  };
  return [
    {
      title: inLine(`${target.name}, ${runtimeOf(report)}, seed ${seed}`),
      comments: [headline, ...serviceLines(report)].map(printableLine),
      results: [],
    },
    ...requirements.map(({ id, says, cases }) => ({ title: inLine(`${id}: ${says}`), results: cases.map(resultOf) })),
    ...(staleDeviations.length === 0 ? [] : [stale]),
  ];
}

function linesOf({ name, ok, directive, details = [] }: Result, number: number): readonly string[] {
  const result = `${ok ? 'ok' : 'not ok'} ${number} ${inLine(name)}`;
  return [directive === undefined ? result : `${result} ${directive}`, ...details];
}

/** What the run learned about a service, if the target is one. */
function serviceLines({ service }: RunReport): readonly string[] {
  const { mapping = [], leftovers = [] } = service ?? {};
  return [
    ...mapping.map((one) => `value: ${placing(one)}`),
    ...leftovers.map((one) => `left: ${one.resource} ${leftoverName(one)}`),
  ];
}

function resultOf(one: CaseReport): Result {
  const name = one.id;
  switch (one.verdict) {
    case 'conforms':
      return { name, ok: true };
    case 'violates':
      return { name, ok: false, details: evidence(one) };
    case 'deviates':
      return { name, ok: false, directive: `# TODO ${inLine(verdictLine(one))}`, details: evidence(one) };
    case 'recorded':
    case 'not-applicable':
    case 'inconclusive':
      return { name, ok: true, directive: `# SKIP ${inLine(verdictLine(one))}` };
  }
}

function evidence(one: CaseReport): readonly string[] {
  const { expected = '', observed = '', counterexample, requests = [], replay } = one;
  return [
    ...difference(expected, observed),
    `# reason: ${printableLine(briefReason(one))}`,
    ...(counterexample === undefined ? [] : [`# input: ${printableLine(counterexample)}`]),
    ...requests.map((request) => `# request: ${printableLine(request)}`),
    `# replay: ${printableLine(replay)}`,
  ];
}

const staleResult = ({ id, why }: RunReport['staleDeviations'][number]): Result => ({
  name: id,
  ok: false,
  details: difference(why, 'it conforms'),
});

/** The YAML block of a failure. Texts are block scalars with explicit indentation, because they may begin with blanks. */
const difference = (expected: string, actual: string): readonly string[] => [
  '  ---',
  ...[
    ['expected', expected],
    ['actual', actual],
  ].flatMap(([key, text = '']) => [
    `    ${key}: |2-`,
    ...printableText(text)
      .split('\n')
      .map((line) => `      ${line}`),
  ]),
  '  ...',
];

/**
 * Escapes text for a result line. Otherwise readers could take a `#` in a name or a reason for the start of a directive, even after an
 * escaped backslash. They could take a brace at the end for the start of subtests.
 */
function inLine(text: string): string {
  return printableLine(text)
    .replace(/(\\*)#/g, '$1$1\\#')
    .replace(/\{$/, '\\x7b');
}
