/**
 * 2/http-request-object-methods/r-internal-redirect and r-internal: where scripts and the host redirect a request, and what it keeps there.
 * Target locations answer with what scripts observe there.
 */

import fc from 'fast-check';
import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import { decode } from '../../../../language/encoding.js';
import { each, list, record, response } from '../../../../language/expectation.js';
import { conversation, exchange } from '../../../../language/law.js';
import {
  directive,
  file,
  type HttpHandler,
  http,
  inOwnServer,
  inServer,
  jsSet,
  jsVar,
  location,
  type Settings,
  type Setup,
  sharedLocation,
} from '../../../../language/setup.js';
import { subjectsIn } from '../../../../language/steps.js';
import { unicodeText } from '../../../support/arbitraries.js';
import { byRow, drawn, type RowLaw } from '../../../support/drawn.js';
import { type PlainSettings, settingsOf } from '../../../support/settings.js';
import { asItIs, encodedText, letters, piecesOf, type QueryText } from '../../../support/spelling.js';
import { anyCharacter } from '../inputs.js';
import {
  call,
  follows,
  type HandlerSteps,
  IN_PROMISE,
  IN_TIMER,
  inCallback,
  PROMISE,
  row,
  SCRIPT,
  type ScriptRow,
  set,
  TIMER,
  wait,
} from '../script.js';

/** A location answers with its observations; for HEAD, headers hold some of them. */
const finds: HttpHandler = (r, t) => {
  const global: { [name: string]: unknown } = Object(globalThis);
  const inherited: { [name: string]: unknown } = Object({});
  const left = [global.specLeft, inherited.specLeft, Object(r).specLeft];
  r.headersOut['X-Uri'] = encodeURIComponent(r.uri);
  r.headersOut['X-Method'] = r.method;
  const answer = {
    uri: r.uri,
    query: r.variables.args,
    args: r.args,
    internal: r.internal,
    method: r.method,
    version: r.httpVersion,
    address: r.remoteAddress,
    host: r.headersIn.host,
    foo: r.headersIn.foo,
    out: r.headersOut['X-Foo'],
    status: r.status,
    text: r.requestText,
    unparsed: r.variables.request_uri,
    kept: r.variables.spec_kept,
    declared: r.variables.spec_declared,
    bytes: Object(r.rawVariables).spec_declared,
    computed: r.variables.spec_internal,
    phases: r.variables.spec_phases,
    place: r.variables.spec_place,
    left: left,
  };
  t.answer(r, answer, 203);
};

/** What a redirect passed through: rewrites of the server (`s`), of the first location (`e`), of the target (`t`). */
const PASSING: Settings = { set: ['$spec_phases', '$spec_phases-t'] };

/** Redirects to itself as often as its argument says, and then on. */
const stepsOn: HttpHandler = (r) => {
  const left = Number(r.args.left);
  r.internalRedirect(left > 0 ? `/spec-redirect/steps?left=${left - 1}` : '/spec-redirect/found');
};

const accelerates: HttpHandler = (r) => {
  r.headersOut['X-Accel-Redirect'] = '/spec-redirect/internal';
  r.return(200);
};

const ITSELF = 'http://$server_addr:$server_port';

