/**
 * Two targets, the same drawn inputs: every difference of what they do, also where both conform or the documents leave it open.
 * Those that are alike are told together, with examples that were seen again alone and made small.
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
import { exampleOf, type HowToShow } from './example.js';
import { isPlanted, LAST_EQUAL, PLANTED } from './planted.js';

export interface HowToDiffer extends HowToShow {
  /** What requirements say, and the titles of their objects, by their ids. */
  readonly requirements: ReadonlyMap<string, { readonly title: string; readonly says: string }>;
  /** Differences that are known to be harmless. */
  readonly quirks: readonly Quirk[];
}

/** Cases of a group that are seen again and made small. */
const EXAMPLES = 3;
/** Cases that are looked at side by side: each has a session on both targets. */
const AT_ONCE = 2;

/** Differences, without those that a quirk says are harmless, and what became of the quirks. */
export async function differencesBetween(
  first: TargetRuns,
  second: TargetRuns,
  how: HowToDiffer,
): Promise<{ readonly differential: Differential; readonly uses: readonly QuirkUse[] }> {
  const found = pairsOf(first, second).map((pair) => ({ pair, ...heldAgainst(pair) }));
  const asked = found.filter(({ pair }) => pair.of.requirement !== PLANTED);
  const { ignored: known, uses } = sortedOut(asked.flatMap(harmless), how.quirks, [engineOf(first), engineOf(second)]);
  const ignored = new Set([...known].flatMap(({ differing }) => differing ?? []));
  const isListed = (one: DifferingTrials): boolean => !ignored.has(one);
  const sum = (count: keyof Counts): number => asked.reduce((all, { counts }) => all + counts[count], 0);
  const ignoredInputs = [...ignored].reduce((all, { indexes }) => all + indexes.length, 0);
  const groups = groupsOf(found.flatMap(({ differing }) => differing).filter(isListed), how.requirements);
  const small = await eachOf(groups, AT_ONCE, (group) => inSmall(group, first, second, how));
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

/** What a quirk may speak of: a case at which they differ by nobody's fault, or do not differ. */
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

/** Cases of one requirement at which the answers are told apart alike. */
function groupsOf(differing: readonly DifferingTrials[], of: HowToDiffer['requirements']): readonly DifferingGroup[] {
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

async function inSmall(
  { cases, ...group }: DifferingGroup,
  first: TargetRuns,
  second: TargetRuns,
  how: HowToDiffer,
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
