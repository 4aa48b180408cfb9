/**
 * What must be observed: one printable algebra, judged in one place (`suites/executor/judge.ts`). An expectation is plain
 * data, except the two kinds with a function, `satisfies` and `sequence`, which also describe their condition in words.
 *
 * Where a part is expected, a value that is not an expectation means `equal(value)`.
 */
import type { Plain } from '../../spec/types/requirement.js';
import type { Outcome } from './observation.js';

/** The type of a value, from its tagged encoding. */
export type ValueType =
  | 'undefined'
  | 'null'
  | 'boolean'
  | 'number'
  | 'bigint'
  | 'string'
  | 'symbol'
  | 'function'
  | 'array'
  | 'object'
  | 'Buffer'
  | 'Uint8Array'
  | 'ArrayBuffer'
  | 'view'
  | 'Date'
  | 'Error';

/** The expected parts of one HTTP response; an omitted part is not judged. */
export interface ResponseParts {
  readonly version?: ExpectedValue;
  readonly status?: ExpectedValue;
  readonly reason?: ExpectedValue;
  /** All values of a header in the order of the wire; names are case-insensitive. An empty list means no such header. */
  readonly headers?: { readonly [name: string]: ExpectedValue };
  /** Bytes or text are compared byte by byte; an expectation receives the body as text. */
  readonly body?: string | Uint8Array | Expectation;
  /** The value that the handler passed to `t.answer`. */
  readonly answer?: ExpectedValue;
}

export type Expectation =
  /** Equal in the tagged encoding, so the type of bytes and -0 count. */
  | { readonly expects: 'equal'; readonly value: unknown }
  | { readonly expects: 'typed'; readonly types: readonly ValueType[] }
  /** A number, both ends included. */
  | { readonly expects: 'between'; readonly low: number; readonly high: number }
  | { readonly expects: 'each'; readonly item: Expectation; readonly atLeast: number }
  | { readonly expects: 'list'; readonly items: readonly Expectation[] }
  | { readonly expects: 'unordered'; readonly items: readonly Expectation[] }
  /** The named members of an object; others are not judged. */
  | { readonly expects: 'record'; readonly fields: { readonly [name: string]: Expectation } }
  | { readonly expects: 'matches'; readonly pattern: string; readonly flags: string }
  | { readonly expects: 'throws'; readonly names: readonly string[] }
  /** The outcome of `t.attempt`. */
  | { readonly expects: 'attempted'; readonly outcome: Expectation }
  | { readonly expects: 'either'; readonly options: readonly Expectation[] }
  | { readonly expects: 'all'; readonly parts: readonly Expectation[] }
  | { readonly expects: 'not'; readonly other: Expectation }
  | { readonly expects: 'anything' }
  /** For an object: the expectation of the key that equals a string, number or boolean field. */
  | { readonly expects: 'depending'; readonly field: string; readonly on: { readonly [value: string]: Expectation } }
  /** What other requirements judge: unless it holds, the trial observes nothing. */
  | { readonly expects: 'presumed'; readonly of: string; readonly part: Expectation }
  | { readonly expects: 'response'; readonly parts: ResponseParts }
  /** For a list of responses: the list of their handlers' answers. */
  | { readonly expects: 'answers'; readonly list: Expectation }
  /** For a list of lists: the items of all of them. */
  | { readonly expects: 'joined'; readonly list: Expectation }
  | { readonly expects: 'sequence'; readonly commands: readonly Plain[]; readonly begin: () => Steps }
  | { readonly expects: 'satisfies'; readonly name: string; readonly test: (value: unknown) => true | string };

type Kind = Expectation['expects'];
type OfKind<K extends Kind> = { [P in K]: { readonly expects: P } & Extract<Expectation, { expects: P }> }[K];

/** A function for each kind of expectation. */
export type ByKind<More extends readonly unknown[], R> = {
  readonly [K in Kind]: (expected: OfKind<K>, ...more: More) => R;
};

/** Calls the function of the expectation's kind. */
export const byKind = <K extends Kind, More extends readonly unknown[], R>(
  functions: ByKind<More, R>,
  expected: OfKind<K>,
  ...more: More
): R => functions[expected.expects](expected, ...more);

