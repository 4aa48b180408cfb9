/** The observations of the reference in cases that the documents leave open. If a change shows only there, no document decides it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type RunResult, run } from '../../executor/run.js';
import { type GeneratedObject, keptOf } from '../../language/case.js';
import { type ReferenceBuild, referenceTarget } from '../../targets/reference/reference.js';
import { INPUTS } from './inputs.js';

/** The file that stores them, in the folder of the bench. */
export const RECORDINGS = 'recordings.json';

/** Ids of cases, each with a digest of the observation. */
export type Recordings = ReadonlyMap<string, string>;

/** The recordings of a run, without cases that could not be observed. */
export function recordingsIn(requirements: RunResult['requirements']): Recordings {
  const open = requirements.flatMap(({ strength, cases }) => (strength === 'open' ? cases : []));
  const seen = open.filter(({ verdict }) => verdict === 'recorded' || verdict === 'conforms');
  return new Map(seen.map(({ id, verdict, observed = '' }) => [id, digestOf(`${verdict} ${observed}`)]));
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12);

/** The cases with another observation than before. */
export const changedCases = (before: Recordings, now: Recordings): readonly string[] =>
  [...now].flatMap(([id, digest]) => (before.has(id) && before.get(id) !== digest ? [id] : []));

/** Runs the cases on a build of the reference, or on the unchanged reference. */
export async function recordCases(objects: readonly GeneratedObject[], build?: ReferenceBuild): Promise<Recordings> {
  const { requirements } = await run(referenceTarget(build === undefined ? {} : { build }), objects, INPUTS);
  return recordingsIn(requirements);
}

/**
 * Those of the unchanged reference, stored in the file until the digest changes. Observations that differ between two runs are left out.
 */
export async function recordingsOf(
  file: string,
  digest: string,
  objects: readonly GeneratedObject[],
): Promise<Recordings> {
  const kept = readRecordings(file);
  if (kept.digest === digest) return kept.recordings;
  const open = keptOf(objects, (_, { strength }) => strength === 'open');
  const [one, other] = [await recordCases(open), await recordCases(open)];
  const recordings = new Map([...one].filter(([id, shown]) => other.get(id) === shown));
  const text: RecordingsFile = { digest, cases: Object.fromEntries(recordings) };
  writeFileSync(file, JSON.stringify(text));
  return recordings;
}

interface RecordingsFile {
  readonly digest: string;
  readonly cases: { readonly [id: string]: string };
}

/** The stored recordings; undefined if there are none. */
export function readRecordings(file: string): { readonly digest?: string; readonly recordings: Recordings } {
  if (!existsSync(file)) return { recordings: new Map() };
  const { digest, cases }: RecordingsFile = JSON.parse(readFileSync(file, 'utf8'));
  return { digest, recordings: new Map(Object.entries(cases)) };
}
