/** Finds the smallest wrong part of an observation, which a reproducer prints. */
import type { Plain } from '../../spec/types/requirement.js';
import { compare } from '../executor/judge.js';
import { fieldOf, listIn, plainItems, plainType } from '../executor/plain.js';
import { answerOf } from '../executor/response.js';
import { decode, encode } from '../language/encoding.js';
import {
  anything,
  attempted,
  type ByKind,
  byKind,
  type Expectation,
  equal,
  lift,
  type ResponseParts,
  throws,
} from '../language/expectation.js';
import type { Outcome } from '../language/observation.js';
import { shownPlain } from './show.js';

/** Names of members and numbers of items that lead from the whole to a part. */
export type ValuePath = readonly (string | number)[];

export interface Focus {
  readonly path: ValuePath;
  readonly expected: Expectation;
  readonly seen: Plain;
}

const isWrong = (expected: Expectation, value: Plain): boolean => {
  try {
    return compare(expected, { kind: 'returned', value }) !== undefined;
  } catch {
    return false;
  }
};

/** The first wrong part of a value, as deep as it can be found. */
export const focusOn = (expected: Expectation, seen: Plain, path: ValuePath = []): Focus =>
  byKind(INSIDE, expected, { path, expected, seen });

const whole = (_: Expectation, here: Focus): Focus => here;

/** The wrong part of each kind of expectation; the whole if no part can be found. */
const INSIDE: ByKind<[here: Focus], Focus> = {
  record: ({ fields }, here) => inFields(here, fields),
  list: ({ items }, here) => inList(here, items),
  each: ({ item }, here) =>
    inList(
      here,
      Array.from(plainItems(here.seen) ?? [], () => item),
    ),
  all: ({ parts }, here) =>
    within(
      here,
      parts.find((one) => isWrong(one, here.seen)),
    ),
  presumed: ({ part }, here) => within(here, part),
  depending: ({ field, on }, here) => within(here, on[String(fieldOf(here.seen, field))]),
  either: ({ options }, here) => {
    const alike = options.filter((option) => mayBe(option, here.seen));
    return alike.length === 1 ? within(here, alike[0]) : here;
  },
  equal: ({ value }, here) => insideEqual(here, encode(value)),
  attempted: ({ outcome }, here) => {
    const [how, value = null] = plainItems(here.seen) ?? [];
    const isDeep = outcome.expects === 'record' || outcome.expects === 'list';
    return how === 'returned' && isDeep ? into(here, 1, outcome, value) : here;
  },
  sequence: ({ begin }, here) => insideSequence(here, begin()),
  response: ({ parts }, here) => insideResponse(here, parts),
  answers: ({ list }, here) => insideAnswers(here, list),
  typed: whole,
  between: whole,
  unordered: whole,
  matches: whole,
  throws: whole,
  not: whole,
  anything: whole,
  joined: whole,
  satisfies: whole,
};

const within = (here: Focus, part: Expectation | undefined): Focus =>
  part === undefined ? here : focusOn(part, here.seen, here.path);

const into = ({ path }: Focus, step: string | number, part: Expectation, value: Plain): Focus =>
  focusOn(part, value, [...path, step]);

function insideAnswers(here: Focus, wanted: Expectation): Focus {
  const answers = (plainItems(here.seen) ?? []).map(answerOf);
  if (wanted.expects !== 'list' || answers.includes(undefined)) return here;
  const at = wanted.items.findIndex((item, i) => isWrong(item, answers[i] ?? null));
  const item = wanted.items[at];
  return item === undefined ? here : focusOn(item, answers[at] ?? null, [...here.path, at, 'answer']);
}

const UNDEFINED: Plain = { $undefined: true };

function inFields(here: Focus, fields: { readonly [name: string]: Expectation }): Focus {
  const valueAt = (name: string): Plain => fieldOf(here.seen, name) ?? UNDEFINED;
  const [name, field] = Object.entries(fields).find(([one, of]) => isWrong(of, valueAt(one))) ?? [];
  return name === undefined || field === undefined ? here : into(here, name, field, valueAt(name));
}

function inList(here: Focus, wanted: readonly Expectation[]): Focus {
  const given = plainItems(here.seen);
  const [how, outcome] = wanted;
  const isCall = how?.expects === 'equal' && isOfCalls(how.value) && isOfCalls(given?.[0]);
  if (isCall && isWrong(how, given?.[0] ?? null)) return { ...here, expected: ended(how.value, outcome) };
  return inItems(here, wanted);
}

/** How calls end, in the notation of laws. */
export const isOfCalls = (how: unknown): boolean => how === 'returned' || how === 'threw' || how === 'rejected';

/** The expectation that a call ends so. */
function ended(how: unknown, outcome: Expectation = anything): Expectation {
  if (how === 'returned') return attempted(outcome);
  return attempted(outcome.expects === 'equal' ? throws(String(outcome.value)) : throws());
}

