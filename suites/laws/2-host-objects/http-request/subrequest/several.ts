/** 2/http-request-object-methods/r-subrequest: several subrequests of one request, in sequence, concurrent and nested. */
import fc from 'fast-check';
import { encode } from '../../../../language/encoding.js';
import { anything, type ExpectedValue, list } from '../../../../language/expectation.js';
import { http, location, type Setup } from '../../../../language/setup.js';
import { unicodeText } from '../../../support/arbitraries.js';
import { byRow, drawn } from '../../../support/drawn.js';
import { encodedText, letters, type QueryPair, together } from '../../../support/spelling.js';
import { headerName, headerValue, statusBut } from '../inputs.js';
import { ASK_WAYS, ASKING, type Ask, type AskRow, type AskWay, type Conduct, plays } from './handlers.js';
import { decodedFrom } from './response-body.js';
import { given, PROXIED, passed, withArgs } from './rows.js';

/** Each request makes so many to this server, down to a depth; one of each may fail. */
type SubrequestTree = {
  readonly depth: number;
  readonly width: number;
  readonly way: AskWay;
  readonly failing?: number;
};

export const makesTree = byRow(PROXIED, ({ depth, width, way, failing = -1 }: SubrequestTree): AskRow => {
  const nodes = Array.from({ length: width }, (_, i) => i);
  const asksFor = (level: number): Conduct => {
    const asks = nodes.map((i): Ask => [i === failing ? 'via/in/fails' : `via/in/l${level}`]);
    return { asks, way, looks: ['status', 'json responseText'] };
  };
  const does = (level: number): Conduct => (level === depth ? { body: '"leaf"' } : asksFor(level + 1));
  const inner = Array.from({ length: depth }, (_, i) => [`l${i + 1}`, does(i + 1)] as const);
  const read = (level: number): ExpectedValue =>
    level > depth
      ? 'leaf'
      : list(...nodes.map((i) => (i === failing ? list(404, 'none') : list(200, read(level + 1)))));
  const fails: Conduct = { status: 404, body: '"none"' };
  return { main: asksFor(1), inner: { ...Object.fromEntries(inner), fails }, want: { status: 203, read: read(1) } };
});

/** One of several subrequests: its arguments and results. */
interface SubrequestRow {
  readonly status: number;
  readonly body: string;
  readonly header: string;
  readonly method: string;
  readonly args: string;
  readonly after?: number;
  readonly parts?: true;
}

const LOOKS = ['status', 'responseText', 'headersOut.X-Inner', 'method', 'args.k', 'variables.args', 'own parent'];

/** Each has its own response, in any order, whenever it ends. */
function several(all: readonly SubrequestRow[], way: AskWay): AskRow {
  const asks = all.map(({ method, args }, i): Ask => [`in/n${i}`, { method, args: `k=${args}` }]);
  const inner = all.map(({ status, body, header, after, parts }, i): [string, Conduct] => {
    const sent = parts ? { parts: [...body] } : { body };
    return [`n${i}`, { status, headers: { 'X-Inner': header }, ...sent, ...(after === undefined ? {} : { after }) }];
  });
  const read = all.map((one) => list(one.status, one.body, one.header, one.method, one.args, `k=${one.args}`, true));
  return {
    main: { asks, way, looks: LOOKS },
    inner: Object.fromEntries(inner),
    want: { status: 203, headers: { 'X-Inner': [] }, read: list(...read) },
  };
}

const subrequest = (n: number, method: string): SubrequestRow => ({
  ...{ status: 210 + n, body: `body ${n}`, header: `header ${n}`, method, args: `${n}` },
});

/** How many, how they are made, and whether the last ones end first. */
type ManyRow = { readonly many: number; readonly way: AskWay; readonly later?: true };

function numbered({ many, way, later }: ManyRow): AskRow {
  const all = Array.from({ length: many }, (_, i): SubrequestRow => {
    const own = subrequest(i, i % 2 === 0 ? 'GET' : 'POST');
    return later && i % 3 === 0 ? { ...own, after: 3 * (many - i) } : own;
  });
  return several(all, way);
}

export const holdsSeveral = byRow(ASKING, numbered);

