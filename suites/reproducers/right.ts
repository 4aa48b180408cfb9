/** The right results for the wrong part of an observation, and its observed value, as the texts that `run.sh` compares. */
import type { Plain } from '../../spec/types/requirement.js';
import { mismatchOf } from '../executor/judge.js';
import { fieldOf, listIn, plainItems } from '../executor/plain.js';
import { describe } from '../language/description.js';
import { decode } from '../language/encoding.js';
import { anything, attempted, type Expectation } from '../language/expectation.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import { ANY_ERROR, headerAlternatives, printedAlternatives } from './alternatives.js';
import { type Focus, focusOn, isOfCalls, observedText, partAtPath, type ValuePath } from './focus.js';
import { CLOSED } from './shell-parts.js';

export interface Right {
  readonly path: ValuePath;
  /** The part is how a call ended. */
  readonly isCall: boolean;
  /** Contents of files, one of them right. Without any, they cannot be listed, and the result of the reference is right. */
  readonly alternatives: readonly (string | Uint8Array)[];
  readonly anyError: boolean;
  /** The right result, in words. */
  readonly description: string;
  /** In the script's output format; absent if the target went down. */
  readonly seen?: string | Uint8Array;
  /** Texts that the script may print, which determine how it prints; empty if they are unknown. */
  readonly texts: readonly string[];
}

/** The right result if there is no answer. */
export const ANSWER = 'an answer: neither a crash nor a hang, and no handler that fails';

/** The right result in words, with other known facts. */
export const describedInWords = (description: string, more: Partial<Right> = {}): Right => ({
  ...{ path: [], isCall: false, alternatives: [], anyError: false, texts: [], description },
  ...more,
});

/** For a trial with a wrong result. `sample` is the result of a right implementation. */
export function rightOf(trial: Trial, observed: Observation, sample: Observation | undefined): Right {
  const expected = trial.expect();
  switch (observed.kind) {
    case 'returned':
      return partRight(focusOn(expected, observed.value), trial, sample, observed.value);
    case 'threw':
      return partRight({ path: [], expected: attempted(expected), seen: ['threw', observed.name] }, trial, sample);
    default:
      return describedInWords(ANSWER);
  }
}

function partRight(focus: Focus, trial: Trial, sample: Observation | undefined, whole?: Plain): Right {
  const { path, expected, seen } = focus;
  const isCall = expected.expects === 'attempted' && path.length > 0;
  const common = describedInWords(describe(expected), { path, isCall });
  if (path[0] === 'log')
    return { ...common, alternatives: loggedAlternatives(trial.expect()), seen: logLines(whole ?? null) };
  const ofResponse = path[0] === 'responses' ? responseRight(focus) : undefined;
  if (ofResponse !== undefined) return { ...common, ...ofResponse };
  if (fieldOf(seen, 'closed') === true) return { ...common, seen: `${CLOSED}\n` };
  const given = sampleOf(trial, sample, path, whole === undefined);
  const listed = printedAlternatives(expected);
  if (given !== undefined && listed === undefined && whole !== undefined && !path.some((step) => VIRTUAL.has(step))) {
    const difference = smallestDifference(trial, whole, { path, seen, given });
    if (difference.path.length > path.length) return { ...common, ...differenceRight(difference) };
  }
  const alternatives = (listed ?? []).filter((one) => one !== ANY_ERROR);
  const text = observedText(seen, expected);
  const sampled = given === undefined ? undefined : [observedText(given, expected)];
  const known = listed === undefined ? sampled : alternatives;
  return {
    ...common,
    alternatives: alternatives.map((one) => `${one}\n`),
    anyError: listed?.includes(ANY_ERROR) === true,
    seen: `${text}\n`,
    texts: known === undefined ? [] : [text, ...known],
  };
}

/** For the status, the body or a header of a response. */
function responseRight({ path, expected, seen }: Focus): Pick<Right, 'alternatives' | 'seen'> | undefined {
  switch (path[2]) {
    case 'headers': {
      const name = String(path[3]);
      // A character of a header is a byte.
      const lines = (values: readonly unknown[]): Uint8Array =>
        Buffer.from(values.map((value) => `${name}: ${value}\n`).join(''), 'latin1');
      return { alternatives: (headerAlternatives(expected) ?? []).map(lines), seen: lines(plainItems(seen) ?? []) };
    }
    case 'body': {
      const bytes = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : Buffer.from(String(value)));
      return { alternatives: expected.expects === 'equal' ? [bytes(expected.value)] : [], seen: bytes(decode(seen)) };
    }
    case 'status': {
      const lines = (printedAlternatives(expected) ?? []).map((one) => `status ${one}\n`);
      return { alternatives: lines, seen: `status ${String(seen)}\n` };
    }
    default:
      return undefined;
  }
}