function inItems(here: Focus, wanted: readonly Expectation[]): Focus {
  const given = plainItems(here.seen);
  if (given === undefined || given.length !== wanted.length) return here;
  const at = wanted.findIndex((one, i) => isWrong(one, given[i] ?? null));
  const item = wanted[at];
  return item === undefined ? here : into(here, at, item, given[at] ?? UNDEFINED);
}

/** Whether a value is of the kind that an expectation is about. */
function mayBe(expected: Expectation, seen: Plain): boolean {
  const type = plainType(seen);
  switch (expected.expects) {
    case 'equal':
      return plainType(encode(expected.value)) === type;
    case 'record':
      return type === 'object';
    case 'list':
      return type === 'array';
    case 'typed':
      return expected.types.includes(type);
    default:
      return true;
  }
}

/** The expectation of a call, if outcomes are written as values. */
function outcomeOf(wanted: Plain): Expectation | undefined {
  const [how, ...of] = plainItems(wanted) ?? [];
  if (how === 'threw') return attempted(of.length === 0 ? throws() : throws(String(of[0])));
  return how === 'returned' && of[0] !== undefined ? attempted(equal(decode(of[0]))) : undefined;
}

/** The members of an object or a list with the same shape are compared. */
function insideEqual(here: Focus, wanted: Plain): Focus {
  const outcome = outcomeOf(wanted);
  if (outcome !== undefined) return { ...here, expected: outcome };
  const items = plainItems(wanted);
  if (items !== undefined)
    return inItems(
      here,
      items.map((item) => equal(decode(item))),
    );
  if (plainType(wanted) !== 'object' || plainType(here.seen) !== 'object') return here;
  const entries: [string, Plain][] = Object.entries(wanted ?? {});
  if (entries.some(([name]) => name.startsWith('$') || fieldOf(here.seen, name) === undefined)) return here;
  return inFields(here, Object.fromEntries(entries.map(([name, value]) => [name, equal(decode(value))])));
}

function insideSequence(here: Focus, step: (index: number, outcome: Outcome) => Expectation): Focus {
  for (const [i, item] of (plainItems(here.seen) ?? []).entries()) {
    const [how, of = null] = plainItems(item) ?? [];
    const outcome: Outcome =
      how === 'returned' ? { kind: 'returned', value: of } : { kind: 'threw', name: String(of), message: '' };
    const expected = attempted(step(i, outcome));
    if (isWrong(expected, item)) return focusOn(expected, item, [...here.path, i]);
  }
  return here;
}

function insideResponse(here: Focus, parts: ResponseParts): Focus {
  const { path, seen } = here;
  const isPartWrong = (part: ResponseParts): boolean => isWrong({ expects: 'response', parts: part }, seen);
  const { status, headers = {}, body } = parts;
  if (fieldOf(seen, 'closed') === true) return here;
  if (status !== undefined && isPartWrong({ status }))
    return { path: [...path, 'status'], expected: lift(status), seen: fieldOf(seen, 'status') ?? null };
  for (const [name, values] of Object.entries(headers))
    if (isPartWrong({ headers: { [name]: values } }))
      return { path: [...path, 'headers', name], expected: lift(values), seen: headersOf(seen, name) };
  if (body !== undefined && isPartWrong({ body })) {
    const expected = typeof body === 'object' && 'expects' in body ? body : equal(Buffer.from(body));
    return { path: [...path, 'body'], expected, seen: bodyOf(seen) };
  }
  const answer = 'answer' in parts ? answerOf({ ...Object(seen), status: 200 }) : undefined;
  return answer === undefined ? here : focusOn(lift(parts.answer), answer, [...path, 'answer']);
}

function bodyOf(response: Plain): Plain {
  const body = decode(fieldOf(response, 'body') ?? null);
  return encode(Buffer.from(body instanceof Uint8Array ? body : []));
}

/** All values of a header, in the order of the wire. */
const headersOf = (response: Plain, name: string): Plain =>
  listIn(response, 'headers').flatMap((line) => {
    const [given, value = null] = plainItems(line) ?? [];
    return String(given).toLowerCase() === name.toLowerCase() ? [value] : [];
  });

/** The part of a value at the end of a path, through responses and answers. */
export function partAtPath(value: Plain, path: ValuePath): Plain | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (step === 'headers' && typeof rest[0] === 'string') return headersOf(value, rest[0]);
  if (step === 'body') return bodyOf(value);
  const inner =
    step === 'answer'
      ? answerOf({ ...Object(value), status: 200 })
      : typeof step === 'number'
        ? plainItems(value)?.[step]
        : fieldOf(value, step);
  return inner === undefined ? undefined : partAtPath(inner, rest);
}

/** How a call ended, or a value, in one line. */
export function observedText(seen: Plain, expected: Expectation): string {
  if (expected.expects !== 'attempted') return shownPlain(seen);
  const [how, value] = plainItems(seen) ?? [];
  if (how === 'threw' || how === 'rejected') return value === undefined ? 'throws' : `throws ${String(value)}`;
  return value === undefined ? 'done' : shownPlain(value);
}
