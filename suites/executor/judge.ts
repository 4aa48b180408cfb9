/** The only judge: pure functions from an expectation and an observation to a verdict. No other place decides what passes. */
import type { VerdictKind } from '../../reports/model.js';
import type { Plain, Strength } from '../../spec/types/requirement.js';
import { describe } from '../language/description.js';
import { isFormOf } from '../language/direct.js';
import { decode, encode, show } from '../language/encoding.js';
import { type ByKind, byKind, type Expectation, lift, type ValueType } from '../language/expectation.js';
import { Lacking, NotObservable, whyUnjudged } from '../language/failures.js';
import type { Observation, Outcome } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import { agreement } from './agreement.js';
import { canonicalJson, fieldOf, numberOf, plainItems, plainType } from './plain.js';
import { answerOf, exchangeText, responseComplaint } from './response.js';

/** The expectation and the observation, for people; `compare` returns `undefined` if they agree. */
export interface Mismatch {
  readonly reason: 'wrong' | 'crash' | 'hang' | 'unobservable';
  readonly expected: string;
  readonly observed: string;
  /** It could not be observed, since the target lacks a feature. */
  readonly missing?: true;
  /** The requests to a service, in words. */
  readonly requests?: readonly string[];
}

export interface Verdict {
  readonly verdict: VerdictKind;
  readonly reason: string;
}

/** The part of a known violation that judging needs. */
export interface KnownDeviation {
  readonly reason: 'wrong' | 'crash' | 'hang';
  readonly why: string;
  /** The observation depends on chance: instead of a crash it may be a wrong answer. */
  readonly varies?: boolean | undefined;
}

/** The verdict on a case, from its mismatch (if any) and the known deviations of the target. */
export function verdictOn(
  strength: Strength,
  mismatch: Mismatch | undefined,
  known: KnownDeviation | undefined,
): Verdict {
  if (mismatch?.reason === 'unobservable') return { verdict: 'inconclusive', reason: mismatch.observed };
  if (strength === 'open' && (mismatch === undefined || mismatch.reason === 'wrong'))
    return { verdict: 'recorded', reason: '' };
  if (mismatch === undefined) return { verdict: 'conforms', reason: '' };
  if (known !== undefined && isOf(known, mismatch)) return { verdict: 'deviates', reason: known.why };
  return { verdict: 'violates', reason: `${mismatch.reason}: ${mismatch.observed}` };
}

const isOf = (known: KnownDeviation, { reason }: Mismatch): boolean =>
  known.reason === reason || (known.varies === true && known.reason === 'crash' && reason === 'wrong');

/** Compares an observation with what its trial expects. An error of the law affects only the trial, which is unobservable. */
export function mismatchOf(trial: Trial, observed: Observation): Mismatch | undefined {
  const traced = Error.stackTraceLimit;
  try {
    // Oracles create many errors. Only their names are used, and the stack is their most expensive part.
    Error.stackTraceLimit = 0;
    const mismatch = compare(trial.expect(), observed);
    const { requests } = observed;
    return mismatch === undefined || requests === undefined ? mismatch : { ...mismatch, requests };
  } catch (error) {
    const missing = error instanceof Lacking ? ({ missing: true } as const) : {};
    return { reason: 'unobservable', expected: '', observed: whyUnjudged(error), ...missing };
  } finally {
    Error.stackTraceLimit = traced;
  }
}

/** Compares one observation with one expectation. */
export function compare(expected: Expectation, observed: Observation): Mismatch | undefined {
  const mismatch = (reason: Mismatch['reason'], text: string): Mismatch => ({
    reason,
    expected: describe(expected),
    observed: text,
  });
  switch (observed.kind) {
    case 'crashed':
      return mismatch('crash', observationText(observed));
    case 'hung':
      return mismatch('hang', observationText(observed));
    case 'unobservable':
      return mismatch('unobservable', observationText(observed));
    // A law about presence looks without requiring the feature, see `look` of `World`.
    case 'lacking':
      return { ...mismatch('unobservable', observationText(observed)), missing: true };
    case 'failed':
    case 'refused':
      return mismatch('wrong', observationText(observed));
    case 'returned':
    case 'threw': {
      const wrong = complaint(expected, observed);
      if (wrong === undefined) return undefined;
      return mismatch('wrong', (observed.kind === 'returned' ? observed.missing : undefined) ?? wrong);
    }
    default:
      return observed satisfies never;
  }
}

