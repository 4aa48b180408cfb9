/** What is right of the part of an observation that is wrong, and what was seen of it, in the texts that `run.sh` compares. */
import type { Plain } from '../../spec/types/requirement.js';
import { mismatchOf } from '../executor/judge.js';
import { fieldOf, itemsOf } from '../executor/plain.js';
import { describe } from '../language/description.js';
import { decode } from '../language/encoding.js';
import { attempted, type Expectation } from '../language/expectation.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import { ANY_ERROR, alternativesOf, headerAlternatives } from './alternatives.js';
import { type Focus, focusOn, partOf, textOf, type ValuePath } from './focus.js';
import { CLOSED } from './shell-parts.js';

export interface Right {
  readonly path: ValuePath;
  /** The part is how a call ended. */
  readonly isCall: boolean;
  /** Contents of the files of which one is right; none where they cannot be listed, and what the reference does is right. */
  readonly alternatives: readonly (string | Uint8Array)[];
  readonly anyError: boolean;
  /** What is right, in words. */
  readonly description: string;
  /** As the script prints it; absent where the target went down. */
  readonly seen?: string | Uint8Array;
  /** Texts that the script may print, from which follows how it prints; none where they are not known. */
  readonly texts: readonly string[];
}

/** Of a trial that came to something wrong. `sample` is what a right implementation does. */
export function rightOf(trial: Trial, observed: Observation, sample: Observation | undefined): Right {
  const expected = trial.expect();
  const whole = {
    path: [],
    isCall: false,
    alternatives: [],
    anyError: false,
    description: describe(expected),
    texts: [],
  };
  switch (observed.kind) {
    case 'returned':
      return partRight(focusOn(expected, observed.value), trial, sample, logLines(observed));
    case 'threw':
      return partRight({ path: [], expected: attempted(expected), seen: ['threw', observed.name] }, trial, sample, '');
    default:
      return { ...whole, description: 'an answer' };
  }
}

function partRight(focus: Focus, trial: Trial, sample: Observation | undefined, logged: string): Right {
  const { path, expected, seen } = focus;
  const common = {
    path,
    isCall: expected.expects === 'attempted' && path.length > 0,
    description: describe(expected),
    anyError: false,
  };
  if (path[0] === 'log') return { ...common, ...logRight(trial.expect()), seen: logged };
  const part = path[0] === 'responses' ? path[2] : undefined;
  if (part === 'headers') {
    const name = String(path[3]);
    // A character of a header is a byte.
    const lines = (values: readonly string[]): Uint8Array =>
      Buffer.from(values.map((value) => `${name}: ${value}\n`).join(''), 'latin1');
    const all = headerAlternatives(expected) ?? [];
    return { ...common, alternatives: all.map(lines), seen: lines(textsOf(seen)), texts: [] };
  }
  if (part === 'body') {
    const bytes = (value: unknown): Uint8Array => (value instanceof Uint8Array ? value : Buffer.from(String(value)));
    const exact = expected.expects === 'equal' ? [bytes(expected.value)] : [];
    return { ...common, alternatives: exact, seen: bytes(decode(seen)), texts: [] };
  }
  if (part === 'status') {
    const all = alternativesOf(expected) ?? [];
    return {
      ...common,
      alternatives: all.map((one) => `status ${one}\n`),
      seen: `status ${String(seen)}\n`,
      texts: [],
    };
  }
  if (fieldOf(seen, 'closed') === true) return { ...common, alternatives: [], seen: `${CLOSED}\n`, texts: [] };
  const given = sampleOf(trial, sample, path);
  const listed = alternativesOf(expected);
  const alternatives = (listed ?? []).filter((one) => one !== ANY_ERROR);
  const text = textOf(seen, expected);
  const sampled = given === undefined ? undefined : [textOf(given, expected)];
  const known = listed === undefined ? sampled : alternatives;
  return {
    ...common,
    alternatives: alternatives.map((one) => `${one}\n`),
    anyError: listed?.includes(ANY_ERROR) === true,
    seen: `${text}\n`,
    texts: known === undefined ? [] : [text, ...known],
  };
}

const textsOf = (values: Plain): string[] => (itemsOf(values) ?? []).map(String);

/** The same part of what a right implementation does, if it is one. */
function sampleOf(trial: Trial, sample: Observation | undefined, path: ValuePath): Plain | undefined {
  if (sample === undefined || mismatchOf(trial, sample) !== undefined) return undefined;
  if (sample.kind === 'threw') return path.length === 0 ? ['threw', sample.name] : undefined;
  return sample.kind === 'returned' ? partOf(sample.value, path) : undefined;
}

/** The lines of the log, where they are said word by word. */
function logRight(expected: Expectation): Pick<Right, 'alternatives' | 'texts'> {
  const lines = expected.expects === 'record' ? expected.fields.log : undefined;
  const said = lines?.expects === 'list' ? lines.items.map(lineOf) : [undefined];
  if (!said.includes(undefined)) return { alternatives: [said.map((line) => `${line}\n`).join('')], texts: [] };
  return { alternatives: [], texts: [] };
}

/** All lines that scripts wrote, each behind its level. */
function logLines(observed: Observation): string {
  const lines = observed.kind === 'returned' ? itemsOf(fieldOf(observed.value, 'log') ?? null) : undefined;
  return (lines ?? [])
    .map((line) => `${String(fieldOf(line, 'level'))}: ${String(fieldOf(line, 'message'))}\n`)
    .join('');
}

function lineOf(line: Expectation): string | undefined {
  if (line.expects !== 'record') return undefined;
  const { level, message } = line.fields;
  if (level?.expects !== 'equal' || message?.expects !== 'equal') return undefined;
  return `${String(level.value)}: ${String(message.value)}`;
}
