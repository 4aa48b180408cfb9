/** The specification as a whole. */
import type { MemberFile } from './member.js';
import type { RequirementFile } from './requirement.js';
import type { DocumentFacts, Row, SectionFacts } from './row.js';
import type { Ruling } from './ruling.js';
import type { Axis } from './tables.js';

/** `spec/pending.yaml`. */
export interface PendingFile {
  /** Globs of row ids without requirements: a section glob if a whole section is pending, an id if part of a row is. */
  readonly pending: readonly string[];
}

/** The authored and extracted parts, read and cross-checked. */
export interface Spec {
  readonly documents: readonly DocumentFacts[];
  readonly rows: ReadonlyMap<string, Row>;
  /** Sections whose headings name versions, by `document/section`. */
  readonly sections: ReadonlyMap<string, SectionFacts>;
  /** Line of its document that each row begins at, by row id. */
  readonly lines: ReadonlyMap<string, number>;
  /** Requirements by path below `spec` without extension; those derived from a members table have the path of the table. */
  readonly files: ReadonlyMap<string, RequirementFile>;
  /** Members tables by path below `spec` without extension. */
  readonly members: ReadonlyMap<string, MemberFile>;
  /** Tests of members; each has a unique name. */
  readonly axes: readonly Axis[];
  readonly rulings: ReadonlyMap<string, Ruling>;
  /** Row globs without requirements; their rows count as uncovered. */
  readonly pending: readonly string[];
}
