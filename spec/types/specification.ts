/** The specification as a whole. */
import type { MemberFile } from './member.js';
import type { RequirementFile } from './requirement.js';
import type { DocumentFacts, Row, SectionFacts } from './row.js';
import type { Ruling } from './ruling.js';
import type { Axis } from './tables.js';

/** `spec/pending.yaml`. */
export interface PendingFile {
  /** Globs of row ids not worked on yet: a section glob where a whole section waits, an id where part of a row does. */
  readonly pending: readonly string[];
}

/** Everything authored and extracted, read and cross-checked. */
export interface Spec {
  readonly documents: readonly DocumentFacts[];
  readonly rows: ReadonlyMap<string, Row>;
  /** Sections whose headings name versions, by `document/section`. */
  readonly sections: ReadonlyMap<string, SectionFacts>;
  /** Line of its document on which each row stands, by row id. */
  readonly lines: ReadonlyMap<string, number>;
  /** Requirements by path below `spec` without ending; those that members tables make stand under the path of the table. */
  readonly files: ReadonlyMap<string, RequirementFile>;
  /** Members tables by path below `spec` without ending. */
  readonly members: ReadonlyMap<string, MemberFile>;
  /** What members are put through; each has a name of its own. */
  readonly axes: readonly Axis[];
  readonly rulings: ReadonlyMap<string, Ruling>;
  /** Row globs not worked on yet; their rows count as uncovered. */
  readonly pending: readonly string[];
}
