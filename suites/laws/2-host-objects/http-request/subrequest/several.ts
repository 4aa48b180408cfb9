/** 2/http-request-object-methods/r-subrequest: several subrequests of one request, in sequence, concurrent and nested. */
import fc from 'fast-check';
import type { Step } from '../../../../../spec/types/step.js';
import { encode } from '../../../../language/encoding.js';
import { anything, type Expectation, either, list } from '../../../../language/expectation.js';
import { http, location, type Setup } from '../../../../language/setup.js';
import { unicodeText } from '../../../support/arbitraries.js';
import { byRow, drawn } from '../../../support/drawn.js';
import { encodedText, letters, type QueryPair, together } from '../../../support/spelling.js';
import { headerName, headerValue, statusBut } from '../inputs.js';
import { call, inParts, row, type ScriptRow, set } from '../script.js';
import { ASK_WAYS, ASKING, type Ask, type AskWay, answering, asking, plays } from './handlers.js';
import { decodedFrom } from './response-body.js';
import { given, PROXIED, passed, withArgs } from './rows.js';

/** Each request makes so many to this server, down to a depth; one of each may fail. */
type SubrequestTree = {
  readonly depth: number;
  readonly width: number;
  readonly way: AskWay;
  readonly failing?: number;
};

export const makesTree = byRow(PROXIED, ({ depth, width, way, failing = -1 }: SubrequestTree): ScriptRow => {
  const nodes = Array.from({ length: width }, (_, i) => i);
  const stepsFor = (level: number): readonly Step[] => {
    if (level > depth) return answering(200, '"leaf"');
    const asks = nodes.map((i): Ask => [i === failing ? '~/via/in/fails' : `~/via/in/l${level}`]);
    return asking(asks, way, ['status', 'json responseText']);
  };
  const inner = Array.from({ length: depth }, (_, i) => [`l${i + 1}`, stepsFor(i + 2)] as const);
  const read = (level: number): readonly unknown[] =>
    nodes.flatMap((i) => {
      if (i === failing) return [404, 'none'];
      return [200, level === depth ? 'leaf' : list(...read(level + 1))];
    });
  const fails = answering(404, '"none"');
  return row(stepsFor(1), { status: 203, read: read(1) }, { inner: { ...Object.fromEntries(inner), fails } });
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

const handlerOf = ({ status, body, header, after, parts }: SubrequestRow): readonly Step[] => {
  const waits: Step[] = after === undefined ? [] : [{ make: ['wait', after], await: 'promise' }];
  const assigned = set('headersOut', 'X-Inner', header);
  return [...waits, assigned, ...(parts ? inParts(status, [...body]) : answering(status, body))];
};

/** Each has its own response, in any order, whenever it ends. */
function several(all: readonly SubrequestRow[], way: AskWay, before: readonly Step[] = []): ScriptRow {
  const asks = all.map(({ method, args }, i): Ask => [`~/in/n${i}`, { method, args: `k=${args}` }]);
  const inner = Object.fromEntries(all.map((one, i) => [`n${i}`, handlerOf(one)]));
  const read = all.flatMap((one) => [one.status, one.body, one.header, one.method, one.args, `k=${one.args}`, true]);
  const want = { status: 203, headers: { 'X-Inner': [] }, read };
  return row([...before, ...asking(asks, way, LOOKS)], want, { inner });
}

const subrequest = (n: number, method: string): SubrequestRow => ({
  ...{ status: 210 + n, body: `body ${n}`, header: `header ${n}`, method, args: `${n}` },
});

/** How many, how they are made, and whether the last ones end first. */
type ManyRow = { readonly many: number; readonly way: AskWay; readonly later?: true };

function numbered({ many, way, later }: ManyRow, before?: readonly Step[]): ScriptRow {
  const all = Array.from({ length: many }, (_, i) => {
    const own = subrequest(i, i % 2 === 0 ? 'GET' : 'POST');
    return later && i % 3 === 0 ? { ...own, after: 3 * (many - i) } : own;
  });
  return several(all, way, before);
}

export const holdsSeveral = byRow(ASKING, (of: ManyRow) => numbered(of));

/** Made by the access handler, which answers itself. */
const ACCESS: Setup = [
  http(
    location('/', { js_access: plays, js_content: (r) => r.return(500, 'not asked') }, 'prefix'),
    location('/in/', { js_content: plays }, 'prefix'),
  ),
];

/** Its handler reads no body. */
export const fromAccess = byRow({ ...ASKING, setup: ACCESS }, (of: ManyRow) => ({ ...numbered(of), method: 'GET' }));

/** The blank is a part of the JSON that follows. */
const BEGINS: readonly Step[] = [{ set: ['status', 203] }, call('sendHeader'), call('send', ' ')];

/** Made after the client's response has started; the rest of it is what was read. */
export const holdsBegun = byRow(ASKING, (of: ManyRow) => numbered(of, BEGINS));

/** Each request of a connection makes different ones from the previous request. */
export const holdsOnConnection = byRow(ASKING, ({ way }: { readonly way: AskWay }): ScriptRow => {
  const one = (n: number) => several([subrequest(n, 'PUT')], way);
  return { ...one(1), next: [one(2), one(3), one(4)] };
});

/** One in the middle ends with an error of its handler, whose result is not judged. */
export const outlivesError = byRow(
  ASKING,
  ({ way, fails }: { readonly way: AskWay; readonly fails: 'throws' | 'silent' }): ScriptRow => {
    const b = fails === 'throws' ? { throws: 'planned' } : { silent: true as const };
    const steps = asking([['~/in/a'], ['~/in/b'], ['~/in/a']], way, ['status', 'responseText']);
    // A rejection is read, too.
    const read = [2, 3].map((count) => list(201, 'abc', ...Array<Expectation>(count).fill(anything), 201, 'abc'));
    return row(steps, { status: 203, read: either(...read) }, { inner: { a: answering(201, 'abc'), b } });
  },
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
      return given({
        gives: answering(200, encode(body)),
        reads: { responseBuffer: body, responseText: decodedFrom(body) },
      });
    }),
  headers: () =>
    fc
      .uniqueArray(fc.tuple(headerName, headerValue), { minLength: 1, maxLength: 4, selector: ([name]) => name })
      .map((all) =>
        given({
          gives: answering(200, 'abc', Object.fromEntries(all)),
          reads: Object.fromEntries(all.map(([name, value]) => [`headersOut.${name.toUpperCase()}`, value])),
        }),
      ),
});