const PLACES: Setup = [
  http(
    jsSet('spec_internal', (r) => `${r.internal}`),
    inServer(
      directive('uninitialized_variable_warn', 'off'),
      directive('set', '$spec_phases', '$spec_phases-s'),
      directive('rewrite', '^/spec-redirect/moved$', '/spec-redirect/found?moved', 'last'),
      { name: 'if', args: ['($spec_route', '=', 'closed)'], block: [directive('return', '418', 'closed')] },
      sharedLocation('= /spec-redirect/found', { ...PASSING, js_content: finds }),
      sharedLocation('/spec-redirect/any/', { ...PASSING, js_content: finds }),
      sharedLocation('~ ^/spec-redirect/shape/(\\w+)$', { set: ['$spec_place', '$1'], js_content: finds }),
      sharedLocation('= /spec-redirect/internal', { internal: true, ...PASSING, js_content: finds }),
      sharedLocation('= /spec-redirect/small', { client_max_body_size: '4', js_content: finds }),
      sharedLocation('= /spec-redirect/denied', { deny: 'all', js_content: finds }),
      sharedLocation('= /spec-redirect/steps', { js_content: stepsOn }),
      sharedLocation('= /spec-redirect/back', { js_content: (r) => r.internalRedirect('@spec_found') }),
      sharedLocation('= /spec-redirect/returns', { return: ['202', 'returned $args'] }),
      sharedLocation('= /spec-redirect/file', { default_type: 'text/spec', alias: file('redirect.txt', 'abcdef') }),
      sharedLocation('= /spec-redirect/passed', { proxy_pass: `${ITSELF}/spec-redirect/found?passed` }),
      sharedLocation('= /spec-redirect/accel', { js_content: accelerates }),
      sharedLocation('/spec-redirect/sent/', {
        rewrite: ['^/spec-redirect/sent(/.*)$', '/spec-redirect$1', 'break'],
        proxy_pass: ITSELF,
      }),
      sharedLocation('= /spec-redirect/loops', { js_content: (r) => r.internalRedirect('/spec-redirect/loops') }),
      sharedLocation('@spec_found', { ...PASSING, client_max_body_size: '4', js_content: finds }),
      sharedLocation('@spec_rewrites', { rewrite: ['^', '/spec-redirect/found?rewritten', 'last'] }),
      sharedLocation('@spec_denied', { deny: 'all', js_content: finds }),
      sharedLocation('@spec_returns', { return: ['202', 'returned $args'] }),
      sharedLocation('@spec_passed', { proxy_pass: ITSELF }),
      sharedLocation('@spec_on', { js_content: (r) => r.internalRedirect('/spec-redirect/found?on=1') }),
      sharedLocation('@spec_loops', { js_content: (r) => r.internalRedirect('@spec_loops') }),
    ),
  ),
];

const SET = Object.entries({ $spec_phases: '$spec_phases-e', $spec_kept: 'kept', $spec_route: 'open' });
const from = (settings: Settings): Setup => [...PLACES, http(location('/', { set: SET, ...settings }, 'prefix'))];

const WHERE = {
  ordinary: '/spec-redirect/found',
  prefix: '/spec-redirect/any/where',
  pattern: '/spec-redirect/shape/round',
  internal: '/spec-redirect/internal',
  named: '@spec_found',
  file: '/spec-redirect/file',
  returns: '/spec-redirect/returns',
  passed: '/spec-redirect/passed',
} as const;

/** What a request contains besides its target, and what the target location observes; fields without a value may be anything. */
interface RedirectRequest extends Pick<ScriptRow, 'method' | 'headers' | 'version' | 'target'> {
  readonly body?: Plain;
  readonly then: {
    readonly status?: number;
    /** In place of the location's observations; `null` is not judged. */
    readonly body?: string | null;
    readonly headers?: { readonly [name: string]: readonly string[] };
    readonly finds?: { readonly [field: string]: Plain };
  };
}

/** Steps, then the redirect, then more steps; the following requests of the connection. */
interface RedirectRow extends RedirectRequest {
  /** The target of the redirect: a URI, or one of those above. */
  readonly to?: Plain;
  readonly place?: keyof typeof WHERE;
  readonly before?: readonly Step[];
  readonly after?: readonly Step[];
  readonly next?: readonly RedirectRow[];
}

const REDIRECTED: RowLaw<ScriptRow> = { ...SCRIPT, setup: from({ js_content: follows }) };

const bodyOf = (body: Plain | undefined): { body?: string } => (body === undefined ? {} : { body: `${decode(body)}` });

function wanted({ status = 203, body, headers = {}, finds: found = {} }: RedirectRequest['then']): ScriptRow['want'] {
  if (body === undefined) return { status, headers, answer: record(subjectsIn(found)) };
  return { status, headers, ...(body === null ? {} : { body }) };
}

/** The redirect, and what the target location observes. */
function leading(of: Omit<RedirectRow, 'then'>, seen: RedirectRequest['then']): ScriptRow {
  const { place = 'ordinary', to = WHERE[place], before = [], after = [], body, next = [], ...request } = of;
  const given: Step[] = [...before, call('internalRedirect', to), ...after];
  return row(given, wanted(seen), { ...request, ...bodyOf(body), next: next.map(redirected) });
}

