/** Steps as laws hand them to a target, and what must come of them. The grammar is `spec/types/step.ts`. */
import type { Plain } from '../../spec/types/requirement.js';
import type { NamedSteps, Step, StepOf } from '../../spec/types/step.js';
import { decode } from './encoding.js';
import {
  all,
  anything,
  attempted,
  between,
  type Expectation,
  either,
  list,
  matches,
  oneOf,
  presumed,
  satisfies,
  throws,
} from './expectation.js';

/** Steps as a target is given them: without what must come of them. */
export interface StepOrder {
  /** Values by their names. */
  readonly subjects: Subjects;
  /** What steps without an `on` are about. */
  readonly on?: unknown;
  /** Steps that come first and are not judged, each behind the name of what it gives. */
  readonly make: readonly (readonly [name: string, step: unknown])[];
  readonly steps: readonly unknown[];
  /** What calls that change memory return is observed, too, which the documents do not say. */
  readonly returned?: boolean;
  /** What steps wait for must be a promise. */
  readonly promises?: boolean;
  /** Errors are observed by their names, which the documents say. */
  readonly named?: boolean;
  /** The bytes of `$view` after so many steps of `make`, where other requirements judge how it is made: nothing else is observed where it holds others. */
  readonly presumed?: { readonly after: number; readonly bytes: Uint8Array };
  /** Of bytes and texts only the length and a sum are observed, in which no byte and no place can change unnoticed. */
  readonly sums?: boolean;
}

export type Subjects = { readonly [name: string]: unknown };

/** How each step ended, like `Attempt`, with `['rejected', name]` of a promise; or the name of what could not be made. */
export type StepOutcomes = readonly (readonly unknown[])[] | { readonly cannotMake: string };

/** Gives the outcomes, or a promise of them where a step waits; `noted` is called with what came of each call of a callback. */
export type Stepper = (order: StepOrder, noted?: (came: unknown) => void) => StepOutcomes | Promise<StepOutcomes>;

/** What is done, as rows have it; what else they say is a subject. */
export interface Doing {
  readonly on?: Plain;
  /** Steps that come first and are not judged. */
  readonly make?: NamedSteps;
  readonly steps: readonly Step[];
  readonly returned?: boolean;
  readonly named?: boolean;
  readonly promises?: boolean;
  readonly [said: string]: unknown;
}

/**
 * Makes orders of what is done by a row for drawn subjects; its `make` may be preceded by that of an axis. Subjects that it does
 * not name are left out. What the row says is read once for all.
 */
export function ordering(doing: Doing, first: StepOrder['make'] = []): (drawn: Subjects) => StepOrder {
  const { make: makes = {}, steps: given, returned = false, promises = false, ...said } = doing;
  const { on, named = given.some((step) => isOfVerb(step) && step.throws !== undefined) } = doing;
  const make = [...first, ...Object.entries(makes).map(([name, step]) => [name, decoded(step)] as const)];
  const steps = given.map(decoded);
  const used = new Set(
    [...JSON.stringify([typeof on === 'string' ? on : '', make, steps]).matchAll(/(?<!\\)"[$](\w+)(?![^"]*":)/g)].map(
      ([, name = '']) => name,
    ),
  );
  const own = subjectsIn(Object.fromEntries(Object.entries(said).filter(([name]) => used.has(name))));
  const needed = [...used].filter((name) => !namesMade(make, given).has(name));
  const about = on === undefined ? {} : { on: decode(on) };
  return (drawn) => {
    const subjects: { [name: string]: unknown } = { ...own };
    for (const name of Object.keys(drawn)) if (used.has(name)) subjects[name] = drawn[name];
    // A name that nothing bears would be a text, and prove nothing.
    const unknown = needed.find((name) => !Object.hasOwn(subjects, name));
    if (unknown !== undefined) throw new Error(`steps name $${unknown}, and there is no such subject`);
    return { subjects, ...about, make, steps, returned, named, ...(promises && { promises }) };
  };
}

/** One order of `ordering`. */
export const orderOf = (doing: Doing, drawn: Subjects = {}, first?: StepOrder['make']): StepOrder =>
  ordering(doing, first)(drawn);

/** What a row says, as values by their names. */
export const subjectsIn = (said: { readonly [name: string]: unknown }): Subjects =>
  Object.fromEntries(Object.entries(said).map(([name, value]) => [name, decode(plainOf(value))]));

