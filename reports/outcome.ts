/** The outcome of a run. The exit status, colours, the badge and every format follow from this one decision. */
import type { CaseReport, RunOutcome, RunReport, VerdictKind } from './model.js';
import { isDown, observedCount } from './totals.js';
import { counted, NOT_OBSERVABLE_HERE, numeral } from './wording.js';

/** The part of a report that decides the outcome. */
type Decisive = Pick<RunReport, 'totals' | 'requirements' | 'staleDeviations' | 'cutShort' | 'required'>;

/** A violation or a stale deviation fails a run. A run without either is undecided if it leaves something else open. */
export function runOutcome(report: Decisive): RunOutcome {
  const { totals, requirements, staleDeviations, cutShort } = report;
  const cases = requirements.flatMap((one) => one.cases);
  const unconfirmed = cases.filter(isUnconfirmed).length;
  const open = [
    ...(unconfirmed === 0 ? [] : [`${numeral(unconfirmed)} seen wrong, not confirmed`]),
    ...shortfall(report, cases),
    ...(cutShort === undefined ? [] : [`cut short: ${cutShort}`]),
  ];
  const fails = totals.violates + staleDeviations.length > 0;
  const verdict = fails ? 'failed' : open.length > 0 ? 'undecided' : 'passed';
  const observed = counted(observedCount(totals), 'observed case');
  const known =
    totals.deviates === 0 ? [] : [`${numeral(totals.deviates)} known${bracketed(downOf(cases, 'deviates'))}`];
  const stale = counted(staleDeviations.length, 'stale deviation');
  const beginnings = {
    passed: `No ${known.length === 0 ? '' : 'new '}violation in ${observed}`,
    undecided: `Undecided after ${observed}`,
    failed:
      totals.violates === 0
        ? `${stale} in ${observed}`
        : `${counted(totals.violates, 'violation')}${bracketed(downOf(cases, 'violates'))} in ${observed}`,
  };
  const headline = [
    beginnings[verdict],
    ...open,
    ...known,
    ...(totals.violates * staleDeviations.length === 0 ? [] : [stale]),
    ...(totals.inconclusive === 0 ? [] : [`${numeral(totals.inconclusive)} inconclusive`]),
  ].join('; ');
  return { verdict, headline, open, unconfirmed };
}

/** The verdict whose colour and mark a run has. Green means that nothing is wrong, known or not. */
export function styleOf(report: Decisive): VerdictKind {
  switch (runOutcome(report).verdict) {
    case 'failed':
      return 'violates';
    case 'undecided':
      return 'inconclusive';
    case 'passed':
      return report.totals.deviates === 0 ? 'conforms' : 'deviates';
  }
}

/** Whether a case failed among others, but not again alone. */
export const isUnconfirmed = ({ verdict, failure }: Pick<CaseReport, 'verdict' | 'failure'>): boolean =>
  verdict === 'inconclusive' && failure !== undefined;

/** The number of cases with this verdict that crashed or hung the target. */
const downOf = (cases: readonly CaseReport[], verdict: VerdictKind): number =>
  cases.filter((one) => one.verdict === verdict && isDown(one)).length;

/** ` (13 crashes or hangs)` */
const bracketed = (down: number): string =>
  down === 0 ? '' : ` (${down === 1 ? '1 crash or hang' : `${numeral(down)} crashes or hangs`})`;

/**
 * Why a run observed too little. By default, it must observe half of the cases that apply and that the target can be asked for, as it was
 * started. A number or a percentage of the cases that apply may be required instead.
 */
function shortfall({ totals, required, cutShort }: Decisive, cases: readonly CaseReport[]): readonly string[] {
  const observed = observedCount(totals);
  if (observed === 0) return ['nothing was observed'];
  if (cutShort !== undefined) return [];
  const applying = cases.filter(({ verdict }) => verdict !== 'not-applicable');
  const asked = required === undefined ? applying.filter(isAskable).length : applying.length;
  const least = leastOf(required ?? '50%', asked);
  if (observed >= least) return [];
  return [`${numeral(observed)} of ${counted(asked, 'case')} that apply were observed, ${numeral(least)} must be`];
}

const isAskable = ({ reason }: CaseReport): boolean => !reason.startsWith(NOT_OBSERVABLE_HERE);

/** The number of cases that `90%` or `400` of so many cases are. */
const leastOf = (required: string, cases: number): number =>
  required.endsWith('%') ? Math.ceil((cases * Number.parseInt(required, 10)) / 100) : Number(required);
