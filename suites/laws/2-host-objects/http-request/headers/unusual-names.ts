/** 2/http-request-object: header names with unusual symbols, long names and large headers. */
import type { Step } from '../../../../../spec/types/step.js';
import { type ExpectedValue, either, list } from '../../../../language/expectation.js';
import { conversation } from '../../../../language/law.js';
import { http, inOwnServer } from '../../../../language/setup.js';
import type { Law } from '../../../../language/trial.js';
import { textOf } from '../../../support/contents.js';
import { byRow } from '../../../support/drawn.js';
import { headOf } from '../../../support/http-bytes.js';
import { jsonOf } from '../../../support/json.js';
import { looselyJoinedBy, type Sizes } from '../inputs.js';
import { get, row, SCRIPT, type ScriptRow } from '../script.js';
import * as names from './letter-case.js';

/** Symbols in names, and whether hosts pass such headers to scripts. */
type SignsRow = { readonly signs: readonly string[]; readonly accepted?: true };

const signed = (signs: readonly string[]): string[] =>
  signs.flatMap((sign) => [`X${sign}Foo`, `X-Foo${sign}`, `${sign}X-Foo`]);

export const sendsSigns: Law<SignsRow> = ({ signs }) => names.sendsHeaders({ names: signed(signs) });

/** Other names with which they could be confused, and then their own names. */
export const receivesSigns = byRow(SCRIPT, ({ signs, accepted }: SignsRow) => {
  const own = signed(signs);
  const absent = ['X-Foo', 'X', 'Foo', 'X-', '-X-Foo', 'X-Foo-', 'XFoo'];
  const value = (of: string): ExpectedValue => (accepted === true ? of : either(of, undefined));
  return row(
    [...absent, ...own].map((name): Step => get('headersIn', name)),
    { read: [...absent.map(() => undefined), ...own.map((_, i) => value(`${i}`))] },
    { headers: own.map((name, i) => [name, `${i}`]) },
  );
});

/** The case's own server, whose settings allow such names: each header is found only by its own name. */
export const receivesSignsWherePassed = conversation({
  needs: ['exchange'],
  setup: [
    http(
      inOwnServer(
        {
          '/': {
            js_content: (r, t) => {
              const own = r.rawHeadersIn.filter((pair) => pair[0].indexOf('Foo') >= 0);
              const found = own.map((pair) => [pair, r.headersIn[pair[0]], r.headersIn[pair[0].toUpperCase()]]);
              r.return(200, t.json([found, ['X-Foo', 'X', 'Foo'].map((name) => name in r.headersIn)]));
            },
          },
        },
        { underscores_in_headers: 'on', ignore_invalid_headers: 'off' },
      ),
    ),
  ],
  hold: async ({ signs }: SignsRow, { host }) => {
    const lines = signed(signs).map((name, i) => [name, `${i}`] as const);
    const connection = await host.connect('own');
    await connection.send(headOf({ target: '/', headers: [['Connection', 'close'], ...lines] }));
    const { bytes } = await connection.rest();
    return jsonOf(bytes.toString().split('\r\n\r\n')[1] ?? 'null');
  },
  expect: ({ signs }) => {
    const found = signed(signs).map((name, i) => [[name, `${i}`], `${i}`, `${i}`]);
    return list(found, [false, false, false]);
  },
});

const named = (sizes: readonly number[]): readonly string[] => sizes.map((size) => `X-${textOf(size - 2)}`);

/** Names of so many characters. */
export const receivesLong: Law<Sizes> = ({ sizes }) => names.receivesHeaders({ names: named(sizes) });

export const sendsLong: Law<Sizes> = ({ sizes }) => names.sendsHeaders({ names: named(sizes) });

/** Headers whose values have so many characters that they need several buffers of the host. */
export const receivesLarge = byRow(SCRIPT, ({ sizes }: Sizes): ScriptRow => {
  const lines = sizes.map((size, i) => [`X-Large-${i % 3}`, `${i}${textOf(size - 1)}`] as const);
  const of = (place: number): string[] => lines.filter((_, i) => i % 3 === place).map(([, value]) => value);
  const joined = (values: string[]): ExpectedValue => (values.length === 0 ? undefined : looselyJoinedBy(',', values));
  const read = [0, 1, 2].map((place) => joined(of(place)));
  const given = [0, 1, 2].map((place): Step => get('headersIn', `x-large-${place}`));
  const pairs = lines.map((_, i): Step => get('rawHeadersIn', i + 1));
  return row([...given, ...pairs], { read: [...read, ...lines] }, { method: 'GET', headers: lines });
});
