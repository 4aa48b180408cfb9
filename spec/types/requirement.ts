/**
 * The vocabulary of the specification: what the documents say, as data. Everything here is plain JSON or YAML. It imports only the types
 * of rows.
 */

/** The subject of a requirement: a script runtime with its host, a server-management API, or a client of one. */
export type Subject = 'runtime' | 'server' | 'client';

/** `major.minor.patch`, as the documents write runtime versions. */
export type Version = `${number}.${number}.${number}`;

/** `must`: cases are judged. `open`: the documents leave it open; cases record the behaviour of a target and never fail. */
export type Strength = 'must' | 'open';

/**
 * Plain data that YAML, JSON and every target can carry. Values that JSON cannot represent are tagged objects, see
 * `suites/language/encoding.ts`.
 */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [key: string]: Plain };
export type PlainObject = { readonly [key: string]: Plain };

/** Versions and engines that something holds for; an absent member means all. */
export interface Scope {
  readonly since?: Version;
  /** First version in which it no longer holds. */
  readonly until?: Version;
  readonly engines?: readonly Engine[];
}

/** Data of one case; `name` becomes part of the case id. */
export interface CaseRow {
  readonly name: string;
  /** Narrows the scope of the application, and is not part of the data. */
  readonly since?: Version;
  readonly [key: string]: Plain;
}

/**
 * A law and its data: one case for each element of `each`, or a single case without `each`. Its scope narrows that of the
 * requirement.
 */
export interface Application extends Scope {
  /**
   * Name of an export of the laws file with the requirement file's name. `FILE/NAME` is one of another laws file, by its
   * path in the folder of the object, and `support/FILE/NAME` one that several objects share. The default is `calls`, plain
   * vectors.
   */
  readonly law?: string;
  /** Part of the case ids, before the names of rows; needed if cases of one requirement would otherwise have the same id. */
  readonly name?: string;
  /** Data of each case. */
  readonly each?: readonly CaseRow[];
  /** Names of some of the file's `tables`, or of those of `spec/tables.yaml`, in place of `each`. */
  readonly table?: string | readonly string[];
  /**
   * Axes: each row is combined with every choice of one value for each axis; the values become the last parts of the case
   * id.
   */
  readonly over?: { readonly [axis: string]: readonly Plain[] };
  /** Data of every case of this application; `each`, the table and `over` take precedence. */
  readonly with?: { readonly [key: string]: Plain };
}

/** One testable sentence in our own words. */
export interface Requirement extends Scope {
  readonly id: string;
  readonly says: string;
  readonly rows: readonly string[];
  /** The default is `must`. */
  readonly strength?: Strength;
  /** Code identifiers, numbers and versions of the cited rows that the sentence covers without naming them. */
  readonly mentions?: readonly string[];
  /** Rulings that this requirement is based on. */
  readonly rulings?: readonly string[];
  /**
   * Lines of the object's `members.yaml`, by the names of their members (`Buffer.from`). The cases that the member laws
   * derive from them belong to this requirement.
   */
  readonly members?: readonly string[];
  /** Name of the axis that applies to these lines, in place of the member laws. */
  readonly axis?: string;
  /** Former ids of requirements or cases whose cases belong to this requirement, if no rule derives them. */
  readonly formerly?: readonly string[];
  /** May be omitted if there are `members`. */
  readonly cases?: readonly Application[];
}

/** Rows that need no requirement, each with the reason. */
export interface Exclusion {
  readonly rows: readonly string[];
  readonly reason: string;
}

/** Tables by name; the rows of each are data of cases. */
export interface Tables {
  readonly [table: string]: readonly CaseRow[];
}

/** `spec/DOCUMENT/OBJECT/PART.yaml`: the requirements of one part of an object or module of the documents. */
export interface RequirementFile {
  readonly title: string;
  /** Subject of all requirements of the file; the default is `runtime`. */
  readonly subject?: Subject;
  /** The default version of the requirements of the file. */
  readonly since?: Version;
  readonly tables?: Tables;
  readonly requirements: readonly Requirement[];
  readonly excluded?: readonly Exclusion[];
}

/** JavaScript engines that a runtime can use. */
export type Engine = 'njs' | 'qjs';
