/**
 * One directive that a host refuses keeps it from starting with the setups of all cases that share a process. Which cases are
 * refused is found with starts of some of them, so that the others can be run.
 */

import type { Arg, Directive } from '../language/setup.js';
import { blaming } from './blaming.js';
import { type Judged, type JudgingContext, judgeCase } from './judging.js';
import type { Planned } from './planned.js';
import { drawCase, unjudged } from './rounds.js';
import type { SetupRefused } from './target.js';

/** Starts of one search at most: a few for each shape of setup, of which there are some dozens. */
const MOST_STARTS = 200;

/** What a case is not tried for. */
export interface Refusal {
  readonly of: Planned;
  /** What the host says. */
  readonly said: string;
  /** The case's own setup was refused; otherwise the search ended before it was known. */
  readonly known: boolean;
}

/**
 * The cases whose setups are refused, of those that are refused together. `start` starts a host with some of them, and gives its
 * refusal. Cases whose setups are alike but for names of their own are refused alike.
 */
export async function refusedAmong(
  all: readonly Planned[],
  first: SetupRefused,
  start: (some: readonly Planned[]) => Promise<SetupRefused | undefined>,
  mostStarts = MOST_STARTS,
): Promise<readonly Refusal[]> {
  let starts = 0;
  const asked = async (some: readonly Planned[]): Promise<SetupRefused | 'untold' | undefined> =>
    ++starts > mostStarts ? 'untold' : start(some);
  const refused = (some: readonly Planned[], { said }: SetupRefused, known = true): Refusal[] =>
    some.map((of) => ({ of, said, known }));

  /** Of groups that are refused together; one group is all alike, or one case. */
  const among = async (groups: readonly (readonly Planned[])[], refusal: SetupRefused): Promise<readonly Refusal[]> => {
    if (groups.length > 1) return halves(groups, refusal);
    const [alike = []] = groups;
    const [one, ...others] = alike;
    if (one === undefined) return [];
    if (others.length === 0) return refused(alike, refusal);
    const alone = await asked([one]);
    if (alone === 'untold') return refused(alike, refusal, false);
    // It is no directive, but a script of one of the others.
    if (alone === undefined)
      return amongAny(
        others.map((of) => [of]),
        refusal,
      );
    return refused(alike, alone);
  };
  const halves = async (
    groups: readonly (readonly Planned[])[],
    refusal: SetupRefused,
  ): Promise<readonly Refusal[]> => {
    const middle = Math.ceil(groups.length / 2);
    return [...(await amongAny(groups.slice(0, middle), refusal)), ...(await amongAny(groups.slice(middle), refusal))];
  };
  const amongAny = async (groups: readonly (readonly Planned[])[], last: SetupRefused): Promise<readonly Refusal[]> => {
    const refusal = await asked(groups.flat());
    if (refusal === undefined) return [];
    return refusal === 'untold' ? refused(groups.flat(), last, false) : among(groups, refusal);
  };
  return among(alikeIn(all), first);
}

/** Cases by the shapes of their setups; similar ones stand side by side. */
function alikeIn(all: readonly Planned[]): readonly (readonly Planned[])[] {
  const groups = new Map<string, Planned[]>();
  for (const one of all) {
    const shape = shapeOf(one);
    const group = groups.get(shape);
    if (group === undefined) groups.set(shape, [one]);
    else group.push(one);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

const shapeOf = ({ body }: Planned): string => JSON.stringify(body.setup.map(shapeOfDirective));

const shapeOfDirective = ({ name, args, block }: Directive): unknown => [
  name,
  args.map(shapeOfArg),
  block?.map(shapeOfDirective),
];

/** What the case's own names and scripts are like does not change what a configuration is made of. */
function shapeOfArg(arg: Arg): unknown {
  if (typeof arg === 'string') return arg;
  if (typeof arg === 'function') return { script: true };
  if ('zone' in arg) return { zone: arg.size };
  return Object.keys(arg);
}

/** What is said of a case that is refused: it violates where its requirement is about what the host refuses. */
export function judgeRefused({ of, said, known }: Refusal, context: Omit<JudgingContext, 'observer'>): Promise<Judged> {
  const observation = known
    ? blaming(of, { kind: 'refused', said })
    : ({ kind: 'unobservable', why: `not tried: among others the host refuses its configuration: ${said}` } as const);
  const { trials, failure } = drawCase(of, { ...context, runs: 1 });
  if (failure !== undefined) return Promise.resolve(unjudged(of, failure));
  const observer = { one: async () => observation, all: async () => [], atOnce: 1 };
  return judgeCase(of, trials, [observation], { ...context, shrinks: false, observer }, 0);
}
