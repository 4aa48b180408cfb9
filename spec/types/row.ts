/** Facts that the documents state, extracted by machine, without their words. Plain JSON; nothing of ours is imported. */

/** The documents are known by their number. */
export type DocumentId = 1 | 2 | 3;

/** A document that a run was judged by; `sha256` is that of its exact bytes. */
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
  /** Types or literal alternatives in the parameter's place, for example `string | Buffer`. */
  readonly alternatives?: readonly string[];
}

/** One operation or member named in the first cell of a row, or at the head of a rule. */
export interface Signature {
  /** Dotted name as the document writes it, for example `r.return` or `incr`. */
  readonly name: string;
  /** Present exactly for operations; a property has none. */
  readonly parameters?: readonly Parameter[];
}

/** The facts in a cell of a table, without its prose. */
export interface CellFacts {
  readonly column: string;
  readonly code: readonly string[];
  readonly digest: string;
}

/** The meaning of a version for its subject. */
export type Turn = 'since' | 'before' | 'obsolete' | 'removed';

/**
 * A version that an element names, and the identifier that it belongs to; absent if it belongs to a description in prose.
 */
export interface VersionFact {
  readonly version: string;
  readonly turn: Turn;
  readonly of?: string;
}

/** The default value of `of`: a number, a word or code as written. */
export interface DefaultFact {
  readonly of?: string;
  readonly value: string;
}

/** Numbers that limit `of`: two for `between`, several for `multiple-of`, otherwise one. */
export interface LimitFact {
  readonly bound: 'between' | 'at-least' | 'at-most' | 'below' | 'above' | 'multiple-of';
  readonly numbers: readonly string[];
  readonly of?: string;
  readonly unit?: 'bytes' | 'bits' | 'milliseconds' | 'characters';
}

/** Enumerated values, in order: the values of `of`, if that is named. */
export interface ListFact {
  readonly of?: string;
  readonly values: readonly string[];
}

/** The outcome of an operation: `error` is the type thrown, `message` a text in its place. */
export interface OutcomeFact {
  readonly kind: 'throws' | 'rejects' | 'fails';
  readonly error?: string;
  readonly message?: string;
}

/** One key of an object of parameters, with its possible names or numbers. */
export interface KeyFact {
  readonly name: string;
  readonly optional?: boolean;
  readonly alternatives?: readonly string[];
  /** The value of this key may replace the whole object. */
  readonly orBare?: boolean;
}

/** A field of a record or payload; `array-of-strings` is one type. */
export interface FieldFact {
  readonly name: string;
  readonly type: string;
}

export interface EndpointFact {
  readonly method: string;
  readonly path: string;
  readonly request: readonly FieldFact[];
  readonly response: readonly FieldFact[];
}

/** The facts of a row in the closed vocabulary of `generators/extract/facts/vocabulary.ts`; other facts are absent. */
export interface Facts {
  readonly access?: 'read-only' | 'writable' | 'removed';
  /** Types of a property's value or an operation's result; several are alternatives. */
  readonly types?: readonly string[];
  /** Types that the column of arguments names. */
  readonly arguments?: readonly string[];
  readonly defaults?: readonly DefaultFact[];
  readonly outcome?: OutcomeFact;
  readonly limits?: readonly LimitFact[];
  readonly lists?: readonly ListFact[];
  /** Members that a limit applies to. */
  readonly appliesTo?: readonly string[];
  /** Names of algorithms that have the row's keys. */
  readonly algorithms?: readonly string[];
  readonly keys?: readonly KeyFact[];
  readonly endpoint?: EndpointFact;
  readonly field?: FieldFact;
}

export type RowKind = 'table-row' | 'rule' | 'item' | 'paragraph';

/** One element of a document that states something, reduced to facts. Its words are not kept, only their digest. */
export interface Row {
  /** For example `2/shareddict-operations/incr`; unique, and stable while its section and head stay the same. */
  readonly id: string;
  readonly kind: RowKind;
  /** Slugs of the chapter and, where there is one, the section. */
  readonly section: readonly string[];
  readonly signatures: readonly Signature[];
  readonly versions: readonly VersionFact[];
  readonly numbers: readonly string[];
  /** Every code span of the element, in order, without repeats. */
  readonly code: readonly string[];
  readonly cells?: readonly CellFacts[];
  readonly facts?: Facts;
  readonly digest: string;
}

/** A chapter or section whose heading names versions, which hold for its whole content. */
export interface SectionFacts {
  readonly section: readonly string[];
  readonly versions: readonly VersionFact[];
}

export interface RowFile {
  readonly document: DocumentFacts;
  readonly rows: readonly Row[];
  readonly sections: readonly SectionFacts[];
  /**
   * Line of the document at which each row's element starts, 1-based, in the order of the rows. It is separate so that a new
   * row changes one line.
   */
  readonly lines: readonly number[];
}
