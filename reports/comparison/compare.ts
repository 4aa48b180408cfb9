/** Compares two reports case by case, never by counts. */
import { causeOf as failureCause, withoutDetails } from '../causes.js';
import type { RequirementReport, RunReport } from '../model.js';
import { counted, NOT_OBSERVABLE_HERE, numeral } from '../wording.js';
import { isUnchanged } from './change.js';
import { endingDifference, endingsOf } from './endings.js';
import {
  type CaseChange,
  CHANGES,
  type Change,
  type ChangeGroup,
  type Comparison,
  type ComparisonVerdict,
  type Side,
  UNDECIDED,
  WORSE,
} from './model.js';
import { caseChanges, type Pairing } from './pairing.js';
import { type ComparedCase, type Quirk, sortedOut } from './quirks.js';
import { haveSameSelection, isCutShort, labelsOf, NotComparable, notesOn, refuseCutShort, runOf } from './runs.js';

interface CompareOptions extends Pairing {
  /** Compares reports of interrupted runs as far as they go. */
  readonly partial?: boolean;
  /** Differences that are known to be harmless. */
  readonly quirks?: readonly Quirk[];
  /** Further notes for the reader. */
  readonly notes?: readonly string[];
  /** Labels of the two runs if their targets are the same; otherwise their times are the labels. */
  readonly names?: readonly [string, string];
}

/**
 * @throws NotComparable if no case was observed in both, if a report has a case twice, or if a run was cut short and `partial` is not set
 */
export function compareReports(before: RunReport, after: RunReport, how: CompareOptions = {}): Comparison {
  const labels = labelsOf(before, after, how.names);
  for (const [i, report] of [before, after].entries())
    if (how.partial !== true) refuseCutShort(report, labels[i] ?? '');
  const { changes: found, paired } = caseChanges(before, after, how);
  const { changes, uses } = withoutQuirks(found, how.quirks ?? [], [before.target.engine, after.target.engine]);
  const isShared = ({ before: was, after: is }: CaseChange): boolean => was !== undefined && is !== undefined;
  const shared = changes.filter(isShared);
  if (shared.length === 0)
    throw new NotComparable(
      `${labels[0]} and ${labels[1]} have no case in common: they were run with other selections, or on other kinds of target`,
    );
  const lacksTell = haveSameSelection(before, after) && !isCutShort(before) && !isCutShort(after);
  const beyond = new Set(before.target.kind === after.target.kind ? [] : shared.filter(isForOneTarget));
  const judged = (lacksTell ? changes : shared).filter((one) => !beyond.has(one));
  const leftOut = lacksTell ? [] : changes.filter((one) => !isShared(one));
  refuseUnobserved(judged, labels);
  const groups = groupsOf(judged, requirementsOf(before, after));
  const changed = new Set(groups.flatMap(({ cases }) => cases.map(({ requirement }) => requirement)));
  const totals = totalsOf(judged);
  return {
    srvspec: after.srvspec,
    verdict: verdictOf(totals),
    before: runOf(before, labels[0], leftOut.filter(({ before: was }) => was !== undefined).length),
    after: runOf(after, labels[1], leftOut.filter(({ after: is }) => is !== undefined).length),
    notes: [
      ...notesOn(before, after, { labels, leftOut: leftOut.length, paired }),
      ...oneTargetNotes([...beyond], labels),
      ...(how.notes ?? []),
    ],
    totals,
    requirements: [...requirementsOf(before, after).values()].flatMap(({ id, title, document, says, rows }) =>
      changed.has(id) ? [{ id, title, document, says, rows }] : [],
    ),
    groups,
    quirks: uses,
  };
}

/** Of two reports, a quirk may only explain different answers to cases that the documents leave open. */
function withoutQuirks(changes: readonly CaseChange[], quirks: readonly Quirk[], engines: readonly [string, string]) {
  const { ignored, uses } = sortedOut(changes.flatMap(openCases), quirks, engines);
  const known = new Set([...ignored].map(({ id }) => id));
  return { changes: changes.map((one) => (known.has(one.id) ? { ...one, change: 'ignored' as const } : one)), uses };
}

function openCases({ id, requirement, change, before, after }: CaseChange): readonly ComparedCase[] {
  const isOpen = before?.verdict === 'recorded' && after?.verdict === 'recorded';
  if (change === 'same' && isOpen) return [{ id, requirement }];
  if (change !== 'answers-differently' || !isOpen) return [];
  const [one, other] = [endingsOf(before.observed ?? ''), endingsOf(after.observed ?? '')];
  return [{ id, requirement, apart: [endingDifference(one, other), endingDifference(other, one)] }];
}

/**
 * Whether only one of the two targets can be asked for the case. A case that a command line cannot serve, such as HTTP, is no change from a
 * server to it.
 */
const isForOneTarget = ({ before, after }: CaseChange): boolean => isUnaskable(before) !== isUnaskable(after);

const isUnaskable = (side: Side | undefined): boolean =>
  side?.verdict === 'inconclusive' && side.reason.startsWith(NOT_OBSERVABLE_HERE);

