/** Reads the reports of the target's side of the harness. */

import type { Plain } from '../../spec/types/requirement.js';
import type { Job } from '../inside/job.js';
import type { Observation } from '../language/observation.js';
import { parsedPlain, plainItems } from './plain.js';

/**
 * The outcomes of some jobs, from their JSON text. Missing or malformed ones are `unobservable`, input by input, so that a target that
 * answers nonsense never conforms.
 */
export function readOutcomes(text: string, jobs: readonly Job[]): Observation[][] {
  const all = parsedPlain(text);
  return jobs.map((job, j) => {
    const outcomes = plainItems(plainItems(all)?.[j]);
    return job.inputs.map((_, i) => readOutcome(outcomes?.[i]));
  });
}

function readOutcome(ended: Plain | undefined): Observation {
  const parts = plainItems(ended);
  const [how, name, message] = parts ?? [];
  if (how === 'returned' && name !== undefined && parts?.length === 2) return { kind: 'returned', value: name };
  if (how === 'returned' && name !== undefined && typeof message === 'string' && parts?.length === 3)
    return { kind: 'returned', value: name, missing: message };
  if (how === 'threw' && typeof name === 'string' && typeof message === 'string')
    return { kind: 'threw', name, message };
  if (how === 'unobservable' && typeof name === 'string' && parts?.length === 2)
    return { kind: 'unobservable', why: name };
  if (how === 'lacked' && typeof name === 'string') return { kind: 'lacking', what: name };
  return { kind: 'unobservable', why: `not an outcome: ${JSON.stringify(ended) ?? 'nothing'}` };
}
