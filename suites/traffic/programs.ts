/**
 * Programs of requests: steps for the handlers of content, access, filters and a variable, sent in the header `X-Program`. The handlers
 * log the result of each step, and send the results if no step has answered.
 */

import * as fc from 'fast-check';
import { weighted, words } from './conversation.js';

const LOCATIONS = words(`
  content content at-once access access-later access-any access-file filtered filtered-file filtered-page
  filtered-proxy header-file header-proxy header set all
`);

const NAMES = [
  ...words(`
  X-A x-a X-B Content-Type content-type Content-Length ETag X-C Location Set-Cookie Cache-Control Vary Link
  Content-Encoding Retry-After Age Expires Accept-Ranges
`),
  ...[
    'WWW-Authenticate',
    'Content-Range',
    'Refresh',
    'Via',
    'Allow',
    'Trailer',
    'Keep-Alive',
    'X_Under',
    'X-Last',
    'X-Ünder',
    '',
  ],
];
/** For an array of these nginx sends more than the last line, which the documents forbid. */
const SINGLE = /^headersOut\.(?:ETag|Retry-After|Age|Expires)$/;
const TEXTS = ['', 'a', 'text/x', 'a, b', '3', ' b ', 'é', 'x'.repeat(300), 'Sat, 03 Feb 2024 04:05:06 GMT', '"tag"'];

const texts = fc.constantFrom(...TEXTS);
/** Values as in JSON, with bytes and `undefined` in objects of their own. */
const values: fc.Arbitrary<unknown> = weighted(
  [6, texts],
  [2, fc.array(texts, { maxLength: 3 })],
  [1, fc.constantFrom<unknown>(0, 7, 1.5, true, false, null, {}, [1], [null], [[]], ['a', ['b']])],
  [1, fc.constantFrom('ab', '\xff', '', '\0').map((bytes) => ({ bytes }))],
);
const parts: fc.Arbitrary<unknown> = weighted(
  [4, texts],
  [2, fc.constantFrom('ab', '\xff\xfe', '').map((bytes) => ({ bytes }))],
  [1, fc.constantFrom<unknown>(7, null, {}, true)],
);

const VARIABLES = words(`
  uri args kept host status request_uri arg_a http_x_one sent_http_x_a request_method REQUEST_METHOD content_type
  missing cookie_a
`);
/** Without `parent`: in nginx handlers of subrequests have one, which document 2 forbids and the suite judges. */
const FIELDS = words(`
  status method uri httpVersion internal remoteAddress args args.a requestText headersIn.X-One headersIn.Host
  nothing
`);
const headers = fc.constantFrom(...NAMES).map((name) => `headersOut.${name}`);
const variables = fc
  .tuple(fc.constantFrom('variables', 'variables', 'rawVariables'), fc.constantFrom(...VARIABLES))
  .map(([of, name]) => `${of}.${name}`);

const STATUSES = [200, 200, 201, 202, 204, 206, 299, 300, 301, 302, 303, 304, 305, 307, 308, 400, 401, 403, 404];
const statuses = fc.constantFrom<unknown>(
  0,
  ...STATUSES,
  405,
  410,
  412,
  413,
  416,
  418,
  444,
  499,
  500,
  502,
  503,
  504,
  599,
  999,
);

/** A location whose filter runs for subrequests, too. */
const FILTERED = '/program/filtered-file';
const URIS = words('/program/inner /program/internal /files/a.txt /files/none /missing /return/204 /return/301');
const MORE_URIS = [
  ...words(`
  /proxy/ok /js/throws /internal @program @none /files/../x /a%20b /denied /js/later /proxy/chunked /proxy/closed
  /proxy/cut /proxy/204 /proxy/404 /proxy/headers /js/pieces
`),
  ...[FILTERED, '/program/header-proxy', '/program/access', '/pages/404', '/auth/no', '/files/dir'],
];
const uris = fc
  .tuple(fc.constantFrom(...URIS, ...URIS, ...MORE_URIS), fc.constantFrom('', '', '?a=3'))
  .map(([uri, query]) => `${uri}${query}`);

type TrafficStep = readonly unknown[];

