/** Exchanges by rows: one law takes rows as requirements have them, and rows that are drawn. */
import type fc from 'fast-check';
import type { Expectation } from '../../language/expectation.js';
import { exchange, exchangeProperty, type Sending } from '../../language/law.js';
import type { Setup } from '../../language/setup.js';
import type { At, Capability, Law } from '../../language/trial.js';

/** What is sent for a row, and what must come of it. */
export interface RowLaw<R> {
  readonly needs?: readonly Capability[];
  readonly setup: Setup;
  readonly send: (row: R, at: At) => Sending;
  readonly expect: (row: R, at: At) => Expectation;
}

/** The law for data that stand for a row. */
export const byRow = <D, R>({ send, expect, ...law }: RowLaw<R>, rowOf: (data: D) => NoInfer<R>): Law<D> =>
  exchange<D>({ ...law, send: (data, at) => send(rowOf(data), at), expect: (data, at) => expect(rowOf(data), at) });

/** The law for rows that are drawn; `draw` names from which of these. */
export const drawn = <R, K extends string, D = object>(
  { send, expect, ...law }: RowLaw<R>,
  rows: { readonly [draw in K]: (data: D) => fc.Arbitrary<NoInfer<R>> },
): Law<D & { readonly draw: K }> =>
  exchangeProperty<D & { readonly draw: K }, R>({
    ...law,
    inputs: (data) => rows[data.draw](data),
    send: (row, _, at) => send(row, at),
    expect: (row, _, at) => expect(row, at),
  });
