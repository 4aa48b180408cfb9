import type { CaseReport, Totals, VerdictKind } from './model.js';

type WithVerdict = Pick<CaseReport, 'verdict'>;

/** Every verdict, worst first. A requirement has the worst verdict of its cases. */
export const WORST_FIRST = ['violates', 'inconclusive', 'deviates', 'conforms', 'recorded', 'not-applicable'] as const;

/** The number of cases in the totals with this verdict. */
export function countOf(totals: Totals, verdict: VerdictKind): number {
  return totals[verdict === 'not-applicable' ? 'notApplicable' : verdict];
}

/** The number of cases with an observation. */
export const observedCount = ({ conforms, recorded, violates, deviates }: Totals): number =>
  conforms + recorded + violates + deviates;

/** Whether a case crashed or hung the target. */
export const isDown = ({ failure }: Pick<CaseReport, 'failure'>): boolean => failure === 'crash' || failure === 'hang';

/** The status of a case: `down` is a crash or a hang, `open` is a recorded case. */
export type CaseStatus = 'right' | 'wrong' | 'down' | 'open' | 'inapplicable' | 'unknown';

/** A known deviation is as wrong as a new one. */
export function caseStatus(one: Pick<CaseReport, 'verdict' | 'failure'>): CaseStatus {
  switch (one.verdict) {
    case 'conforms':
      return 'right';
    case 'violates':
    case 'deviates':
      return isDown(one) ? 'down' : 'wrong';
    case 'recorded':
      return 'open';
    case 'not-applicable':
      return 'inapplicable';
    case 'inconclusive':
      return 'unknown';
  }
}

/** Cases counted by verdict. */
export function totalsOf(cases: readonly WithVerdict[]): Totals {
  const count = (verdict: VerdictKind): number => cases.filter((judged) => judged.verdict === verdict).length;
  return {
    conforms: count('conforms'),
    recorded: count('recorded'),
    violates: count('violates'),
    deviates: count('deviates'),
    notApplicable: count('not-applicable'),
    inconclusive: count('inconclusive'),
  };
}

/** The worst verdict of the cases; `inconclusive` without any case, since nothing was judged. */
export function verdictOf(cases: readonly WithVerdict[]): VerdictKind {
  return WORST_FIRST.find((verdict) => cases.some((judged) => judged.verdict === verdict)) ?? 'inconclusive';
}