/** Names that steps give to values, and those that the interpreter gives. */
const namesMade = (make: StepOrder['make'], steps: readonly Step[]): ReadonlySet<string> =>
  new Set([
    ...make.map(([name]) => name),
    ...steps.map((_, i) => `${i}`),
    // Steps of callbacks among them.
    ...[...JSON.stringify([make, steps]).matchAll(/"as":"(\w+)"/g)].map(([, name = '']) => name),
    ...['item', 'this', 'args', 'error', 'next'],
  ]);

const isOfVerb = (step: Step): step is StepOf => !Array.isArray(step);

/** The step without what must come of it, and with values for their tagged form. */
function decoded(step: Step): unknown {
  if (!isOfVerb(step)) return step.map(decode);
  const { returns: _, throws: __, presumed: ___, ...given } = step;
  return decode(plainOf(given));
}

const plainOf = (value: unknown): Plain => JSON.parse(JSON.stringify(value ?? null));

/** What must come of steps: each step that says so, and else the last one or all, as the row says. */
export interface StepExpectations {
  readonly then?: Plain;
  readonly thens?: readonly Plain[];
}

/** `$name` is a subject; `FORMS` has what is no value. */
export function expectedOf(
  steps: readonly Step[],
  { then = null, thens }: StepExpectations,
  subjects: Subjects = {},
): Expectation {
  const isBeside = steps.some((step) => besideOf(step) !== undefined);
  const last = (i: number): Plain | undefined => (isBeside || i < steps.length - 1 ? undefined : then);
  const each = steps.map((step, i) => besideOf(step) ?? (thens === undefined ? last(i) : thens[i]));
  const ends = each.map((of) => (of === undefined ? anything : attempted(valueFor(of, subjects))));
  return list(
    ...ends.map((end, i) => unlessPresumed(steps[i], mayThrow(steps[i]) ? either(end, attempted(throws())) : end)),
  );
}

const unlessPresumed = (step: Step | undefined, expected: Expectation): Expectation =>
  step !== undefined && isOfVerb(step) && step.presumed !== undefined ? presumed(step.presumed, expected) : expected;

/** Whether it is said what steps give. */
export const isSaid = ({ steps, then, thens }: Pick<Doing, 'steps'> & StepExpectations): boolean =>
  then !== undefined || thens !== undefined || steps.some((step) => besideOf(step) !== undefined);

function besideOf(step: Step): Plain | undefined {
  if (!isOfVerb(step)) return undefined;
  if (step.returns !== undefined || step.throws === undefined) return step.returns;
  return { $throws: step.throws };
}

/** Whether a step may give what it says or throw. */
const mayThrow = (step: Step | undefined): boolean =>
  step !== undefined && isOfVerb(step) && step.returns !== undefined && step.throws !== undefined;
/** Forms of what is expected, by their tags. */
const FORMS: { readonly [tag: string]: (of: Plain) => Expectation } = {
  $any: () => anything,
  $oneOf: (values) => oneOf(...[values].flat().map((value) => decode(plainOf(value)))),
  $throws: (names) =>
    throws(
      ...[names]
        .flat()
        .map(String)
        .filter((name) => name !== ''),
    ),
  /** A regular expression that the text matches. */
  $matches: (pattern) => matches(new RegExp(`${pattern}`)),
  /** The least and the greatest value of a number, and of a whole number. */
  $between: (bounds) => between(...boundsIn(bounds)),
  $whole: (bounds) => all(between(...boundsIn(bounds)), WHOLE),
  /** The value of `typeof`. */
  $typeof: (type) => satisfies(`of type ${type}`, (value) => typeof value === type || typeof value),
};

const WHOLE = satisfies('a whole number', (value) => Number.isInteger(value) || 'it has a fraction');

const boundsIn = (of: Plain): [low: number, high: number] => {
  const [low, high] = [of].flat().map(Number);
  if (low === undefined || high === undefined) throw new Error(`${JSON.stringify(of)} has no two bounds`);
  return [low, high];
};

function valueFor(of: Plain, subjects: Subjects): unknown {
  const [tag = '', ...more] = isObject(of) ? Object.keys(of) : [];
  const form = more.length === 0 && Object.hasOwn(FORMS, tag) ? FORMS[tag] : undefined;
  if (form !== undefined && isObject(of)) return form(of[tag] ?? null);
  const name = typeof of === 'string' && of.startsWith('$') ? of.slice(1) : '';
  return Object.hasOwn(subjects, name) ? subjects[name] : decode(of);
}

const isObject = (of: Plain): of is { readonly [name: string]: Plain } => typeof of === 'object' && of !== null;