/** The expectation for the outcome of the command at an index; called in order, once for each. */
type Steps = (index: number, outcome: Outcome) => Expectation;

/** An expectation, or the value that must be observed. */
export type ExpectedValue = unknown;

const isExpectation = (of: unknown): of is Expectation =>
  typeof of === 'object' && of !== null && 'expects' in of && typeof of.expects === 'string';

/** The expectation that an expected part means. */
export const lift = (of: ExpectedValue): Expectation => (isExpectation(of) ? of : equal(of));

export const equal = (value: unknown): Expectation => ({ expects: 'equal', value });
export const typed = (...types: readonly ValueType[]): Expectation => ({ expects: 'typed', types });
export const between = (low: number, high: number): Expectation => ({ expects: 'between', low, high });
export const oneOf = (...values: readonly unknown[]): Expectation => either(...values);
/** Every item of a list with at least `atLeast` items. */
export const each = (item: ExpectedValue, atLeast = 1): Expectation => ({ expects: 'each', item: lift(item), atLeast });
/** A list of exactly these, in order. */
export const list = (...items: readonly ExpectedValue[]): Expectation => ({ expects: 'list', items: items.map(lift) });
/** A list of exactly these, in any order. */
export const unordered = (...items: readonly ExpectedValue[]): Expectation => ({
  expects: 'unordered',
  items: items.map(lift),
});
export const record = (fields: { readonly [name: string]: ExpectedValue }): Expectation => ({
  expects: 'record',
  fields: Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, lift(of)])),
});
/** A string that contains a match of the pattern. */
export const matches = ({ source, flags }: RegExp): Expectation => ({ expects: 'matches', pattern: source, flags });
/** Any of the named error types; without names, any thrown value. */
export const throws = (...names: readonly string[]): Expectation => ({ expects: 'throws', names });
/** For a call with `t.attempt`: its result, or `throws(…)`. */
export const attempted = (outcome: ExpectedValue): Expectation => ({ expects: 'attempted', outcome: lift(outcome) });
export const either = (...options: readonly ExpectedValue[]): Expectation => ({
  expects: 'either',
  options: options.map(lift),
});
export const all = (...parts: readonly Expectation[]): Expectation => ({ expects: 'all', parts });
export const not = (other: ExpectedValue): Expectation => ({ expects: 'not', other: lift(other) });
/** No such member, or `undefined`. */
export const absent: Expectation = { expects: 'typed', types: ['undefined'] };
/** Any value that exists. */
export const anything: Expectation = { expects: 'anything' };
/** For an object: the expectation depends on the value of one of its fields. */
export const depending = (field: string, on: { readonly [value: string]: ExpectedValue }): Expectation => ({
  expects: 'depending',
  field,
  on: Object.fromEntries(Object.entries(on).map(([value, of]) => [value, lift(of)])),
});
/** If the part does not hold, the case is inconclusive; `of` names the presumed behaviour: `set()`. */
export const presumed = (of: string, part: ExpectedValue): Expectation => ({
  expects: 'presumed',
  of,
  part: lift(part),
});
export const response = (parts: ResponseParts): Expectation => ({ expects: 'response', parts });

/** All responses of a trial made with `exchange`, in the order of the requests; or an expectation of their list. */
export const responses = (of: readonly ResponseParts[] | Expectation): Expectation =>
  record({ responses: isExpectation(of) ? of : list(...of.map(response)) });
/** The answers of the handlers of a list of responses, each with status 200. */
export const answers = (of: Expectation): Expectation => ({ expects: 'answers', list: of });
/** The items of a list of lists as one list. */
export const joined = (of: Expectation): Expectation => ({ expects: 'joined', list: of });
export const logLine = (level: ExpectedValue, message: ExpectedValue): Expectation => record({ level, message });

/** The last resort: `name` describes the condition of `test`; a string from `test` says what is wrong with the value. */
export const satisfies = (name: string, test: (value: unknown) => true | string): Expectation => ({
  expects: 'satisfies',
  name,
  test,
});

/** The outcomes of commands, one `t.attempt` each: every outcome equals that of the model of `begin`. */
export const sequence = (commands: readonly Plain[], begin: () => Steps): Expectation => ({
  expects: 'sequence',
  commands,
  begin,
});
