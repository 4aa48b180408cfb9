/** 2/http-request-object: assignments to r.headersOut. The oracle is a model of them; the wire is observed. */
import fc from 'fast-check';
import type { Expected } from '../../../language/expectation.js';
import { byRow, drawn } from '../../support/drawn.js';
import { headerName, headerValue, respelled } from './inputs.js';
import { type Does, type Row, row, SCRIPT } from './script.js';

export { scripts } from './script.js';

export type Assignment = readonly [name: string, value: string | readonly string[]];
type Lines = { readonly [name: string]: readonly string[] };

export const assigning = (set: readonly Assignment[]): Does[] =>
  set.map(([name, value]) => [`headersOut.${name}`, value]);

/** Header lines by name in lower case: the last assignment to each name counts. */
export const linesOf = (set: readonly Assignment[]): Lines =>
  Object.fromEntries(set.map(([name, value]) => [name.toLowerCase(), [value].flat()]));

/** Assignments, the headers that are read then, and what must be found; lines that are sent. */
interface Assigned {
  readonly set: readonly Assignment[];
  readonly read?: readonly string[];
  readonly values?: readonly Expected[];
  readonly lines?: Lines;
}

export const does = ({ set, read = [], values = [], lines = {} }: Assigned): Row =>
  row([...assigning(set), ...read.map((name): Does => [`headersOut.${name}`])], { read: values, headers: lines });

export const assigns = byRow(SCRIPT, does);

export interface Several {
  readonly header: string;
  readonly values: readonly string[];
}

/** An array for a header of which only one value counts: its last element is sent. */
export const sendsLast = byRow(SCRIPT, ({ header, values }: Several) =>
  row([...assigning([[header, values]]), ['call return', 200, 'abc']], {
    ...{ status: 200, body: 'abc', headers: { [header]: values.slice(-1) } },
  }),
);

/** Assignments before the header is sent, and after; headers that were assigned only late are not there. */
const sentEarly = ({
  early,
  late,
}: {
  readonly early: readonly Assignment[];
  readonly late: readonly Assignment[];
}): Row =>
  row([...assigning(early), ['status', 200], ['call sendHeader'], ...assigning(late)], {
    status: 200,
    headers: { ...linesOf(late.map(([name]) => [name, []])), ...linesOf(early) },
  });

export const ignoresLate = byRow(SCRIPT, sentEarly);

/** A value, or several, or none. */
export const valuesOf = fc.oneof(headerValue, fc.array(headerValue, { maxLength: 4 }));
const mediaType = fc.stringMatching(/^[a-z]{1,8}\/[a-z0-9.+-]{1,12}$/);
export const names = (maxLength: number) => fc.uniqueArray(headerName, { minLength: 1, maxLength });

/** Assignments to some of the names, each in any case. */
const assignments = (names: readonly string[], minLength: number): fc.Arbitrary<Assignment[]> =>
  fc.array(fc.tuple(fc.constantFrom(...names).chain(respelled), valuesOf), { minLength, maxLength: 6 });

/** Of the one header, or of any. */
type Of = { readonly header?: string };

export const assignsDrawn = drawn(SCRIPT, {
  any: ({ header }: Of) =>
    (header === undefined ? names(3) : fc.constant([header]))
      .chain((few) => assignments(few, 1))
      .map((set) => does({ set, lines: linesOf(set) })),
  'last-type': () =>
    fc
      .array(mediaType, { minLength: 1, maxLength: 4 })
      .map((types) => does({ set: [['Content-Type', types]], lines: { 'Content-Type': types.slice(-1) } })),
  'late-any': () =>
    names(3)
      .chain((few) => fc.record({ early: assignments(few, 0), late: assignments(few, 0) }))
      .map(sentEarly),
});
