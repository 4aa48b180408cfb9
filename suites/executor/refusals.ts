/**
 * Finds the cases with a refused configuration. One refused directive keeps a host from starting with the setups of all cases that share a
 * process. Starts with some of the cases find the refused ones, so that the others can run.
 */

import type { Arg, SetupDirective } from '../language/setup.js';
import { blaming } from './blaming.js';
import { type JudgedCase, type JudgingContext, judgeCase } from './judging.js';
import type { RunnableCase } from './planned.js';
import { drawCase, unjudged } from './rounds.js';
import type { SetupRefused } from './target.js';

/** The most starts of one search: a few for each of some dozens of shapes of setups. */
const MOST_STARTS = 200;

/** Why a case is not tried. */
interface Refusal {
  readonly of: RunnableCase;
  /** The message of the host. */
  readonly said: string;
  /** The case's own setup was refused; otherwise the search ended before that was known. */
  readonly known: boolean;
}

/**
 * The refused cases, of cases that are refused together. `start` starts a host with some of them, and returns its refusal. Cases whose
 * setups are alike, except for their own names, are refused together.
 */
export const refusedAmong = async (
  all: readonly RunnableCase[],
  first: SetupRefused,
  start: TryStart,
  mostStarts = MOST_STARTS,
): Promise<readonly Refusal[]> => new Search(start, mostStarts).among(alikeIn(all), first);

/** Starts a host with some cases; returns its refusal, if it refuses them. */
type TryStart = (some: readonly RunnableCase[]) => Promise<SetupRefused | undefined>;

/** Cases with similar setups. */
type RefusalGroup = readonly RunnableCase[];

const refused = (some: readonly RunnableCase[], { said }: SetupRefused, known = true): Refusal[] =>
  some.map((of) => ({ of, said, known }));

/** Halves groups that are refused together until each refusal has its cases, or the starts are used up. */
class Search {
  readonly #start: TryStart;
  #left: number;

  constructor(start: TryStart, mostStarts: number) {
    this.#start = start;
    this.#left = mostStarts;
  }

  /** Splits groups that are refused together. */
  async among(groups: readonly RefusalGroup[], refusal: SetupRefused): Promise<readonly Refusal[]> {
    const [group = []] = groups;
    if (groups.length <= 1) return this.#amongAlike(group, refusal);
    const middle = Math.ceil(groups.length / 2);
    return [
      ...(await this.#amongAny(groups.slice(0, middle), refusal)),
      ...(await this.#amongAny(groups.slice(middle), refusal)),
    ];
  }

  async #amongAlike(alike: RefusalGroup, refusal: SetupRefused): Promise<readonly Refusal[]> {
    const [one, ...others] = alike;
    if (one === undefined) return [];
    if (others.length === 0) return refused(alike, refusal);
    const alone = await this.#asked([one]);
    if (alone === 'untold') return refused(alike, refusal, false);
    if (alone !== undefined) return refused(alike, alone);
    // The cause is no directive, but a script of one of the others.
    return this.#amongAny(
      others.map((of) => [of]),
      refusal,
    );
  }

  /** Checks groups that may be accepted. */
  async #amongAny(groups: readonly RefusalGroup[], last: SetupRefused): Promise<readonly Refusal[]> {
    const refusal = await this.#asked(groups.flat());
    if (refusal === undefined) return [];
    return refusal === 'untold' ? refused(groups.flat(), last, false) : this.among(groups, refusal);
  }

  async #asked(some: readonly RunnableCase[]): Promise<SetupRefused | 'untold' | undefined> {
    if (this.#left === 0) return 'untold';
    this.#left -= 1;
    return this.#start(some);
  }
}

/** Cases by the shapes of their setups; similar shapes are neighbours. */
function alikeIn(all: readonly RunnableCase[]): readonly (readonly RunnableCase[])[] {
  const groups = new Map<string, RunnableCase[]>();
  for (const one of all) {
    const shape = shapeOf(one);
    const group = groups.get(shape);
    if (group === undefined) groups.set(shape, [one]);
    else group.push(one);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

const shapeOf = ({ body }: RunnableCase): string => JSON.stringify(body.setup.map(shapeOfDirective));

const shapeOfDirective = ({ name, args, block }: SetupDirective): unknown => [
  name,
  args.map(shapeOfArg),
  block?.map(shapeOfDirective),
];

/** The case's own names and scripts do not belong to the shape of a configuration. */
function shapeOfArg(arg: Arg): unknown {
  if (typeof arg === 'string') return arg;
  if (typeof arg === 'function') return { script: true };
  if ('zone' in arg) return { zone: arg.size };
  return Object.keys(arg);
}

/** The observation of a refused case: it violates if its requirement is about what the host refuses. */
export function judgeRefused(
  { of, said, known }: Refusal,
  context: Omit<JudgingContext, 'observer'>,
): Promise<JudgedCase> {
  const observation = known
    ? blaming(of, { kind: 'refused', said })
    : ({ kind: 'unobservable', why: `not tried: among others the host refuses its configuration: ${said}` } as const);
  const { trials, failure } = drawCase(of, { ...context, runs: 1 });
  if (failure !== undefined) return Promise.resolve(unjudged(of, failure));
  const observer = { one: async () => observation, all: async () => [], atOnce: 1 };
  return judgeCase(of, trials, [observation], { ...context, shrinks: false, observer }, 0);
}
