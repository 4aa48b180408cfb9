/**
 * Two targets, the same drawn inputs: every difference of what they do, also where both conform or the documents leave it open.
 * What one target answers otherwise at a second time is no difference. Each difference is seen again alone, and made small.
 */
import type { Blame, DifferenceExample, DifferenceGroup, Differential } from '../../../reports/comparison/model.js';
import { encode } from '../../language/encoding.js';
import type { Trial } from '../../language/trial.js';
import { setupFor } from '../confirming.js';
import { type Draw, drawTrials, shrink } from '../draw.js';
import { eachOf } from '../each-of.js';
import type { Mismatch } from '../judge.js';
import { Observer } from '../observing.js';
import { drawFor, type Planned } from '../planned.js';
import { type Deadlines, Sessions } from '../sessions.js';
import type { Identity, Target } from '../target.js';
import { contrast } from './contrast.js';
import { LAST_EQUAL, PLANTED } from './planted.js';
import { comparable, type Seen, seenAs, type Witness, type Witnessed } from './witness.js';

/** A target, and what runs on it witnessed. */
export interface Watched {
  readonly target: Target;
  readonly witness: Witness;
}

export interface HowToDiffer extends Draw {
  readonly deadlines: Deadlines;
  readonly interruption?: AbortSignal;
  /** Titles of requirements' objects, by requirement. */
  readonly titles: ReadonlyMap<string, string>;
}

/** Cases of a group that are seen again and made small. */
const EXAMPLES = 3;
/** Evaluations in which an input is made small, on each side. */
const EVALUATIONS = 60;
/** Cases that are looked at side by side: each has a session on both targets. */
const AT_ONCE = 2;

/** `again`: what the first target did at a second time. */
export async function differencesBetween(
  first: Watched,
  again: Witness,
  second: Watched,
  how: HowToDiffer,
): Promise<Differential> {
  const counts = { inputs: 0, agreed: 0, dropped: 0, unobserved: 0 };
  const differing: Differing[] = [];
  for (const [id, one] of first.witness.cases) {
    const other = second.witness.cases.get(id);
    if (other === undefined) continue;
    const found = differingIn(one, again.cases.get(id), other, counts);
    if (found !== undefined) differing.push(found);
  }
  const groups = groupsOf(differing, how.titles);
  const small = await eachOf(groups, AT_ONCE, (group) => inSmall(group, first, second, how));
  const planted = small.find(({ cases }) => cases.some((id) => id.startsWith(`${PLANTED}/`)));
  return {
    ...counts,
    differing: differing.filter(({ of }) => of.requirement !== PLANTED).length,
    plantedFound: planted?.examples.some(({ input }) => input === String(LAST_EQUAL + 1)) === true,
    groups: small.filter((group) => group !== planted),
  };
}

/** The first trial of a case at which the two differ. */
interface Differing {
  readonly of: Planned;
  /** The same case as it is planned for the second target. */
  readonly other: Planned;
  readonly index: number;
  readonly blame: Blame;
  readonly shapes: readonly [string, string];
}

type Counts = { inputs: number; agreed: number; dropped: number; unobserved: number };

function differingIn(
  one: Witnessed,
  again: Witnessed | undefined,
  other: Witnessed,
  counts: Counts,
): Differing | undefined {
  let found: Differing | undefined;
  for (const [index, seen] of one.seen.entries()) {
    const repeated = again?.seen[index];
    const theirs = other.seen[index];
    counts.inputs += 1;
    if (seen === undefined || theirs === undefined) counts.unobserved += 1;
    else if (repeated?.key !== seen.key) counts.dropped += 1;
    else if (seen.key === theirs.key) counts.agreed += 1;
    else
      found ??= {
        of: one.of,
        other: other.of,
        index,
        blame: blameOf(one.of, seen, theirs),
        shapes: [seen.shape, theirs.shape],
      };
  }
  return found;
}

function blameOf({ strength }: Planned, { wrong: one }: Seen, { wrong: other }: Seen): Blame {
  if (strength === 'open') return 'open';
  if (one && other) return 'both';
  if (one) return 'first';
  return other ? 'second' : 'neither';
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
    const cause = one.shapes.join(' / ');
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

interface Both {
  readonly first: string;
  readonly second: string;
}

/** The difference seen again in sessions of its own, at the smallest input; `undefined` where it is not seen there. */
async function exampleOf(
  { of, other, index, blame }: Differing,
  first: Watched,
  second: Watched,
  how: HowToDiffer,
): Promise<DifferenceExample | undefined> {
  const draw = drawFor(of, how);
  const trials = of.body.trials(of.at);
  const trial = drawTrials(of.id, trials, draw)[index];
  const sides = [opened(first, of, how), opened(second, other, how)] as const;
  try {
    // One that differs in another way is another difference.
    const differ = async (at: Trial): Promise<Both | undefined> => {
      const [mine, theirs] = await Promise.all([sides[0].observer.one(of, at), sides[1].observer.one(other, at)]);
      const [one, two] = [seenAs(at, mine), seenAs(at, theirs)];
      if (one === undefined || two === undefined || one.key === two.key) return undefined;
      if (blameOf(of, one, two) !== blame) return undefined;
      const [firstTold, secondTold] = contrast(comparable(mine) ?? '', comparable(theirs) ?? '');
      return { first: firstTold, second: secondTold };
    };
    const seen = trial === undefined ? undefined : await differ(trial);
    if (trial === undefined || seen === undefined) return undefined;
    const told = (at: Trial, both: Both, path: string | undefined): DifferenceExample => ({
      id: of.id,
      input: JSON.stringify(encode(at.input)),
      ...both,
      replays: [replayOf(of, draw, path), replayOf(other, draw, path)],
    });
    if ('one' in trials) return told(trial, seen, undefined);
    let smallest = seen;
    const check = async (at: Trial): Promise<Mismatch | undefined> => {
      const both = await differ(at);
      if (both === undefined) return undefined;
      smallest = both;
      return mismatch(both);
    };
    const limits = { evaluations: EVALUATIONS, ms: Number.POSITIVE_INFINITY };
    const { trial: small, path } = await shrink(
      of.id,
      trials.many,
      draw,
      { index, trial, mismatch: mismatch(seen) },
      check,
      limits,
    );
    return told(small, smallest, path);
  } finally {
    await Promise.all(sides.map(({ sessions }) => sessions.close()));
  }
}

const mismatch = ({ first, second }: Both): Mismatch => ({ reason: 'wrong', expected: first, observed: second });

const replayOf = ({ replay }: Planned, { seed }: Draw, path: string | undefined): string =>
  path === undefined ? replay : `${replay} --seed ${seed} --path ${path}`;

function opened({ target, witness }: Watched, of: Planned, { deadlines, interruption }: HowToDiffer) {
  const { runtime } = target.drivers;
  const { identity } = witness;
  if (runtime === undefined || identity === undefined) throw new Error(`${target.name} was not witnessed as a runtime`);
  const setup = setupFor([of], identity satisfies Identity);
  const sessions = new Sessions(runtime, setup, deadlines, { interruption });
  return { sessions, observer: new Observer(sessions, setup.probes, 1) };
}
