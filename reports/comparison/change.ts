/** What became of one case: a pure function of what two reports say of it. */
import { withoutDetails } from '../causes.js';
import type { CaseReport } from '../model.js';
import { type Change, type Side, UNCHANGED, WORSE } from './model.js';

type SideClass = 'right' | 'wrong' | 'down' | 'open' | 'unobserved' | 'inapplicable' | 'absent';

function standingOf(side: Side | undefined): SideClass {
  if (side === undefined) return 'absent';
  switch (side.verdict) {
    case 'conforms':
      return 'right';
    case 'violates':
    case 'deviates':
      return side.failure === 'crash' || side.failure === 'hang' ? 'down' : 'wrong';
    case 'recorded':
      return 'open';
    case 'inconclusive':
      return 'unobserved';
    case 'not-applicable':
      return 'inapplicable';
  }
}

/** `before` and `after`: what each report says of the case; `undefined` where it has no such case. */
export function changeOf(before: Side | undefined, after: Side | undefined): Change {
  const [was, is] = [standingOf(before), standingOf(after)];
  switch (is) {
    case 'right':
      if (was === 'right' || was === 'open') return 'same';
      return isFailing(was) ? 'fixed' : 'new-passing';
    case 'wrong':
      return wrongNow(was, alike(before, after));
    case 'down':
      if (was === 'down') return alike(before, after) ? 'still-failing' : 'fails-differently';
      return downNow(was);
    case 'open':
      return openNow(was, before, after);
    case 'unobserved':
      if (after?.missing === true && wasObserved(was)) return 'lost';
      return wasObserved(was) ? 'undecided' : 'not-compared';
    case 'inapplicable':
      return wasObserved(was) ? 'now-skipped' : 'not-compared';
    case 'absent':
      return wasObserved(was) ? 'removed' : 'not-compared';
  }
}

const isOneOf = (changes: readonly Change[], change: Change): boolean => changes.includes(change);

export const isWorse = (change: Change): boolean => isOneOf(WORSE, change);

export const isUnchanged = (change: Change): boolean => isOneOf(UNCHANGED, change);

/**
 * The change from `before` to `after` where `again` is what the first came to at a second time: worse is only what is worse than
 * both, and what varies by itself has not changed otherwise.
 */
export function unlessNoise(
  change: Change,
  before: Side | undefined,
  again: Side | undefined,
  after: Side | undefined,
): Change {
  if (isWorse(change)) return isWorse(changeOf(again, after)) ? change : 'unstable';
  if (isUnchanged(change) || change === 'undecided') return change;
  return isUnchanged(changeOf(before, again)) ? change : 'not-compared';
}

const isFailing = (was: SideClass): boolean => was === 'wrong' || was === 'down';

const wasObserved = (was: SideClass): boolean => was === 'right' || was === 'open' || isFailing(was);

/** What there was nothing of before has not regressed. */
function downNow(was: Exclude<SideClass, 'down'>): Change {
  switch (was) {
    case 'unobserved':
      return 'undecided';
    case 'inapplicable':
    case 'absent':
      return 'new-failing';
    case 'right':
    case 'wrong':
    case 'open':
      return 'crashes';
  }
}

function wrongNow(was: SideClass, likeBefore: boolean): Change {
  switch (was) {
    case 'right':
      return 'regressed';
    case 'wrong':
    case 'down':
      return likeBefore ? 'still-failing' : 'fails-differently';
    case 'unobserved':
      return 'undecided';
    // What was open before is a claim of the documents only for another suite.
    case 'open':
    case 'inapplicable':
    case 'absent':
      return 'new-failing';
  }
}

function openNow(was: SideClass, before: Side | undefined, after: Side | undefined): Change {
  if (isFailing(was)) return 'fixed';
  if (was === 'right') return 'same';
  if (was !== 'open') return 'new-open';
  if (before?.counterexample !== after?.counterexample) return 'not-compared';
  return before?.observed === after?.observed ? 'same' : 'answers-differently';
}

/** Whether two failures are one. What was drawn may differ: then the kind of failure decides. */
function alike(before: Side | undefined, after: Side | undefined): boolean {
  if (before === undefined || after === undefined || before.failure !== after.failure) return false;
  if (before.observed === after.observed) return true;
  return (
    before.counterexample !== after.counterexample && withoutDetails(before.observed) === withoutDetails(after.observed)
  );
}

/** What a comparison keeps of a case. */
export function sideOf(one: CaseReport | undefined): Side | undefined {
  if (one === undefined) return undefined;
  const { id: _, kind: __, inputs: ___, durationMs: ____, ...side } = one;
  return side;
}
