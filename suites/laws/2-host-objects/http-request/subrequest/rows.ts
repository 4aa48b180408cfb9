/** Rows about one subrequest: its arguments, its results, and its location. */
import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import { decode } from '../../../../language/encoding.js';
import { absent, type ExpectedValue, either, list } from '../../../../language/expectation.js';
import { type HttpHandler, http, location } from '../../../../language/setup.js';
import type { RowLaw } from '../../../support/drawn.js';
import { type HandlerSteps, row, SCRIPT, type ScriptRow } from '../script.js';
import { type AskWay, asking } from './handlers.js';

/** The client's request. */
type ClientRequest = Pick<ScriptRow, 'method' | 'body' | 'headers' | 'version' | 'target'>;

/** Arguments after the URI, and what the subrequest's handler sees if they change it. */
export interface PassRow {
  readonly pass: readonly Plain[];
  readonly uri?: string;
  readonly method?: string;
  readonly query?: string;
  readonly args?: { readonly [key: string]: Plain };
  readonly body?: Plain;
  readonly way?: AskWay;
  readonly client?: ClientRequest;
}

export const CLIENT = { method: 'PUT', body: 'of the client', target: '?client=1' };
const empty = either('', null);
const LOOKS: readonly Step[] = [['r.method'], ['r.variables.args'], ['r.requestText']];

/** In the handler of the subrequest, in its response object, and in the client's request, which does not change. */
export function passed({
  pass,
  uri = '~/in/a',
  method = 'GET',
  query = '',
  args = {},
  way = 'awaited',
  ...of
}: PassRow): ScriptRow {
  const { body = CLIENT.body, client = CLIENT } = of;
  const text = body === null || body === '' ? empty : decode(body);
  const shown = query === '' ? either('', absent) : query;
  const seen = list(method, query === '' ? empty : query, text, decode(args));
  // One host loses arguments of response objects whose names are not in a script; the subrequest's handler sees them all.
  const known = Object.keys(args).filter((name) => ['a', 'b'].includes(name));
  const looks = ['method', 'variables.args', ...known.map((name) => `args.${name}`), 'json responseText', 'own parent'];
  const read = [method, shown, ...known.map((name) => decode(args[name] ?? null)), seen, true];
  return {
    ...client,
    steps: [...asking([[uri, ...pass]], way, looks), ...LOOKS],
    inner: { a: [...LOOKS, ['r.args']] },
    want: { read: [...read, client.method, 'client=1', client.body ?? absent] },
  };
}

/** Arguments as text or in an object, unchanged. */
type ArgsRow = Pick<PassRow, 'args' | 'way'> & {
  readonly query: string;
  readonly as: 'string' | 'object' | 'uri';
};

export const withArgs = ({ as, ...of }: ArgsRow): ScriptRow => {
  if (as === 'uri') return passed({ pass: [], uri: `~/in/a?${of.query}`, ...of });
  return passed({ pass: [as === 'string' ? of.query : { args: of.query }], ...of });
};

/** What one subrequest returns, and what is read of its response. */
export interface Gives {
  /** The steps of its handler. */
  readonly gives?: HandlerSteps;
  readonly reads: { readonly [look: string]: ExpectedValue };
  readonly pass?: readonly Plain[];
  readonly way?: AskWay;
  readonly client?: ClientRequest;
  readonly uri?: string;
  readonly comes?: Pick<ScriptRow['want'], 'status' | 'headers'>;
}

/** The client must not receive its test headers. */
export const given = ({
  gives,
  reads,
  pass = [],
  way = 'awaited',
  client,
  uri = '~/in/a',
  comes,
}: Gives): ScriptRow => {
  const headers = { 'X-Inner': [], 'X-Foo': [], 'Set-Cookie': [], Location: [], ETag: [] };
  const want = { status: 203, headers, read: Object.values(reads), ...comes };
  const inner = gives === undefined ? {} : { a: gives };
  return row(asking([[uri, ...pass]], way, Object.keys(reads)), want, { ...client, inner });
};

export type PlainGives = Omit<Gives, 'reads'> & { readonly reads: { readonly [look: string]: Plain } };

/** A handler without input. */
const seesAlone: HttpHandler = (r, t) => {
  const seen = [r.headersIn['X-Foo'], r.headersIn['X-Sent'], r.method, (r.requestText || '').length];
  r.return(200, t.json(seen));
};

const UPSTREAM = { proxy_pass: 'http://$server_addr:$server_port' };
const SENT = ['X-Sent', 'by the host'];

const VIA = {
  ...UPSTREAM,
  rewrite: ['^(.*)/via(/.*)$', '$1$2', 'break'],
  proxy_set_header: [SENT, ['X-Other', '$http_x_foo'], ['X-Gone', '']],
};
const BARE = {
  ...UPSTREAM,
  rewrite: ['^(.*)/bare/.*$', '$1/seen', 'break'],
  proxy_set_header: SENT,
  proxy_pass_request_headers: 'off',
};

/** Requests to `via/` are proxied to this server, and those to `bare/` without the client's headers. */
export const PROXIED: RowLaw<ScriptRow> = {
  ...SCRIPT,
  setup: [
    ...SCRIPT.setup,
    http(
      location('/seen', { js_content: seesAlone }),
      location('/via/', VIA, 'prefix'),
      location('/bare/', BARE, 'prefix'),
    ),
  ],
};