/** Steps of paths that are no members, see `partOf`. */
const VIRTUAL: ReadonlySet<string | number> = new Set(['headers', 'body', 'answer']);

/** A part that differs from a right implementation. */
interface PartDifference {
  readonly path: ValuePath;
  readonly seen: Plain;
  readonly given: Plain;
}

/** The number of parts of a value that are tried; judging takes a while. */
const MOST_PARTS = 100;

/** The smallest part whose replacement by that of a right implementation makes the whole right. */
function smallestDifference(trial: Trial, whole: Plain, { path, seen, given }: PartDifference): PartDifference {
  const names = membersOf(seen);
  if (names === undefined || names.length > MOST_PARTS || membersOf(given)?.join() !== names.join())
    return { path, seen, given };
  const parts = names.map((name): PartDifference => {
    const [one = null, other = null] = [seen, given].map((of) => partAtPath(of, [name]));
    return { path: [...path, name], seen: one, given: other };
  });
  const isCause = (part: PartDifference): boolean =>
    mismatchOf(trial, { kind: 'returned', value: replaced(whole, part.path, part.given) }) === undefined;
  const part = parts.find((one) => JSON.stringify(one.seen) !== JSON.stringify(one.given) && isCause(one));
  return part === undefined ? { path, seen, given } : smallestDifference(trial, whole, part);
}

/** The value with another part. */
function replaced(value: Plain, [step, ...rest]: ValuePath, part: Plain): Plain {
  if (step === undefined) return part;
  const items = plainItems(value);
  if (items !== undefined) return items.map((item, i) => (i === step ? replaced(item, rest, part) : item));
  const within = fieldOf(value, String(step)) ?? null;
  return { ...Object(value), [step]: replaced(within, rest, part) };
}

/** Indices of a list, and names of an object; `undefined` for other values, and for how a call ended. */
function membersOf(value: Plain): (string | number)[] | undefined {
  const items = plainItems(value);
  if (items !== undefined) return isOfCalls(items[0]) ? undefined : items.map((_, i) => i);
  if (value === null || typeof value !== 'object') return undefined;
  const names = Object.keys(value);
  return names.some((name) => name.startsWith('$')) ? undefined : names;
}

function differenceRight({ path, seen, given }: PartDifference): Partial<Right> {
  const isCall = [seen, given].every((one) => isOfCalls(plainItems(one)?.[0]));
  const [text = '', right = ''] = [seen, given].map((one) =>
    observedText(one, isCall ? attempted(anything) : anything),
  );
  return { path, isCall, seen: `${text}\n`, texts: [text, right] };
}

/** Long runs of hexadecimal digits are replaced by their length: keys and ciphertexts differ from run to run. */
export const masked = (text: string): string => text.replace(/[\da-f]{32,}/g, ({ length }) => `<${length}>`);

/** The same part of a right implementation's result, if there is one; how the whole result ended if the other threw. */
function sampleOf(trial: Trial, sample: Observation | undefined, path: ValuePath, isEnd: boolean): Plain | undefined {
  if (sample === undefined || mismatchOf(trial, sample) !== undefined) return undefined;
  if (sample.kind === 'threw') return path.length === 0 ? ['threw', sample.name] : undefined;
  if (sample.kind !== 'returned') return undefined;
  return isEnd ? ['returned', sample.value] : partAtPath(sample.value, path);
}

/** The lines of the log, if the documents define them exactly. */
function loggedAlternatives(expected: Expectation): readonly string[] {
  const lines = expected.expects === 'record' ? expected.fields.log : undefined;
  const texts = lines?.expects === 'list' ? lines.items.map(lineOf) : [undefined];
  return texts.includes(undefined) ? [] : [texts.map((line) => `${line}\n`).join('')];
}

/** All lines that scripts wrote, each with its level. */
const logLines = (value: Plain): string =>
  listIn(value, 'log')
    .map((line) => `${String(fieldOf(line, 'level'))}: ${String(fieldOf(line, 'message'))}\n`)
    .join('');

function lineOf(line: Expectation): string | undefined {
  if (line.expects !== 'record') return undefined;
  const { level, message } = line.fields;
  if (level?.expects !== 'equal' || message?.expects !== 'equal') return undefined;
  return `${String(level.value)}: ${String(message.value)}`;
}
