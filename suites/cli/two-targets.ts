/** Two targets run for a comparison: what they are asked, what is tried again, and where they differ on the same inputs. */
import { isUnchanged, isWorse } from '../../reports/comparison/change.js';
import { compareReports } from '../../reports/comparison/compare.js';
import type { Comparison } from '../../reports/comparison/model.js';
import { NotComparable } from '../../reports/comparison/not-comparable.js';
import { caseChanges } from '../../reports/comparison/pairing.js';
import { mergeQuirkUses, type Quirk } from '../../reports/comparison/quirks.js';
import { refuseCutShort } from '../../reports/comparison/runs.js';
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
import type { GeneratedObject } from '../language/case.js';
import { circumstancesOf } from './circumstances.js';
import { progressOf } from './progress.js';
import { documentsOf, type Selection, select, selectedBy } from './select.js';

export interface TwoTargets {
  readonly before: Target;
  readonly after: Target;
  readonly selection: Selection;
  readonly numbers: { readonly seed: number; readonly runs: number; readonly jobs: number };
  /** The command line behind `srvspec`. */
  readonly words: readonly string[];
  /** Differences that are known to be harmless. */
  readonly quirks: readonly Quirk[];
  /** Compares what was observed of a target until it was lost. */
  readonly partial: boolean;
  readonly interruption: AbortSignal;
  /** Told what is going on. */
  readonly tell: (what: string) => void;
}

/** How often what got worse, and where the two differ, is tried again. */
const RETRIES = 3;

/**
 * Runs the first target twice and the second once, then what got worse or differs again. Rejects with `NotComparable` when a target is
 * lost on the way, unless what was observed until then is wanted.
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
      : `what got worse${differs ? ', and where they differ,' : ''} was tried ${RETRIES} times more`,
  ];
  const comparison = compareReports(old, now, { partial: true, again, unstable, quirks, notes, names: namesOf(two) });
  return !differs || lost ? comparison : withDifferences(comparison, objects, watched, two);
}

/** Runs the first target twice and the second once; where the two are to be compared in all that they do, that is witnessed. */
async function runThrice(objects: readonly GeneratedObject[], differs: boolean, two: TwoTargets): Promise<SoFar> {
  const { before, after, tell } = two;
  const witnessing = (witness: Witness): Witness | undefined => (differs ? witness : undefined);
  const repeated = new Witness();
  const first: WitnessRuns = { target: before, runs: [new Witness(), repeated] };
  const second: WitnessRuns = { target: differs ? withDifference(after) : after, runs: [new Witness()] };
  tell(`${before.name}, first`);
  const old = await reportOn(before, objects, two, witnessing(first.runs[0]));
  tell(`${before.name}, once more to learn what varies`);
  const again = await reportOn(before, objects, two, witnessing(repeated));
  tell(after.name);
  const now = await reportOn(second.target, objects, two, witnessing(second.runs[0]));
  return { old, again, now, objects, watched: [first, second] };
}

/** What the reports call the two targets. */
function namesOf({ before, after }: TwoTargets): [string, string] {
  const [name, other] = [before.options.join(' '), after.options.join(' ')];
  return name === other ? ['first', 'second'] : [name, other];
}

/** The comparison, with the inputs at which the two differ. */
async function withDifferences(
  comparison: Comparison,
  objects: readonly GeneratedObject[],
  watched: readonly [WitnessRuns, WitnessRuns],
  { numbers, interruption, quirks, tell }: TwoTargets,
): Promise<Comparison> {
  tell('the inputs at which they differ');
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
 * @param witness where it is there, the planted case is run, too
 * @param shrinks `false` where the verdicts alone are wanted
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

/** Half of what two targets do says nothing of how they differ. */
function refuseInterrupted({ aborted }: AbortSignal): void {
  if (aborted) throw new Interrupted('interrupted: nothing was compared');
}

function withoutPlanted(result: RunResult): RunResult {
  const requirements = result.requirements.filter(({ id }) => id !== PLANTED);
  return { ...result, requirements, totals: totalsOf(requirements.flatMap(({ cases }) => cases)) };
}

/** How many cases one target, run twice, came out of in two ways. */
const varying = (one: RunReport, other: RunReport): number =>
  caseChanges(one, other).changes.filter(({ change }) => !isUnchanged(change)).length;

/** What was run so far. */
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
 * Runs again what got worse, on the second target, and where the two differ, on both; what they do is witnessed.
 * @returns cases that got worse and, tried again, were not so each time
 */
async function triedAgain(
  { old, again, now, objects, watched: [first, second] }: SoFar,
  two: TwoTargets,
): Promise<ReadonlySet<string>> {
  const { changes } = caseChanges(old, now, { again });
  const worse = new Set(changes.flatMap(({ id, change }) => (isWorse(change) ? [id] : [])));
  const differing = differingCases(first, second);
  const unstable = new Set<string>();
  const told = [...differing].filter((id) => !isPlanted(id));
  if (worse.size + told.length > 0)
    two.tell(
      `${counted(worse.size, 'case')} that got worse and ${numeral(told.length)} that differ, ${RETRIES} times more`,
    );
  for (let i = 0; i < RETRIES; i++) {
    await runAgain(first, onlyOf(objects, differing), two);
    const report = await runAgain(second, onlyOf(objects, new Set([...worse, ...differing])), two);
    if (report === undefined) continue;
    for (const { id, change } of caseChanges(old, report).changes)
      if (worse.has(id) && !isWorse(change)) unstable.add(id);
  }
  return unstable;
}

/** `undefined` where there is nothing to run. */
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

/** The objects with the wanted cases alone. */
function onlyOf(objects: readonly GeneratedObject[], wanted: ReadonlySet<string>): readonly GeneratedObject[] {
  return objects.flatMap((object) => {
    const requirements = object.requirements.flatMap((requirement) => {
      const cases = requirement.cases.filter(({ id }) => wanted.has(id));
      return cases.length === 0 ? [] : [{ ...requirement, cases }];
    });
    return requirements.length === 0 ? [] : [{ ...object, requirements }];
  });
}
