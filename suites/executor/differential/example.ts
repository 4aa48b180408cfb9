/** Confirms one difference between two targets alone, and shrinks it. */
import { endingDifference } from '../../../reports/comparison/endings.js';
import type { DifferenceExample } from '../../../reports/comparison/model.js';
import type { ViolationReason } from '../../../reports/model.js';
import { describeInput } from '../../language/description.js';
import type { Observation } from '../../language/observation.js';
import type { Trial } from '../../language/trial.js';
import { observeAlone, sessionsFor } from '../confirming.js';
import { type Draw, drawTrials, shrink, shrinkLimits } from '../draw.js';
import type { Mismatch } from '../judge.js';
import { drawFor, type RunnableCase } from '../planned.js';
import { withoutKeys } from '../secrets.js';
import type { Deadlines } from '../sessions.js';
import { contrast } from './contrast.js';
import { blameOf, type DifferingTrials, type TargetRuns } from './differing.js';
import { comparable, seenAs } from './witness.js';

export interface ExampleOptions extends Draw {
  readonly deadlines: Deadlines;
  readonly interruption?: AbortSignal;
}

interface Both {
  readonly first: string;
  readonly second: string;
  /** The more severe result of the two decides the limits for shrinking. */
  readonly reason: ViolationReason;
}

/** Evaluations for shrinking an input, on each side: each on a command line takes a start of it. */
const EVALUATIONS = 100;
/** The number of drawn inputs that are tried alone before the difference counts as not confirmed. */
const TRIED = 3;

/** The difference at the smallest input at which it happens again alone, as in `replay`; `undefined` if it does not. */
export async function exampleOf(
  differing: DifferingTrials,
  first: TargetRuns,
  second: TargetRuns,
  how: ExampleOptions,
): Promise<DifferenceExample | undefined> {
  const { of, other } = differing;
  const draw = drawFor(of, how);
  const sides = [sideOf(first, how), sideOf(second, how)] as const;
  const shown = (text: string): string => (of.body.secret === true ? withoutKeys(text) : text);
  const reported = (at: Trial, both: Both, path: string | undefined): DifferenceExample => ({
    id: of.id,
    input: shown(describeInput(at)),
    first: shown(both.first),
    second: shown(both.second),
    replays: [replayOf(of, draw, path), replayOf(other, draw, path)],
  });
  for (const { index, trial } of smallestDrawn(differing, draw)) {
    const found = await observedAlone(differing, trial, sides);
    if (found === undefined) continue;
    const trials = of.body.trials(of.at);
    if ('one' in trials) return reported(trial, found, undefined);
    const { small, path } = await shrunkTrial(differing, { index, trial, found, draw, many: trials.many }, sides);
    const both = await observedAlone(differing, small, sides);
    // Earlier trials of the session may have been necessary.
    return both === undefined ? reported(trial, found, `${index}`) : reported(small, both, path);
  }
  return undefined;
}

interface IndexedTrial {
  readonly index: number;
  readonly trial: Trial;
}

/** Small drawn inputs come first: they need no shrinking, and a shrunk input depends on where it started. */
function smallestDrawn({ of, indexes }: DifferingTrials, draw: Draw): readonly IndexedTrial[] {
  const trials = drawTrials(of.id, of.body.trials(of.at), draw);
  return indexes
    .flatMap((index) => {
      const trial = trials[index];
      return trial === undefined ? [] : [{ index, trial, size: describeInput(trial).length }];
    })
    .sort((a, b) => a.size - b.size)
    .slice(0, TRIED);
}

interface ExampleTrial extends IndexedTrial {
  readonly found: Both;
  readonly draw: Draw;
  readonly many: Parameters<typeof shrink>[1];
}

/** In sessions that last for all evaluations. */
async function shrunkTrial(
  differing: DifferingTrials,
  { index, trial, found, draw, many }: ExampleTrial,
  [first, second]: Sides,
): Promise<{ readonly small: Trial; readonly path: string | undefined }> {
  const { of, other } = differing;
  const opened = [sessionsFor(first.driver, [of], first), sessionsFor(second.driver, [other], second)] as const;
  try {
    const check = async (at: Trial): Promise<Mismatch | undefined> => {
      const observed = await Promise.all([opened[0].observer.one(of, at), opened[1].observer.one(other, at)]);
      const both = differenceAt(differing, at, observed);
      return both === undefined ? undefined : mismatch(both);
    };
    const from = { index, trial, mismatch: mismatch(found) };
    const { evaluations } = shrinkLimits(trial, from.mismatch, 'runtime');
    const limits = { evaluations: Math.min(evaluations, EVALUATIONS), ms: Number.POSITIVE_INFINITY };
    const shrunk = await shrink(of.id, many, draw, from, check, limits);
    return { small: shrunk.trial, path: shrunk.path };
  } finally {
    await Promise.all(opened.map(({ sessions }) => sessions.close()));
  }
}

/** The difference between the observations of a trial, if it is the wanted one. */
function differenceAt(
  { of, blame, apart }: DifferingTrials,
  at: Trial,
  [mine, theirs]: readonly [Observation, Observation],
): Both | undefined {
  const [one, two] = [seenAs(at, mine), seenAs(at, theirs)];
  if (one === undefined || two === undefined || one.key === two.key) return undefined;
  // An input with another difference does not count.
  if (blameOf(of, one, two) !== blame || endingDifference(one.endings, two.endings) !== apart) return undefined;
  const [first, second] = contrast(comparable(mine) ?? '', comparable(theirs) ?? '');
  return { first, second, reason: worseResult(mine, theirs) };
}

const worseResult = (one: Observation, other: Observation): ViolationReason => {
  const kinds = [one.kind, other.kind];
  if (kinds.includes('hung')) return 'hang';
  return kinds.includes('crashed') ? 'crash' : 'wrong';
};

/** The same for observations that are each made in a session of their own; the first target must answer alike twice. */
async function observedAlone(differing: DifferingTrials, at: Trial, [first, second]: Sides): Promise<Both | undefined> {
  const { of, other } = differing;
  const onFirst = (): Promise<Observation> => observeAlone(first.driver, of, at, first);
  const [mine, theirs] = await Promise.all([onFirst(), observeAlone(second.driver, other, at, second)]);
  const both = differenceAt(differing, at, [mine, theirs]);
  if (both === undefined) return undefined;
  return comparable(await onFirst()) === comparable(mine) ? both : undefined;
}

const mismatch = ({ first, second, reason }: Both): Mismatch => ({ reason, expected: first, observed: second });

const replayOf = ({ replay }: RunnableCase, { seed }: Draw, path: string | undefined): string =>
  path === undefined ? replay : `${replay} --seed ${seed} --path ${path}`;

type Sides = readonly [first: ReturnType<typeof sideOf>, second: ReturnType<typeof sideOf>];

/** A target with how its cases are tried again. */
function sideOf({ target, runs }: TargetRuns, { deadlines, interruption }: ExampleOptions) {
  const { runtime } = target.drivers;
  const { identity } = runs[0];
  if (runtime === undefined || identity === undefined) throw new Error(`${target.name} was not witnessed as a runtime`);
  return { driver: runtime, identity, deadlines, ends: { interruption } };
}
