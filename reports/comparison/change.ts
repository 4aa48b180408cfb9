/** What became of one case: a pure function of what two reports say of it. */
import { withoutDetails } from '../causes.js';
import type { CaseReport } from '../model.js';
import { type CaseStatus, caseStatus } from '../totals.js';
import { type Change, type Side, UNCHANGED, WORSE } from './model.js';

/** What a report says of a case; `absent` where it has no such case. */
type SideStatus = CaseStatus | 'absent';
const STATUSES_BEFORE: readonly SideStatus[] = ['right', 'wrong', 'down', 'open', 'unknown', 'inapplicable', 'absent'];

const statusOf = (side: Side | undefined): SideStatus => (side === undefined ? 'absent' : caseStatus(side));

/**
 * The change to each status, by the status before, in the order of `STATUSES_BEFORE`; `undefined` where the answers decide. What there was
 * nothing of before has not regressed; what was open before is a claim of the documents only for another suite.
 */
// biome-ignore format: a table
const BECOMES: { readonly [is in SideStatus]: readonly (Change | undefined)[] } = {
  right: ['same', 'fixed', 'fixed', 'same', 'new-passing', 'new-passing', 'new-passing'],
  wrong: ['regressed', undefined, undefined, 'new-failing', 'undecided', 'new-failing', 'new-failing'],
  down: ['crashes', 'crashes', undefined, 'crashes', 'undecided', 'new-failing', 'new-failing'],
  open: ['same', 'fixed', 'fixed', undefined, 'new-open', 'new-open', 'new-open'],
  unknown: ['undecided', 'undecided', 'undecided', 'undecided', 'not-compared', 'not-compared', 'not-compared'],
  inapplicable: ['now-skipped', 'now-skipped', 'now-skipped', 'now-skipped', 'not-compared', 'not-compared', 'not-compared'],
  absent: ['removed', 'removed', 'removed', 'removed', 'not-compared', 'not-compared', 'not-compared'],
};

/** `before` and `after`: what each report says of the case; `undefined` where it has no such case. */
export function changeOf(before: Side | undefined, after: Side | undefined): Change {
  const is = statusOf(after);
  const change = BECOMES[is][STATUSES_BEFORE.indexOf(statusOf(before))];
  if (is === 'unknown' && change === 'undecided' && after?.missing === true) return 'lost';
  if (change !== undefined) return change;
  if (is !== 'open') return alike(before, after) ? 'still-failing' : 'fails-differently';
  if (before?.counterexample !== after?.counterexample) return 'not-compared';
  return before?.observed === after?.observed ? 'same' : 'answers-differently';
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
