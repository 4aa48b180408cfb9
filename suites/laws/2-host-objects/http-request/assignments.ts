/** Assignments to response headers: what laws about them tell a handler, and what a model of them gives. */
import fc from 'fast-check';
import type { Sending } from '../../../language/law.js';
import type { HttpHandler } from '../../../language/setup.js';
import type { At } from '../../../language/trial.js';
import { headerValue, respelled } from './inputs.js';

export type Assignment = readonly [name: string, value: string | readonly string[] | null];

export const ordering = (at: At, order: object): Sending => ({
  requests: [{ target: at('/'), input: order }],
});

/** Assigns in order; answers with what is read then. */
export const assigns: HttpHandler = (r, t) => {
  const order: { set: [string, string | string[]][]; read?: string[] } = t.input(r);
  for (let i = 0; i < order.set.length; i++) {
    const one = order.set[i];
    if (one !== undefined) r.headersOut[one[0]] = one[1];
  }
  const names = order.read || [];
  t.answer(
    r,
    names.map((name) => r.headersOut[name]),
  );
};

/** Header lines by name in lower case: the last assignment to each name counts. */
export function linesOf(set: readonly Assignment[]): { [name: string]: readonly string[] } {
  const values = (value: Assignment[1]): readonly string[] => (typeof value === 'string' ? [value] : (value ?? []));
  return Object.fromEntries(set.map(([name, value]) => [name.toLowerCase(), values(value)]));
}

/** A value, or several, or none. */
export const headerValuesOf = fc.oneof(headerValue, fc.array(headerValue, { maxLength: 4 }));

/** Any assignments to a few names, each name in any case. */
export const assignments = (names: fc.Arbitrary<string>): fc.Arbitrary<Assignment[]> =>
  fc
    .uniqueArray(names, { minLength: 1, maxLength: 3 })
    .chain((few) =>
      fc.array(fc.tuple(fc.constantFrom(...few).chain(respelled), headerValuesOf), { minLength: 1, maxLength: 6 }),
    );
