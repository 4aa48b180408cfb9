/** 2/http-request-object: r.headersIn and r.rawHeadersIn. The oracle is what was put on the wire. */
import fc from 'fast-check';
import { anything, type Expected, either, list, responses } from '../../../language/expectation.js';
import { byRow, drawn } from '../../support/drawn.js';
import { headerName, headerValue, joinings, looseJoinings, respelled, severalValues, spelledTwice } from './inputs.js';
import { type Row, row, SCRIPT } from './script.js';

type Line = readonly [name: string, value: string];

/** Header lines, and what is read of one of them. */
interface Found {
  readonly lines: readonly Line[];
  readonly read: string;
  readonly value?: Expected;
}

const reads = ({ lines, read, value }: Found): Row =>
  row([[`headersIn.${read}`]], { read: [value] }, { headers: lines });

export const found = byRow(SCRIPT, reads);

/** What a script assigns to a header or deletes of it leaves it as it was received. */
export const staysAsReceived = byRow(SCRIPT, ({ lines, read, value }: Found) => {
  const path = `headersIn.${read}`;
  return row([[path, 'changed'], [`delete ${path}`], [path]], { read: [value], threw: anything }, { headers: lines });
});

/** All lines in their order, names and values as they stood on the wire; behind them is the one with the steps. */
const readsAll = ({ lines }: { readonly lines: readonly Line[] }): Row =>
  row([['rawHeadersIn']], { read: [list(...lines, anything)] }, { headers: lines });

export const raw = byRow(SCRIPT, readsAll);

interface Several extends Pick<Row, 'method' | 'body'> {
  readonly header: string;
  readonly values: readonly string[];
}

/** A line of the header for each of the values; any of these is read. */
const readsOf = ({ header, values, ...body }: Several, anyOf: readonly string[]): Row => ({
  ...reads({ lines: values.map((value) => [header, value]), read: header, value: either(...anyOf) }),
  ...body,
});

export const singleOnce = byRow(SCRIPT, ({ values, ...of }: Several) => {
  const one = values.slice(0, 1);
  return readsOf({ ...of, values: one }, one);
});

/** One of the values alone, unless the host refuses such a request. */
export const singleTwice = byRow(
  { ...SCRIPT, expect: (row: Row, at) => either(SCRIPT.expect(row, at), responses([{ status: 400 }])) },
  (of: Several) => readsOf(of, of.values),
);

/** The values in their order, the sign between them and not behind them. */
export const joinsNoMore = byRow(SCRIPT, ({ sign, ...of }: Several & { sign: string }) =>
  readsOf(of, joinings(of.values, sign)),
);

const linesOf = (name: fc.Arbitrary<string>, minLength: number, maxLength: number): fc.Arbitrary<Line[]> =>
  fc.array(fc.tuple(name, headerValue), { minLength, maxLength });

export const foundDrawn = drawn(SCRIPT, {
  single: ({ header = '' }: { header?: string; sign?: string }) =>
    headerValue.map((value) => readsOf({ header, values: [value] }, [value])),
  joined: ({ header = '', sign = '' }: { header?: string; sign?: string }) =>
    severalValues.map((values) => readsOf({ header, values }, looseJoinings(values, sign))),
  /** In one case on the wire and in another in the script. */
  'found-in-any-case': () =>
    headerName.chain(spelledTwice).map(([sent, read, value]) => reads({ lines: [[sent, value]], read, value })),
  /** Each line in a case of its own. */
  any: () =>
    headerName
      .chain((name) => fc.tuple(respelled(name), linesOf(respelled(name), 2, 5)))
      .map(([read, lines]) => {
        const values = lines.map(([, value]) => value);
        return reads({ lines, read, value: either(...looseJoinings(values, ',')) });
      }),
  /** Few names, so that some repeat, each in any case. */
  'raw-any': () =>
    fc
      .uniqueArray(headerName, { minLength: 1, maxLength: 3 })
      .chain((names) => linesOf(fc.constantFrom(...names).chain(respelled), 1, 8))
      .map((lines) => readsAll({ lines: [['Host', 'example'], ...lines] })),
});