/** Notes on cases that were left out because one target cannot be asked for them, with the reasons, the most frequent first. */
function oneTargetNotes(beyond: readonly CaseChange[], labels: readonly [string, string]): readonly string[] {
  return ([0, 1] as const).flatMap((i) => {
    const sides = beyond.map(({ before, after }) => (i === 0 ? before : after));
    const reasons = sides.flatMap((side) =>
      isUnaskable(side) ? [side?.reason.slice(NOT_OBSERVABLE_HERE.length) ?? ''] : [],
    );
    if (reasons.length === 0) return [];
    const counts = [...new Set(reasons)]
      .map((reason) => ({ reason, count: reasons.filter((one) => one === reason).length }))
      .sort((a, b) => b.count - a.count)
      .map(({ reason, count }) => (count === reasons.length ? reason : `${numeral(count)}: ${reason}`));
    return [
      `${counted(reasons.length, 'case')} left out that cannot be observed on ${labels[i]} (${counts.join('; ')})`,
    ];
  });
}

/** Refuses a comparison without a compared case, since it would look like a clean one. */
function refuseUnobserved(changes: readonly CaseChange[], [one, other]: readonly [string, string]): void {
  const isConclusive = changes.some(
    ({ change, before, after }) => change !== 'not-compared' && isObserved(before) && isObserved(after),
  );
  if (!isConclusive && verdictOf(totalsOf(changes)) === 'not-worse')
    throw new NotComparable(
      `${one} and ${other} have no case that could be compared: each was observed on one of them alone, or on neither`,
    );
}

const isObserved = (side: Side | undefined): boolean => side !== undefined && side.verdict !== 'inconclusive';

const verdictOf = (totals: Comparison['totals']): ComparisonVerdict => {
  if (WORSE.some((change) => totals[change] > 0)) return 'worse';
  return UNDECIDED.some((change) => totals[change] > 0) ? 'undecided' : 'not-worse';
};

function totalsOf(changes: readonly CaseChange[]): Comparison['totals'] {
  const count = (wanted: Change): number => changes.filter(({ change }) => change === wanted).length;
  return {
    crashes: count('crashes'),
    regressed: count('regressed'),
    'new-failing': count('new-failing'),
    lost: count('lost'),
    removed: count('removed'),
    undecided: count('undecided'),
    unstable: count('unstable'),
    'fails-differently': count('fails-differently'),
    'answers-differently': count('answers-differently'),
    'now-skipped': count('now-skipped'),
    fixed: count('fixed'),
    'new-passing': count('new-passing'),
    'new-open': count('new-open'),
    ignored: count('ignored'),
    'still-failing': count('still-failing'),
    same: count('same'),
    'not-compared': count('not-compared'),
  };
}

function requirementsOf(before: RunReport, after: RunReport): ReadonlyMap<string, RequirementReport> {
  return new Map([...before.requirements, ...after.requirements].map((one) => [one.id, one]));
}

function groupsOf(
  changes: readonly CaseChange[],
  requirements: ReadonlyMap<string, RequirementReport>,
): readonly ChangeGroup[] {
  const groups = new Map<string, { change: Change; title: string; cause: string; cases: CaseChange[] }>();
  for (const one of changes) {
    if (isUnchanged(one.change)) continue;
    const { change } = one;
    const title = requirements.get(one.requirement)?.title ?? one.requirement;
    const cause = causeOf(one);
    const key = JSON.stringify([change, title, cause]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { change, title, cause, cases: [one] });
    else group.cases.push(one);
  }
  const place = ({ change }: ChangeGroup): number => CHANGES.indexOf(change);
  return [...groups.values()].sort((a, b) => place(a) - place(b) || b.cases.length - a.cases.length);
}

/**
 * The cause of the change, if the reports have one: the known deviation, the missing observation, the version; otherwise the shape of the
 * failure.
 */
function causeOf({ change, before, after }: CaseChange): string {
  switch (change) {
    case 'crashes':
    case 'regressed':
    case 'new-failing':
    case 'unstable':
    case 'fails-differently':
      return failing(after);
    case 'fixed':
      return failing(before);
    case 'lost':
    case 'undecided':
      return after?.verdict === 'inconclusive' ? after.reason : (before?.reason ?? '');
    case 'now-skipped':
      return applicability(after);
    case 'new-passing':
    case 'new-open':
      return before === undefined ? 'not in the first report' : applicability(before);
    case 'removed':
      return 'not in the second report';
    case 'answers-differently':
      return `${withoutDetails(before?.observed)} → ${withoutDetails(after?.observed)}`;
    case 'ignored':
    case 'still-failing':
    case 'same':
    case 'not-compared':
      return '';
  }
}

const failing = (side: CaseChange['after']): string => (side === undefined ? '' : failureCause(side));

/** `since 0.8.6`, without the version that the target reports. */
const applicability = (side: CaseChange['after']): string => (side?.reason ?? '').split(';', 1)[0] ?? '';
