/** Merges reports on the shards of one run into the report on the whole run. */
import { UserError } from '../spec/reading/user-error.js';
import type { Circumstances, RequirementReport, RunReport, ServiceFacts } from './model.js';
import { totalsOf, verdictOf } from './totals.js';

/** Reports that are not the shards of one run. The message names the file, what was expected, and what to do. */
export class NotMergeable extends UserError {}

/** The report on one shard, and the file from which it was read. */
export interface ShardReport {
  readonly file: string;
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
  readonly report: RunReport;
}

/** A requirement of the whole run, and the shard of each of its cases, in the order of the suite. */
export interface ShardedRequirement {
  readonly id: string;
  readonly cases: readonly { readonly id: string; readonly shard: number }[];
}

/** Facts that all shards of one run share, in the words of the command line. */
const COMMON: readonly { readonly what: string; readonly of: (report: RunReport) => string }[] = [
  { what: 'srvspec', of: ({ srvspec }) => srvspec },
  { what: '--target', of: ({ target }) => `${target.name} (${target.kind})` },
  { what: '--seed', of: ({ seed }) => `${seed}` },
  { what: '--runs', of: ({ runs }) => `${runs}` },
  { what: '--document', of: ({ selected }) => `${selected.document ?? 'all'}` },
  { what: '--only', of: ({ selected }) => selected.only ?? 'all' },
  { what: '--exclude', of: ({ selected }) => selected.exclude ?? 'none' },
  { what: '--depth', of: ({ selected }) => selected.depth ?? 'full' },
  {
    what: 'documents',
    of: ({ documents }) => documents.map(({ id, sha256 }) => `${id} ${sha256.slice(0, 12)}`).join(', '),
  },
  { what: 'the command line of the target', of: targetOptions },
  {
    what: '--deviations',
    of: ({ deviations }) => (deviations === undefined ? 'those recorded for the target' : deviations.slice(0, 12)),
  },
];

