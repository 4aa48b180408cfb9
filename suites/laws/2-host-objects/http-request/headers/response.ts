/** 2/http-request-object: r.headersOut and r.rawHeadersOut. A model judges assignments on the wire and in the script. */

import fc from 'fast-check';
import type { Step } from '../../../../../spec/types/step.js';
import { type ExpectedValue, either } from '../../../../language/expectation.js';
import { byRow, drawn } from '../../../support/drawn.js';
import type { HeaderLine } from '../../../support/header-lines.js';
import { type LetterCase, respelled, SPELLED } from '../../../support/spelling.js';
import * as draw from '../inputs.js';
import { assigning, call, get, type HeaderAssignment, row, SCRIPT, type ScriptRow } from '../script.js';
import { pairsAmong } from './matching.js';

/** Header lines by name in lower case: the last assignment to each name counts. */
const linesOf = (set: readonly HeaderAssignment[]): { readonly [name: string]: readonly string[] } =>
  Object.fromEntries(set.map(([name, value]) => [name.toLowerCase(), [value].flat()]));

/** Assignments, and what is read then; assignments after the header was sent; what is sent. */
interface AssignmentRow {
  readonly set: readonly HeaderAssignment[];
  readonly reads?: { readonly [name: string]: ExpectedValue };
  readonly late?: readonly HeaderAssignment[];
  readonly lines?: { readonly [name: string]: readonly string[] };
}

function does({ set, reads = {}, late = [], lines = {} }: AssignmentRow): ScriptRow {
  const reading = Object.keys(reads).map((name): Step => get('headersOut', name));
  const sending: Step[] = late.length === 0 ? [] : [{ set: ['status', 200] }, call('sendHeader'), ...assigning(late)];
  return row([...assigning(set), ...reading, ...sending], { read: Object.values(reads), headers: lines });
}

export const assignsHeaders = byRow(SCRIPT, does);

/** An array for a single-value header, in any letter case of its name: its last element is sent. */
export const sendsLast = byRow(
  SCRIPT,
  ({ header, values, as = 'as-it-is' }: draw.HeaderValues & { readonly as?: LetterCase }) => {
    const want = { status: 200, body: 'abc', headers: { [header]: values.slice(-1) } };
    return row([...assigning([[SPELLED[as](header), values]]), call('return', 200, 'abc')], want);
  },
);

const readsAs = ({ header, values }: draw.HeaderValues, value: ExpectedValue): ScriptRow =>
  does({ set: [[header, values]], reads: { [header]: value } });

/** One of the elements is read, or the last one. It is not sent, because some headers have special meanings for hosts. */
export const readsOne = byRow(SCRIPT, (of: draw.HeaderValues & { readonly last?: true }) => {
  const value = either(...(of.last === true ? of.values.slice(-1) : of.values));
  return row([...assigning([[of.header, of.values]]), get('headersOut', of.header), ...assigning([[of.header, []]])], {
    read: [value],
  });
});

/** An array is read as its elements, in their order, with a comma between them and none after the last. */
export const readsNoMore = byRow(SCRIPT, (of: draw.HeaderValues) => readsAs(of, draw.joinedBy(',', of.values)));

/** A value, or several, or none. */
const valuesOf = fc.oneof(draw.headerValue, fc.array(draw.headerValue, { maxLength: 4 }));

/** Assignments to some of the names, each in any letter case. */
const assignments = (names: readonly string[], minLength: number): fc.Arbitrary<HeaderAssignment[]> =>
  fc.array(fc.tuple(fc.constantFrom(...names).chain(respelled), valuesOf), { minLength, maxLength: 6 });

type RawRow = Pick<AssignmentRow, 'set'> & { readonly pairs: readonly HeaderLine[] };

/** Assignments, and the raw pairs that they make among those that the host adds. */
const readsRaw = ({ set, pairs }: RawRow): ScriptRow => {
  const lines = linesOf(set);
  const among = pairsAmong(pairs, (name) => name.startsWith('x-') || name in lines);
  return row([...assigning(set), ['r.rawHeadersOut']], { headers: lines, read: [among] });
};

export const listsRawHeaders = byRow(SCRIPT, readsRaw);

const cookie = fc.stringMatching(/^[a-z]{1,6}=[A-Za-z0-9]{0,8}(; Path=\/[a-z]{0,4})?$/);

const cookies = fc.oneof(cookie, fc.array(cookie, { minLength: 1, maxLength: 4 }));

export const assignsDrawnHeaders = drawn(SCRIPT, {
  any: ({ header }: { readonly header?: string }) =>
    (header === undefined ? draw.headerNames(3) : fc.constant([header]))
      .chain((few) => assignments(few, 1))
      .map((set) => does({ set, lines: linesOf(set) })),
  'last-type': () =>
    fc
      .array(fc.stringMatching(/^[a-z]{1,8}\/[a-z0-9.+-]{1,12}$/), { minLength: 1, maxLength: 4 })
      .map((types) => does({ set: [['Content-Type', types]], lines: { 'Content-Type': types.slice(-1) } })),
  /** Headers that were only assigned late are absent. */
  'late-any': () =>
    draw
      .headerNames(3)
      .chain((few) => fc.record({ set: assignments(few, 0), late: assignments(few, 0) }))
      .map((of) => does({ ...of, lines: linesOf([...of.late.map(([name]) => [name, []] as const), ...of.set]) })),
  'in-any-case': () =>
    draw.twiceSpelledHeader.map(([name, read, value]) =>
      does({ set: [[name, value]], reads: { [read]: value }, lines: { [read]: [value] } }),
    ),
  cookies: () =>
    draw.spelledTwice('set-cookie', cookies).map(([name, read, value]) => {
      const all = { [read]: [value].flat() };
      return does({ set: [[name, value]], reads: all, lines: all });
    }),
  joined: ({ header: one }: { readonly header?: string }) =>
    fc
      .tuple(one === undefined ? draw.headerName : fc.constant(one), draw.severalValues)
      .map(([header, values]) => readsAs({ header, values }, draw.looselyJoinedBy(',', values))),
  'raw-any': () =>
    draw
      .headerNames(4)
      .chain((few) => fc.tuple(...few.map((name) => fc.tuple(respelled(name), valuesOf))))
      .map((set) =>
        readsRaw({ set, pairs: set.flatMap(([name, of]) => [of].flat().map((one): HeaderLine => [name, one])) }),
      ),
});
