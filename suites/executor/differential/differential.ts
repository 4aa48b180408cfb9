/**
 * Two targets, the same drawn inputs: every difference of what they do, also where both conform or the documents leave it open.
 * Those that are alike are told together, with examples that were seen again alone and made small.
 */
import type { DifferenceExample, DifferenceGroup, Differential } from '../../../reports/comparison/model.js';
import { eachOf } from '../each-of.js';
import { type Counts, type Differing, heldAgainst, pairsOf, type Watched } from './differing.js';
import { exampleOf, type HowToShow } from './example.js';
import { isPlanted, LAST_EQUAL, PLANTED } from './planted.js';

export interface HowToDiffer extends HowToShow {
  /** What requirements say, and the titles of their objects, by their ids. */
  readonly requirements: ReadonlyMap<string, { readonly title: string; readonly says: string }>;
}

/** Cases of a group that are seen again and made small. */
const EXAMPLES = 3;
/** Cases that are looked at side by side: each has a session on both targets. */
const AT_ONCE = 2;

export async function differencesBetween(first: Watched, second: Watched, how: HowToDiffer): Promise<Differential> {
  const found = pairsOf(first, second).map((pair) => ({ pair, ...heldAgainst(pair) }));
  const asked = found.filter(({ pair }) => pair.of.requirement !== PLANTED);
  const sum = (count: keyof Counts): number => asked.reduce((all, { counts }) => all + counts[count], 0);
  const groups = groupsOf(
    found.flatMap(({ differing }) => differing),
    how.requirements,
  );
  const small = await eachOf(groups, AT_ONCE, (group) => inSmall(group, first, second, how));
  return {
    inputs: sum('inputs'),
    agreed: sum('agreed'),
    differed: sum('differed'),
    dropped: sum('dropped'),
    unobserved: sum('unobserved'),
    differing: asked.filter(({ differing }) => differing.length > 0).length,
    plantedFound: small.some(
      ({ cases, examples }) => cases.some(isPlanted) && examples.some(({ input }) => input === String(LAST_EQUAL + 1)),
    ),
    groups: small.filter(({ cases }) => !cases.some(isPlanted)),
  };
}

interface Group extends Omit<DifferenceGroup, 'cases' | 'examples'> {
  readonly cases: Differing[];
}

/** Cases of one requirement at which the answers are told apart alike. */
function groupsOf(differing: readonly Differing[], of: HowToDiffer['requirements']): readonly Group[] {
  const groups = new Map<string, Group>();
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
  { cases, ...group }: Group,
  first: Watched,
  second: Watched,
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
