/**
 * The vocabulary of the specification: what the documents say, as data. Everything here is plain JSON or YAML; nothing
 * of ours is imported.
 */

/** The documents are known by their number. */
export type DocumentId = 1 | 2 | 3;

/** What a requirement is about: a script runtime with its host, a server-management API, or a client of one. */
export type Subject = 'runtime' | 'server' | 'client';

/** `major.minor.patch`, as the documents write runtime versions. */
export type Version = `${number}.${number}.${number}`;

/** A document a run was judged by; `sha256` is of its exact bytes. */
export interface DocumentFacts {
  readonly id: DocumentId;
  readonly title: string;
  readonly sha256: string;
}

/** One parameter of a signature. `optionalDepth` counts the brackets around it: 0 is required. */
export interface Parameter {
  readonly name: string;
  readonly optionalDepth: number;
  readonly rest?: boolean;
  /** Types or literal alternatives written in the parameter's place, for example `string | Buffer`. */
  readonly alternatives?: readonly string[];
}

/** One operation or member named in the first cell of a row, or at the head of a rule. */
export interface Signature {
  /** Dotted name as the document writes it, for example `r.return` or `incr`. */
  readonly name: string;
  /** Present exactly for operations; a property has none. */
  readonly parameters?: readonly Parameter[];
}

/** What a cell of a table holds, without its prose. */
export interface CellFacts {
  readonly column: string;
  readonly code: readonly string[];
  readonly digest: string;
}

export type RowKind = 'table-row' | 'rule' | 'item' | 'paragraph';

/** One statement-bearing element of a document, reduced to facts. Its words are not kept, only their digest. */
export interface Row {
  /** For example `2/shareddict-operations/incr`; unique, and stable while its section and head stay the same. */
  readonly id: string;
  readonly kind: RowKind;
  /** Slugs of the chapter and, where there is one, the section. */
  readonly section: readonly string[];
  /** Line of the document on which the element starts, 1-based. */
  readonly line: number;
  readonly signatures: readonly Signature[];
  readonly versions: readonly string[];
  readonly numbers: readonly string[];
  /** Every code span of the element, in order, without repeats. */
  readonly code: readonly string[];
  readonly cells?: readonly CellFacts[];
  readonly digest: string;
}

export interface RowFile {
  readonly document: DocumentFacts;
  readonly rows: readonly Row[];
}

/** `must`: judged. `open`: the documents leave it open; cases record what a target does and never fail. */
export type Strength = 'must' | 'open';

/**
 * Plain data that YAML, JSON and every target can carry. Values JSON has no spelling for are tagged objects, see
 * `suites/harness/encoding.ts`.
 */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };

/** Versions and engines something holds for; an absent member holds for all. */
export interface Scope {
  readonly since?: Version;
  /** First version in which it no longer holds. */
  readonly until?: Version;
  readonly engines?: readonly Engine[];
}

/**
 * A law and the data it is applied to: one case for each element of `each`, or one in all when there is no `each`. Its
 * scope narrows the requirement's.
 */
export interface Application extends Scope {
  /** Name of an export of the laws file that carries the requirement file's name. */
  readonly law: string;
  /** Data of each case; `name` becomes the last part of the case id. */
  readonly each?: readonly { readonly name: string; readonly [key: string]: Plain }[];
  /** Name of one of the file's `tables`, used instead of `each`. */
  readonly table?: string;
  /** Data given to every case of this application, below what `each` or the table give. */
  readonly with?: { readonly [key: string]: Plain };
}

/** One testable sentence in our own words. */
export interface Requirement extends Scope {
  readonly id: string;
  readonly says: string;
  readonly rows: readonly string[];
  readonly strength: Strength;
  /** Code identifiers, numbers and versions of the cited rows that the sentence covers without spelling them out. */
  readonly mentions?: readonly string[];
  /** Rulings that this requirement rests on. */
  readonly rulings?: readonly string[];
  /**
   * Members that exist exactly in the requirement's versions, as dotted paths (`srv.shared`, `Buffer.from`): each becomes a
   * case that finds it there, and cases that find it absent before `since` and from `until` on.
   */
  readonly members?: readonly string[];
  /** May be left out where there are `members`. */
  readonly cases?: readonly Application[];
}

/** Rows that need no requirement of their own, each with the reason. */
export interface Exclusion {
  readonly rows: readonly string[];
  readonly reason: string;
}

/** `spec/DOCUMENT/OBJECT/PART.yaml`: the requirements of one part of an object or module of the documents. */
export interface RequirementFile {
  readonly title: string;
  readonly document: DocumentId;
  /** Subject of all requirements of the file; `runtime` when not given. */
  readonly subject?: Subject;
  readonly tables?: { readonly [name: string]: readonly { readonly name: string; readonly [key: string]: Plain }[] };
  readonly requirements: readonly Requirement[];
  readonly excluded?: readonly Exclusion[];
}

/** A decision where the documents are silent, ambiguous or say that something is not shown. */
export interface Ruling {
  readonly id: string;
  readonly rows: readonly string[];
  readonly question: string;
  readonly decision: string;
  readonly why: string;
  /** What we therefore refuse to judge. */
  readonly unjudged?: string;
}

export interface RulingFile {
  readonly rulings: readonly Ruling[];
}

/** `spec/pending.yaml`. */
export interface PendingFile {
  /** Globs of row ids not worked on yet: a section glob where a whole section waits, an id where part of a row does. */
  readonly pending: readonly string[];
}

/** JavaScript engines a runtime can be built on. */
export type Engine = 'njs' | 'qjs';

/** Everything authored and extracted, read and cross-checked. */
export interface Spec {
  readonly documents: readonly DocumentFacts[];
  readonly rows: ReadonlyMap<string, Row>;
  readonly files: ReadonlyMap<string, RequirementFile>;
  readonly rulings: ReadonlyMap<string, Ruling>;
  /** Row globs not worked on yet; their rows count as uncovered. */
  readonly pending: readonly string[];
}
