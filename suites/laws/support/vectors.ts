/** Vectors: rows that say what a probe is given and what it gives, both in the tagged encoding. */
import type { Plain } from '../../../spec/types/requirement.js';
import { decode } from '../../language/encoding.js';
import { equal } from '../../language/expectation.js';
import { example, type GivenThen } from '../../language/law.js';
import type { Law, Probe } from '../../language/trial.js';

export const vectors = <G>(probe: Probe<G>): Law<GivenThen<G, Plain>> =>
  example({ probe, expect: ({ then }: GivenThen<G, Plain>) => equal(decode(then)) });
