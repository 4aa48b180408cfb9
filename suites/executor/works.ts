/**
 * Divides the cases of a subject into the works of parallel workers, by what the cases need:
 * - cases that evaluate probes
 * - cases that hold conversations
 * - conversations that read the log, one at a time
 * - cases that need a process of their own, because of their setup or because they are known to make this target crash or hang
 */
import type { KnownDeviations } from './judging.js';
import { HOST_BOUNDS, type LossBounds, SERVICE_BOUNDS, UNBOUNDED } from './losses.js';
import type { RunnableCase } from './planned.js';
import type { Deadlines } from './sessions.js';
import { startedAlike } from './started-alike.js';
import type { Driver, Identity } from './target.js';

export interface WorkOptions {
  readonly deadlines: Deadlines;
  /** The number of parallel requests of each worker. */
  readonly jobs: number;
  readonly deviations: KnownDeviations;
  /** The most cases that are tried together; by default 60, or 240 for a service. */
  readonly roundCases?: number;
  /** The time that a service or a client may lose to hangs; by default two and ten minutes. */
  readonly serviceBounds?: LossBounds;
  /**
   * If present, violations are confirmed as soon as they are observed. It is called after a confirmation and returns whether that was the
   * first.
   */
  readonly violated?: () => boolean;
}

/** Cases that one worker runs, a round at a time. */
export interface Work {
  readonly driver: Driver;
  readonly rounds: readonly (readonly RunnableCase[])[];
  readonly atOnce: number;
  readonly deadlines: Deadlines;
  readonly bounds: LossBounds;
  /** Each round has sessions of its own. */
  readonly apart?: boolean;
}

/** Cases of one round are drawn, tried and judged together; then their inputs are discarded. */
const ROUND_CASES = 60;
/**
 * Rounds of conversations with a service wait for the slowest at their end, so they are few and large. If the first violation ends the run,
 * a round has only as many conversations as run in parallel, since later ones would be useless.
 */
const ROUND_SERVICE_CASES = 240;
/** Milliseconds for a case that is known to make the target crash or hang. */
const FRAGILE_MS = 1_000;
/** The number of such cases that wait for the same second. */
const FRAGILE_AT_ONCE = 3;

/** A service is not restarted for a case that needs it alone; other cases wait until it is done. */
export function serviceWork(
  driver: Driver,
  cases: readonly RunnableCase[],
  { jobs, deadlines, violated, roundCases = ROUND_SERVICE_CASES, serviceBounds: bounds = SERVICE_BOUNDS }: WorkOptions,
): Work {
  const [own, shared] = parted(cases, ({ body }) => body.ownProcess === true);
  const atOnce = driver.atOnce ?? jobs;
  const [evaluating, conversing] = parted(shared, ({ body }) => body.probe !== undefined);
  const [storing, pure] = parted(evaluating, ({ body }) => body.setup.length > 0);
  const rounds = [
    // In the batches of hosts that are restarted: what one case leaves behind in a script engine may change another one.
    ...[...probingParts(pure), storing].flatMap((some) => roundsOf(some, Math.min(roundCases, ROUND_CASES))),
    ...roundsOf(conversing, violated === undefined ? roundCases : Math.min(atOnce, jobs)),
    ...own.map((one) => [one]),
  ];
  return { driver, rounds, atOnce, deadlines, bounds };
}

/** Cases of a host by their needs. */
function kindsOf(cases: readonly RunnableCase[], takesDown: (one: RunnableCase) => boolean) {
  const [fragile, sound] = parted(cases, takesDown);
  const [own, shared] = parted(sound, ({ body }) => body.ownProcess === true);
  const [evaluating, conversing] = parted(shared, ({ body }) => body.probe !== undefined);
  const [logging, silent] = parted(conversing, ({ body }) => body.needs.includes('log'));
  const [printing, others] = parted(silent, ({ body }) => body.needs.join() === 'command-line');
  // A host keeps the content of its dictionaries while it runs, which most probes do not need.
  const [storing, pure] = parted(evaluating, ({ body }) => body.setup.length > 0);
  return { fragile, own, logging, printing, others, storing, pure };
}

