/**
 * The vocabulary of the specification: what the documents say, as data. Everything here is plain JSON or YAML; nothing
 * of ours is imported but what the documents say.
 */
import type { DocumentId } from './row.js';

/** What a requirement is about: a script runtime with its host, a server-management API, or a client of one. */
export type Subject = 'runtime' | 'server' | 'client';

/** `major.minor.patch`, as the documents write runtime versions. */
export type Version = `${number}.${number}.${number}`;

/** `must`: judged. `open`: the documents leave it open; cases record what a target does and never fail. */
export type Strength = 'must' | 'open';

/**
 * Plain data that YAML, JSON and every target can carry. Values JSON has no spelling for are tagged objects, see
 * `suites/language/encoding.ts`.
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
  /**
   * Name of an export of the laws file that carries the requirement file's name, or `FILE/NAME` for one of another laws file,
   * by its path in the folder of the object, or `support/FILE/NAME` for one that several objects share; `calls`, plain
   * vectors, when not given.
   */
  readonly law?: string;
  /** Part of the case ids, behind the names of rows; needed where cases of one requirement would be called alike. */
  readonly name?: string;
  /** Data of each case; `name` becomes part of the case id. */
  readonly each?: readonly { readonly name: string; readonly [key: string]: Plain }[];
  /** Name of one of the file's `tables`, or of those of `spec/tables.yaml`, used instead of `each`. */
  readonly table?: string;
  /** Axes: each row is crossed with every choice of one value an axis; the values become the last parts of the case id. */
  readonly over?: { readonly [axis: string]: readonly Plain[] };
  /** Data given to every case of this application, below what `each` or the table give. */
  readonly with?: { readonly [key: string]: Plain };
}

/** One testable sentence in our own words. */
export interface Requirement extends Scope {
  readonly id: string;
  readonly says: string;
  readonly rows: readonly string[];
  /** `must` when not given. */
  readonly strength?: Strength;
  /** Code identifiers, numbers and versions of the cited rows that the sentence covers without spelling them out. */
  readonly mentions?: readonly string[];
  /** Rulings that this requirement rests on. */
  readonly rulings?: readonly string[];
  /**
   * Lines of the object's `members.yaml`, by the names of their members (`Buffer.from`): what the member laws make of them are
   * cases of this requirement.
   */
  readonly members?: readonly string[];
  /** Name of the axis that these lines are put through, in place of what the member laws make of them. */
  readonly axis?: string;
  /** Ids of requirements or cases that this requirement's cases had before, where no rule tells. */
  readonly formerly?: readonly string[];
  /** May be left out where there are `members`. */
  readonly cases?: readonly Application[];
}

/** Rows that need no requirement of their own, each with the reason. */
export interface Exclusion {
  readonly rows: readonly string[];
  readonly reason: string;
}

/** Tables by name; the rows of each are the data of cases. */
export interface Tables {
  readonly [table: string]: readonly { readonly name: string; readonly [key: string]: Plain }[];
}

/** `spec/DOCUMENT/OBJECT/PART.yaml`: the requirements of one part of an object or module of the documents. */
export interface RequirementFile {
  readonly title: string;
  readonly document: DocumentId;
  /** Subject of all requirements of the file; `runtime` when not given. */
  readonly subject?: Subject;
  /** Of all requirements of the file that say no version of their own. */
  readonly since?: Version;
  readonly tables?: Tables;
  readonly requirements: readonly Requirement[];
  readonly excluded?: readonly Exclusion[];
}

/** JavaScript engines a runtime can be built on. */
export type Engine = 'njs' | 'qjs';
