/** Laws for rows of requirements and for drawn rows: of exchanges, and of any conversation. */
import type fc from 'fast-check';
import type { Expectation } from '../../language/expectation.js';
import {
  type Common,
  conversation,
  conversationProperty,
  exchange,
  exchangeProperty,
  type Sending,
} from '../../language/law.js';
import type { Partners } from '../../language/partners.js';
import type { Setup } from '../../language/setup.js';
import type { At, Capability, Law } from '../../language/trial.js';

/** The request of a row, and its expected result. */
export interface RowLaw<R> {
  readonly needs?: readonly Capability[];
  readonly ownProcess?: boolean;
  readonly setup: Setup;
  readonly send: (row: R, at: At) => Sending;
  readonly expect: (row: R, at: At) => Expectation;
}

/** The law for data that a row is derived from. */
export const byRow = <D, R>(
  { send, expect, ...law }: Omit<RowLaw<R>, 'setup'> & Pick<Common<D>, 'setup'>,
  rowOf: (data: D) => NoInfer<R>,
): Law<D> =>
  exchange<D>({
    ...law,
    send: (data, at) => send(rowOf(data), at),
    expect: (data, at) => expect(rowOf(data), at),
    parts: oneByOne,
  });

/** The data of a row about several names or sizes, with each of them alone. */
function oneByOne<D>(data: D): readonly D[] {
  const field = ['names', 'sizes'].find((name) => Array.isArray(Reflect.get(Object(data), name)));
  const all: readonly unknown[] = field === undefined ? [] : Reflect.get(Object(data), field);
  return field === undefined || all.length < 2 ? [] : all.map((one) => ({ ...data, [field]: [one] }));
}

/** The law for drawn rows. */
export const drawnBy = <D, R>(law: RowLaw<R>, inputs: (data: D) => fc.Arbitrary<NoInfer<R>>): Law<D> =>
  exchangeProperty<D, R>({ ...law, inputs });

/** The same; `draw` names the arbitrary. */
export const drawn = <R, K extends string, D = object>(
  law: RowLaw<R>,
  rows: { readonly [draw in K]: (data: D) => fc.Arbitrary<NoInfer<R>> },
): Law<D & { readonly draw: K }> => drawnBy(law, (data) => rows[data.draw](data));

/** The action for an input in a conversation, and its expected result. */
interface OnInput<I> {
  readonly needs?: readonly Capability[];
  readonly hold: (input: I, partners: Partners) => Promise<unknown>;
  readonly expect: (input: I) => Expectation;
}

export const onInput = <I>({ needs = [], hold, expect }: OnInput<I>) => ({
  /** The input is the row. */
  row: conversation({ needs, hold, expect }),
  /** The input is derived from the row. */
  of: <D>(input: (data: D) => I) =>
    conversation({
      needs,
      hold: (data: D, partners) => hold(input(data), partners),
      expect: (data) => expect(input(data)),
    }),
  any: (drawn: fc.Arbitrary<I>): Law<object> => conversationProperty({ needs, inputs: () => drawn, hold, expect }),
});
