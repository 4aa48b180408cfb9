/** A configuration that a target refuses violates only the requirements about it. */
import { DIRECTIVES } from '../language/generated/directives.js';
import type { Observation } from '../language/observation.js';
import { observationText } from './judge.js';
import type { RunnableCase } from './planned.js';

/** The observation if the requirement of the case is about the missing feature; otherwise an observation that could not be made. */
export function blaming({ rows }: Pick<RunnableCase, 'rows'>, observation: Observation): Observation {
  switch (observation.kind) {
    case 'refused':
      return namesRefused(rows, observation.hostError) ? observation : unobserved(observation);
    default:
      return observation;
  }
}

const unobserved = (observation: Observation): Observation => ({
  kind: 'unobservable',
  why: `could not be observed: ${observationText(observation)}`,
});

/** Hosts put what they refuse in quotes: a directive, or a parameter with its value. */
function namesRefused(rows: readonly string[], hostError: string): boolean {
  const words = [...hostError.matchAll(/"([^"]+)"/g)].flatMap(([, word = '']) => /^[a-z]+=/.exec(word)?.[0] ?? word);
  return words.some((word) => DIRECTIVES[word]?.some((row) => rows.includes(row)) === true);
}
