/** `srvspec merge SHARD.json…`: merges reports on the shards of one run into the report on the whole run. */
import { parseArgs } from 'node:util';
import { readReport } from '../../reports/read.js';
import { mergeShards, NotMergeable, type ShardedRequirement, type ShardReport } from '../../reports/shards.js';
import { parseReportOptions, WRITERS } from '../../reports/writers/write.js';
import { compiledSpec } from '../../spec/compiled/compiled.js';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import type { Subject } from '../../spec/types/requirement.js';
import { objects } from '../cases/generated/index.js';
import { PACKAGE_VERSION } from '../executor/package-version.js';
import { reportOf } from '../executor/report.js';
import { MERGE } from './declared/tools.js';
import { complainOf, publishReport } from './publishing.js';
import { requiredBy } from './required.js';
import { runStatus, worstOf } from './run.js';
import { type Selection, select } from './select.js';
import { parseShard, shardOf } from './shard.js';

/** The exit status is that of the whole run. */
export async function merge(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: MERGE.options, allowPositionals: true });
  const outputs = parseReportOptions(values.report ?? [], WRITERS);
  const [first, ...others] = positionals;
  if (first === undefined)
    throw new UsageError('merge takes the JSON reports of all shards of a run: srvspec merge SHARD.json…');
  const required = requiredBy(values['require-observed']);
  await complainOf(outputs);
  const shards: readonly [ShardReport, ...ShardReport[]] = [
    await readShard(first),
    ...(await Promise.all(others.map(readShard))),
  ];
  const planned = await plannedOf(shards[0], values);
  const result = mergeShards(shards, planned, values);
  const documents = new Set(shards[0].report.documents.map(({ id }) => id));
  const report = reportOf(result, documents, result.circumstances, result.selected, required);
  const written = await publishReport(report, outputs, { details: values.details === true });
  return worstOf(runStatus(report), written ? EXIT.ok : EXIT.usage);
}

async function readShard(file: string): Promise<ShardReport> {
  const report = await readReport(file);
  const { shard: text, lastFailed } = report.selected;
  if (lastFailed === true)
    throw new NotMergeable(
      `${file} is about what failed in the last run alone: run all of the shard, without --last-failed`,
    );
  if (text === undefined)
    throw new NotMergeable(
      `${file} is the report of no shard: write one with \`srvspec run --shard I/N --report json=FILE\``,
    );
  const shard = parseShard(text);
  if (shard === undefined) throw new NotMergeable(`${file}: selected.shard is ${text}, not I/N with I from 1 to N`);
  return { file, ...shard, report };
}

/** Targets that are judged as one subject, whatever the documents cover. */
const JUDGED_AS: { readonly [kind: string]: Subject | undefined } = { api: 'server', client: 'client' };

/** The requirements of the whole run, by this suite, which must be the one that ran. */
async function plannedOf(
  { file, count, report }: ShardReport,
  { cases: own }: Pick<Selection, 'cases'>,
): Promise<readonly ShardedRequirement[]> {
  const { srvspec, selected, documents, target } = report;
  if (srvspec !== PACKAGE_VERSION)
    throw new NotMergeable(
      `${file} was written by srvspec ${srvspec}, and this is ${PACKAGE_VERSION}: merge with the one that ran it`,
    );
  const digests = new Map(compiledSpec().documents.map(({ id, sha256 }) => [id, sha256]));
  const other = documents.find(({ id, sha256 }) => digests.get(id) !== sha256);
  if (other !== undefined)
    throw new NotMergeable(
      `${file} is about another text of document ${other.id} than this srvspec: merge with the one that ran it`,
    );
  const about = objects.filter(({ document }) => documents.some(({ id }) => id === document));
  const subjects = new Set(
    about.map(({ subject }) => subject).filter((one) => one === (JUDGED_AS[target.kind] ?? one)),
  );
  const { only, exclude, document, depth = 'full' } = selected;
  const selection = { only, exclude, depth, document: document === undefined ? undefined : `${document}`, cases: own };
  return (await select(selection, subjects)).flatMap((one) =>
    one.requirements.map(({ id, cases }) => ({
      id,
      cases: cases.map((of) => ({ id: of.id, shard: shardOf(of.id, count) })),
    })),
  );
}
