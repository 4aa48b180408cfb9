/** The relation of two runs: their labels, and how far they can be compared. */
import { UserError } from '../../spec/reading/user-error.js';
import type { CaseSelection, RunReport } from '../model.js';
import { counted, numeral } from '../wording.js';
import type { ComparedRun } from './model.js';

/** Two reports that cannot be compared. The message says why, and what to do. */
export class NotComparable extends UserError {}

/**
 * Whether a case that one report lacks is missing: both runs were asked for the same cases of the same suite, on the same kind of target.
 */
export const haveSameSelection = (a: RunReport, b: RunReport): boolean =>
  a.srvspec === b.srvspec &&
  // The selection of failed cases differs each time.
  a.selected.lastFailed !== true &&
  JSON.stringify(a.selected) === JSON.stringify(b.selected) &&
  JSON.stringify(a.documents) === JSON.stringify(b.documents);

export const isCutShort = ({ cutShort }: RunReport): boolean => cutShort !== undefined;

/** @throws NotComparable if the run was cut short; `label` is its name in the message */
export function refuseCutShort({ cutShort }: Pick<RunReport, 'cutShort'>, label: string): void {
  if (cutShort !== undefined)
    throw new NotComparable(
      `the run on ${label} was cut short (${cutShort}), so what it lacks says nothing; --partial compares what there is`,
    );
}

/** The shortest labels that distinguish the two runs; `names` if the targets have no difference. */
export function labelsOf(
  before: RunReport,
  after: RunReport,
  names: readonly [string, string] = [before.circumstances.startedAt, after.circumstances.startedAt],
): readonly [string, string] {
  const ways: readonly ((report: RunReport) => string)[] = [
    ({ target }) => target.runtimeVersion,
    ({ target }) => `${target.runtimeVersion} ${target.engine}`,
    ({ target }) => `${target.name} ${target.runtimeVersion}`,
    ({ target }) => `${target.name} ${target.runtimeVersion} ${target.engine}`,
  ];
  const sameTarget = before.target.name === after.target.name;
  const distinguishing = (sameTarget ? ways : ways.slice(2)).find((way) => way(before) !== way(after));
  if (distinguishing !== undefined) return [distinguishing(before), distinguishing(after)];
  return names[0] === names[1] ? ['first', 'second'] : names;
}

export function runOf(report: RunReport, label: string, leftOut: number): ComparedRun {
  const { srvspec, circumstances, target, seed, runs, selected, cutShort } = report;
  const end = cutShort === undefined ? {} : { cutShort };
  return { label, srvspec, circumstances, target, seed, runs, selected, ...end, leftOut };
}

/** Facts about two runs, for the notes on them. */
interface NoteFacts {
  readonly labels: readonly [string, string];
  /** Cases that are not compared because one report lacks them. */
  readonly leftOut: number;
  /** Cases that have another id in one report. */
  readonly paired: number;
}

export function notesOn(before: RunReport, after: RunReport, known: NoteFacts): readonly string[] {
  return [
    ...orderNotes(before, after),
    ...leftOutNotes(before, after, known),
    ...selectionNotes(before, after, known),
    ...drawNotes(before, after),
    ...[before, after].flatMap(({ cutShort }, i) =>
      cutShort === undefined ? [] : [`the run on ${known.labels[i]} was cut short: ${cutShort}`],
    ),
  ];
}

/** Readers would draw wrong conclusions from one report given twice, or from two in the wrong order. */
function orderNotes(before: RunReport, after: RunReport): readonly string[] {
  const [{ target: was }, { target: is }] = [before, after];
  const [started, then] = [before.circumstances.startedAt, after.circumstances.startedAt];
  const same = was.name === is.name && was.runtimeVersion === is.runtimeVersion && was.engine === is.engine;
  if (same && JSON.stringify(before.circumstances) === JSON.stringify(after.circumstances))
    return ['both are reports on one and the same run'];
  if (same && then < started)
    return ['the second run was made before the first: the reports may be in the wrong order'];
  if (was.kind === is.kind && isOlder(is.runtimeVersion, was.runtimeVersion))
    return ['the second runtime is older than the first: the changes are those of a downgrade'];
  return [];
}

/** Compares versions such as 0.8.10. */
function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split('.').map(Number));
  if (one?.length !== 3 || other?.length !== 3) return false;
  const at = one.findIndex((part, i) => part !== other[i]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

function leftOutNotes(before: RunReport, after: RunReport, { leftOut, paired }: NoteFacts): readonly string[] {
  const notes: string[] = [];
  if (before.srvspec !== after.srvspec)
    notes.push(`the suites differ (${before.srvspec}, ${after.srvspec}): only cases of both are compared`);
  else if (leftOut > 0 && (isCutShort(before) || isCutShort(after)))
    notes.push('cases that a cut-short run lacks are not compared');
  else if (leftOut > 0) notes.push('the runs were asked for different cases: only those of both are compared');
  if (leftOut > 0) notes.push(`${counted(leftOut, 'case')} left out`);
  if (paired > 0) notes.push(`${counted(paired, 'case')} compared under the id of today`);
  return notes;
}

/** Cases that were not selected may have changed. */
function selectionNotes(
  { selected: was }: RunReport,
  { selected: is }: RunReport,
  { labels }: NoteFacts,
): readonly string[] {
  const [one, other] = [selectionText(was), selectionText(is)];
  if (one === other) return one === '' ? [] : [`only part of the suite was run: ${one}`];
  return [one, other].flatMap((text, i) =>
    text === '' ? [] : [`only part of the suite was run on ${labels[i]}: ${text}`],
  );
}

/** As on a command line; empty if all cases were selected. */
const selectionText = ({ document, only, exclude, depth, shard, lastFailed }: CaseSelection): string =>
  [
    ...(document === undefined ? [] : [`--document ${document}`]),
    ...(only === undefined ? [] : [`--only ${only}`]),
    ...(exclude === undefined ? [] : [`--exclude ${exclude}`]),
    ...(depth === undefined ? [] : [`--depth ${depth}`]),
    ...(shard === undefined ? [] : [`--shard ${shard}`]),
    ...(lastFailed === true ? ['--last-failed'] : []),
  ].join(' ');

function drawNotes(before: RunReport, after: RunReport): readonly string[] {
  if (before.seed === after.seed && before.runs === after.runs) return [];
  return [
    `inputs were drawn differently (seed ${before.seed}, ${numeral(before.runs)} a property; seed ${after.seed}, ${numeral(after.runs)}): some answers cannot be compared`,
  ];
}
