import test from 'tape';
import { UsageError } from '../../spec/reading/user-error.js';
import { parseShard, resolvedShard, shardOf } from './shard.js';

type Environment = { readonly [name: string]: string };

const PLACES: readonly (readonly [Environment, string])[] = [
  [{ CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4' }, '1/4'],
  [{ CI_NODE_INDEX: '4', CI_NODE_TOTAL: '4' }, '4/4'],
  [{ BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '4' }, '1/4'],
  [{ BUILDKITE_PARALLEL_JOB: '3', BUILDKITE_PARALLEL_JOB_COUNT: '4' }, '4/4'],
  [{ CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '1' }, '1/1'],
  [{ CIRCLE_NODE_INDEX: '2', CIRCLE_NODE_TOTAL: '3' }, '3/3'],
  [{ JOB_COMPLETION_INDEX: '1', SRVSPEC_SHARDS: '8' }, '2/8'],
  [{ CIRCLE_NODE_INDEX: '', CI_NODE_INDEX: '2', CI_NODE_TOTAL: '2' }, '2/2'],
  [{ CI_NODE_TOTAL: '1', CIRCLE_NODE_INDEX: '1', CIRCLE_NODE_TOTAL: '2' }, '2/2'],
  // A job of GitLab that is run once.
  [{ CI_NODE_TOTAL: '1' }, '1/1'],
  [{ CI_NODE_INDEX: '02', CI_NODE_TOTAL: '03' }, '2/3'],
  // A job of Buildkite whose agent is one of an indexed job.
  [{ BUILDKITE_PARALLEL_JOB: '1', BUILDKITE_PARALLEL_JOB_COUNT: '2', JOB_COMPLETION_INDEX: '0' }, '2/2'],
  // The same shard in two systems.
  [{ CI_NODE_INDEX: '2', CI_NODE_TOTAL: '3', JOB_COMPLETION_INDEX: '1', SRVSPEC_SHARDS: '3' }, '2/3'],
];

const REFUSED: readonly (readonly [Environment, RegExp])[] = [
  [
    {},
    /^Error: --shard auto finds none of the variables CI_NODE_INDEX .*GitLab.*BUILDKITE_PARALLEL_JOB .*CIRCLE_NODE_INDEX .*JOB_COMPLETION_INDEX and SRVSPEC_SHARDS .*; say --shard I\/N$/,
  ],
  [
    { CI_NODE_TOTAL: '3' },
    /^Error: --shard auto: CI_NODE_TOTAL is 3, but CI_NODE_INDEX is not set \(GitLab\): give the job/,
  ],
  [{ CIRCLE_NODE_TOTAL: '1' }, /CIRCLE_NODE_TOTAL is 1, but CIRCLE_NODE_INDEX is not set/],
  [
    { SRVSPEC_SHARDS: '3' },
    /SRVSPEC_SHARDS is 3, but JOB_COMPLETION_INDEX is not set \(Kubernetes\): an indexed job \(/,
  ],
  [{ CI_NODE_INDEX: '1' }, /CI_NODE_TOTAL is not set/],
  [{ JOB_COMPLETION_INDEX: '0' }, /set SRVSPEC_SHARDS to its `completions`/],
  [{ JOB_COMPLETION_INDEX: '0', SRVSPEC_SHARDS: '' }, /SRVSPEC_SHARDS is not set/],
  [{ CI_NODE_INDEX: '0', CI_NODE_TOTAL: '4' }, /CI_NODE_INDEX=0, CI_NODE_TOTAL=4 \(GitLab\) is no place/],
  [{ CI_NODE_INDEX: '5', CI_NODE_TOTAL: '4' }, /is no place: the index goes from 1 to the count/],
  [{ CIRCLE_NODE_INDEX: '4', CIRCLE_NODE_TOTAL: '4' }, /from 0 to one less than the count/],
  [{ CIRCLE_NODE_INDEX: '-1', CIRCLE_NODE_TOTAL: '4' }, /is no place/],
  [{ CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: 'many' }, /is no place/],
  [{ CIRCLE_NODE_INDEX: '1/2', CIRCLE_NODE_TOTAL: '4' }, /is no place/],
  [{ CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '0' }, /is no place/],
  [
    { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '3', JOB_COMPLETION_INDEX: '2', SRVSPEC_SHARDS: '3' },
    /CI_NODE_INDEX=2.* and JOB_COMPLETION_INDEX=2.* are different places/,
  ],
];

test('--shard auto takes its shard from the variables of each system', (t) => {
  for (const [env, shard] of PLACES) t.equal(resolvedShard('auto', env), shard, JSON.stringify(env));
  for (const [env, complaint] of REFUSED) {
    t.throws(() => resolvedShard('auto', env), complaint, JSON.stringify(env));
    t.throws(() => resolvedShard('auto', env), UsageError);
  }
  const env = { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4' };
  t.equal(resolvedShard('2/3', env), '2/3', 'only with auto');
  t.end();
});

test('each case is in exactly one shard, for any number of shards', (t) => {
  t.deepEqual(parseShard('2/3'), { index: 2, count: 3 });
  for (const text of ['0/3', '4/3', '1/0', '1', 'auto', '1/3/3', '-1/3', '1/99999999999999999999'])
    t.equal(parseShard(text), undefined, text);
  const ids = Array.from({ length: 300 }, (_, i) => `a.b/${i}`);
  for (const count of [1, 2, 7]) {
    const sizes = new Map<number, number>();
    for (const id of ids) sizes.set(shardOf(id, count), (sizes.get(shardOf(id, count)) ?? 0) + 1);
    t.deepEqual(
      [...sizes.keys()].sort((a, b) => a - b),
      Array.from({ length: count }, (_, i) => i + 1),
    );
    t.ok(
      [...sizes.values()].every((size) => size > 300 / count / 2),
      `${count} parts of about one size`,
    );
  }
  t.end();
});
