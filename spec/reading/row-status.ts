import picomatch from 'picomatch';
import type { Requirement, RequirementFile } from '../types/requirement.js';
import type { Row } from '../types/row.js';
import type { Spec } from '../types/specification.js';
import { linesBeside, mentionsFor } from './members.js';
import { joinVocabularies, unmentioned, type Vocabulary, vocabularyOf } from './mentions.js';

/** The status of a row, regardless of what was tested. */
export interface RowStatus {
  readonly row: Pick<Row, 'id' | 'section'>;
  /** Requirements that cite it, in the order of their files. */
  readonly citedBy: readonly Requirement[];
  /** Why it needs no requirement, if it is excluded. */
  readonly excluded?: string;
  /** A pending glob matches it. */
  readonly pending: boolean;
  /** Its versions, numbers and code identifiers that `citedBy` does not mention; empty if nothing cites it. */
  readonly unmentioned: readonly string[];
}

/** The parts of a specification that commands need at run time: the status of each row instead of its content. */
export interface SpecStatus extends Omit<Spec, 'rows' | 'sections' | 'members' | 'axes'> {
  /** By row id, in the order of the documents. */
  readonly statuses: ReadonlyMap<string, RowStatus>;
}

/** The status of each row, by id and in the order of the documents. */
export function rowStatuses(spec: Spec, citations = citationsByRow(spec)): ReadonlyMap<string, RowStatus> {
  const exclusions = exclusionsByRow(spec);
  // `*` matches characters within one part of an id, `**` whole parts.
  const isPending = picomatch([...spec.pending]);
  return new Map(
    [...spec.rows.values()].map((row) => {
      const citing = citations.get(row.id) ?? [];
      const excluded = exclusions.get(row.id);
      const status: RowStatus = {
        row,
        citedBy: citing.map(({ requirement }) => requirement),
        ...(excluded !== undefined && { excluded }),
        pending: isPending(row.id),
        unmentioned:
          citing.length === 0 ? [] : unmentioned(row, joinVocabularies(citing.map(({ vocabulary }) => vocabulary))),
      };
      return [row.id, status];
    }),
  );
}

/** A requirement and its words, which are computed once for all rows that it cites. */
interface Citing {
  /** `mentions` include what the lines of members mention. */
  readonly requirement: Requirement;
  readonly file: RequirementFile;
  readonly vocabulary: Vocabulary;
  /** The `mentions` of a requirement file. */
  readonly own: readonly string[];
}

type Citations = ReadonlyMap<string, readonly Citing[]>;

export function citationsByRow(spec: Spec): Citations {
  const citations = new Map<string, Citing[]>();
  for (const [object, file] of spec.files) {
    for (const authored of file.requirements) {
      const beside = mentionsFor(authored, linesBeside(spec, object));
      const requirement = { ...authored, mentions: [...(authored.mentions ?? []), ...beside] };
      const own = spec.members.has(object) ? [] : (authored.mentions ?? []);
      const citing: Citing = { requirement, file, own, vocabulary: vocabularyOf({ requirement, file }) };
      for (const id of new Set(requirement.rows)) {
        citations.set(id, [...(citations.get(id) ?? []), citing]);
      }
    }
  }
  return citations;
}

/** Own `mentions` without which every fact of the cited rows is still mentioned, each with its list. */
export function needlessMentions({ rows }: Spec, citations: Citations): (readonly [readonly string[], number])[] {
  const isNeeded = (citing: Citing, mention: string): boolean => {
    const { requirement, file } = citing;
    const mentions = requirement.mentions?.filter((one) => one !== mention) ?? [];
    const vocabulary = vocabularyOf({ requirement: { ...requirement, mentions }, file });
    return requirement.rows.some((id) => {
      const row = rows.get(id);
      const others = citations.get(id)?.map((one) => (one === citing ? vocabulary : one.vocabulary)) ?? [];
      return row !== undefined && unmentioned(row, joinVocabularies(others)).length > 0;
    });
  };
  return [...new Set([...citations.values()].flat())].flatMap((citing) =>
    citing.own.flatMap((mention, index) => (isNeeded(citing, mention) ? [] : [[citing.own, index] as const])),
  );
}

function exclusionsByRow({ files }: Spec): ReadonlyMap<string, string> {
  const exclusions = [...files.values()].flatMap(({ excluded = [] }) => excluded);
  return new Map(exclusions.flatMap(({ rows, reason }) => rows.map((id): [string, string] => [id, reason])));
}
