/** `spec/tables.yaml`: what requirements and members of any object share. */
import type { TypeName } from './member.js';
import type { Plain, Strength, Tables } from './requirement.js';

/** Tables that requirement files of any object use as their own, and what members are put through. */
export interface TableFile {
  readonly tables: Tables;
  readonly axes?: readonly Axis[];
}

/**
 * What every member is put through that has such a parameter or such a result. Each object gets a requirement of it, called
 * `OBJECT.axes.NAME`.
 */
export interface Axis {
  readonly name: string;
  readonly says: string;
  /** `must` when not given. */
  readonly strength?: Strength;
  readonly rulings?: readonly string[];
  /** Name of an export of `suites/laws/members/axes`. */
  readonly law: string;
  /** One case for each call, for each of its parameters, or for each pair of parameters that bound a part. */
  readonly per: 'call' | 'parameter' | 'range';
  /** Types of the parameters that it is about, by the arguments of the example; a call has one of them at least. */
  readonly params?: readonly TypeName[];
  /** Types of results, one of which the call gives. */
  readonly returns?: readonly TypeName[];
  /** What the law is given. */
  readonly values?: readonly Plain[];
}