/** Variables that are computed for each read. After such a read, nginx ignores assignments, which the suite judges. */
const VOLATILE = /^(?:v|rawV)ariables\.(uri|status|request_method)$/i;

/**
 * No subrequests if the filter calls `r.done()`, for which nginx waits forever, as the suite judges. None either if it makes the body
 * longer: nginx has only as much space as the header announces, and closes the connection.
 */
function withoutLongerOnes<P extends { readonly [phase: string]: readonly TrafficStep[] }>(phases: P): P {
  const { body: filtering = [] } = phases;
  if (!['double', 'append', 'through'].includes(String(filtering[0]))) return phases;
  const asks = (step: TrafficStep): boolean =>
    step[0] !== 'call' && step.some((one) => typeof one === 'string' && one.startsWith(FILTERED));
  const kept = Object.entries(phases).map(([phase, steps]) => [phase, steps.filter((step) => !asks(step))] as const);
  return { ...phases, ...Object.fromEntries(kept) };
}

/** Steps of each phase without reads that may come before the same variable is assigned. */
function withoutEarlyReads<P extends { readonly [phase: string]: readonly TrafficStep[] }>(phases: P): P {
  const volatileOf = ([, path]: TrafficStep): string | undefined => VOLATILE.exec(String(path))?.[1]?.toLowerCase();
  const sets = (step: TrafficStep): boolean => step[0] === 'set' && volatileOf(step) !== undefined;
  const assigned = new Set(Object.values(phases).flat().filter(sets).map(volatileOf));
  const kept = Object.entries(phases).map(([phase, steps]) => {
    const isKept = (step: TrafficStep, at: number): boolean => {
      const read = step[0] === 'get' ? volatileOf(step) : undefined;
      return !assigned.has(read) || steps.slice(0, at).some((one) => sets(one) && volatileOf(one) === read);
    };
    return [phase, steps.filter(isKept)] as const;
  });
  return { ...phases, ...Object.fromEntries(kept) };
}

/** Values that can be read equally at any time. */
const seen: fc.Arbitrary<TrafficStep> = fc.oneof(
  fc.tuple(fc.constant('get'), variables),
  fc.tuple(fc.constant('get'), fc.constantFrom(...FIELDS)),
  fc.tuple(fc.constant('keys'), fc.constantFrom('headersIn', 'args')),
);
const reading: fc.Arbitrary<TrafficStep> = fc.oneof(
  fc.tuple(fc.constant('get'), headers),
  fc.tuple(fc.constant('has'), fc.constantFrom('headersOut.X-A', 'headersOut.X-B', 'headersIn.X-One')),
  fc.tuple(fc.constant('get'), variables),
  fc.tuple(fc.constant('get'), fc.constantFrom(...FIELDS)),
  fc.tuple(fc.constant('keys'), fc.constantFrom('headersOut', 'headersIn', 'args')),
);
const assigning: fc.Arbitrary<TrafficStep> = fc.tuple(fc.constant('set'), variables, values);
const writing: fc.Arbitrary<TrafficStep> = weighted(
  [
    4,
    fc
      .tuple(headers, values)
      .map(
        ([name, value]): TrafficStep => [
          'set',
          name,
          SINGLE.test(name) && Array.isArray(value) ? value.slice(-1) : value,
        ],
      ),
  ],
  [1, fc.tuple(fc.constant('delete'), headers)],
  [2, assigning],
  [1, fc.tuple(fc.constant('set'), fc.constantFrom('method', 'uri', 'args', 'headersOut', 'x'), values)],
);
const changing: fc.Arbitrary<TrafficStep> = fc.tuple(
  fc.constant('set'),
  fc.constant('status'),
  fc.constantFrom(400, 404, 500),
);
const call = (name: string, ...args: fc.Arbitrary<unknown>[]): fc.Arbitrary<TrafficStep> =>
  fc.tuple(fc.constant('call'), fc.constant(name), ...args);
