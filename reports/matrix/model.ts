/** Several reports side by side. Repeated texts are stored once, since a page has all of them. */
import type { Circumstances, ReportedTarget, VerdictKind, ViolationReason } from '../model.js';

/** Placeholder for the id of a case in a command. */
export const CASE_ID = '\0';

export interface MatrixColumn {
  /** Its id in addresses: `nginx-1.0.2-qjs`. */
  readonly id: string;
  /** What distinguishes it from the others of its group, for example the version. */
  readonly label: string;
  readonly target: ReportedTarget;
  readonly circumstances: Circumstances;
  readonly cutShort?: string;
  /** Address of the page of this run. */
  readonly link?: string;
  /** The command that runs most of its cases again, with `CASE_ID` in place of the id. */
  readonly replay: string;
}

/** Versions of one target with one engine. */
interface MatrixGroup {
  readonly label: string;
  readonly columns: number;
}

/** Indices in `texts`. */
export interface MatrixVerdict {
  readonly verdict: VerdictKind;
  readonly failure?: ViolationReason;
  readonly reason: number;
  /** The address of what is known about its cause. */
  readonly finding?: number;
  readonly expected?: number;
  readonly observed?: number;
  readonly counterexample?: number;
}

export interface MatrixCase {
  /** The part of its id behind that of its requirement. */
  readonly name: string;
  /** Present if its id does not begin with that of its requirement. */
  readonly id?: string;
  /** For each column the index in `answers`; -1 if the report has no such case. */
  readonly answers: readonly number[];
  /** For each column the command as an index in `texts`, if it differs from the column's; otherwise -1. */
  readonly replays?: readonly number[];
}

export interface MatrixRequirement {
  readonly id: string;
  readonly says: string;
  readonly open: boolean;
  readonly rows: readonly string[];
  readonly cases: readonly MatrixCase[];
}

export interface MatrixObject {
  readonly title: string;
  readonly document: 1 | 2 | 3;
  readonly requirements: readonly MatrixRequirement[];
}

export interface Matrix {
  /** By group, newest version first. */
  readonly columns: readonly MatrixColumn[];
  readonly groups: readonly MatrixGroup[];
  readonly documents: readonly { readonly id: 1 | 2 | 3; readonly title: string }[];
  readonly objects: readonly MatrixObject[];
  readonly answers: readonly MatrixVerdict[];
  readonly texts: readonly string[];
}
