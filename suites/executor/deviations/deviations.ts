/**
 * Known violations of a target, each with its reason. The list is strict both ways: an unlisted violation fails a run, and so does a listed
 * one that no longer happens. Between a version that showed one and the next version that was tried, it may happen or not.
 */
import type { CaseReport, RunReport } from '../../../reports/model.js';
import type { Engine, Scope, Version } from '../../../spec/types/requirement.js';
import { atLeast, compareVersions } from '../../language/versions.js';
import { inapplicable } from '../applicable.js';
import { isGlob, matcherOf, spelledOut } from '../id-glob.js';
import type { ReportedDeviation } from '../judging.js';
import { type HostIdentity, type Identity, isRuntime } from '../target.js';

/** The reason of an entry that `srvspec baseline` wrote and nobody has examined. */
export const TO_EXAMINE = 'not examined yet';

/** The versions on which the deviations of a file were looked for, by engine, oldest first. */
type TriedVersions = { readonly [of in Engine]?: readonly Version[] };

/** An entry of a deviations file. `since` and `until` are the first and the last version that showed it. */
export interface Deviation extends Scope, ReportedDeviation {
  /** Without them the versions between are unknown. */
  readonly tried?: TriedVersions;
  /** The release of the implementation that showed it, such as `bun 1.4.5`; other releases may show it or not. */
  readonly release?: string;
  /** Ids of cases, or of requirements whose cases all deviate, or globs of either. */
  readonly of: readonly string[];
  /** Ids of cases that show it only for some drawn inputs, or by chance; those of `of` always show it. */
  readonly drawn?: readonly string[];
  /** Kinds of target that showed it; by default all that the file is used for. */
  readonly kinds?: readonly string[];
  /** The identity that a target must report; by default any of those that the file is named for. */
  readonly implementation?: HostIdentity['implementation'];
  /** Whether the document or the host is wrong. */
  readonly fault: 'host' | 'document';
  /** Entries with the same cause are one finding. */
  readonly cause?: string;
  /** What a wrong answer leads to. */
  readonly impact?: 'memory' | 'silent' | 'attack' | 'text';
  /** The standard that agrees with the document. */
  readonly standard?: string;
  /** Why the document may be wrong, or how it may be read otherwise. */
  readonly doubt?: string;
}

/** The permanent name of the cause: its own, or the first case that shows it. */
export const causeId = (deviation: Deviation): string => deviation.cause ?? deviationIds(deviation)[0] ?? '';

export interface DeviationFile {
  /** `tried` and `release` apply to all entries. */
  readonly tried?: TriedVersions;
  readonly release?: string;
  readonly deviations: readonly WrittenDeviation[];
}

/** By default the answer is wrong and the host is at fault. */
type WrittenDeviation = Omit<Deviation, keyof typeof USUAL> & Partial<Pick<Deviation, keyof typeof USUAL>>;

const USUAL = { reason: 'wrong', fault: 'host' } as const;

/** Whether an id or glob of an entry names the case or requirement. */
export const names = (of: string, id: string): boolean => of === id || (isGlob(of) && matcherOf(of)(id));

/** All cases and requirements of an entry, or globs of them. */
export const deviationIds = ({ of, drawn = [] }: Deviation): readonly string[] => [...of, ...drawn];

/** The entries of a file, each with its defaults and the fields that apply to all. */
export const deviationEntries = ({ deviations, ...common }: DeviationFile): readonly Deviation[] =>
  deviations.map((one) => ({ ...USUAL, ...one, ...common }));

/** The known deviations of one kind of target. */
export class DeviationList {
  readonly #byId = new Map<string, Deviation[]>();
  /** By the ids that braces list, which may be only the beginnings of ids. */
  readonly #byBeginning = new Map<string, Deviation[]>();
  readonly #byGlob: { readonly matches: (id: string) => boolean; readonly deviation: Deviation }[] = [];

  constructor(kind: string, deviations: readonly Deviation[]) {
    for (const deviation of deviations) {
      if (deviation.kinds?.includes(kind) === false) continue;
      for (const id of deviationIds(deviation)) {
        const parts = spelledOut(id);
        const map = parts.length > 1 ? this.#byBeginning : this.#byId;
        if (parts.length === 1 && isGlob(id)) this.#byGlob.push({ matches: matcherOf(id), deviation });
        else for (const part of parts) map.set(part, [...(map.get(part) ?? []), deviation]);
      }
    }
  }

