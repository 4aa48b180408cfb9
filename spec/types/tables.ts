/** `spec/tables.yaml`: data that requirements and members of any object share. */
import type { TypeName } from './member.js';
import type { Plain, Strength, Tables } from './requirement.js';

/** Tables that requirement files of any object can use, and tests of members. */
export interface TableFile {
  readonly tables: Tables;
  readonly axes?: readonly Axis[];
}

/**
 * A test of every member that has such a parameter or such a result. Each object gets a requirement for it, with the id
 * `OBJECT.axes.NAME`.
 */
export interface Axis {
  readonly name: string;
  readonly says: string;
  /** The default is `must`. */
  readonly strength?: Strength;
  readonly rulings?: readonly string[];
  /** Name of an export of `suites/laws/members/axes`. */
  readonly law: string;
  /** One case for each call, for each of its parameters, or for each pair of parameters that bound a part. */
  readonly per: 'call' | 'parameter' | 'range';
  /** Types of the parameters that it is about, by the arguments of the example; a call has at least one of them. */
  readonly params?: readonly TypeName[];
  /** Types of results; the call returns one of them. */
  readonly returns?: readonly TypeName[];
  /** Arguments of the law. */
  readonly values?: readonly Plain[];
}