/**
 * Evaluating probes keeps this process and a host busy. Cases with processes of their own or with the log mostly wait, so they run in
 * parallel.
 */
export function hostWorks(
  driver: Driver,
  cases: readonly RunnableCase[],
  identity: Identity,
  { deviations, jobs: atOnce, deadlines, violated, roundCases = ROUND_CASES }: WorkOptions,
): Work[] {
  const { fragile, own, logging, printing, others, storing, pure } = kindsOf(cases, (of) =>
    isFragile(of, deviations, identity),
  );
  const work = (of: readonly RunnableCase[], most = roundCases, more: Partial<Work> = {}): Work => {
    return { driver, rounds: roundsOf(of, most), atOnce, deadlines, bounds: HOST_BOUNDS, ...more };
  };
  const held = violated === undefined ? roundCases : Math.min(atOnce, roundCases);
  // A case that is known to hang is tried three times, so its deadline is short.
  const brief = { batch: FRAGILE_MS, suspect: FRAGILE_MS, single: FRAGILE_MS };
  const [probing = [], ...probingMore] = probingParts(pure);
  return [
    work(probing),
    work(storing),
    ...dealt(startedAlike(own), 2).map((rounds) => work([], 1, { apart: true, rounds })),
    // They wait for one another to share programs, which are few at a time.
    work(printing, held, { atOnce: held }),
    ...dealt(fragile, FRAGILE_AT_ONCE).map((some) => {
      const rounds = some.map((one) => [one]);
      return work([], 1, { atOnce: 1, deadlines: brief, bounds: UNBOUNDED, rounds });
    }),
    ...partsOf(logging).map((some) => work(some, violated === undefined ? roundCases : 1, { atOnce: 1 })),
    ...probingMore.map((some) => work(some)),
    ...partsOf(others).map((some) => work(some, held)),
  ].filter(({ rounds }) => rounds.length > 0);
}

/** Whether a case is known to make the target crash or hang. */
export function isFragile({ requirement, id }: RunnableCase, deviations: KnownDeviations, identity: Identity): boolean {
  const known = deviations.find(requirement, id, identity);
  return known !== undefined && known.reason !== 'wrong';
}

export const parted = <T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] => [
  all.filter(is),
  all.filter((one) => !is(one)),
];

/** The setup of a host for conversations grows with the cases, and so does the memory of each script VM, so this many share one. */
const HOST_CONVERSATIONS = 500;

/** In order, since neighbours have similar setups; in an even number of parts, for parallel hosts. */
function partsOf(cases: readonly RunnableCase[]): RunnableCase[][] {
  const count = 2 * Math.ceil(cases.length / (2 * HOST_CONVERSATIONS));
  const size = Math.ceil(cases.length / count);
  return Array.from({ length: count }, (_, i) => cases.slice(i * size, (i + 1) * size));
}

/** The number of cases with only probes from which a second host is worth its start. */
const WORTH_TWO_HOSTS = 600;

const probingParts = (pure: readonly RunnableCase[]): RunnableCase[][] =>
  dealt(pure, pure.length < WORTH_TWO_HOSTS ? 1 : 2);

/** Dealt one by one, since slow ones are neighbours. */
const dealt = <T>(all: readonly T[], parts: number): T[][] =>
  Array.from({ length: parts }, (_, part) => all.filter((_one, i) => i % parts === part));

/** Timed cases go together, so that their waits overlap. */
function roundsOf(cases: readonly RunnableCase[], most: number): RunnableCase[][] {
  const [timed, rest] = parted(cases, ({ body }) => body.timed === true);
  const rounds = timed.length === 0 ? [] : [timed];
  for (let i = 0; i < rest.length; i += most) rounds.push(rest.slice(i, i + most));
  return rounds;
}
