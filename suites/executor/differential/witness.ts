/** Stores the observations of a run, reduced to the parts that are needed to compare it with another run. */

import { createHash } from 'node:crypto';
import { endingsOf } from '../../../reports/comparison/endings.js';
import type { ViolationReason } from '../../../reports/model.js';
import type { Plain } from '../../../spec/types/requirement.js';
import { decode } from '../../language/encoding.js';
import type { Observation } from '../../language/observation.js';
import { isList } from '../../language/plain.js';
import type { Trial } from '../../language/trial.js';
import { mismatchOf } from '../judge.js';
import { canonicalJson, fieldOf, plainItems } from '../plain.js';
import type { RunnableCase } from '../planned.js';
import type { Identity } from '../target.js';

export interface TrialOutcome {
  /** Equal for equal observations. */
  readonly key: string;
  /** How it ends, see `endingDifference`. */
  readonly endings: readonly string[];
  /** The violation, if there is one. */
  readonly wrong: ViolationReason | undefined;
}

/** A case of a run with the results of its trials; `undefined` for trials without an observation. */
export interface CaseResult {
  readonly of: RunnableCase;
  readonly seen: readonly (TrialOutcome | undefined)[];
}

export class Witness {
  readonly cases = new Map<string, CaseResult>();
  identity: Identity | undefined;

  /** For `RunOptions.witness`. */
  readonly note = (
    of: RunnableCase,
    trials: readonly Trial[],
    observed: readonly Observation[],
    identity: Identity,
  ): void => {
    this.identity = identity;
    const seen = trials.map((trial, i) => {
      const observation = observed[i];
      return observation === undefined ? undefined : seenAs(trial, observation);
    });
    this.cases.set(of.id, { of, seen });
  };
}

/** `undefined` without an observation. */
export function seenAs(trial: Trial, observation: Observation): TrialOutcome | undefined {
  const text = comparable(observation);
  if (text === undefined) return undefined;
  const key = createHash('sha1').update(text).digest('base64');
  const reason = mismatchOf(trial, observation)?.reason;
  // If a feature is missing that another requirement judges, neither target is to blame.
  return { key, endings: endingsOf(text), wrong: reason === 'unobservable' ? undefined : reason };
}

/**
 * A text that is equal for observations that scripts and clients cannot distinguish. Differences in error wording, header order, times, our
 * own delays and server names are ignored.
 */
export function comparable(observed: Observation): string | undefined {
  switch (observed.kind) {
    case 'returned':
      return `returns ${canonicalJson(normalized(observed.value))}`;
    case 'threw':
      return `throws ${observed.name}`;
    case 'crashed':
      return 'goes down';
    case 'failed':
      return 'fails';
    case 'hung':
      return 'hangs';
    case 'lacking':
      return observed.what;
    case 'refused':
      return 'refuses its configuration';
    case 'unobservable':
      return undefined;
    default:
      return observed satisfies never;
  }
}

/** Header lines with the time and the program of a response. */
const CIRCUMSTANTIAL = new Set(['date', 'server', 'last-modified', 'etag']);

function normalized(value: Plain): Plain {
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(normalized);
  const isResponse = fieldOf(value, 'status') !== undefined && fieldOf(value, 'head') !== undefined;
  const entries = Object.entries(value).flatMap(([name, of]): [string, Plain][] => {
    if (name === '$error') return [[name, plainItems(of)?.[0] ?? null]];
    if (isResponse && name === 'headers') return [[name, linesOf(plainItems(of) ?? [])]];
    if (isResponse && name === 'body') return [[name, textOf(of)]];
    // The raw lines, which have times, and the milliseconds of our own delay.
    const isCircumstance = (isResponse && name === 'head') || (name === 'late' && typeof of === 'number');
    return isCircumstance ? [] : [[name, normalized(of)]];
  });
  return Object.fromEntries(entries);
}

/** The bytes of a body in readable form, if they are text. */
function textOf(body: Plain): Plain {
  const bytes = decode(body);
  if (!(bytes instanceof Uint8Array)) return body;
  const text = Buffer.from(bytes).toString();
  return Buffer.from(text).equals(bytes) ? text : body;
}

const linesOf = (headers: readonly Plain[]): readonly Plain[] =>
  headers
    .flatMap((line) => {
      const [name, of] = plainItems(line) ?? [];
      if (typeof name !== 'string' || CIRCUMSTANTIAL.has(name.toLowerCase())) return [];
      return [`${name}: ${typeof of === 'string' ? of : ''}`];
    })
    .sort();
