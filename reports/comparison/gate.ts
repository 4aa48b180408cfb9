/** What `--fail-on` takes, and what fails then. */
import { isUnchanged, isWorse } from './change.js';
import { CHANGES, type Change, type Comparison, UNDECIDED } from './model.js';

/** Anything that got worse; any change or difference; a new crash or hang alone. */
export type Gate = (typeof GATES)[number];

export const GATES = ['worse', 'any', 'crash'] as const;

/** Whether a case that changed so fails the gate. What could not be told fails none: it is undecided. */
export function failsGate(change: Change, gate: Gate): boolean {
  switch (gate) {
    case 'worse':
      return isWorse(change);
    case 'any':
      return !isUnchanged(change) && !UNDECIDED.some((one) => one === change);
    case 'crash':
      return change === 'crashes';
  }
}

/** Whether two targets that differ in what they do with the same inputs fail the gate. A quirk that is not used fails none. */
export const failsOnDifferences = (gate: Gate): boolean => gate === 'any';

/** Whether something in it fails the gate. */
export function comparisonFails({ totals, differential }: Comparison, gate: Gate): boolean {
  const isChanged = CHANGES.some((change) => totals[change] > 0 && failsGate(change, gate));
  return isChanged || (failsOnDifferences(gate) && (differential?.groups.length ?? 0) > 0);
}
