import picomatch from 'picomatch';
import type { Requirement } from '../types/requirement.js';
import type { Row } from '../types/row.js';
import type { Spec } from '../types/specification.js';
import { linesBeside, mentionsFor } from './members.js';
import { joinVocabularies, unmentioned, type Vocabulary, vocabularyOf } from './mentions.js';

/** How a row stands, whatever was tested. */
export interface RowStatus {
  readonly row: Pick<Row, 'id' | 'section'>;
  /** Requirements that cite it, in the order of their files. */
  readonly citedBy: readonly Requirement[];
  /** Why it needs no requirement, when it is excluded. */
  readonly excluded?: string;
  /** A pending glob matches it. */
  readonly pending: boolean;
  /** Versions, numbers and code identifiers of it that `citedBy` leaves out; empty when nothing cites it. */
  readonly unmentioned: readonly string[];
}

/** What commands need of a specification when they run: how each row stands, rather than what is in it. */
export interface StandingSpec extends Omit<Spec, 'rows' | 'sections' | 'members' | 'axes'> {
  /** By row id, in the order of the documents. */
  readonly standings: ReadonlyMap<string, RowStatus>;
}

export const withStandings = (spec: Spec): StandingSpec => ({ ...spec, standings: standings(spec) });

/** How each row stands, by id and in the order of the documents. */
export function standings(spec: Spec): ReadonlyMap<string, RowStatus> {
  const citations = citationsByRow(spec);
  const exclusions = exclusionsByRow(spec);
  const isPending = globMatcher(spec.pending);
  return new Map(
    [...spec.rows.values()].map((row) => {
      const citing = citations.get(row.id) ?? [];
      const excluded = exclusions.get(row.id);
      const standing: RowStatus = {
        row,
        citedBy: citing.map(({ requirement }) => requirement),
        ...(excluded !== undefined && { excluded }),
        pending: isPending(row.id),
        unmentioned:
          citing.length === 0 ? [] : unmentioned(row, joinVocabularies(citing.map(({ vocabulary }) => vocabulary))),
      };
      return [row.id, standing];
    }),
  );
}

/** Does any of these globs match a row id? `*` stands for characters within one part of an id, `**` for whole parts. */
export function globMatcher(globs: readonly string[]): (id: string) => boolean {
  const matchers = globs.map((glob) => picomatch(glob));
  return (id) => matchers.some((matches) => matches(id));
}

/** A requirement and its words, which are read once for all rows that it cites. */
interface Citing {
  readonly requirement: Requirement;
  readonly vocabulary: Vocabulary;
}

function citationsByRow(spec: Spec): ReadonlyMap<string, readonly Citing[]> {
  const citations = new Map<string, Citing[]>();
  for (const [object, file] of spec.files) {
    for (const authored of file.requirements) {
      const told = mentionsFor(authored, linesBeside(spec, object));
      const requirement = { ...authored, mentions: [...(authored.mentions ?? []), ...told] };
      const citing: Citing = { requirement, vocabulary: vocabularyOf({ requirement, file }) };
      for (const id of new Set(requirement.rows)) {
        citations.set(id, [...(citations.get(id) ?? []), citing]);
      }
    }
  }
  return citations;
}

function exclusionsByRow({ files }: Spec): ReadonlyMap<string, string> {
  const exclusions = [...files.values()].flatMap(({ excluded = [] }) => excluded);
  return new Map(exclusions.flatMap(({ rows, reason }) => rows.map((id): [string, string] => [id, reason])));
}
