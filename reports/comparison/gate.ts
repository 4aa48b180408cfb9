/** The values of `--fail-on`, and which comparisons fail by each. */
import { isUnchanged, isWorse } from './change.js';
import { CHANGES, type Change, type Comparison, UNDECIDED } from './model.js';

/** Any change for the worse; any change or difference; only a new crash or hang. */
export type Gate = (typeof GATES)[number];

export const GATES = ['worse', 'any', 'crash'] as const;

/** Whether a case with this change fails the gate. Undecided changes never fail it. */
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

/** Whether differences between two targets fail the gate. An unused quirk never does. */
export const failsOnDifferences = (gate: Gate): boolean => gate === 'any';

/** Whether the comparison fails the gate. */
export function comparisonFails({ totals, differential }: Comparison, gate: Gate): boolean {
  const isChanged = CHANGES.some((change) => totals[change] > 0 && failsGate(change, gate));
  return isChanged || (failsOnDifferences(gate) && (differential?.groups.length ?? 0) > 0);
}
