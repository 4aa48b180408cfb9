/** Classifies the change of one case: a pure function of its two reports. */
import { withoutDetails } from '../causes.js';
import type { CaseReport } from '../model.js';
import { type CaseStatus, caseStatus } from '../totals.js';
import { type Change, type Side, UNCHANGED, WORSE } from './model.js';

/** The status of a case in a report; `absent` if the report has no such case. */
type SideStatus = CaseStatus | 'absent';
const STATUSES_BEFORE: readonly SideStatus[] = ['right', 'wrong', 'down', 'open', 'unknown', 'inapplicable', 'absent'];

const statusOf = (side: Side | undefined): SideStatus => (side === undefined ? 'absent' : caseStatus(side));

/**
 * The change to each status, by the status before, in the order of `STATUSES_BEFORE`; `undefined` if the answers decide. A case without an
 * earlier result cannot regress. A case that was open and is now judged belongs to a different suite.
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

/** `before` and `after`: the case in each report; `undefined` if the report has no such case. */
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
 * The change from `before` to `after`, if a second run of the first target gave `again`. Only a result that is worse than both is worse,
 * and a difference that the two runs of the first target also show is no change.
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

/** Whether two failures are the same. If their drawn inputs differ, the kind of failure decides. */
function alike(before: Side | undefined, after: Side | undefined): boolean {
  if (before === undefined || after === undefined || before.failure !== after.failure) return false;
  if (before.observed === after.observed) return true;
  return (
    before.counterexample !== after.counterexample && withoutDetails(before.observed) === withoutDetails(after.observed)
  );
}

/** The part of a case that a comparison keeps. */
export function sideOf(one: CaseReport | undefined): Side | undefined {
  if (one === undefined) return undefined;
  const { id: _, kind: __, inputs: ___, durationMs: ____, ...side } = one;
  return side;
}
