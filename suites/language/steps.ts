/** Steps in the form that targets receive, and their expectations. The grammar is `spec/types/step.ts`. */
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

/** Steps for a target, without their expectations. */
export interface StepOrder {
  /** Values by their names. */
  readonly subjects: Subjects;
  /** The object of steps without an `on`. */
  readonly on?: unknown;
  /** Preceding steps that are not judged, each after the name of its result. */
  readonly make: readonly (readonly [name: string, step: unknown])[];
  readonly steps: readonly unknown[];
  /** Also observes results of calls that change memory, which the documents do not define. */
  readonly returned?: boolean;
  /** Results that steps wait for must be promises. */
  readonly promises?: boolean;
  /** Errors are observed by their names, which the documents define. */
  readonly named?: boolean;
  /**
   * The bytes that `$view` must have after this number of `make` steps, whose creation other requirements judge. With other
   * bytes, nothing else is observed.
   */
  readonly presumed?: { readonly after: number; readonly bytes: Uint8Array };
  /** Only the length and a sum of bytes and strings are observed. The sum changes with every byte and every position. */
  readonly sums?: boolean;
}

export type Subjects = { readonly [name: string]: unknown };

/**
 * How each step ended, like `Attempt`, with `['rejected', name]` for a promise; or the name of a value that could not be
 * made.
 */
export type StepOutcomes = readonly (readonly unknown[])[] | { readonly cannotMake: string };

/**
 * Returns the outcomes, or a promise of them if a step waits; `noted` is called with the result of each call of a callback.
 */
export type Stepper = (order: StepOrder, noted?: (outcome: unknown) => void) => StepOutcomes | Promise<StepOutcomes>;

/** The steps of a row; its other members are subjects. */
export interface StepsRow {
  readonly on?: Plain;
  /** Preceding steps that are not judged. */
  readonly make?: NamedSteps;
  readonly steps: readonly Step[];
  readonly returned?: boolean;
  readonly named?: boolean;
  readonly promises?: boolean;
  readonly [subject: string]: unknown;
}

/**
 * Creates orders from the steps of a row and drawn subjects; the `make` of an axis may precede its `make`. Unused subjects
 * are omitted. The row is read once for all orders.
 */
export function ordering(doing: StepsRow, first: StepOrder['make'] = []): (drawn: Subjects) => StepOrder {
  const { make: makes = {}, steps: given, returned = false, promises = false, ...members } = doing;
  const { on, named = given.some((step) => isOfVerb(step) && step.throws !== undefined) } = doing;
  const make = [...first, ...Object.entries(makes).map(([name, step]) => [name, decoded(step)] as const)];
  const steps = given.map(decoded);
  const used = new Set(
    [...JSON.stringify([typeof on === 'string' ? on : '', make, steps]).matchAll(/(?<!\\)"[$](\w+)(?![^"]*":)/g)].map(
      ([, name = '']) => name,
    ),
  );
  const own = subjectsIn(Object.fromEntries(Object.entries(members).filter(([name]) => used.has(name))));
  const made = namesMade(make, given);
  const needed = [...used].filter((name) => !made.has(name));
  const about = on === undefined ? {} : { on: decode(on) };
  return (drawn) => {
    const subjects: { [name: string]: unknown } = { ...own };
    for (const name of Object.keys(drawn)) if (used.has(name)) subjects[name] = drawn[name];
    // An unknown name would be taken for text, and prove nothing.
    const unknown = needed.find((name) => !Object.hasOwn(subjects, name));
    if (unknown !== undefined) throw new Error(`steps name $${unknown}, which is not a subject`);
    return { subjects, ...about, make, steps, returned, named, ...(promises && { promises }) };
  };
}

/** One order of `ordering`. */
export const orderOf = (doing: StepsRow, drawn: Subjects = {}, first?: StepOrder['make']): StepOrder =>
  ordering(doing, first)(drawn);

/** The members of a row, as values by their names. */
export const subjectsIn = (row: { readonly [name: string]: unknown }): Subjects =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, decode(plainOf(value))]));

/** Names that steps give to values, and those that the interpreter defines. */
const namesMade = (make: StepOrder['make'], steps: readonly Step[]): ReadonlySet<string> =>
  new Set([
    ...make.map(([name]) => name),
    ...steps.map((_, i) => `${i}`),
    // Including steps of callbacks.
    ...[...JSON.stringify([make, steps]).matchAll(/"as":"(\w+)"/g)].map(([, name = '']) => name),
    ...['item', 'this', 'args', 'error', 'next'],
  ]);

const isOfVerb = (step: Step): step is StepOf => !Array.isArray(step);

/** The step without its expectation, and with values for their tagged form. */
function decoded(step: Step): unknown {
  if (!isOfVerb(step)) return step.map(decode);
  const { returns: _, throws: __, presumed: ___, ...given } = step;
  return decode(plainOf(given));
}

const plainOf = (value: unknown): Plain => JSON.parse(JSON.stringify(value ?? null));

/** The expectations of steps: of each step that has one, otherwise of the last one or of all, as the row says. */
export interface StepExpectations {
  readonly then?: Plain;
  readonly thens?: readonly Plain[];
}

/** `$name` is a subject; `FORMS` has expectations that are not a value. */
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

/** Whether results of steps are specified. */
export const hasExpectations = ({ steps, then, thens }: Pick<StepsRow, 'steps'> & StepExpectations): boolean =>
  then !== undefined || thens !== undefined || steps.some((step) => besideOf(step) !== undefined);

function besideOf(step: Step): Plain | undefined {
  if (!isOfVerb(step)) return undefined;
  if (step.returns !== undefined || step.throws === undefined) return step.returns;
  return { $throws: step.throws };
}

/** Whether a step may either return the value or throw. */
const mayThrow = (step: Step | undefined): boolean =>
  step !== undefined && isOfVerb(step) && step.returns !== undefined && step.throws !== undefined;
/** Forms of expectations, by their tags. */
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
  if (low === undefined || high === undefined) throw new Error(`${JSON.stringify(of)} does not have two bounds`);
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
