/** What a target lacks, or refuses to be configured with, is the fault of the requirements about it alone. */
import { DIRECTIVES } from '../language/generated/directives.js';
import { MODULES } from '../language/generated/names.js';
import type { Observation } from '../language/observation.js';
import { tell } from './judge.js';
import type { Planned } from './planned.js';

/** The observation where the requirement of the case is about what is missing; otherwise that it could not be made. */
export function blaming({ rows }: Pick<Planned, 'rows'>, observation: Observation): Observation {
  switch (observation.kind) {
    case 'lacking':
      return isOfModule(rows, observation.module) ? observation : unobserved(observation);
    case 'refused':
      return namesRefused(rows, observation.said) ? observation : unobserved(observation);
    default:
      return observation;
  }
}

const unobserved = (observation: Observation): Observation => ({
  kind: 'unobservable',
  why: `could not be observed: ${tell(observation)}`,
});

function isOfModule(rows: readonly string[], module: string): boolean {
  const section = MODULES.find(({ name }) => name === module)?.section;
  return section !== undefined && rows.some((row) => row.startsWith(section));
}

/** Hosts put what they refuse in quotes: a directive, or a parameter with its value. */
function namesRefused(rows: readonly string[], said: string): boolean {
  const words = [...said.matchAll(/"([^"]+)"/g)].flatMap(([, word = '']) => /^[a-z]+=/.exec(word)?.[0] ?? word);
  return words.some((word) => DIRECTIVES[word]?.some((row) => rows.includes(row)) === true);
}
