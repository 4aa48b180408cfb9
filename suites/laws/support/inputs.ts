/** Laws about what is done with an input in a conversation, whether a row gives it or it is drawn. */
import type fc from 'fast-check';
import type { Expectation } from '../../language/expectation.js';
import { conversation, conversationProperty } from '../../language/law.js';
import type { Partners } from '../../language/partners.js';
import type { Capability, Law } from '../../language/trial.js';

interface OnInput<I> {
  readonly needs?: readonly Capability[];
  readonly hold: (input: I, partners: Partners) => Promise<unknown>;
  readonly expect: (input: I) => Expectation;
}

export interface InputLaws<I> {
  /** The input is the row. */
  readonly row: Law<I>;
  /** The input is made of the row. */
  of<D>(input: (data: D) => I): Law<D>;
  any(drawn: fc.Arbitrary<I>): Law<object>;
}

export const onInput = <I>({ needs = [], hold, expect }: OnInput<I>): InputLaws<I> => ({
  row: conversation({ needs, hold, expect }),
  of: <D>(input: (data: D) => I) =>
    conversation({
      needs,
      hold: (data: D, partners) => hold(input(data), partners),
      expect: (data) => expect(input(data)),
    }),
  any: (drawn) => conversationProperty({ needs, inputs: () => drawn, hold, expect }),
});