const redirected = ({ then, ...of }: RedirectRow): ScriptRow => leading(of, then);

export const redirects = byRow(REDIRECTED, redirected);

/** A variable is also declared. Its first value contains an argument of the request. */
const DECLARED: RowLaw<ScriptRow> = {
  ...REDIRECTED,
  setup: [http(jsVar('spec_declared', 'initial$arg_first')), ...REDIRECTED.setup],
};

export const keepsDeclaredVariable = byRow(DECLARED, redirected);

/** The exact length of a URI in bytes; of its path, or of its query. */
export const redirectsToLongUri = byRow(
  REDIRECTED,
  ({ size, of }: { readonly size: number; readonly of: 'path' | 'query' }) => {
    const start = of === 'path' ? '/spec-redirect/any/' : '/spec-redirect/found?';
    const to = start.padEnd(size, '0123456789abcdefghijklmnopqrstuvwxyz');
    const [uri = '', query = ''] = to.split('?');
    return leading({ to }, { finds: of === 'path' ? { uri } : { uri, query } });
  },
);

const BEHIND: Step = set('variables', 'spec_kept', 'behind');
const ASKS: Step = wait('subrequest', WHERE.ordinary);
const FAILS = { throws: 'behind it' };

/** When the handler redirects, and what else it does; after the call it assigns. */
const WHEN = {
  'at-once': (redirects) => [redirects, BEHIND],
  async: (redirects) => ({ steps: [redirects, BEHIND], async: true }),
  awaiting: (redirects) => [TIMER, redirects, BEHIND],
  'behind-promise': (redirects) => [PROMISE, redirects, BEHIND],
  'in-callback': (redirects) => [...IN_PROMISE, redirects, BEHIND],
  'and-waiting': (redirects) => [redirects, TIMER, BEHIND],
  'and-promise': (redirects) => [redirects, PROMISE, BEHIND],
  timer: (redirects) => [IN_TIMER, redirects, BEHIND],
  'and-timer': (redirects) => [redirects, IN_TIMER, BEHIND],
  subrequest: (redirects) => [ASKS, redirects, BEHIND],
  'and-subrequest': (redirects) => [redirects, ASKS, BEHIND],
  'subrequest-callback': (redirects) => [inCallback(WHERE.ordinary), redirects, BEHIND],
  /** Changes the global object, built-in prototypes and the request object. */
  leaving: (redirects) => [
    ...['globalThis', 'Object.prototype', 'r'].map((on): Step => ({ on, set: ['specLeft', 'left'] })),
    redirects,
  ],
  throwing: (redirects) => ({ steps: [redirects], ...FAILS }),
  rejecting: (redirects) => ({ steps: [redirects], async: true, ...FAILS }),
  'rejecting-late': (redirects) => ({ steps: [redirects, TIMER], ...FAILS }),
} satisfies { readonly [when: string]: (redirects: Step) => HandlerSteps };

interface RedirectTiming extends Pick<RedirectRequest, 'then'> {
  readonly when: keyof typeof WHEN;
  readonly place: keyof typeof WHERE;
}

export const redirectsInTime = byRow(REDIRECTED, ({ when, place, then }: RedirectTiming) =>
  row(WHEN[when](call('internalRedirect', WHERE[place])), wanted(then), { method: 'GET' }),
);

/** An access handler redirects; the location has no other content. */
export const redirectsFromAccess = byRow(
  { ...REDIRECTED, setup: from({ js_access: follows, js_content: (r) => r.return(200, 'content') }) },
  redirected,
);

/** What else leads to a location: settings, and steps of the handler. */
type OtherWay = RedirectRequest & { readonly settings?: PlainSettings; readonly steps?: readonly Step[] };

/** No script redirects. */
export const isInternal = exchange<OtherWay>({
  setup: ({ settings }) => from({ js_content: follows, ...settingsOf(settings) }),
  send: ({ steps = [] }, at) => SCRIPT.send(row(steps, {}), at),
  expect: ({ then }) => record({ responses: list(response(wanted(then))) }),
});

