/**
 * Two targets, the same drawn inputs: every difference of what they do, also where both conform or the documents leave it open.
 * Those that are alike are told together, with examples that were seen again alone and made small.
 */
import type { Blame, DifferenceExample, DifferenceGroup, Differential } from '../../../reports/comparison/model.js';
import { eachOf } from '../each-of.js';
import { type Counts, type Differing, heldAgainst, pairsOf, type Watched } from './differing.js';
import { exampleOf, type HowToShow } from './example.js';
import { isPlanted, LAST_EQUAL, PLANTED } from './planted.js';

export interface HowToDiffer extends HowToShow {
  /** Titles of requirements' objects, by requirement. */
  readonly titles: ReadonlyMap<string, string>;
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
    how.titles,
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

interface Group {
  readonly title: string;
  readonly blame: Blame;
  readonly cause: string;
  readonly cases: Differing[];
}

function groupsOf(differing: readonly Differing[], titles: ReadonlyMap<string, string>): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const one of differing) {
    const title = titles.get(one.of.requirement) ?? one.of.requirement;
    const [first, second] = one.shapes;
    const cause = first === second ? `${first}, with other values` : `${first} / ${second}`;
    const key = JSON.stringify([title, one.blame, cause]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { title, blame: one.blame, cause, cases: [one] });
    else group.cases.push(one);
  }
  return [...groups.values()].sort((a, b) => b.cases.length - a.cases.length);
}

async function inSmall(
  { title, blame, cause, cases }: Group,
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
  return { title, blame, cause, cases: cases.map(({ of }) => of.id), examples };
}