/** The target's options as on a command line, from the cases. Paths are left out, since they may differ on another machine. */
function targetOptions({ requirements }: RunReport): string {
  const replay = requirements[0]?.cases[0]?.replay ?? '';
  return replay
    .replace(/^srvspec replay (?:'[^']*'|\S+) ?/, '')
    .replace(/(?: --seed \d+)?(?: --path \S+)?$/, '')
    .replace(/ --(?:cases|modules|library-root) (?:'[^']*'|\S+)/g, '');
}

/** A shard with cases about the management API alone does not ask the target for its version. */
const identified = ({ report }: ShardReport): boolean => report.target.engine !== 'none';

const versionOf = ({ report: { target } }: ShardReport): string => `${target.runtimeVersion}, engine ${target.engine}`;

/**
 * The report on the whole run, without the parts that are computed from the specification. Except for times and circumstances it equals the
 * report of a run without shards. It is cut short if a shard was, or, with `partial`, if a shard is missing.
 * @param planned the requirements of the whole run
 * @throws NotMergeable
 */
export function mergeShards(
  shards: readonly [ShardReport, ...ShardReport[]],
  planned: readonly ShardedRequirement[],
  { partial }: { readonly partial: boolean },
): Omit<RunReport, 'srvspec' | 'documents' | 'coverage'> {
  refuseOthers(shards);
  const inOrder = [...shards].sort((a, b) => a.index - b.index);
  for (const shard of inOrder) refuseForeign(shard, planned, inOrder);
  const missing = missingOf(shards, planned);
  if (missing.length > 0 && !partial)
    throw new NotMergeable(
      `${named(missing, shards[0].count)} missing: give all reports of the run, or --partial to merge those that are there`,
    );
  const requirements = planned.flatMap((one) => merged(one, inOrder));
  const reports = inOrder.map(({ report }) => report);
  const { seed, runs, selected, deviations, target } = (inOrder.find(identified) ?? shards[0]).report;
  const { shard: _, ...whole } = selected;
  const service = serviceOf(reports);
  const cutShort = [
    ...inOrder.flatMap(({ index, count, report }) =>
      report.cutShort === undefined ? [] : [`shard ${index}/${count}: ${report.cutShort}`],
    ),
    ...(missing.length > 0 ? [`${named(missing, shards[0].count)} missing`] : []),
  ];
  return {
    circumstances: circumstancesOf(reports),
    target,
    seed,
    runs,
    selected: whole,
    ...(deviations !== undefined && { deviations }),
    durationMs: reports.reduce((sum, { durationMs }) => sum + durationMs, 0),
    totals: totalsOf(requirements.flatMap(({ cases }) => cases)),
    requirements,
    staleDeviations: staleIn(reports, requirements),
    ...(service !== undefined && { service }),
    ...(cutShort.length > 0 && { cutShort: cutShort.join('; ') }),
  };
}

/** Each report must be of the same run as the first, and of another shard. */
function refuseOthers([first, ...others]: readonly [ShardReport, ...ShardReport[]]): void {
  for (const [i, shard] of others.entries()) {
    for (const { what, of } of COMMON) {
      const [expected, found] = [of(first.report), of(shard.report)];
      if (found !== expected) refuse(shard, first, what, found, expected);
    }
    if (shard.count !== first.count) refuse(shard, first, 'N of --shard I/N', `${shard.count}`, `${first.count}`);
    const twin = [first, ...others.slice(0, i)].find(({ index }) => index === shard.index);
    if (twin !== undefined)
      throw new NotMergeable(
        `${shard.file} is shard ${shard.index}/${shard.count}, and so is ${twin.file}: give the report of each shard once`,
      );
  }
  const [known, ...more] = [first, ...others].filter(identified);
  const other = known && more.find((shard) => versionOf(shard) !== versionOf(known));
  if (known && other) refuse(other, known, 'runtime', versionOf(other), versionOf(known));
}

function refuse(shard: ShardReport, like: ShardReport, what: string, found: string, expected: string): never {
  throw new NotMergeable(
    `${shard.file}: ${what} is ${found}, but ${expected} in ${like.file}: shards of one run have it in common; run shard ${shard.index}/${shard.count} again as the others`,
  );
}

/** A shard has exactly its own cases, each once. */
function refuseForeign(
  { file, index, count, report }: ShardReport,
  planned: readonly ShardedRequirement[],
  shards: readonly ShardReport[],
): void {
  const places = new Map(planned.flatMap(({ cases }) => cases.map(({ id, shard }) => [id, shard])));
  const seen = new Set<string>();
  for (const { id } of casesOf(report)) {
    const shard = places.get(id);
    if (shard === undefined)
      throw new NotMergeable(
        `${file} holds the case ${id}, which this suite does not ask for here: merge with the srvspec and the --cases that ran it`,
      );
    if (shard !== index) {
      const rightful = shards.find((other) => other.index === shard)?.file;
      throw new NotMergeable(
        `${file} says that it is shard ${index}/${count}, but holds the case ${id} of shard ${shard}/${count}${rightful === undefined ? '' : `, which is ${rightful}`}: run shard ${index}/${count} again`,
      );
    }
    if (seen.has(id)) throw new NotMergeable(`${file} holds the case ${id} twice: run shard ${index}/${count} again`);
    seen.add(id);
  }
  const lacking = planned.flatMap(({ cases }) => cases).find(({ id, shard }) => shard === index && !seen.has(id));
  if (lacking !== undefined)
    throw new NotMergeable(
      `${file} lacks the case ${lacking.id} of shard ${index}/${count}: merge with the srvspec that ran it`,
    );
}

const casesOf = ({ requirements }: RunReport): readonly { readonly id: string }[] =>
  requirements.flatMap(({ cases }) => cases);

/** Shards without a report, if cases belong to them. */
function missingOf(shards: readonly ShardReport[], planned: readonly ShardedRequirement[]): readonly number[] {
  const there = new Set(shards.map(({ index }) => index));
  const wanted = new Set(planned.flatMap(({ cases }) => cases.map(({ shard }) => shard)));
  return [...wanted].filter((index) => !there.has(index)).sort((a, b) => a - b);
}

/** `shards 2/3 and 3/3 are` */
function named(indices: readonly number[], count: number): string {
  const names = indices.map((index) => `${index}/${count}`);
  const last = names.at(-1) ?? '';
  return names.length === 1 ? `shard ${last} is` : `shards ${names.slice(0, -1).join(', ')} and ${last} are`;
}

function merged({ id, cases }: ShardedRequirement, shards: readonly ShardReport[]): readonly RequirementReport[] {
  const parts = shards.flatMap(({ report }) => report.requirements.filter((one) => one.id === id));
  const [first] = parts;
  if (first === undefined) return [];
  const reports = new Map(parts.flatMap((part) => part.cases.map((one) => [one.id, one])));
  const inOrder = cases.flatMap((one) => reports.get(one.id) ?? []);
  return [{ ...first, verdict: verdictOf(inOrder), cases: inOrder }];
}

/** In the order of the cases. */
function staleIn(
  reports: readonly RunReport[],
  requirements: readonly RequirementReport[],
): RunReport['staleDeviations'] {
  const stale = new Map(reports.flatMap(({ staleDeviations }) => staleDeviations.map((one) => [one.id, one])));
  return requirements.flatMap(({ cases }) => cases.flatMap(({ id }) => stale.get(id) ?? []));
}

/** Each place once by name, several if shards found several, as in other reports; and all leftovers of all shards. */
function serviceOf(reports: readonly RunReport[]): ServiceFacts | undefined {
  const facts = reports.flatMap(({ service }) => service ?? []);
  if (facts.length === 0) return undefined;
  const places = new Map(
    facts.flatMap(({ mapping }) => mapping.map((one) => [JSON.stringify([one.place, one.pointer, one.how]), one])),
  );
  const mapping = [...places.values()].sort((a, b) => (a.place < b.place ? -1 : Number(a.place > b.place)));
  return { mapping, leftovers: facts.flatMap(({ leftovers }) => leftovers) };
}

/** The earliest start, all machines and all commands. */
function circumstancesOf(reports: readonly RunReport[]): Circumstances {
  const all = (of: (one: Circumstances) => string): readonly string[] => [
    ...new Set(reports.map(({ circumstances }) => of(circumstances))),
  ];
  const [startedAt = ''] = [...all((one) => one.startedAt)].sort();
  return { startedAt, machine: all((one) => one.machine).join('; '), command: all((one) => one.command).join('; ') };
}
