/** Compares two reports case by case, never by counts. */
import { UserError } from '../../spec/reading/user-error.js';
import { causeOf as failureCause } from '../causes.js';
import type { CaseReport, RequirementReport, RunReport } from '../model.js';
import { counted, numeral } from '../wording.js';
import { changeOf, shapeOf, sideOf } from './change.js';
import {
  type CaseChange,
  CHANGES,
  type Change,
  type ChangeGroup,
  type ComparedRun,
  type Comparison,
  type ComparisonVerdict,
  UNCHANGED,
  UNDECIDED,
  WORSE,
} from './model.js';

/** Two reports of which nothing can be said together; the message says why, and what to do. */
export class NotComparable extends UserError {}

export interface HowToCompare {
  /** Reports that were cut short are compared as far as they go. */
  readonly partial?: boolean;
  /** Cases that were worse and, tried again, were not so each time. */
  readonly unstable?: ReadonlySet<string>;
  /** What a reader should know besides. */
  readonly notes?: readonly string[];
}

/** @throws NotComparable when they have no case in common, or one was cut short and `partial` is not set */
export function compareReports(before: RunReport, after: RunReport, how: HowToCompare = {}): Comparison {
  const labels = labelsOf(before, after);
  for (const [i, report] of [before, after].entries())
    if (how.partial !== true) refuseCutShort(report, labels[i] ?? '');
  const changes = changesOf(before, after);
  const shared = changes.filter(({ before: was, after: is }) => was !== undefined && is !== undefined);
  if (shared.length === 0)
    throw new NotComparable(
      `${labels[0]} and ${labels[1]} have no case in common: they were run with other selections, or on other kinds of target`,
    );
  const asked = askedAlike(before, after);
  const judged = (asked ? changes : shared).map((one) => unlessUnstable(one, how.unstable));
  const leftOut = asked ? [] : changes.filter((one) => !shared.includes(one));
  const groups = groupsOf(judged, requirementsOf(before, after));
  const changed = new Set(groups.flatMap(({ cases }) => cases.map(({ requirement }) => requirement)));
  const totals = totalsOf(judged);
  return {
    srvspec: after.srvspec,
    verdict: verdictOf(totals),
    before: runOf(before, labels[0], leftOut.filter(({ before: was }) => was !== undefined).length),
    after: runOf(after, labels[1], leftOut.filter(({ after: is }) => is !== undefined).length),
    notes: [...notesOn(before, after, leftOut.length), ...(how.notes ?? [])],
    totals,
    requirements: [...requirementsOf(before, after).values()].flatMap(({ id, title, document, says, rows }) =>
      changed.has(id) ? [{ id, title, document, says, rows }] : [],
    ),
    groups,
  };
}

function refuseCutShort({ cutShort }: RunReport, label: string): void {
  if (cutShort !== undefined)
    throw new NotComparable(
      `the run on ${label} was cut short (${cutShort}), so what it lacks says nothing; --partial compares what there is`,
    );
}

/** Every case of either report. */
export function changesOf(before: RunReport, after: RunReport): readonly CaseChange[] {
  const [old, now] = [casesOf(before), casesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].map((id) => {
    const [was, is] = [old.get(id), now.get(id)];
    const [one, other] = [sideOf(was?.one), sideOf(is?.one)];
    return {
      id,
      requirement: is?.requirement ?? was?.requirement ?? id,
      change: changeOf(one, other),
      ...(one !== undefined && { before: one }),
      ...(other !== undefined && { after: other }),
    };
  });
}

function casesOf({ requirements }: RunReport): ReadonlyMap<string, { one: CaseReport; requirement: string }> {
  return new Map(
    requirements.flatMap(({ id, cases }) =>
      cases.map((one): [string, { one: CaseReport; requirement: string }] => [one.id, { one, requirement: id }]),
    ),
  );
}

/** Whether a case that one of them lacks is missing: both were asked for the same cases of the same suite, on the same kind of target. */
const askedAlike = (a: RunReport, b: RunReport): boolean =>
  a.srvspec === b.srvspec &&
  JSON.stringify(a.selected) === JSON.stringify(b.selected) &&
  JSON.stringify(a.documents) === JSON.stringify(b.documents);

const unlessUnstable = (one: CaseChange, unstable: ReadonlySet<string> = new Set()): CaseChange =>
  unstable.has(one.id) && isWorse(one.change) ? { ...one, change: 'unstable' } : one;

const isOneOf = (changes: readonly Change[], change: Change): boolean => changes.includes(change);

export const isWorse = (change: Change): boolean => isOneOf(WORSE, change);

export const isUnchanged = (change: Change): boolean => isOneOf(UNCHANGED, change);

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
    removed: count('removed'),
    undecided: count('undecided'),
    unstable: count('unstable'),
    'fails-differently': count('fails-differently'),
    'answers-differently': count('answers-differently'),
    'now-skipped': count('now-skipped'),
    fixed: count('fixed'),
    'new-passing': count('new-passing'),
    'new-open': count('new-open'),
    'still-failing': count('still-failing'),
    same: count('same'),
    'not-compared': count('not-compared'),
  };
}

/** The shortest words that tell the two runs apart. */
function labelsOf(before: RunReport, after: RunReport): readonly [string, string] {
  const ways: readonly ((report: RunReport) => string)[] = [
    ({ target }) => target.runtimeVersion,
    ({ target }) => `${target.runtimeVersion} ${target.engine}`,
    ({ target }) => `${target.name} ${target.runtimeVersion}`,
    ({ target }) => `${target.name} ${target.runtimeVersion} ${target.engine}`,
    ({ circumstances }) => circumstances.startedAt,
  ];
  const sameTarget = before.target.name === after.target.name;
  const telling = (sameTarget ? ways : ways.slice(2)).find((way) => way(before) !== way(after));
  return telling === undefined ? ['first', 'second'] : [telling(before), telling(after)];
}

function runOf(report: RunReport, label: string, leftOut: number): ComparedRun {
  const { srvspec, circumstances, target, seed, runs, cutShort } = report;
  return { label, srvspec, circumstances, target, seed, runs, ...(cutShort !== undefined && { cutShort }), leftOut };
}

function notesOn(before: RunReport, after: RunReport, leftOut: number): readonly string[] {
  const notes: string[] = [];
  if (before.srvspec !== after.srvspec)
    notes.push(`the suites differ (${before.srvspec}, ${after.srvspec}): only cases of both are compared`);
  else if (leftOut > 0) notes.push('the runs were asked for different cases: only those of both are compared');
  if (leftOut > 0) notes.push(`${counted(leftOut, 'case')} left out`);
  if (before.seed !== after.seed || before.runs !== after.runs)
    notes.push(
      `inputs were drawn differently (seed ${before.seed}, ${numeral(before.runs)} a property; seed ${after.seed}, ${numeral(after.runs)}): some answers cannot be compared`,
    );
  for (const { cutShort, target } of [before, after])
    if (cutShort !== undefined) notes.push(`the run on ${target.name} was cut short: ${cutShort}`);
  return notes;
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

/** Why it changed, as far as that is told: the known deviation, the missing observation, the version; else what failures look like. */
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
      return `${shapeOf(before?.observed)} → ${shapeOf(after?.observed)}`;
    case 'still-failing':
    case 'same':
    case 'not-compared':
      return '';
  }
}

const failing = (side: CaseChange['after']): string => (side === undefined ? '' : failureCause(side));

/** `since 0.8.6`, without what the target reports. */
const applicability = (side: CaseChange['after']): string => (side?.reason ?? '').split(';', 1)[0] ?? '';