/** The client requests the path itself. */
export const isExternal = exchange<RedirectRequest & { readonly path: string }>({
  setup: from({ js_content: follows }),
  send: ({ path, method = 'GET' }) => ({ requests: [{ method, target: path }] }),
  expect: ({ then }) => record({ responses: list(response(wanted(then))) }),
});

/** From any loopback address: values in a handler and a computed variable, directly, in a subrequest and after redirects. */
export const hasClientAddress = conversation<{ readonly from: string; readonly paths: readonly string[] }>({
  needs: ['exchange'],
  setup: [
    http(
      jsSet('spec_address', (r) => r.remoteAddress),
      inOwnServer({
        '/': { js_content: (r) => r.return(200, `${r.remoteAddress} ${r.variables.spec_address}`) },
        '/redirected': { js_content: (r) => r.internalRedirect('@named') },
        '@named': { js_content: (r) => r.internalRedirect('/') },
        '/parent': {
          js_content: (r, t) => {
            const answers = (reply: { readonly responseText: string }) => r.return(200, reply.responseText);
            t.invoke(r, 'subrequest', ['/', {}, answers]);
          },
        },
      }),
    ),
  ],
  hold: async ({ from: address, paths }, { host }) => {
    const answers: unknown[] = [];
    for (const path of paths) {
      const connection = await host.connect('own', address);
      await connection.send(`GET ${path} HTTP/1.0\r\n\r\n`);
      answers.push((await connection.rest()).bytes.toString().split('\r\n\r\n')[1]);
    }
    return answers;
  },
  expect: ({ from: address, paths }) => each(`${address} ${address}`, paths.length),
});

const segmentCharacter = fc.oneof(
  letters,
  anyCharacter.filter((c) => c !== '%'),
);
/** A letter comes first, so that no segment is a dot segment. */
const segments = fc.array(encodedText(segmentCharacter, 0, 6), { minLength: 1, maxLength: 4 }).map((all) => ({
  text: all.map(({ text }) => `s${text}`).join('/'),
  encoded: all.map(({ encoded }) => `s${encoded}`).join('/'),
}));
const query = piecesOf(['a', 'B', '=', '&', '%41', '%2f', '+', '%', '?', '/', '..', ';', 'é'], 1, 8);
const place = fc.constantFrom('ordinary', 'internal', 'named');

/** A path below the prefix, with or without a query. */
function targetOf({ text, encoded }: QueryText, asked?: string): ScriptRow {
  const [query, found] = asked === undefined ? ['', {}] : [`?${asked}`, { query: asked }];
  return leading(
    { to: `/spec-redirect/any/${encoded}${query}` },
    { finds: { uri: `/spec-redirect/any/${text}`, ...found } },
  );
}

/** No dot segments and no repeated slashes. */
const unescaped = asItIs(
  piecesOf([..."abcXYZ019-_~!$'()*,:;@", 'a.b', '..c', 'd/', '/.e'], 1, 12)
    .map((text) => `s${text}`)
    .filter((text) => !text.includes('//')),
);

export const redirectsDrawn = drawn(REDIRECTED, {
  path: () => segments.map((path) => targetOf(path)),
  plain: () => fc.tuple(unescaped, query).map(([path, asked]) => targetOf(path, asked)),
  query: () => fc.tuple(segments, query).map(([path, asked]) => targetOf(path, asked)),
  /** Method, header and body of the request do not change. */
  request: () =>
    fc
      .tuple(fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'), unicodeText(40), letters, place)
      .map(([method, text, foo, where]) => {
        const body = text === '' ? {} : { body: text };
        const found = { method, foo, internal: true, ...(text === '' ? {} : { text }) };
        return leading({ place: where, method, headers: [['Foo', foo]], ...body }, { finds: found });
      }),
});

/** Strings that a script assigns before and after the call. */
export const keepsDrawnVariables = drawn(DECLARED, {
  variables: () =>
    fc.tuple(unicodeText(24), unicodeText(24), place).map(([early, late, where]) => {
      const before: Step[] = [set('variables', 'spec_kept', early), set('variables', 'spec_declared', early)];
      const after: Step[] = [set('variables', 'spec_declared', late)];
      return leading({ place: where, before, after }, { finds: { kept: early, declared: late } });
    }),
});