/** Made by the access handler, which answers itself. */
const ACCESS: Setup = [
  http(
    location('/', { js_access: plays, js_content: (r) => r.return(500, 'not asked') }, 'prefix'),
    location('/in/', { js_content: plays }, 'prefix'),
  ),
];

export const fromAccess = byRow({ ...ASKING, setup: ACCESS }, numbered);

/** Made after the client's response has started; the rest of it is what was read. */
export const holdsBegun = byRow(ASKING, (of: ManyRow): AskRow => {
  const { main, inner = {} } = numbered(of);
  const read = Object.values(inner).map(({ status, body }) => [status, body]);
  const body = `begun ${JSON.stringify(read)}`;
  return {
    inner,
    main: { ...main, begins: true, looks: ['status', 'responseText'] },
    want: { status: 203, headers: { 'X-Inner': [] }, body },
  };
});

/** Each request of a connection makes different ones from the previous request. */
export const holdsOnConnection = byRow(ASKING, ({ way }: { readonly way: AskWay }): AskRow => {
  const row = (n: number) => several([subrequest(n, 'PUT')], way);
  return { ...row(1), next: [row(2), row(3), row(4)] };
});

/** One in the middle ends with an error of its handler, whose result is not judged. */
export const outlivesError = byRow(
  ASKING,
  ({ way, fails }: { readonly way: AskWay; readonly fails: 'throws' | 'silent' }): AskRow => ({
    main: { asks: [['in/a'], ['in/b'], ['in/a']], way, looks: ['status', 'responseText'] },
    inner: { a: { status: 201, body: 'abc' }, b: { fails } },
    want: { status: 203, read: list(list(201, 'abc'), anything, list(201, 'abc')) },
  }),
);

const word = fc.string({ unit: letters, minLength: 1, maxLength: 6 });
const pairs: fc.Arbitrary<{ query: string; args: { [key: string]: string | string[] } }> = fc
  .uniqueArray(
    fc.tuple(encodedText(letters, 1, 4), encodedText(fc.oneof(letters, fc.constantFrom(...' !,;@é€漢')), 0, 5)),
    { minLength: 1, maxLength: 4, selector: ([key]) => key.text },
  )
  .map((all) => ({
    query: all.map(([key, value]) => `${key.encoded}=${value.encoded}`).join('&'),
    args: together(all.map(([key, value]): QueryPair => [key.text, value.text])),
  }));

const one: fc.Arbitrary<SubrequestRow> = fc
  .record({
    status: statusBut(204, 205, 301, 302, 303, 304, 307, 308, 444),
    body: unicodeText(12).map((text) => `b${text}`),
    header: headerValue,
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
    args: word,
    parts: fc.boolean(),
  })
  .map(({ parts, ...rest }) => (parts ? { ...rest, parts } : rest));

export const drawnSeveral = drawn(ASKING, {
  any: () =>
    fc
      .tuple(fc.array(one, { minLength: 1, maxLength: 6 }), fc.constantFrom(...ASK_WAYS))
      .map(([all, way]) => several(all, way)),
  args: () => fc.tuple(pairs, fc.constantFrom('string', 'object', 'uri')).map(([of, as]) => withArgs({ ...of, as })),
  body: () =>
    fc
      .tuple(unicodeText(24), fc.constantFrom('GET', 'POST', 'PUT'))
      .map(([body, method]) => passed({ pass: [{ method, body }], method, body: encode(body) })),
  bytes: () =>
    fc.uint8Array({ minLength: 1, maxLength: 64 }).map((bytes) => {
      const body = Buffer.from(bytes);
      return given({ gives: { body: encode(body) }, reads: { responseBuffer: body, responseText: decodedFrom(body) } });
    }),
  headers: () =>
    fc
      .uniqueArray(fc.tuple(headerName, headerValue), { minLength: 1, maxLength: 4, selector: ([name]) => name })
      .map((all) =>
        given({
          gives: { headers: Object.fromEntries(all), body: 'abc' },
          reads: Object.fromEntries(all.map(([name, value]) => [`headersOut.${name.toUpperCase()}`, value])),
        }),
      ),
});
