/** 2/http-request-object: assignments to r.headersOut. The oracle is a model of them; the wire is observed. */
import fc from 'fast-check';
import type { Expected } from '../../../language/expectation.js';
import { byRow, drawn } from '../../support/drawn.js';
import { respelled } from '../../support/spelling.js';
import { headerValue, names, type Several } from './inputs.js';
import { type Does, row, SCRIPT, type ScriptRow } from './script.js';

export type Assignment = readonly [name: string, value: string | readonly string[]];
type Lines = { readonly [name: string]: readonly string[] };

export const assigning = (set: readonly Assignment[]): Does[] =>
  set.map(([name, value]) => [`headersOut.${name}`, value]);

/** Header lines by name in lower case: the last assignment to each name counts. */
export const linesOf = (set: readonly Assignment[]): Lines =>
  Object.fromEntries(set.map(([name, value]) => [name.toLowerCase(), [value].flat()]));

/** Assignments, and what is read then; assignments after the header was sent; what is sent. */
interface Assigned {
  readonly set: readonly Assignment[];
  readonly reads?: { readonly [name: string]: Expected };
  readonly late?: readonly Assignment[];
  readonly lines?: Lines;
}

export function does({ set, reads = {}, late = [], lines = {} }: Assigned): ScriptRow {
  const reading = Object.keys(reads).map((name): Does => [`headersOut.${name}`]);
  const sending: Does[] = late.length === 0 ? [] : [['status', 200], ['call sendHeader'], ...assigning(late)];
  return row([...assigning(set), ...reading, ...sending], { read: Object.values(reads), headers: lines });
}

export const assigns = byRow(SCRIPT, does);

/** An array for a header of which only one value counts: its last element is sent. */
export const sendsLast = byRow(SCRIPT, ({ header, values }: Several) => {
  const want = { status: 200, body: 'abc', headers: { [header]: values.slice(-1) } };
  return row([...assigning([[header, values]]), ['call return', 200, 'abc']], want);
});

/** A value, or several, or none. */
export const valuesOf = fc.oneof(headerValue, fc.array(headerValue, { maxLength: 4 }));

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
      .array(fc.stringMatching(/^[a-z]{1,8}\/[a-z0-9.+-]{1,12}$/), { minLength: 1, maxLength: 4 })
      .map((types) => does({ set: [['Content-Type', types]], lines: { 'Content-Type': types.slice(-1) } })),
  /** Headers that were assigned only late are not there. */
  'late-any': () =>
    names(3)
      .chain((few) => fc.record({ set: assignments(few, 0), late: assignments(few, 0) }))
      .map((of) => does({ ...of, lines: linesOf([...of.late.map(([name]) => [name, []] as const), ...of.set]) })),
});
