/** Selects the cases that a command line asks for. */
import { types } from 'node:util';
import { runInNewContext } from 'node:vm';
import type { CaseSelection } from '../../reports/model.js';
import { counted } from '../../reports/wording.js';
import { OWN } from '../../spec/reading/former.js';
import { knownValue } from '../../spec/reading/nearest.js';
import { UsageError } from '../../spec/reading/user-error.js';
import { DEPTHS, type Depth } from '../../spec/types/depth.js';
import type { Subject } from '../../spec/types/requirement.js';
import type { DocumentId } from '../../spec/types/row.js';
import { objects } from '../cases/generated/index.js';
import { matcherOf } from '../executor/id-glob.js';
import {
  type GeneratedCase,
  type GeneratedObject,
  type GeneratedRequirement,
  type KeepCase,
  keptOf,
  type LoadableObject,
} from '../language/case.js';
import { SELECTING } from './declared/selecting.js';
import { type GlobOption, globComplaints, hasAlternatives } from './globs.js';
import { idsOfSuite } from './known-ids.js';
import { parseShard, shardOf } from './shard.js';

export interface Selection {
  readonly document?: string | undefined;
  /** Glob of case or requirement ids, or a part of an id before a `/`. */
  readonly only?: string | undefined;
  /** Glob of the cases or requirements that are excluded, or a part of an id before a `/`. */
  readonly exclude?: string | undefined;
  /** `I/N`: part I of N, from 1. */
  readonly shard?: string | undefined;
  /** By default `standard`, or `full` if cases are named: by a glob, or as those that failed. */
  readonly depth?: string | undefined;
  /** Ids of the cases that failed in the last run, if only these are selected. */
  readonly lastFailed?: ReadonlySet<string> | undefined;
  /** The file of the user's own cases. */
  readonly cases?: string | undefined;
}

/**
 * The generated objects with only the selected cases; `subjects` are those that a target can be judged as. Rejects with `UsageError` if
 * none is left.
 */
export async function select(
  selection: Selection,
  subjects?: ReadonlySet<Subject>,
  matchingMs = MATCHING_MS,
): Promise<GeneratedObject[]> {
  const { document, only, exclude, shard, lastFailed } = selection;
  const depth = depthOf(selection);
  if (document !== undefined) knownValue('--document', document, SELECTING.document.values);
  const own = await ownCasesIn(selection);
  const wanted = [...objects, ...own.map(loaded)].filter(
    (object) =>
      (document === undefined || object.document === Number(document)) && subjects?.has(object.subject) !== false,
  );
  if (wanted.length === 0)
    throw new UsageError(
      `no case of document ${document} applies to this target: script hosts are judged by documents 2 and 3, \`api:\` and \`client:\` by 1`,
    );
  const all = await Promise.all(wanted.filter(mayMatch(only)).map(({ load }) => load()));
  const named = inTime('only', only, matchingMs, () => keptOf(all, matching(only)));
  const matched =
    exclude === undefined ? named : inTime('exclude', exclude, matchingMs, () => keptOf(named, not(matching(exclude))));
  const keeps = [atDepth(depth), inShard(shard), ({ id }: GeneratedCase) => lastFailed?.has(id) !== false];
  const selected = keptOf(matched, (...one) => keeps.every((keep) => keep(...one)));
  if (only !== undefined && (selected.length === 0 || hasAlternatives(only)))
    await refuseMistaken('only', only, own, matchingMs);
  // A mistyped word would let a case run that was to be left out.
  if (exclude !== undefined) await refuseMistaken('exclude', exclude, own, matchingMs);
  if (selected.length === 0) throw noneSelected(selection, named, matched);
  return selected;
}

/** Why a selection has no case: `named` has those that match `only`, and `matched` those of them that are not excluded. */
function noneSelected(
  selection: Selection,
  named: readonly GeneratedObject[],
  matched: readonly GeneratedObject[],
): UsageError {
  const { document, only, exclude, shard } = selection;
  const depth = depthOf(selection);
  if (keptOf(matched, atDepth(depth)).length === 0 && matched.length > 0)
    return new UsageError(
      `no case that matches is of depth ${depth}; --depth full runs ${counted(casesIn(matched), 'case')}`,
    );
  if (shard !== undefined && matched.length > 0)
    return new UsageError(
      `none of the ${counted(casesIn(matched), 'case')} that match falls into shard ${shard}: take fewer shards; \`srvspec merge\` does not miss this one`,
    );
  if (named.length > 0 && matched.length === 0)
    return new UsageError(`--exclude ${shortened(exclude ?? '')} leaves no case; name less`);
  if (only !== undefined && matched.length === 0)
    return new UsageError(
      `what --only ${shortened(only)} matches is not ${document === undefined ? '' : `of document ${document}, or not `}what this target is judged by`,
    );
  return new UsageError('no case matches; `srvspec list` shows what there is');
}

/** The user's own cases: one object if there is a file. */
export async function ownCasesIn({ cases }: Pick<Selection, 'cases'>): Promise<readonly GeneratedObject[]> {
  if (cases === undefined) return [];
  return [(await import('./own-cases.js')).ownCases(cases)];
}

const loaded = (object: GeneratedObject): LoadableObject => ({
  ...object,
  names: [OWN],
  load: async () => object,
});

