/** Two targets run for a comparison: what they are asked, what is tried again, and where they differ on the same inputs. */
import { changesOf, compareReports, isWorse } from '../../reports/comparison/compare.js';
import type { Comparison } from '../../reports/comparison/model.js';
import type { RunReport } from '../../reports/model.js';
import { totalsOf } from '../../reports/totals.js';
import { counted } from '../../reports/wording.js';
import { DeviationList } from '../executor/deviations/deviations.js';
import { recordedDeviations } from '../executor/deviations/files.js';
import { differencesBetween } from '../executor/differential/differential.js';
import { PLANTED, PLANTED_OBJECT, withDifference } from '../executor/differential/planted.js';
import { Witness } from '../executor/differential/witness.js';
import { reportOf } from '../executor/report.js';
import { Interrupted, type RunResult, run } from '../executor/run.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import { subjectsOf, type Target } from '../executor/target.js';
import type { GeneratedObject } from '../language/case.js';
import { circumstancesOf } from './circumstances.js';
import { documentsOf, type Selection, select, selectedBy } from './select.js';

export interface TwoTargets {
  readonly before: Target;
  readonly after: Target;
  readonly selection: Selection;
  readonly numbers: { readonly seed: number; readonly runs: number; readonly jobs: number };
  /** The command line behind `srvspec`. */
  readonly words: readonly string[];
  readonly interruption: AbortSignal;
  /** Told what is going on. */
  readonly tell: (what: string) => void;
}

/** How often what got worse is tried again. */
const RETRIES = 3;

/**
 * Runs the first target twice and the second once, then what got worse again. Rejects with `TargetUnavailable` when one cannot be
 * run.
 */
export async function compareTargets(two: TwoTargets): Promise<Comparison> {
  const { before, after, selection, tell } = two;
  const subjects = new Set([...subjectsOf(before)].filter((subject) => subjectsOf(after).has(subject)));
  const objects = await select(selection, subjects);
  const differs = subjects.has('runtime');
  const [first, again, second] = [new Witness(), new Witness(), new Witness()];
  tell(`${before.name}, first`);
  const old = await reportOn(before, objects, two, differs ? first : undefined);
  tell(`${before.name}, once more to learn what varies`);
  const repeated = await reportOn(before, objects, two, differs ? again : undefined);
  tell(after.name);
  const now = await reportOn(differs ? withDifference(after) : after, objects, two, differs ? second : undefined);
  const unstable = new Set([...varying(old, repeated), ...(await notAlwaysWorse(old, now, objects, two))]);
  const notes = [
    `${before.name} was run twice: ${counted(varying(old, repeated).size, 'case')} came out in two ways`,
    `what got worse was tried ${RETRIES} times more`,
  ];
  const comparison = compareReports(old, now, { partial: true, unstable, notes });
  if (!differs) return comparison;
  tell('the inputs at which they differ');
  const titles = new Map(
    [...objects, PLANTED_OBJECT].flatMap(({ title, requirements }) =>
      requirements.map(({ id }) => [id, title] as const),
    ),
  );
  const how = { ...two.numbers, deadlines: DEFAULT_DEADLINES, interruption: two.interruption, titles };
  const differential = await differencesBetween(
    { target: before, witness: first },
    again,
    { target: withDifference(after), witness: second },
    how,
  );
  refuseInterrupted(two.interruption);
  return { ...comparison, differential };
}

/** `witness`: where it is there, the planted case is run, too. */
async function reportOn(
  target: Target,
  objects: readonly GeneratedObject[],
  { numbers, words, interruption, selection }: TwoTargets,
  witness?: Witness,
): Promise<RunReport> {
  const result = await run(target, witness === undefined ? objects : [...objects, PLANTED_OBJECT], {
    ...numbers,
    interruption,
    deadlines: DEFAULT_DEADLINES,
    deviations: new DeviationList(target.kind, recordedDeviations(target)),
    ...(witness !== undefined && { witness: witness.note }),
  });
  refuseInterrupted(interruption);
  const documents = documentsOf(selection, subjectsOf(target));
  return reportOf(withoutPlanted(result), documents, circumstancesOf(words), selectedBy(selection));
}

/** Half of what two targets do says nothing of how they differ. */
function refuseInterrupted({ aborted }: AbortSignal): void {
  if (aborted) throw new Interrupted('interrupted: nothing was compared');
}

function withoutPlanted(result: RunResult): RunResult {
  const requirements = result.requirements.filter(({ id }) => id !== PLANTED);
  return { ...result, requirements, totals: totalsOf(requirements.flatMap(({ cases }) => cases)) };
}

/** Cases that one target, run twice, came out of in two ways. */
function varying(one: RunReport, other: RunReport): ReadonlySet<string> {
  return new Set(
    changesOf(one, other).flatMap(({ id, before, after }) => (before?.verdict === after?.verdict ? [] : [id])),
  );
}

/** Of the cases that got worse those that, tried again, were not worse each time. */
async function notAlwaysWorse(
  old: RunReport,
  now: RunReport,
  objects: readonly GeneratedObject[],
  two: TwoTargets,
): Promise<ReadonlySet<string>> {
  const worse = new Set(changesOf(old, now).flatMap(({ id, change }) => (isWorse(change) ? [id] : [])));
  const some = objects.flatMap((object) => {
    const requirements = object.requirements.flatMap((requirement) => {
      const cases = requirement.cases.filter(({ id }) => worse.has(id));
      return cases.length === 0 ? [] : [{ ...requirement, cases }];
    });
    return requirements.length === 0 ? [] : [{ ...object, requirements }];
  });
  const unstable = new Set<string>();
  if (some.length === 0) return unstable;
  two.tell(`${counted(worse.size, 'case')} that got worse, ${RETRIES} times more`);
  for (let i = 0; i < RETRIES; i++) {
    const report = await reportOn(two.after, some, two);
    for (const { id, change } of changesOf(old, report)) if (worse.has(id) && !isWorse(change)) unstable.add(id);
  }
  return unstable;
}
