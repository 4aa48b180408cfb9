/**
 * 2/http-request-object: r.headersIn and r.rawHeadersIn, of which the oracle is what was put on the wire; assignments to
 * r.headersOut, which a model of them judges on the wire and in the script; and r.rawHeadersOut.
 */
import fc from 'fast-check';
import { anything, type Expected, either, list, responses, satisfies } from '../../../../language/expectation.js';
import { byRow, drawn } from '../../../support/drawn.js';
import { respelled, SPELLED, type Spelling } from '../../../support/spelling.js';
import * as draw from '../inputs.js';
import { type Does, row, SCRIPT, type ScriptRow } from '../script.js';

type Line = readonly [name: string, value: string];

/** Header lines of a request, and what is read of one of them, be it after a script tried to change it. */
interface Found {
  readonly lines: readonly Line[];
  readonly read: string;
  readonly value?: Expected;
  readonly changed?: boolean;
}

const reads = ({ lines, read, value, changed = false }: Found): ScriptRow => {
  const tries = changed ? [[`headersIn.${read}`, 'changed'] as const, [`delete headersIn.${read}`] as const] : [];
  return row([...tries, [`headersIn.${read}`]], { read: [value], threw: changed ? anything : [] }, { headers: lines });
};

export const found = byRow(SCRIPT, reads);

/** All lines in their order, names and values as they stood on the wire; behind them is the one with the steps. */
const readsAll = ({ lines }: { readonly lines: readonly Line[] }): ScriptRow =>
  row([['rawHeadersIn']], { read: [list(...lines, anything)] }, { headers: lines });

export const raw = byRow(SCRIPT, readsAll);

type Single = draw.Several & Pick<ScriptRow, 'method' | 'body'>;

/** A line of the header for each of the values, and what is read of them. */
const readsOf = ({ header, values, ...body }: Single, value: Expected): ScriptRow => ({
  ...reads({ lines: values.map((one) => [header, one]), read: header, value }),
  ...body,
});

export const singleOnce = byRow(SCRIPT, (of: Single) =>
  readsOf({ ...of, values: of.values.slice(0, 1) }, of.values[0]),
);

/** One of the values alone, unless the host refuses such a request. */
export const singleTwice = byRow(
  { ...SCRIPT, expect: (row: ScriptRow, at) => either(SCRIPT.expect(row, at), responses([{ status: 400 }])) },
  (of: Single) => readsOf(of, either(...of.values)),
);

/** The values in their order, the sign between them and not behind them. */
export const joinsNoMore = byRow(SCRIPT, (of: draw.Several & { readonly sign: string }) =>
  readsOf(of, draw.joinedBy(of.sign, of.values)),
);

const requestLines = (name: fc.Arbitrary<string>, minLength: number, maxLength: number): fc.Arbitrary<Line[]> =>
  fc.array(fc.tuple(name, draw.headerValue), { minLength, maxLength });

/** Of the one header, or of any; with what its values are joined. */
type Of = { readonly header?: string; readonly sign?: string };

export const foundDrawn = drawn(SCRIPT, {
  single: ({ header = '' }: Of) => draw.headerValue.map((value) => readsOf({ header, values: [value] }, value)),
  joined: ({ header = '', sign = '' }: Of) =>
    draw.severalValues.map((values) => readsOf({ header, values }, draw.looselyJoinedBy(sign, values))),
  /** In one case on the wire and in another in the script. */
  'found-in-any-case': () =>
    draw.twiceSpelledHeader.map(([sent, read, value]) => reads({ lines: [[sent, value]], read, value })),
  /** Each line in a case of its own. */
  any: () =>
    draw.headerName
      .chain((name) => fc.tuple(respelled(name), requestLines(respelled(name), 2, 5)))
      .map(([read, lines]) => {
        const values = lines.map(([, value]) => value);
        return reads({ lines, read, value: draw.looselyJoinedBy(',', values) });
      }),
  /** Few names, so that some repeat, each in any case. */
  'raw-any': () =>
    draw
      .names(3)
      .chain((few) => requestLines(fc.constantFrom(...few).chain(respelled), 1, 8))
      .map((lines) => readsAll({ lines: [['Host', 'example'], ...lines] })),
});

type Assignment = readonly [name: string, value: string | readonly string[]];
type Lines = { readonly [name: string]: readonly string[] };

const assigning = (set: readonly Assignment[]): Does[] => set.map(([name, value]) => [`headersOut.${name}`, value]);

/** Header lines by name in lower case: the last assignment to each name counts. */
const linesOf = (set: readonly Assignment[]): Lines =>
  Object.fromEntries(set.map(([name, value]) => [name.toLowerCase(), [value].flat()]));

/** Assignments, and what is read then; assignments after the header was sent; what is sent. */
interface Assigned {
  readonly set: readonly Assignment[];
  readonly reads?: { readonly [name: string]: Expected };
  readonly late?: readonly Assignment[];
  readonly lines?: Lines;
}

