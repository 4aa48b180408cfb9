/** Selects a part of the cases: `--shard I/N`, or `--shard auto` in a job that a CI system runs several times. */
import { UsageError } from '../../spec/reading/user-error.js';
import { caseSeed } from '../executor/draw.js';

interface Shard {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
}

/** Reads `I/N`; `undefined` for other texts. */
export function parseShard(text: string): Shard | undefined {
  const [index = 0, count = 0] = /^\d+\/\d+$/.test(text) ? text.split('/').map(Number) : [];
  return index >= 1 && index <= count && Number.isSafeInteger(count) ? { index, count } : undefined;
}

/** The shard of a case, from 1 to `count`; it follows from the id alone. */
export const shardOf = (id: string, count: number): number => ((caseSeed(0, id) >>> 0) % count) + 1;

/** Systems that run a job several times, and the variables with the index of each. */
const SYSTEMS = [
  { system: 'GitLab', index: 'CI_NODE_INDEX', first: 1, count: 'CI_NODE_TOTAL', how: 'give the job `parallel: N`' },
  {
    system: 'Buildkite',
    index: 'BUILDKITE_PARALLEL_JOB',
    first: 0,
    count: 'BUILDKITE_PARALLEL_JOB_COUNT',
    how: 'give the step `parallelism: N`',
  },
  {
    system: 'CircleCI',
    index: 'CIRCLE_NODE_INDEX',
    first: 0,
    count: 'CIRCLE_NODE_TOTAL',
    how: 'give the job `parallelism: N`',
  },
  {
    system: 'Kubernetes',
    index: 'JOB_COMPLETION_INDEX',
    first: 0,
    count: 'SRVSPEC_SHARDS',
    how: 'an indexed job (`completionMode: Indexed`) has no count: set SRVSPEC_SHARDS to its `completions`',
  },
] as const;

type System = (typeof SYSTEMS)[number];

type ShardEnvironment = { readonly [name: string]: string | undefined };

/**
 * The value of `--shard` as `I/N`; `auto` takes it from the environment.
 * @throws UsageError if the environment has no shard, only one half of it, an impossible one, or two that differ
 */
export function resolvedShard(text: string, env: ShardEnvironment): string {
  if (text !== 'auto') return text;
  const isSet = (variable: string): boolean => (env[variable] ?? '') !== '';
  const places = SYSTEMS.filter(({ index, count }) => isSet(index) && isSet(count)).map((one) => placeIn(one, env));
  const [place, ...others] = places;
  if (place === undefined)
    return placeOfHalf(
      SYSTEMS.find(({ index, count }) => isSet(index) || isSet(count)),
      env,
    );
  const other = others.find(({ shard }) => shard !== place.shard);
  if (other !== undefined)
    throw new UsageError(
      `--shard auto: ${place.source} and ${other.source} are different places; unset those that are not meant, or say --shard I/N`,
    );
  return place.shard;
}

/** GitLab sets only the count of a job that is run once. Of other systems, one variable alone is an error. */
function placeOfHalf(half: System | undefined, env: ShardEnvironment): string {
  if (half === undefined)
    throw new UsageError(
      `--shard auto finds none of the variables ${SYSTEMS.map(({ system, index, count }) => `${index} and ${count} (${system})`).join(', ')}; say --shard I/N`,
    );
  const { system, index, count, how } = half;
  const [given, missing] = (env[index] ?? '') === '' ? [count, index] : [index, count];
  if (system === 'GitLab' && given === count && env[count] === '1') return '1/1';
  throw new UsageError(`--shard auto: ${given} is ${env[given]}, but ${missing} is not set (${system}): ${how}`);
}

function placeIn(
  { system, index, first, count }: System,
  env: ShardEnvironment,
): { readonly shard: string; readonly source: string } {
  const [at = '', of = ''] = [env[index], env[count]];
  const source = `${index}=${at}, ${count}=${of} (${system})`;
  const shard = parseShard(/^\d+$/.test(at) ? `${Number(at) - first + 1}/${of}` : '');
  if (shard === undefined)
    throw new UsageError(
      `--shard auto: ${source} is no place: the index goes from ${first} to ${first === 0 ? 'one less than the count' : 'the count'}`,
    );
  return { shard: `${shard.index}/${shard.count}`, source };
}
