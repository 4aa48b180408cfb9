/** Runs two targets for a comparison: which cases run, which are tried again, and where the targets differ on the same inputs. */
import { isUnchanged, isWorse } from '../../reports/comparison/change.js';
import { compareReports } from '../../reports/comparison/compare.js';
import type { Comparison } from '../../reports/comparison/model.js';
import { caseChanges } from '../../reports/comparison/pairing.js';
import { mergeQuirkUses, type Quirk } from '../../reports/comparison/quirks.js';
import { NotComparable, refuseCutShort } from '../../reports/comparison/runs.js';
import type { RunReport } from '../../reports/model.js';
import { totalsOf } from '../../reports/totals.js';
import { counted, numeral } from '../../reports/wording.js';
import { DeviationList } from '../executor/deviations/deviations.js';
import { recordedDeviations } from '../executor/deviations/files.js';
import { differencesBetween } from '../executor/differential/differential.js';
import { differingCases } from '../executor/differential/differing.js';
import { isPlanted, PLANTED, PLANTED_OBJECT, withDifference } from '../executor/differential/planted.js';
import { Witness } from '../executor/differential/witness.js';
import { reportOf } from '../executor/report.js';
import { Interrupted, type RunResult, run } from '../executor/run.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import { subjectsOf, type Target } from '../executor/target.js';
import { type GeneratedObject, keptOf } from '../language/case.js';
import { circumstancesOf } from './circumstances.js';
import { progressOf } from './progress.js';
import { documentsOf, type Selection, select, selectedBy } from './select.js';

export interface TwoTargets {
  readonly before: Target;
  readonly after: Target;
  readonly selection: Selection;
  readonly numbers: { readonly seed: number; readonly runs: number; readonly jobs: number };
  /** The command line after `srvspec`. */
  readonly words: readonly string[];
  /** Differences that are known to be harmless. */
  readonly quirks: readonly Quirk[];
  /** Compares the observations of a target until it was lost. */
  readonly partial: boolean;
  readonly interruption: AbortSignal;
  /** Called with each step of the comparison. */
  readonly notify: (what: string) => void;
}

/** The number of retries of worse and differing cases. */
const RETRIES = 3;

/**
 * Runs the first target twice and the second once, then retries worse and differing cases. Rejects with `NotComparable` if a target is
 * lost, unless a partial comparison was requested.
 */
export async function compareTargets(two: TwoTargets): Promise<Comparison> {
  const { before, after, selection, quirks } = two;
  const subjects = new Set([...subjectsOf(before)].filter((subject) => subjectsOf(after).has(subject)));
  if (subjects.size === 0)
    throw new NotComparable(
      `${before.name} and ${after.name} are judged by different documents: no case is about both`,
    );
  const objects = await select(selection, subjects);
  const differs = subjects.has('runtime');
  const soFar = await runThrice(objects, differs, two);
  const { old, again, now, watched } = soFar;
  const lost = [old, again, now].some(({ cutShort }) => cutShort !== undefined);
  const unstable = lost ? new Set<string>() : await triedAgain(soFar, two);
  const notes = [
    `${before.name} was run twice: ${counted(varying(old, again), 'case')} came out in two ways`,
    lost
      ? 'nothing was tried again, since a target was lost'
      : `worse${differs ? ' and differing' : ''} cases were tried ${RETRIES} more times`,
  ];
  const comparison = compareReports(old, now, { partial: true, again, unstable, quirks, notes, names: namesOf(two) });
  return !differs || lost ? comparison : withDifferences(comparison, objects, watched, two);
}

/** Runs the first target twice and the second once. If all their behaviour is compared, both are witnessed. */
async function runThrice(objects: readonly GeneratedObject[], differs: boolean, two: TwoTargets): Promise<SoFar> {
  const { before, after, notify } = two;
  const witnessing = (witness: Witness): Witness | undefined => (differs ? witness : undefined);
  const repeated = new Witness();
  const first: WitnessRuns = { target: before, runs: [new Witness(), repeated] };
  const second: WitnessRuns = { target: differs ? withDifference(after) : after, runs: [new Witness()] };
  notify(`${before.name}, first`);
  const old = await reportOn(before, objects, two, witnessing(first.runs[0]));
  notify(`${before.name}, once more to learn what varies`);
  const again = await reportOn(before, objects, two, witnessing(repeated));
  notify(after.name);
  const now = await reportOn(second.target, objects, two, witnessing(second.runs[0]));
  return { old, again, now, objects, watched: [first, second] };
}

function namesOf({ before, after }: TwoTargets): [string, string] {
  const [name, other] = [before.options.join(' '), after.options.join(' ')];
  return name === other ? ['first', 'second'] : [name, other];
}