function does({ set, reads = {}, late = [], lines = {} }: Assigned): ScriptRow {
  const reading = Object.keys(reads).map((name): Does => [`headersOut.${name}`]);
  const sending: Does[] = late.length === 0 ? [] : [['status', 200], ['call sendHeader'], ...assigning(late)];
  return row([...assigning(set), ...reading, ...sending], { read: Object.values(reads), headers: lines });
}

export const assigns = byRow(SCRIPT, does);

/** An array for a header of which only one value counts, whatever the letter case of its name: its last element is sent. */
export const sendsLast = byRow(
  SCRIPT,
  ({ header, values, as = 'as-it-is' }: draw.Several & { readonly as?: Spelling }) => {
    const want = { status: 200, body: 'abc', headers: { [header]: values.slice(-1) } };
    return row([...assigning([[SPELLED[as](header), values]]), ['call return', 200, 'abc']], want);
  },
);

const readsAs = ({ header, values }: draw.Several, value: Expected): ScriptRow =>
  does({ set: [[header, values]], reads: { [header]: value } });

/** One of the elements is read, or the last of them. It is not sent: some mean much to hosts. */
export const readsOne = byRow(SCRIPT, (of: draw.Several & { readonly last?: true }) => {
  const { given, want } = readsAs(of, either(...(of.last === true ? of.values.slice(-1) : of.values)));
  return row([...given, ...assigning([[of.header, []]])], want);
});

/** An array is read as its elements, in their order, a comma between them and not behind them. */
export const readsNoMore = byRow(SCRIPT, (of: draw.Several) => readsAs(of, draw.joinedBy(',', of.values)));

/** A value, or several, or none. */
const valuesOf = fc.oneof(draw.headerValue, fc.array(draw.headerValue, { maxLength: 4 }));

/** Assignments to some of the names, each in any case. */
const assignments = (names: readonly string[], minLength: number): fc.Arbitrary<Assignment[]> =>
  fc.array(fc.tuple(fc.constantFrom(...names).chain(respelled), valuesOf), { minLength, maxLength: 6 });

const nameOf = (pair: unknown): string => (Array.isArray(pair) ? String(pair[0]).toLowerCase() : '');

/** Of headers that the host does not add; of the order, that of lines of one name is judged. */
function ownPairs(pairs: readonly unknown[], set: readonly Assignment[]): string {
  const own = pairs.filter((pair) => nameOf(pair).startsWith('x-') || set.map(nameOf).includes(nameOf(pair)));
  return JSON.stringify(own.sort((a, b) => nameOf(a).localeCompare(nameOf(b))));
}

/** Assignments, and the raw pairs that they make. */
const readsRaw = ({ set, pairs }: { readonly set: readonly Assignment[]; readonly pairs: readonly Assignment[] }) => {
  const among = satisfies(`${JSON.stringify(pairs)} among other headers`, (read) => {
    return (Array.isArray(read) && ownPairs(read, set) === ownPairs(pairs, set)) || 'others of its own';
  });
  return row([...assigning(set), ['rawHeadersOut']], { headers: linesOf(set), read: [among] });
};

export const rawOut = byRow(SCRIPT, readsRaw);

const cookie = fc.stringMatching(/^[a-z]{1,6}=[A-Za-z0-9]{0,8}(; Path=\/[a-z]{0,4})?$/);
const cookies = fc.oneof(cookie, fc.array(cookie, { minLength: 1, maxLength: 4 }));

export const assignsDrawn = drawn(SCRIPT, {
  any: ({ header }: Of) =>
    (header === undefined ? draw.names(3) : fc.constant([header]))
      .chain((few) => assignments(few, 1))
      .map((set) => does({ set, lines: linesOf(set) })),
  'last-type': () =>
    fc
      .array(fc.stringMatching(/^[a-z]{1,8}\/[a-z0-9.+-]{1,12}$/), { minLength: 1, maxLength: 4 })
      .map((types) => does({ set: [['Content-Type', types]], lines: { 'Content-Type': types.slice(-1) } })),
  /** Headers that were assigned only late are not there. */
  'late-any': () =>
    draw
      .names(3)
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
  joined: ({ header: one }: Of) =>
    fc
      .tuple(one === undefined ? draw.headerName : fc.constant(one), draw.severalValues)
      .map(([header, values]) => readsAs({ header, values }, draw.looselyJoinedBy(',', values))),
  'raw-any': () =>
    draw
      .names(4)
      .chain((few) => fc.tuple(...few.map((name) => fc.tuple(respelled(name), valuesOf))))
      .map((set) =>
        readsRaw({ set, pairs: set.flatMap(([name, of]) => [of].flat().map((one): Assignment => [name, one])) }),
      ),
});