/** Ways to answer in one piece. */
const shortAnswers: fc.Arbitrary<TrafficStep[]> = weighted(
  [3, fc.tuple(call('return', statuses, parts))],
  [1, fc.tuple(call('return', statuses))],
  [2, fc.tuple(call('internalRedirect', uris))],
  [2, fc.constant<TrafficStep[]>([])],
);
const answersInParts: fc.Arbitrary<TrafficStep[]> = fc
  .tuple(
    statuses.filter((status) => status !== 0),
    fc.array(call('send', parts), { maxLength: 3 }),
  )
  .map(([status, sent]): TrafficStep[] => [
    ['set', 'status', status],
    ['call', 'sendHeader'],
    ...sent,
    ['call', 'finish'],
  ]);
const answers = fc.oneof(shortAnswers, answersInParts);
const logging: fc.Arbitrary<TrafficStep> = call('log', texts);
const deciding: fc.Arbitrary<TrafficStep> = fc.oneof(
  call('decline'),
  call('return', statuses, parts),
  call('return', statuses),
);
const inner: fc.Arbitrary<TrafficStep> = fc
  .tuple(
    fc.constant('sub'),
    uris,
    fc.record(
      {
        args: fc.constantFrom('', 'a=5', 'a=%20'),
        method: fc.constantFrom('GET', 'POST', 'HEAD', 'PUT', 'get', 'FOO'),
        body: fc.constantFrom('', 'own body'),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([sub, uri, options]) => {
    // nginx collects text that a script sends in a response without a body.
    const { method, ...others } = options;
    return [sub, uri, method === 'HEAD' && /^[@/]program/.test(uri) ? others : options];
  });

const waiting: fc.Arbitrary<TrafficStep> = weighted(
  [3, inner],
  [1, fc.constant<TrafficStep>(['wait'])],
  [1, fc.tuple(fc.constant('both'), uris, uris)],
);

const stepsOf = (more: fc.Arbitrary<TrafficStep>, maxLength: number): fc.Arbitrary<TrafficStep[]> =>
  fc.array(weighted([3, reading], [4, writing], [3, more]), { maxLength });
const bodySteps: fc.Arbitrary<TrafficStep[]> = fc
  .tuple(
    fc.constantFrom<TrafficStep>(['pass'], ['upper'], ['double'], ['split'], ['append'], ['through']),
    fc.array(fc.oneof(seen, assigning), { maxLength: 2 }),
  )
  .map(([how, more]) => [how, ...more]);

/** Once a filter has run, nginx refuses further parts from a handler, so behind filters it answers in one piece. */
const programOf = (ways: fc.Arbitrary<TrafficStep[]>): fc.Arbitrary<string> =>
  fc
    .record({
      content: fc
        .tuple(stepsOf(waiting, 5), ways, fc.array(fc.oneof(logging, seen), { maxLength: 2 }))
        .map(([before, answer, after]) => [...before, ...answer, ...after]),
      access: fc
        .tuple(stepsOf(waiting, 3), fc.array(deciding, { maxLength: 1 }))
        .map(([before, last]) => [...before, ...last]),
      header: stepsOf(fc.oneof(logging, changing), 4),
      body: bodySteps,
      inner: fc.tuple(stepsOf(logging, 2), answers).map(([before, answer]) => [...before, ...answer]),
      set: fc.array(fc.oneof(reading, assigning, logging), { maxLength: 3 }),
    })
    .map((drawn) => line(withoutLongerOnes(withoutEarlyReads(drawn))));

const line = (of: object): string =>
  `X-Program: ${JSON.stringify(of).replace(/[\x7f-\xff]/g, (one) => `\\u00${one.charCodeAt(0).toString(16)}`)}`;

const [whole, inParts] = [programOf(shortAnswers), programOf(answers)];
const isBehindFilters = (location: string): boolean => /^(?:filtered|header|all)/.test(location);

/** The target of a request for a program, and the header line with the program. */
export const drawnPrograms: fc.Arbitrary<{ readonly target: string; readonly line: string }> = fc
  .constantFrom(...LOCATIONS)
  .chain((location) =>
    fc
      .tuple(fc.constantFrom('', '', '?a=1&b=%20', '?a=1&a=2'), isBehindFilters(location) ? whole : inParts)
      .map(([query, program]) => ({ target: `/program/${location}${query}`, line: program })),
  );