/** What is wrong with an outcome, in words; `undefined` if nothing is. */
function complaint(expected: Expectation, outcome: Outcome): string | undefined {
  switch (expected.expects) {
    case 'throws':
      return outcome.kind === 'threw' && (expected.names.length === 0 || expected.names.includes(outcome.name))
        ? undefined
        : observationText(outcome);
    case 'either':
      return eitherComplaint(
        expected.options,
        (option) => complaint(option, outcome),
        outcome.kind === 'returned' ? outcome.value : undefined,
      );
    case 'all':
      return first(expected.parts, (part) => complaint(part, outcome));
    case 'presumed':
      return presumedComplaint(expected.of, complaint(expected.part, outcome));
    default: {
      if (outcome.kind === 'threw') return observationText(outcome);
      const wrong = valueComplaint(expected, outcome.value);
      return wrong === '' ? observationText(outcome) : wrong;
    }
  }
}

/** What is wrong with a value; empty if the value shows it itself. */
const valueComplaint = (expected: Expectation, value: Plain): string | undefined =>
  byKind(VALUE_COMPLAINTS, expected, value);

const unless = (holds: boolean): '' | undefined => (holds ? undefined : '');

const VALUE_COMPLAINTS: ByKind<[value: Plain], string | undefined> = {
  equal: (expected, value) => unless(isFormOf(value, expected.value)),
  typed: ({ types }, value) => unless(isOneOf(types, plainType(value))),
  between: ({ low, high }, value) => {
    const number = numberOf(value);
    return unless(number !== undefined && number >= low && number <= high);
  },
  matches: ({ pattern, flags }, value) => unless(typeof value === 'string' && new RegExp(pattern, flags).test(value)),
  each: ({ item, atLeast }, value) => eachComplaint(item, atLeast, value),
  list: ({ items }, value) => listComplaint(items, value),
  unordered: ({ items }, value) => unless(isPairedOff(items, plainItems(value))),
  record: ({ fields }, value) => recordComplaint(fields, value),
  attempted: ({ outcome }, value) => attemptComplaint(outcome, value),
  not: ({ other }, value) => unless(complaintOf(other, value) !== undefined),
  anything: () => undefined,
  presumed: ({ of, part }, value) => presumedComplaint(of, complaintOf(part, value)),
  depending: dependingComplaint,
  response: ({ parts }, value) => responseComplaint(parts, value, (part, of) => complaintOf(lift(part), of)),
  answers: (expected, value) => answersComplaint(expected.list, value),
  joined: (expected, value) => joinedComplaint(expected.list, value),
  sequence: sequenceComplaint,
  satisfies: ({ test }, value) => {
    const verdict = test(decode(value));
    return verdict === true ? undefined : `${verdict} (in ${show(value)})`;
  },
  throws: (_, value) => `returns ${show(value)}`,
  either: ({ options }, value) => eitherComplaint(options, (option) => complaintOf(option, value), value),
  all: ({ parts }, value) => first(parts, (part) => complaintOf(part, value)),
};

/** The same, in words. */
function complaintOf(expected: Expectation, value: Plain): string | undefined {
  const wrong = valueComplaint(expected, value);
  return wrong === '' ? show(value) : wrong;
}

/** Thrown, since no other part of the expectation is judged then. */
function presumedComplaint(of: string, wrong: string | undefined): undefined {
  if (wrong !== undefined) throw new NotObservable(`${of}: ${wrong}`);
}

const isOneOf = (types: readonly ValueType[], type: ValueType): boolean => types.includes(type);

/** What is wrong by the option that agrees with most of the value, since the other options say little about it. */
function eitherComplaint(
  options: readonly Expectation[],
  complain: (option: Expectation) => string | undefined,
  value: Plain | undefined,
): string | undefined {
  const complaints = options.map(complain);
  if (complaints.includes(undefined)) return undefined;
  const meets = (expected: Expectation, of: Plain): boolean => valueComplaint(expected, of) === undefined;
  const agreed = options.map((option) => (value === undefined ? 0 : agreement(option, value, meets)));
  return complaints[agreed.indexOf(Math.max(...agreed))];
}

