/**
 * Compares two targets with the same drawn inputs. It finds every difference, even if both conform or the documents leave it open. Similar
 * differences are reported together, with examples that were confirmed alone and shrunk.
 */
import type { DifferenceExample, DifferenceGroup, Differential, QuirkUse } from '../../../reports/comparison/model.js';
import { type ComparedCase, type Quirk, sortedOut } from '../../../reports/comparison/quirks.js';
import { eachOf } from '../each-of.js';
import {
  type Counts,
  type DifferingTrials,
  heldAgainst,
  type PairedCase,
  pairsOf,
  type TargetRuns,
} from './differing.js';
import { type ExampleOptions, exampleOf } from './example.js';
import { isPlanted, LAST_EQUAL, PLANTED } from './planted.js';

interface DifferentialOptions extends ExampleOptions {
  /** The sentences of requirements, and the titles of their objects, by id. */
  readonly requirements: ReadonlyMap<string, { readonly title: string; readonly says: string }>;
  /** Differences that are known to be harmless. */
  readonly quirks: readonly Quirk[];
}

/** The number of cases of a group that are confirmed and shrunk. */
const EXAMPLES = 3;
/** The number of parallel cases: each has a session on both targets. */
const AT_ONCE = 2;

/** Differences without those that a quirk explains, and the uses of the quirks. */
export async function differencesBetween(
  first: TargetRuns,
  second: TargetRuns,
  how: DifferentialOptions,
): Promise<{ readonly differential: Differential; readonly uses: readonly QuirkUse[] }> {
  const found = pairsOf(first, second).map((pair) => ({ pair, ...heldAgainst(pair) }));
  const asked = found.filter(({ pair }) => pair.of.requirement !== PLANTED);
  const { ignored: known, uses } = sortedOut(asked.flatMap(harmless), how.quirks, [engineOf(first), engineOf(second)]);
  const ignored = new Set([...known].flatMap(({ differing }) => differing ?? []));
  const isListed = (one: DifferingTrials): boolean => !ignored.has(one);
  const sum = (count: keyof Counts): number => asked.reduce((all, { counts }) => all + counts[count], 0);
  const ignoredInputs = [...ignored].reduce((all, { indexes }) => all + indexes.length, 0);
  const groups = groupsOf(found.flatMap(({ differing }) => differing).filter(isListed), how.requirements);
  const small = await eachOf(groups, AT_ONCE, (group) => shrunkExamples(group, first, second, how));
  const differential = {
    inputs: sum('inputs'),
    agreed: sum('agreed'),
    differed: sum('differed') - ignoredInputs,
    ignored: ignoredInputs,
    dropped: sum('dropped'),
    unobserved: sum('unobserved'),
    differing: asked.filter(({ differing }) => differing.some(isListed)).length,
    plantedFound: small.some(
      ({ cases, examples }) => cases.some(isPlanted) && examples.some(({ input }) => input === String(LAST_EQUAL + 1)),
    ),
    groups: small.filter(({ cases }) => !cases.some(isPlanted)),
  };
  return { differential, uses };
}

const engineOf = ({ runs }: TargetRuns): string => runs[0].identity?.engine ?? '';

/** The cases that a quirk may explain: neither target is wrong, whether they differ or not. */
function harmless({
  pair,
  counts,
  differing,
}: PairComparison): readonly (ComparedCase & { readonly differing?: DifferingTrials })[] {
  const { requirement, id } = pair.of;
  if (counts.agreed + counts.differed === 0) return [];
  const alike = { requirement, id };
  return differing.length === 0
    ? [alike]
    : differing.flatMap((one) =>
        one.blame === 'neither' || one.blame === 'open'
          ? [{ requirement, id, apart: [one.apart, one.back] as const, differing: one }]
          : [],
      );
}

interface PairComparison extends ReturnType<typeof heldAgainst> {
  readonly pair: PairedCase;
}

interface DifferingGroup extends Omit<DifferenceGroup, 'cases' | 'examples'> {
  readonly cases: DifferingTrials[];
}

/** Cases of one requirement whose answers differ in the same way. */
function groupsOf(
  differing: readonly DifferingTrials[],
  of: DifferentialOptions['requirements'],
): readonly DifferingGroup[] {
  const groups = new Map<string, DifferingGroup>();
  for (const one of differing) {
    const { requirement } = one.of;
    const { title = requirement, says = '' } = of.get(requirement) ?? {};
    const key = JSON.stringify([requirement, one.blame, one.apart]);
    const group = groups.get(key);
    if (group === undefined)
      groups.set(key, { requirement, title, says, blame: one.blame, cause: one.apart, cases: [one] });
    else group.cases.push(one);
  }
  return [...groups.values()].sort((a, b) => b.cases.length - a.cases.length);
}

async function shrunkExamples(
  { cases, ...group }: DifferingGroup,
  first: TargetRuns,
  second: TargetRuns,
  how: DifferentialOptions,
): Promise<DifferenceGroup> {
  const examples: DifferenceExample[] = [];
  for (const one of cases.slice(0, EXAMPLES)) {
    if (how.interruption?.aborted === true) break;
    const example = await exampleOf(one, first, second, how);
    if (example !== undefined) examples.push(example);
  }
  examples.sort((a, b) => a.input.length - b.input.length);
  return { ...group, cases: cases.map(({ of }) => of.id), examples };
}