  /** The known deviation for a violation of this case, if any; an entry of the case itself comes first. */
  find(requirement: string, id: string, identity: Identity): Deviation | undefined {
    const globs = this.#byGlob.filter(({ matches }) => matches(id) || matches(requirement));
    const listed = [id, requirement].flatMap((one) => [
      ...(this.#byId.get(one) ?? []),
      ...(this.#byBeginning.get(one) ?? []),
    ]);
    const begun = [...id.matchAll(/[./]/g)].flatMap(({ index }) => this.#byBeginning.get(id.slice(0, index)) ?? []);
    return [...listed, ...begun, ...globs.map(({ deviation }) => deviation)].find(
      (deviation) => isAboutTarget(deviation, identity) && mayHappen(deviation, identity),
    );
  }

  /**
   * Deviations that should have happened in a run and did not: the case conforms, or is only recorded. An entry for a varying recorded case
   * is no such expectation.
   */
  stale(identity: Identity, requirements: RunReport['requirements']): RunReport['staleDeviations'] {
    const sound = requirements.flatMap(({ id, cases }) =>
      cases.filter(isSound).map((one) => ({ requirement: id, id: one.id, verdict: one.verdict })),
    );
    return sound.flatMap(({ requirement, id, verdict }) => {
      const known = this.find(requirement, id, identity);
      const must = known !== undefined && !isAbout(known, verdict) && mustHappen(known, id, requirement, identity);
      return must ? [{ id, why: known.why }] : [];
    });
  }
}

const isAboutTarget = ({ implementation }: Deviation, identity: Identity): boolean =>
  implementation === undefined || (isRuntime(identity) && identity.implementation === implementation);

/** For a recorded case, an entry can only say that the observation varies. */
const isAbout = ({ varies }: Deviation, verdict: CaseReport['verdict']): boolean =>
  varies === true && verdict === 'recorded';
/** Whether this version, or the newest tried one before it, showed it, and not by chance. */
function mustHappen(deviation: Deviation, id: string, requirement: string, identity: Identity): boolean {
  const isNamed = deviation.of.some((one) => names(one, id) || names(one, requirement));
  if (!wasSeen(deviation, identity) || !isNamed) return false;
  if (!isRuntime(identity)) return true;
  const { runtimeVersion: version, engine, release } = identity;
  if (deviation.release !== undefined && deviation.release !== release) return false;
  const tried = triedOn(deviation.tried, engine);
  return tried.includes(version) || tried.every((one) => atLeast(version, one));
}

/** Whether this version showed it, or versions before and after it did. */
function wasSeen({ since, until, engines }: Deviation, identity: Identity): boolean {
  if (isRuntime(identity) && until !== undefined && !atLeast(until, identity.runtimeVersion)) return false;
  return inapplicable({ ...(since && { since }), ...(engines && { engines }) }, identity) === undefined;
}

/** Whether this version showed it, or, if it was not tried, a neighbouring version did. */
function mayHappen(deviation: Deviation, identity: Identity): boolean {
  if (wasSeen(deviation, identity)) return true;
  if (!isRuntime(identity)) return false;
  const { runtimeVersion: version, engine } = identity;
  const tried = triedOn(deviation.tried, engine);
  if (tried.length === 0 || tried.includes(version)) return false;
  const older = tried.filter((one) => !atLeast(one, version)).at(-1);
  const newer = tried.find((one) => atLeast(one, version));
  return [older, newer].some((one) => one !== undefined && wasSeen(deviation, { ...identity, runtimeVersion: one }));
}

/** For an unknown engine, a version counts as tried if it was tried on any engine. */
function triedOn(tried: TriedVersions = {}, engine: HostIdentity['engine']): readonly Version[] {
  if (engine === 'njs' || engine === 'qjs') return tried[engine] ?? [];
  return [...new Set(Object.values(tried).flat())].sort(compareVersions);
}

const isSound = ({ verdict }: CaseReport): boolean => verdict === 'conforms' || verdict === 'recorded';
