/** Why cases fail, as far as that can be told. */
import { shapeOf } from './comparison/change.js';
import type { CaseReport } from './model.js';

/** The known reason; else what the failure looks like. */
export const causeOf = ({ verdict, failure = 'wrong', reason, observed }: Failing): string =>
  verdict === 'deviates' ? reason : `${failure}: ${shapeOf(observed ?? reason)}`;

type Failing = Pick<CaseReport, 'verdict' | 'failure' | 'reason' | 'observed'>;

/** The cases by cause, the most frequent first. */
export function causesOf<Of extends Failing>(
  cases: readonly Of[],
): readonly { readonly cause: string; readonly cases: readonly Of[] }[] {
  const causes = new Map<string, Of[]>();
  for (const one of cases) {
    const cause = causeOf(one);
    const known = causes.get(cause);
    if (known === undefined) causes.set(cause, [one]);
    else known.push(one);
  }
  return [...causes].map(([cause, of]) => ({ cause, cases: of })).sort((a, b) => b.cases.length - a.cases.length);
}
