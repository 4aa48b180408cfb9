import test from 'tape';
import { jsonReport } from './json.js';
import type { RunReport, ServiceFacts } from './model.js';
import { mergeShards, NotMergeable, type ShardedRequirement, type ShardReport } from './shards.js';
import { sampleReport, withCases, withRequirements } from './testing/sample.js';
import { timeless } from './testing/timeless.js';
import { totalsOf, verdictOf } from './totals.js';

const COUNT = 3;

/** Distributes the cases of a requirement over all shards. */
const shardOf = (id: string): number => (Number(id.slice(id.lastIndexOf('/') + 1)) % COUNT) + 1;

const plannedOf = ({ requirements }: RunReport): readonly ShardedRequirement[] =>
  requirements.map(({ id, cases }) => ({ id, cases: cases.map((one) => ({ id: one.id, shard: shardOf(one.id) })) }));

const WHOLE: RunReport = {
  ...sampleReport(),
  staleDeviations: ['crypto.hmac.unknown/2', 'crypto.hmac.unknown/3', 'crypto.hmac.unknown/4'].map((id) => ({
    id,
    why: `why ${id}`,
  })),
};

function shard(index: number, whole: RunReport = WHOLE): ShardReport {
  const isIn = ({ id }: { readonly id: string }): boolean => shardOf(id) === index;
  const requirements = whole.requirements.flatMap((one) => {
    const cases = one.cases.filter(isIn);
    return cases.length === 0 ? [] : [{ ...one, verdict: verdictOf(cases), cases }];
  });
  const report = withRequirements(requirements, {
    ...whole,
    circumstances: {
      startedAt: `2026-11-22T09:30:0${9 - index}.000Z`,
      machine: index === 1 ? 'one' : 'other',
      command: `srvspec run --shard ${index}/3`,
    },
    selected: { ...whole.selected, shard: `${index}/${COUNT}` },
    durationMs: 100 * index,
    staleDeviations: whole.staleDeviations.filter(isIn),
  });
  return { file: `${index}.json`, index, count: COUNT, report };
}

const changed = (index: number, change: Partial<RunReport>): ShardReport => {
  const one = shard(index);
  return { ...one, report: { ...one.report, ...change } };
};

type Shards = readonly [ShardReport, ...ShardReport[]];

const ALL: Shards = [shard(3), shard(1), shard(2)];

const merge = (shards: Shards, partial = false, planned = plannedOf(WHOLE)) =>
  mergeShards(shards, planned, { partial });

test('deviations that were given are in the whole report', (t) => {
  const deviations = 'abcdef0123456789';
  t.equal(
    merge([shard(3, { ...WHOLE, deviations }), shard(1, { ...WHOLE, deviations }), shard(2, { ...WHOLE, deviations })])
      .deviations,
    deviations,
  );
  t.notOk('deviations' in merge(ALL));
  t.throws(
    () => merge([changed(1, { deviations }), changed(2, { deviations: 'another' }), changed(3, { deviations })]),
    /2\.json: --deviations is another, but abcdef012345 in 1\.json/,
  );
  t.end();
});

test('shards become the report on the whole run, in any order', (t) => {
  for (const shards of [ALL, [shard(1), shard(2), shard(3)] as const]) {
    const { srvspec, documents, coverage } = WHOLE;
    const merged = merge(shards);
    t.equal(timeless(jsonReport({ srvspec, documents, coverage, ...merged })), timeless(jsonReport(WHOLE)));
    t.deepEqual(merged.circumstances, {
      startedAt: '2026-11-22T09:30:06.000Z',
      machine: 'one; other',
      command: 'srvspec run --shard 1/3; srvspec run --shard 2/3; srvspec run --shard 3/3',
    });
    t.equal(merged.durationMs, 600);
    t.notOk('shard' in merged.selected);
  }
  t.end();
});

test('places that shards found at a service are listed once, by name, and their leftovers all', (t) => {
  const [key, id, apps] = [
    { place: 'serverApiKey', pointer: '/key', how: 'set' },
    { place: 'serverId', pointer: '/id', how: 'found' },
    { place: 'apps', pointer: '/data', how: 'found' },
  ] as const;
  const server = { resource: 'server', name: 'one' } as const;
  const of = (index: number, mapping: ServiceFacts['mapping']): ShardReport =>
    changed(index, { service: { mapping, leftovers: [server] } });
  const { service } = merge([of(1, [key, id]), of(2, []), of(3, [apps, id])]);
  t.deepEqual(service, { mapping: [apps, key, id], leftovers: [server, server, server] });
  const elsewhere = { ...id, pointer: '/data/id' };
  t.deepEqual(merge([of(1, [id]), of(2, []), of(3, [elsewhere])]).service?.mapping, [id, elsewhere]);
  t.end();
});

test('a missing shard is refused, and with --partial the report is cut short', (t) => {
  t.throws(() => merge([shard(2)]), NotMergeable);
  t.throws(() => merge([shard(2)]), /^Error: shards 1\/3 and 3\/3 are missing: .* --partial/);
  t.throws(() => merge([shard(2), shard(1)]), /^Error: shard 3\/3 is missing/);
  const { cutShort, requirements, totals } = merge([shard(2), shard(1)], true);
  t.equal(cutShort, 'shard 3/3 is missing');
  const ids = requirements.flatMap(({ cases }) => cases.map(({ id }) => id));
  t.ok(ids.length > 0 && ids.every((id) => shardOf(id) !== 3));
  t.deepEqual(totals, totalsOf(requirements.flatMap(({ cases }) => cases)));
  const two = plannedOf(WHOLE).map(({ id, cases }) => ({ id, cases: cases.filter((one) => one.shard !== 3) }));
  t.equal(
    merge([shard(1), shard(2)], false, two).cutShort,
    undefined,
    'no case falls into the third: nothing is missing',
  );
  t.end();
});

