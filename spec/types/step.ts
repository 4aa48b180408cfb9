/**
 * Steps: what a script does, as data. One language for all objects; `suites/inside/steps.ts` is its interpreter within a target, and
 * CONTRIBUTING shows it with examples.
 *
 * A value in a step is plain data in the tagged encoding. A text `$name` refers to a subject of the row or to what a step `as: name`
 * gave, `$0` to what the first step gave, `$error` to the last error, `$name.length` to a member of it, and `$size+1` to a number beside it.
 * `$$name` is the text `$name`.
 */
import type { Plain } from './requirement.js';

/** A call, `[on, member, ...arguments]`, or `[value]`, which looks at the value; or a step of another kind. */
export type Step = readonly Plain[] | StepOf;

/** A step with exactly one of the verbs `call`, `get`, `set`, `delete`, `new`, `make` and `value`. */
export interface StepOf {
  /** What the step is about: a path such as `Buffer`, `zlib` or `r.headersIn`, a reference, or a value; the subject of the row when not given. */
  readonly on?: Plain;
  /** Calls a member: its name, or a list of its name and its arguments. */
  readonly call?: string | readonly Plain[];
  /** Reads a member. */
  readonly get?: Plain;
  /** Assigns: the member's name and the value. */
  readonly set?: readonly Plain[];
  /** Deletes a member, as the operator does. */
  readonly delete?: Plain;
  /** Constructs: a path to the constructor, and its arguments. */
  readonly new?: readonly Plain[];
  /** Test data that has no spelling as a value: the name of a maker, and its arguments. */
  readonly make?: readonly Plain[];
  /** Looks at a value, mostly one that an earlier step gave. */
  readonly value?: Plain;
  /** Does the step for each item of this list, as `$item`; gives the list of what came of it. */
  readonly each?: string;
  /** Waits for the promise that the step gives; or, without that anybody waits, for the call of `$next`, a function, and what it is passed. */
  readonly await?: 'promise' | 'callback';
  /** Done once the step was begun, and before its promise is waited for: what it changes then must change nothing. */
  readonly meanwhile?: Step;
  /** With `false`, what the step gives is not observed, only whether it fails; with steps, what these give is observed instead of it. */
  readonly shown?: boolean | readonly Step[];
  /** A name for what the step gives. */
  readonly as?: string;
  /** What the step gives; `{ $any: true }` is anything but an error, and `suites/language/steps.ts` lists other forms. */
  readonly returns?: Plain;
  /** The error's name, or a list of names of which it has one; an empty list means any error. A promise may be rejected with it. Beside
   * `returns` the step may give that or fail with any error. */
  readonly throws?: string | readonly string[];
  /** What another requirement judges, in words: unless the step gives what it says, nothing is observed. */
  readonly presumed?: string;
}

/** Steps by the names of what they give, in order. */
export interface NamedSteps {
  readonly [name: string]: Step;
}
