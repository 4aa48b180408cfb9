/** The kinds of findings, in the order in which a maintainer wants them. */
import type { Deviation } from '../executor/deviations/deviations.js';

export const FINDING_KINDS = {
  crash: 'Crashes and memory errors',
  hang: 'Hangs',
  silent: 'Silent wrong results',
  attack: 'Answers that allow an attack',
  answer: 'Wrong answers',
  text: 'Texts',
} as const;

export type FindingKind = keyof typeof FINDING_KINDS;

export const KINDS_IN_ORDER: readonly FindingKind[] = ['crash', 'hang', 'silent', 'attack', 'answer', 'text'];

/** The kind of a violation: how the host failed, otherwise what the wrong answer leads to. */
export function kindOf({ failure }: { readonly failure?: string | undefined }, deviation: Deviation): FindingKind {
  if (failure === 'crash' || deviation.reason === 'crash' || deviation.impact === 'memory') return 'crash';
  if (failure === 'hang' || deviation.reason === 'hang') return 'hang';
  return deviation.impact ?? 'answer';
}

/** The worst kind first. */
export const byKind = (a: FindingKind, b: FindingKind): number => KINDS_IN_ORDER.indexOf(a) - KINDS_IN_ORDER.indexOf(b);