/** A case with its requirement and object. */
export interface FoundCase {
  readonly of: GeneratedCase;
  readonly requirement: GeneratedRequirement;
  readonly object: GeneratedObject;
}

/** The case with this id; `undefined` for the id of a requirement. Rejects with `UsageError` for an unknown id. */
export async function foundCase(id: string, cases?: string): Promise<FoundCase | undefined> {
  for (const object of await select({ only: id, cases }))
    for (const requirement of object.requirements) {
      const of = requirement.cases.find((one) => one.id === id);
      if (of !== undefined) return { of, requirement, object };
    }
  return undefined;
}

const casesIn = (some: readonly GeneratedObject[]): number =>
  some.reduce((sum, { requirements }) => requirements.reduce((of, { cases }) => of + cases.length, sum), 0);

/** Refuses text that is no id, and words that match none. */
async function refuseMistaken(
  option: GlobOption,
  glob: string,
  own: readonly GeneratedObject[],
  matchingMs: number,
): Promise<void> {
  const ids = await idsOfSuite(own);
  const complaints = inTime(option, glob, matchingMs, () => globComplaints(option, glob, ids));
  if (complaints.length > 0) throw new UsageError(complaints.join('\n'));
}

/** Milliseconds in which a glob must have been matched with all ids. */
const MATCHING_MS = 60_000;

/**
 * The result of `work` within the time limit. Some globs become regular expressions that are too large, or that take too long. Only a time
 * limit finds them.
 */
function inTime<T>(option: GlobOption, glob: string | undefined, ms: number, work: () => T): T {
  const result: { value?: T } = {};
  const store = (): void => {
    result.value = work();
  };
  try {
    runInNewContext('store()', { store }, { timeout: ms });
  } catch (error) {
    // That error belongs to the other context.
    const late = types.isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (!late && !(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    const why = late ? `it was not matched within ${ms / 1000} s` : 'it is too long, or nested too deeply';
    throw new UsageError(`--${option} ${shortened(glob ?? '')}: ${why}; name fewer cases, or a simpler glob`);
  }
  if (result.value === undefined) throw new Error('the selection gave nothing');
  return result.value;
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** The documents that a report covers: the requested one, or all that are about the target's subjects. */
export const documentsOf = ({ document }: Selection, subjects: ReadonlySet<Subject>): ReadonlySet<DocumentId> =>
  new Set(
    objects
      .filter((object) => subjects.has(object.subject))
      .map((object) => object.document)
      .filter((id) => document === undefined || id === Number(document)),
  );

/** The depth that a command line asks for. Throws `UsageError` for an unknown one. */
export function depthOf({ depth, only, lastFailed }: Selection): Depth {
  if (depth === undefined) return only === undefined && lastFailed === undefined ? 'standard' : 'full';
  return knownValue('--depth', depth, DEPTHS);
}

const atDepth =
  (depth: Depth): KeepCase =>
  (one) =>
    DEPTHS.indexOf(one.depth ?? 'standard') <= DEPTHS.indexOf(depth);

/** The selection as in a report. */
export function selectedBy(selection: Selection): CaseSelection {
  const depth = depthOf(selection);
  return { ...selectedCases(selection), ...(depth === 'full' ? {} : { depth }) };
}

const selectedCases = ({ document, only, exclude, shard, lastFailed }: Selection): CaseSelection => ({
  ...(isDocument(document) && { document: DOCUMENT_IDS[document] }),
  ...(only !== undefined && { only }),
  ...(exclude !== undefined && { exclude }),
  ...(shard !== undefined && { shard }),
  ...(lastFailed !== undefined && { lastFailed: true }),
});

const DOCUMENT_IDS = { 1: 1, 2: 2, 3: 3 } as const;

const isDocument = (text: string | undefined): text is '1' | '2' | '3' => text !== undefined && text in DOCUMENT_IDS;

/** Whether any id of an object can match: it must begin with the part of the glob before its first special character. */
function mayMatch(only = ''): (object: LoadableObject) => boolean {
  const [prefix = ''] = only.split(/[*?[\]{}()!+@|\\]/, 1);
  return ({ names }) => names.some((name) => name.startsWith(prefix) || prefix.startsWith(name));
}

function matching(only: string | undefined): KeepCase {
  if (only === undefined) return () => true;
  const glob = matcherOf(only);
  return ({ id }, requirement) => glob(id) || glob(requirement.id);
}

const not =
  (keep: KeepCase): KeepCase =>
  (one, requirement) =>
    !keep(one, requirement);

function inShard(shard: string | undefined): KeepCase {
  if (shard === undefined) return () => true;
  const wanted = parseShard(shard);
  if (wanted === undefined) throw new UsageError(`--shard takes auto, or I/N with I from 1 to N, not ${shard}`);
  return ({ id }) => shardOf(id, wanted.count) === wanted.index;
}

/** The numbers of a run from the texts of their options. */
export const runNumbers = (values: { readonly runs: string; readonly seed: string; readonly jobs: string }) => ({
  runs: wholeNumberOption('runs', values.runs, 1),
  seed: wholeNumberOption('seed', values.seed, 0),
  jobs: wholeNumberOption('jobs', values.jobs, 1),
});

/** A whole number from an option's text; `UsageError` if it is none or below `least`. */
export function wholeNumberOption(name: string, text: string, least: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageError(`--${name} takes a whole number from ${least}, not ${text}`);
}