/** The comparison, with the inputs at which the two differ. */
async function withDifferences(
  comparison: Comparison,
  objects: readonly GeneratedObject[],
  watched: readonly [WitnessRuns, WitnessRuns],
  { numbers, interruption, quirks, notify }: TwoTargets,
): Promise<Comparison> {
  notify('the inputs at which they differ');
  const requirements = new Map(
    objects.flatMap(({ title, requirements: own }) => own.map(({ id, says }) => [id, { title, says }] as const)),
  );
  const how = { ...numbers, deadlines: DEFAULT_DEADLINES, interruption, requirements, quirks };
  const { differential, uses } = await differencesBetween(...watched, how);
  refuseInterrupted(interruption);
  return {
    ...comparison,
    ...(!differential.plantedFound && { verdict: 'not-compared' }),
    quirks: mergeQuirkUses(comparison.quirks, uses),
    differential,
  };
}

/**
 * @param witness if present, the planted case is run, too
 * @param shrinks `false` if only the verdicts are needed
 */
async function reportOn(
  target: Target,
  objects: readonly GeneratedObject[],
  { numbers, words, interruption, selection, partial }: TwoTargets,
  witness?: Witness,
  shrinks = true,
): Promise<RunReport> {
  const progress = progressOf(target.name);
  try {
    const result = await run(target, witness === undefined ? objects : [...objects, PLANTED_OBJECT], {
      ...numbers,
      shrinks,
      interruption,
      deadlines: DEFAULT_DEADLINES,
      deviations: new DeviationList(target.kind, recordedDeviations(target.kind)),
      progress: progress.report,
      ...(witness !== undefined && { witness: witness.note }),
    });
    refuseInterrupted(interruption);
    if (!partial) refuseCutShort(result, target.name);
    const documents = documentsOf(selection, subjectsOf(target));
    return reportOf(withoutPlanted(result), documents, circumstancesOf(words), selectedBy(selection));
  } finally {
    progress.end();
  }
}

/** Half of the behaviour of two targets would show no reliable difference. */
function refuseInterrupted({ aborted }: AbortSignal): void {
  if (aborted) throw new Interrupted('interrupted: nothing was compared');
}

function withoutPlanted(result: RunResult): RunResult {
  const requirements = result.requirements.filter(({ id }) => id !== PLANTED);
  return { ...result, requirements, totals: totalsOf(requirements.flatMap(({ cases }) => cases)) };
}

/** The number of cases whose results differ between two runs of one target. */
const varying = (one: RunReport, other: RunReport): number =>
  caseChanges(one, other).changes.filter(({ change }) => !isUnchanged(change)).length;

interface SoFar {
  readonly old: RunReport;
  readonly again: RunReport;
  readonly now: RunReport;
  readonly objects: readonly GeneratedObject[];
  readonly watched: readonly [WitnessRuns, WitnessRuns];
}

interface WitnessRuns {
  readonly target: Target;
  readonly runs: [Witness, ...Witness[]];
}

/**
 * Runs worse cases again on the second target, and differing cases on both, which are witnessed.
 * @returns cases that were worse, but not each time that they were tried again
 */
async function triedAgain(
  { old, again, now, objects, watched: [first, second] }: SoFar,
  two: TwoTargets,
): Promise<ReadonlySet<string>> {
  const { changes } = caseChanges(old, now, { again });
  const worse = new Set(changes.flatMap(({ id, change }) => (isWorse(change) ? [id] : [])));
  const differing = differingCases(first, second);
  const unstable = new Set<string>();
  const retried = [...differing].filter((id) => !isPlanted(id));
  if (worse.size + retried.length > 0)
    two.notify(
      `${counted(worse.size, 'case')} that got worse and ${numeral(retried.length)} that differ, ${RETRIES} more times`,
    );
  for (let i = 0; i < RETRIES; i++) {
    await runAgain(
      first,
      keptOf(objects, ({ id }) => differing.has(id)),
      two,
    );
    const report = await runAgain(
      second,
      keptOf(objects, ({ id }) => worse.has(id) || differing.has(id)),
      two,
    );
    if (report === undefined) continue;
    for (const { id, change } of caseChanges(old, report).changes)
      if (worse.has(id) && !isWorse(change)) unstable.add(id);
  }
  return unstable;
}

/** `undefined` if there is nothing to run. */
async function runAgain(
  { target, runs }: WitnessRuns,
  objects: readonly GeneratedObject[],
  two: TwoTargets,
): Promise<RunReport | undefined> {
  if (objects.length === 0) return undefined;
  const witness = new Witness();
  runs.push(witness);
  return reportOn(target, objects, two, subjectsOf(target).has('runtime') ? witness : undefined, false);
}
