/** Why cases fail or were not observed, as far as that can be told. */
import { shapeOf } from './comparison/change.js';
import type { CaseReport, RunReport } from './model.js';
import { isUnconfirmed } from './outcome.js';
import { isDown } from './totals.js';
import { counted } from './wording.js';

/** Cases for one cause. */
export interface Cause {
  readonly cause: string;
  readonly cases: readonly CaseReport[];
  /** How many requirements they are of. */
  readonly requirements: number;
}

type Failing = Pick<CaseReport, 'verdict' | 'failure' | 'reason' | 'observed'>;

/** The known reason; else what the failure looks like. */
export const causeOf = ({ verdict, failure = 'wrong', reason, observed }: Failing): string =>
  verdict === 'deviates' ? reason : `${failure}: ${shapeOf(observed ?? reason)}`;

/** What violates, or was seen wrong and not confirmed, by cause: crashes and hangs first, then the cause of the most cases. */
export function failuresOf(report: Pick<RunReport, 'requirements'>): readonly Cause[] {
  const fails = (one: CaseReport): boolean => one.verdict === 'violates' || isUnconfirmed(one);
  const rank = ({ cases }: Cause): number => Number(cases.some(isDown)) + 2 * Number(!cases.every(isUnconfirmed));
  const confirmedFirst = ({ cases, ...of }: Cause): Cause => ({
    ...of,
    cases: [...cases].sort((a, b) => Number(isUnconfirmed(a)) - Number(isUnconfirmed(b))),
  });
  return byCause(report, (one) => (fails(one) ? causeOf(one) : undefined))
    .map(confirmedFirst)
    .sort((a, b) => rank(b) - rank(a) || b.cases.length - a.cases.length);
}

/** Why cases were not observed, or do not apply where none was: the reason of the most cases first. */
export function unobservedIn(report: Pick<RunReport, 'requirements'>): readonly Cause[] {
  const open = byCause(report, (one) =>
    one.verdict === 'inconclusive' && !isUnconfirmed(one) ? one.reason : undefined,
  );
  const applies = report.requirements.some(({ cases }) => cases.some(({ verdict }) => verdict !== 'not-applicable'));
  return applies ? open : byCause(report, ({ reason }) => reason);
}

/** Reasons that are named in a line. */
const REASONS = 3;

/** `2 cases: no log`: why cases were not observed, in words. */
export const unobservedReasons = (report: Pick<RunReport, 'requirements'>): readonly string[] =>
  unobservedIn(report)
    .slice(0, REASONS)
    .map(({ cause, cases }) => `${counted(cases.length, 'case')}: ${cause}`);

/** The cases that have a cause, by it, the most frequent first. */
function byCause(
  { requirements }: Pick<RunReport, 'requirements'>,
  causeOf: (one: CaseReport) => string | undefined,
): readonly Cause[] {
  const found = new Map<string, { readonly cases: CaseReport[]; readonly of: Set<string> }>();
  for (const { id, cases } of requirements)
    for (const one of cases) {
      const cause = causeOf(one);
      if (cause === undefined) continue;
      const known = found.get(cause) ?? { cases: [], of: new Set() };
      found.set(cause, known);
      known.cases.push(one);
      known.of.add(id);
    }
  return [...found]
    .map(([cause, { cases, of }]) => ({ cause, cases, requirements: of.size }))
    .sort((a, b) => b.cases.length - a.cases.length);
}
