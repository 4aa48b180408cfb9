/**
 * Steps: what a script does, as data. One language for all objects; `suites/inside/steps.ts` interprets it within a target, and
 * CONTRIBUTING has examples.
 *
 * A value in a step is plain data in the tagged encoding. A text `$name` refers to a subject of the row or to the result of a step with
 * `as: name`. `$0` is the result of the first step, `$error` the last error, `$name.length` a member, and `$size+1` a sum. `$$name` is the
 * text `$name`.
 */
import type { Plain } from './requirement.js';

/** A call, `[on, member, ...arguments]`, or `[value]`, which observes the value; or a step of another kind. */
export type Step = readonly Plain[] | StepOf;

/** A step with exactly one of the verbs `call`, `get`, `set`, `delete`, `new`, `make` and `value`. */
export interface StepOf {
  /**
   * The object of the step: a path such as `Buffer`, `zlib` or `r.headersIn`, a reference, or a value. The default is the
   * subject of the row.
   */
  readonly on?: Plain;
  /** Calls a member: its name, or a list of its name and its arguments. */
  readonly call?: string | readonly Plain[];
  /** Reads a member. */
  readonly get?: Plain;
  /** Assigns: the member's name and the value. */
  readonly set?: readonly Plain[];
  /** Deletes a member, like the operator. */
  readonly delete?: Plain;
  /** Constructs: a path to the constructor, and its arguments. */
  readonly new?: readonly Plain[];
  /** Test data that cannot be written as a value: the name of a maker, and its arguments. */
  readonly make?: readonly Plain[];
  /** Observes a value, usually the result of an earlier step. */
  readonly value?: Plain;
  /** Repeats the step for each item of this list, as `$item`; the result is the list of results. */
  readonly each?: string;
  /** Waits for the promise that the step returns, or for a call of the function `$next`, whose argument is then the result. */
  readonly await?: 'promise' | 'callback';
  /** Runs after the step has begun, before the wait for its promise: its changes must not affect the step. */
  readonly meanwhile?: Step;
  /** With `false`, only whether the step fails is observed. With steps, their results are observed in place of its own. */
  readonly shown?: boolean | readonly Step[];
  /** A name for the result of the step. */
  readonly as?: string;
  /** The expected result; `{ $any: true }` is anything except an error, and `suites/language/steps.ts` lists other forms. */
  readonly returns?: Plain;
  /**
   * The error's name, or a list of possible names; an empty list means any error. A promise may be rejected with it.
   * Together with `returns`, the step may either return that or fail with any error.
   */
  readonly throws?: string | readonly string[];
  /** The expectation of another requirement, in words: unless the step returns what it says, nothing is observed. */
  readonly presumed?: string;
}

/** Steps by the names of their results, in order. */
export interface NamedSteps {
  readonly [name: string]: Step;
}
