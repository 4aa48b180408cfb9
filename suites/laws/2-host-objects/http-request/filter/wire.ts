import { equal, list, record } from '../../../../language/expectation.js';
import { conversation } from '../../../../language/law.js';
import type { Connection, WireRequest } from '../../../../language/partners.js';
import {
  directive,
  directivesOf,
  http,
  location,
  port,
  type Settings,
  type SetupDirective,
} from '../../../../language/setup.js';
import { headOf, ResponseReader } from '../../../support/http-bytes.js';
import { set } from '../script.js';
import { type FilterProgram, filterBody, filterHeader, inputOf, KEPT, type Programs } from './programs.js';

/** The case's own server, whose port is known. */
const server = (...locations: readonly SetupDirective[]): SetupDirective =>
  http({ name: 'server', args: [], block: [directive('listen', port('main')), ...locations] });

const FILTERED: Settings = { js_header_filter: filterHeader, js_body_filter: filterBody };

const CLOSING = { headers: [['Connection', 'close']] } as const;

const KEEPS: FilterProgram = { header: [set('headersOut', 'X-Foo', 'a')] };

/** Requests that are sent at once, each with the effect of filters on its response. */
interface PipelineRow {
  readonly requests: readonly (Pick<WireRequest, 'method'> & Programs & { readonly path: string })[];
  readonly responses: readonly string[];
}

export const filtersPipelined = conversation({
  needs: ['exchange'],
  setup: [
    ...KEPT,
    server(
      location('/text', { ...FILTERED, return: ['200', 'text'] }),
      location('/returned', { ...FILTERED, js_content: (r) => r.return(200, 'returned') }),
      location('/missing', { ...FILTERED, error_page: ['404', '=404', '@spec_page'], return: '404' }),
      { name: 'location', args: ['@spec_page'], block: directivesOf({ ...FILTERED, return: ['404', 'page'] }) },
      location('/plain', { return: ['200', 'plain'] }),
    ),
  ],
  hold: async ({ requests }: PipelineRow, { host }, at) => {
    const reader = new ResponseReader(await host.connect('main'));
    const heads = requests.map(({ path, method = 'GET', outer = KEEPS }, i) => {
      const request = { method, target: at(`/${path}`), input: inputOf({ outer }, at) };
      return headOf(i === requests.length - 1 ? { ...request, ...CLOSING } : request);
    });
    await reader.connection.send(Buffer.concat(heads));
    await reader.end();
    const responses = reader.takeAll(requests.map(({ method }) => method));
    const texts = responses.map(({ status, body }) => `${status} ${Buffer.from(body).toString('latin1')}`);
    return reader.left === '' ? texts : [...texts, reader.left];
  },
  expect: ({ responses }) => list(...responses),
});

/** Reads until the text has arrived. */
async function until(connection: Connection, text: string): Promise<string> {
  let got = '';
  while (!got.includes(text)) {
    const piece = await connection.next();
    if (piece.length === 0) return got;
    got += piece.toString('latin1');
  }
  return got;
}

/** Flushed data arrives before the other server has sent more. */
export const flushesAtOnce = conversation({
  needs: ['exchange', 'peers'],
  setup: [
    ...KEPT,
    server(
      location('/passed', {
        ...FILTERED,
        set: ['$spec_peer', port('peer')],
        proxy_pass: 'http://$spec_peer',
        proxy_buffering: 'off',
      }),
    ),
  ],
  hold: async ({ options }: { readonly options?: object | 'flags' }, { host, peer }, at) => {
    const upstream = peer('peer');
    const connection = await host.connect('main');
    const chunks = [[['send', ['data'], ...(options === undefined ? [] : [options])] as const]];
    await connection.send(headOf({ target: at('/passed'), ...CLOSING, input: { outer: { chunks } } }));
    const other = await upstream.accepted();
    await other.next();
    await other.send('HTTP/1.0 200 OK\r\n\r\nfirst');
    const first = await until(connection, 'first');
    await other.send('second');
    await other.end();
    const early = !first.includes('second');
    const whole = `${first}${(await connection.rest()).bytes}`;
    // In chunks, since the length is unknown; the filter sends no end, so there is no last chunk.
    const isWhole = /^HTTP\/1\.1 200 [\s\S]*\r\n\r\n5\r\nfirst\r\n6\r\nsecond\r\n$/.test(whole);
    return { early, isWhole };
  },
  expect: () => record({ early: equal(true), isWhole: equal(true) }),
});
