import type { CaseReport, RunReport, Totals, VerdictKind } from './model.js';

type Judged = Pick<CaseReport, 'verdict'>;

/** Every verdict, worst first: a requirement has the first of these that one of its cases has. */
export const WORST_FIRST = ['violates', 'inconclusive', 'deviates', 'conforms', 'recorded', 'not-applicable'] as const;

/** How many of the totals' cases have this verdict. */
export function countOf(totals: Totals, verdict: VerdictKind): number {
  return totals[verdict === 'not-applicable' ? 'notApplicable' : verdict];
}

/** Cases of which something was observed, whatever came of it. */
export const observedCount = ({ conforms, recorded, violates, deviates }: Totals): number =>
  conforms + recorded + violates + deviates;

/** Whether the run found nothing wrong; one that observed nothing, or was cut short, does not tell. */
export const isGreen = (report: Pick<RunReport, 'totals' | 'staleDeviations' | 'cutShort'>): boolean =>
  report.totals.violates + report.staleDeviations.length === 0 && whyUnfinished(report) === undefined;

/** Why a run does not tell that all is well, whatever it found wrong; `undefined` of one that was finished and observed something. */
export const whyUnfinished = ({ totals, cutShort }: Pick<RunReport, 'totals' | 'cutShort'>): string | undefined =>
  cutShort ?? (observedCount(totals) === 0 ? 'nothing was observed' : undefined);

/** Cases counted by verdict. */
export function totalsOf(cases: readonly Judged[]): Totals {
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

/** The worst verdict of the cases; `inconclusive` for no case at all, since nothing was judged. */
export function verdictOf(cases: readonly Judged[]): VerdictKind {
  return WORST_FIRST.find((verdict) => cases.some((judged) => judged.verdict === verdict)) ?? 'inconclusive';
}
