/** Reads from the reports of cases whether they saw a change. */
import type { CaseReport } from '../../../reports/model.js';
import { isUnconfirmed } from '../../../reports/outcome.js';

/** How a change was seen: by a case, or otherwise as described. */
export interface Sight {
  readonly by?: string;
  readonly why?: string;
}

/** The first violation. A host that was never observed did not start, or went down, which counts too. */
export function seenIn(cases: readonly CaseReport[]): Sight | undefined {
  const violation = cases.find(({ verdict }) => verdict === 'violates');
  if (violation !== undefined) return { by: violation.id, why: violation.reason.slice(0, 200) };
  const open = cases.filter(isUnobserved);
  const isNothing = open.length > 0 && !cases.some(({ verdict }) => verdict === 'conforms');
  return isNothing ? { why: `nothing can be observed: ${open[0]?.reason.slice(0, 200)}` } : undefined;
}

/** A failure that does not happen again may be a coincidence. */
export const isUnobserved = (one: CaseReport): boolean => one.verdict === 'inconclusive' && !isUnconfirmed(one);
