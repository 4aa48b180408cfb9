/** 2/http-request-object: r.headersIn and r.rawHeadersIn. The oracle is the header lines on the wire. */

import fc from 'fast-check';
import { anything, type ExpectedValue, either, list, responses } from '../../../../language/expectation.js';
import { byRow, drawn } from '../../../support/drawn.js';
import type { HeaderLine } from '../../../support/header-lines.js';
import { respelled } from '../../../support/spelling.js';
import * as draw from '../inputs.js';
import { get, remove, row, SCRIPT, type ScriptRow, set } from '../script.js';

/** Header lines of a request, and the value read of one of them, perhaps after a script tried to change it. */
interface HeaderLookup {
  readonly lines: readonly HeaderLine[];
  readonly read: string;
  readonly value?: ExpectedValue;
  readonly changed?: boolean;
}

const reads = ({ lines, read, value, changed = false }: HeaderLookup): ScriptRow => {
  const tries = changed ? [set('headersIn', read, 'changed'), remove('headersIn', read)] : [];
  return row([...tries, get('headersIn', read)], { read: [value], threw: changed ? anything : [] }, { headers: lines });
};

export const findsHeader = byRow(SCRIPT, reads);

/** All lines in their order, with names and values as on the wire, followed by the line with the steps. */
const readsAll = ({ lines }: { readonly lines: readonly HeaderLine[] }): ScriptRow =>
  row([['r.rawHeadersIn']], { read: [list(...lines, anything)] }, { headers: lines });

export const listsRawHeaders = byRow(SCRIPT, readsAll);

type Single = draw.HeaderValues & Pick<ScriptRow, 'method' | 'body'>;

/** A line of the header for each of the values, and what is read of them. */
const readsOf = ({ header, values, ...body }: Single, value: ExpectedValue): ScriptRow => ({
  ...reads({ lines: values.map((one) => [header, one]), read: header, value }),
  ...body,
});

export const readsSingleHeader = byRow(SCRIPT, (of: Single) =>
  readsOf({ ...of, values: of.values.slice(0, 1) }, of.values[0]),
);

/** Only one of the values, unless the host refuses such a request. */
export const readsOneOfTwo = byRow(
  { ...SCRIPT, expect: (row: ScriptRow, at) => either(SCRIPT.expect(row, at), responses([{ status: 400 }])) },
  (of: Single) => readsOf(of, either(...of.values)),
);

/** The values in their order, with the separator between them and not after the last. */
export const joinsNoMore = byRow(SCRIPT, (of: draw.HeaderValues & { readonly sign: string }) =>
  readsOf(of, draw.joinedBy(of.sign, of.values)),
);

const requestLines = (name: fc.Arbitrary<string>, minLength: number, maxLength: number): fc.Arbitrary<HeaderLine[]> =>
  fc.array(fc.tuple(name, draw.headerValue), { minLength, maxLength });

/** The one header, or any header; the separator of its values. */
type HeaderAndSign = { readonly header?: string; readonly sign?: string };

export const findsDrawnHeaders = drawn(SCRIPT, {
  single: ({ header = '' }: HeaderAndSign) =>
    draw.headerValue.map((value) => readsOf({ header, values: [value] }, value)),
  joined: ({ header = '', sign = '' }: HeaderAndSign) =>
    draw.severalValues.map((values) => readsOf({ header, values }, draw.looselyJoinedBy(sign, values))),
  /** In one letter case on the wire and in another in the script. */
  'found-in-any-case': () =>
    draw.twiceSpelledHeader.map(([sent, read, value]) => reads({ lines: [[sent, value]], read, value })),
  /** Each line in its own letter case. */
  any: () =>
    draw.headerName
      .chain((name) => fc.tuple(respelled(name), requestLines(respelled(name), 2, 5)))
      .map(([read, lines]) => {
        const values = lines.map(([, value]) => value);
        return reads({ lines, read, value: draw.looselyJoinedBy(',', values) });
      }),
  /** Few names, so that some repeat, each in any letter case. */
  'raw-any': () =>
    draw
      .headerNames(3)
      .chain((few) => requestLines(fc.constantFrom(...few).chain(respelled), 1, 8))
      .map((lines) => readsAll({ lines: [['Host', 'example'], ...lines] })),
});