test('a shard that was cut short cuts the whole short', (t) => {
  const { cutShort } = merge([shard(1), changed(2, { cutShort: 'it was interrupted' }), shard(3)]);
  t.equal(cutShort, 'shard 2/3: it was interrupted');
  t.equal(
    merge([shard(1), changed(2, { cutShort: 'it was interrupted' })], true).cutShort,
    'shard 2/3: it was interrupted; shard 3/3 is missing',
  );
  t.end();
});

const replayedWith = (more: string): Partial<RunReport> => ({
  requirements: withCases(shard(2).report, (one) => ({
    ...one,
    replay: one.replay.replace(' --seed', ` ${more} --seed`),
  })).requirements,
});

test('folders may differ between machines', (t) => {
  for (const more of ['--library-root /a/root', "--modules '/b c' --library-root x"])
    t.doesNotThrow(() => merge([shard(1), changed(2, replayedWith(more)), shard(3)]), more);
  t.end();
});

test('shards of different runs are refused, with the file and what differs', (t) => {
  const { target } = WHOLE;
  const differing: readonly (readonly [Partial<RunReport>, RegExp])[] = [
    [{ srvspec: '0.2.0' }, /^Error: 2\.json: srvspec is 0\.2\.0, but 0\.1\.0 in 1\.json: .*run shard 2\/3 again/],
    [{ seed: 7 }, /--seed is 7, but 42 in 1\.json/],
    [{ runs: 7 }, /--runs is 7, but 100/],
    [{ selected: { document: 2, shard: '2/3' } }, /--document is 2, but all/],
    [{ selected: { only: 'a.**', shard: '2/3' } }, /--only is a\.\*\*, but all/],
    [{ selected: { depth: 'standard', shard: '2/3' } }, /--depth is standard, but full/],
    [{ target: { ...target, name: 'another' } }, /--target is another \(nginx\), but example host \(nginx\)/],
    [{ target: { ...target, kind: 'cli' } }, /--target is example host \(cli\)/],
    [{ target: { ...target, runtimeVersion: '0.8.5' } }, /runtime is 0\.8\.5, engine njs, but 0\.8\.4, engine njs/],
    [{ target: { ...target, engine: 'qjs' } }, /runtime is 0\.8\.4, engine qjs/],
    [{ documents: WHOLE.documents.map((one) => ({ ...one, sha256: 'x' })) }, /documents is 1 x, 2 x, 3 x, but/],
    [{ documents: WHOLE.documents.slice(1) }, /documents is 2 /],
    [{ deviations: 'abcdef0123456789' }, /--deviations is abcdef012345, but those recorded for the target in 1\.json/],
    [{ selected: { document: 2, shard: '2/3' }, documents: WHOLE.documents.slice(1, 2) }, /--document is 2, but all/],
    [
      replayedWith('--allow-writes'),
      /the command line of the target is --target nginx:\.\/example --allow-writes, but --target nginx:\.\/example in/,
    ],
  ];
  for (const [change, complaint] of differing)
    t.throws(() => merge([shard(1), changed(2, change), shard(3)]), complaint, JSON.stringify(change).slice(0, 60));
  t.throws(() => merge([shard(1), { ...shard(2), count: 4 }, shard(3)]), /N of --shard I\/N is 4, but 3/);
  t.throws(
    () => merge([shard(1), shard(2), { ...shard(2), file: 'copy.json' }, shard(3)]),
    /copy\.json is shard 2\/3, and so is 2\.json/,
  );
  t.end();
});

test('a shard about the management API alone does not know the version of the runtime', (t) => {
  const unasked = { ...WHOLE.target, runtimeVersion: 'v1', engine: 'none' };
  for (const shards of [
    [changed(1, { target: unasked }), shard(2), shard(3)],
    [shard(1), shard(2), changed(3, { target: unasked })],
  ] as const)
    t.deepEqual(merge(shards).target, WHOLE.target);
  t.end();
});

test('a shard holds its own cases, all of them, and each once', (t) => {
  const [first, ...rest] = WHOLE.requirements;
  if (first === undefined) throw new Error('the sample has no requirement');
  const own = shard(1).report.requirements;
  const overlapping = changed(1, { requirements: [...own, ...shard(2).report.requirements] });
  t.throws(
    () => merge([overlapping, shard(2), shard(3)]),
    /^Error: 1\.json says that it is shard 1\/3, but holds the case .* of shard 2\/3, which is 2\.json: run shard 1\/3 again/,
  );
  t.throws(
    () => merge([changed(1, { requirements: [...own, ...own] }), shard(2), shard(3)]),
    /holds the case .* twice/,
  );
  t.throws(
    () => merge([changed(1, { requirements: own.slice(1) }), shard(2), shard(3)]),
    /1\.json lacks the case .* of shard 1\/3/,
  );
  const fewer = plannedOf({ ...WHOLE, requirements: rest });
  t.throws(() => merge(ALL, false, fewer), /holds the case .*, which this suite does not ask for/);
  t.end();
});
