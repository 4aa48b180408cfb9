/** Reads what the target's side of the harness reports. */

import type { Plain } from '../../spec/types/requirement.js';
import type { Job } from '../inside/job.js';
import type { Observation } from '../language/observation.js';

/**
 * The outcomes of some jobs, from their JSON text; what is missing or malformed is `unobservable`, input by input, so that
 * a target that answers nonsense is never taken for one that conforms.
 */
export function readOutcomes(text: string, jobs: readonly Job[]): Observation[][] {
  const all = parse(text);
  return jobs.map((job, j) => {
    const outcomes = list(list(all)?.[j]);
    return job.inputs.map((_, i) => readOutcome(outcomes?.[i]));
  });
}

function readOutcome(ended: unknown): Observation {
  const parts = list(ended);
  if (parts?.[0] === 'returned' && parts.length === 2) return { kind: 'returned', value: plain(parts[1]) };
  const [how, name, message] = parts ?? [];
  if (how === 'threw' && typeof name === 'string' && typeof message === 'string')
    return { kind: 'threw', name, message };
  return { kind: 'unobservable', why: `not an outcome: ${JSON.stringify(ended) ?? 'nothing'}` };
}

const list = (value: unknown): readonly unknown[] | undefined => (Array.isArray(value) ? value : undefined);

/** JSON text, once parsed, holds nothing but plain values. */
function plain(value: unknown): Plain {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return value.map(plain);
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
    default:
      return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