function first<T>(all: readonly T[], complain: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const wrong = complain(one);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function eachComplaint(item: Expectation, atLeast: number, value: Plain): string | undefined {
  const items = plainItems(value);
  if (items === undefined) return `no list: ${show(value)}`;
  if (items.length < atLeast) return `${items.length} items`;
  return first([...items.entries()], ([i, one]) => prefixed(`item ${i + 1}`, complaintOf(item, one)));
}

function listComplaint(wanted: readonly Expectation[], value: Plain): string | undefined {
  const items = plainItems(value);
  if (items === undefined) return `no list: ${show(value)}`;
  const wrong = first([...wanted.entries()], ([i, one]) => {
    const item = items[i];
    return item === undefined ? `no item ${i + 1}` : prefixed(`item ${i + 1}`, complaintOf(one, item));
  });
  return wrong ?? (items.length > wanted.length ? `${items.length} items: ${show(value)}` : undefined);
}

const prefixed = (where: string, wrong: string | undefined): string | undefined =>
  wrong === undefined ? undefined : `${where}: ${wrong}`;

const sorted = (items: readonly Plain[]): string => JSON.stringify(items.map(canonicalJson).sort());

/** Whether each item can be matched to an expectation of its own, by augmenting paths. */
function isPairedOff(wanted: readonly Expectation[], items: readonly Plain[] | undefined): boolean {
  if (items?.length !== wanted.length) return false;
  if (wanted.every((one) => one.expects === 'equal'))
    return sorted(items) === sorted(wanted.map(({ value }) => encode(value)));
  const takenBy = new Map<number, number>();
  const give = (item: number, tried: Set<number>): boolean => {
    const one = items[item] ?? null;
    return wanted.some((expected, w) => {
      if (tried.has(w) || complaintOf(expected, one) !== undefined) return false;
      tried.add(w);
      const holder = takenBy.get(w);
      if (holder !== undefined && !give(holder, tried)) return false;
      takenBy.set(w, item);
      return true;
    });
  };
  return items.every((_, i) => give(i, new Set()));
}

function recordComplaint(fields: { readonly [name: string]: Expectation }, value: Plain): string | undefined {
  if (plainType(value) !== 'object') return `no object: ${show(value)}`;
  return first(Object.entries(fields), ([name, expected]) => {
    const field = fieldOf(value, name);
    // A field with the value null is present.
    return prefixed(name, complaintOf(expected, field === undefined ? { $undefined: true } : field));
  });
}

function dependingComplaint(
  { field, on }: Extract<Expectation, { expects: 'depending' }>,
  value: Plain,
): string | undefined {
  const of = String(fieldOf(value, field));
  const expected = Object.hasOwn(on, of) ? on[of] : undefined;
  return expected === undefined ? `${field}: ${of}` : complaintOf(expected, value);
}

function attemptComplaint(expected: Expectation, value: Plain): string | undefined {
  const outcome = attemptOf(value);
  return outcome === undefined ? `no outcome of a call: ${show(value)}` : complaint(expected, outcome);
}

/** The result of `t.attempt` or of a step. */
function attemptOf(value: Plain): Outcome | undefined {
  const [how, of = null, ...more] = plainItems(value) ?? [];
  if (more.length > 0) return undefined;
  if (how === 'returned') return { kind: 'returned', value: of };
  return (how === 'threw' || how === 'rejected') && typeof of === 'string'
    ? { kind: 'threw', name: of, message: '' }
    : undefined;
}

function answersComplaint(expected: Expectation, value: Plain): string | undefined {
  const all = (plainItems(value) ?? []).map(answerOf);
  const none = all.indexOf(undefined);
  if (none >= 0) return `response ${none + 1} is no answer of a handler`;
  return complaintOf(
    expected,
    all.flatMap((answer) => (answer === undefined ? [] : [answer])),
  );
}

function joinedComplaint(expected: Expectation, value: Plain): string | undefined {
  const lists = (plainItems(value) ?? []).map(plainItems);
  if (lists.includes(undefined)) return `no list of lists: ${show(value)}`;
  return complaintOf(
    expected,
    lists.flatMap((one) => one ?? []),
  );
}

function sequenceComplaint(
  { commands, begin }: Extract<Expectation, { expects: 'sequence' }>,
  value: Plain,
): string | undefined {
  const items = plainItems(value) ?? [];
  const step = begin();
  return first([...commands.entries()], ([i, command]) => {
    const outcome = attemptOf(items[i] ?? null);
    if (outcome === undefined) return `no answer to command ${i + 1}, ${show(command)}`;
    const expected = step(i, outcome);
    const wrong = complaint(expected, outcome);
    return wrong === undefined ? undefined : `${show(command)}: expected ${describe(expected)}, observed ${wrong}`;
  });
}

/** An observation in words. */
export function observationText(observed: Observation): string {
  switch (observed.kind) {
    case 'crashed':
    case 'failed':
      return observed.detail;
    case 'hung':
      return `no answer within ${observed.afterMs} ms`;
    case 'unobservable':
      return observed.why;
    case 'lacking':
      return observed.what;
    case 'refused':
      return `the host refuses its configuration: ${observed.hostError}`;
    case 'returned':
      return exchangeText(observed.value) ?? `returns ${show(observed.value)}`;
    case 'threw':
      return `throws ${observed.name}: ${show(observed.message)}`;
  }
}
