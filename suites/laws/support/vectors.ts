/** Vectors: rows that say what a probe is given and what it gives, both in the tagged encoding. */
import type { Plain } from '../../../spec/types/requirement.js';
import { decode } from '../../language/encoding.js';
import { equal } from '../../language/expectation.js';
import { example, type Row } from '../../language/law.js';
import type { Law, Probe } from '../../language/trial.js';

export const vectors = <G>(probe: Probe<G>): Law<Row<G, Plain>> =>
  example({ probe, expect: ({ then }: Row<G, Plain>) => equal(decode(then)) });
