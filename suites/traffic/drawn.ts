/** Drawn connections of clients: ordinary ones, unusual ones and malicious ones. */

import * as fc from 'fast-check';
import { type DrawnConnection, type DrawnRequest, weighted, words } from './conversation.js';
import { MEMBER_OBJECTS, memberPrograms } from './members.js';
import { drawnPrograms } from './programs.js';
import { PROXIED_PATHS } from './proxied-paths.js';
import { FILES, MODIFIED } from './site.js';

const methods = weighted(
  [8, fc.constantFrom('GET', 'HEAD')],
  [3, fc.constantFrom('POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH')],
  [1, fc.constantFrom('TRACE', 'CONNECT', 'get', 'FOO', 'F-O', 'F_O', 'PROPFIND', 'G@T')],
);

const paths = fc.constantFrom(
  ...Object.keys(FILES).map((name) => `/files/${name}`),
  ...words(`
  /files/ /files/dir /files/dir/ /files/missing /files/empty/ /aliased/a.txt /aliased/dir /tried/a.txt
  /tried/other /coded/other /named/other /return/200 /return/204 /return/301 /return/404 /return/text /pages/404
  /pages/500 /pages/changed /internal /rewritten/a.txt /if?a=1 /if?a=2 /if /added/a.txt /limited /denied /js/echo
  /js/args?a=1&b=2 /js/304 /js/big /js/headers /js/pieces /js/none /js/redirect /js/throws /js/body /js/later
  /proxy/ok /proxy/echo /proxy/chunked /proxy/closed /proxy/304 /proxy/204 /proxy/garbage /proxy/cut
  /proxy/nothing /proxy/continue /proxy/headers /proxy/redirect /proxy/404 /mapped?m=one /mapped?m=TWO
  /mapped?m=x3 /variables?x=%20y /auth/yes /auth/no /auth/none
`),
);

const anyTarget = weighted(
  [12, paths],
  [6, fc.constantFrom(...PROXIED_PATHS)],
  [
    2,
    fc
      .tuple(
        paths,
        fc.constantFrom('?', '?x', '?a=b&c', '#f', '?a#b', '?%', ';p', '//', '/.', '/..', '%20', '%2F', '\x7f'),
      )
      .map(([path, end]) => path + end),
  ],
  [1, paths.map((path) => `http://other.example${path}`)],
  [
    1,
    fc.constantFrom(
      ...words('* / // /%2e%2e/x /.. /../files/a.txt /files/../files/a.txt /files//a.txt'),
      ...['/files/./a.txt', '/files/%61.txt', '/files/a%2Etxt', '/%', '/%z1', '/a%00b', '/a b', 'files/a.txt', '/\xe9'],
      ...['/files/a.txt/', 'http://', 'http://h', 'http://h:1/files/a.txt', 'HTTP://h/files/a.txt', 'h:80'],
      ...['/files/%2e%2e/files/a.txt', `/${'l'.repeat(2000)}`, `/${'l'.repeat(7000)}`, `/${'l'.repeat(9000)}`],
      ...[`/files/${'l'.repeat(250)}/${'l'.repeat(300)}`, '/files/\xe4?\xe4="b"'],
    ),
  ],
);

const versions = weighted(
  [14, fc.constant('HTTP/1.1')],
  [4, fc.constant('HTTP/1.0')],
  [
    1,
    fc.constantFrom(
      ...['', 'HTTP/0.9', 'HTTP/1.2', 'HTTP/1.10', 'HTTP/2.0', 'HTTP/1', 'http/1.1', 'HTTP/1.1 ', 'HTTP/11.1'],
      'HTTP/1.x',
    ),
  ],
);

const at = new Date(MODIFIED).toUTCString();
const before = new Date(MODIFIED - 1000).toUTCString();
const after = new Date(MODIFIED + 1000).toUTCString();
/** ETags of the file to which most paths lead. */
const etag = `"${(MODIFIED / 1000).toString(16)}-${FILES['a.txt']?.length.toString(16)}"`;
const etags = fc.constantFrom('"x"', '*', 'W/"x"', '"x", "y"', etag, `W/${etag}`, `"x", ${etag}`, 'x', '');
const dates = fc.constantFrom(at, before, after, 'x', '0', at.replace('GMT', 'UTC'), 'Sunday, 06-Nov-94 08:49:37 GMT');

const conditional = fc
  .oneof(
    fc.tuple(fc.constantFrom('If-Match', 'If-None-Match', 'If-Range'), etags),
    fc.tuple(fc.constantFrom('If-Modified-Since', 'If-Unmodified-Since', 'If-Range'), dates),
  )
  .map(([name, value]) => `${name}: ${value}`);

const ranges = fc
  .constantFrom(
    ...words('0-0 0- -1 -0 1-3 3-1 0-99999 99999- 0-0,2-3 0-3,2-5 -2,0-1 0-0,99999- x'),
    ...['', '0-0,', ',0-0', ' 1-2', '1 - 2', '0-0,0-0,0-0,0-0,0-0,0-0', '18446744073709551615-'],
  )
  .map((range) => `Range: bytes=${range}`);

const ordinary = fc.constantFrom(
  ...['Accept: */*', 'Cookie: a=b; c=d', 'Cookie: e', 'X-One: 1', 'x-one: 2', 'User-Agent: drawn'],
  ...['Authorization: Basic YTpi', 'Authorization: Basic Og==', 'Authorization: Basic OmI='],
  ...['Authorization: Basic YQ==', 'Authorization: Basic', 'Authorization: basic  YTpi', 'Authorization: Basic !'],
  ...['Authorization: Digest YTpi', 'Referer: http://h/', 'X-Forwarded-For: 10.0.0.1', 'Accept-Encoding: gzip'],
  ...['Upgrade: websocket', 'TE: trailers', 'X-Empty:', 'X-Spaces:   a  b  ', 'Range: items=0-1', 'Range: bytes 0-1'],
);
const odd = fc.constantFrom(
  ...['X_Under: 1', 'X.Dot: 1', 'X Space: 1', ' X-Folded: 1', 'NoColon', ':empty', 'X-Tab:\ta\t', 'X-\xe9: 1'],
  ...['X-High: \xe9', 'X-Nul: \0', 'X-Control: \x01', 'X-Bare: a\rb', `X-Long: ${'v'.repeat(1500)}`],
  ...[`X-Longer: ${'v'.repeat(7000)}`, `X-Too-Long: ${'v'.repeat(9000)}`, `Referer: http://h/${'r'.repeat(1900)}`],
  ...['Host : a', '\tX: 1', 'X@Y: 1', 'X(Y): 1', '-: 1', '1: 1', `${'N'.repeat(300)}: 1`],
);
const hosts = weighted<readonly string[]>(
  [12, fc.constant(['Host: localhost'])],
  [
    1,
    fc.constantFrom(
      [],
      ['Host:'],
      ['Host: a', 'Host: b'],
      ['Host: named.example'],
      ['host: NAMED.example:80'],
      ['Host: named.example.'],
      ['Host: a b'],
      ['Host: a/b'],
      ['Host: [::1]'],
      ['Host: [::1]:x'],
      ['Host: :80'],
      ['Host: a..b'],
      ['Host: \xe9'],
      ['Host: a@b'],
      ['Host: a:99999'],
    ),
  ],
);
const connections = weighted(
  [6, fc.constant<string[]>([])],
  [
    2,
    fc.constantFrom(
      ['Connection: close'],
      ['Connection: keep-alive'],
      ['Connection: Close'],
      ['Connection: x, close'],
      ['Connection: keep-alive, x'],
      ['Connection: x'],
      ['Connection:'],
      ['Keep-Alive: 5'],
    ),
  ],
);

const text = fc.constantFrom('', 'x', 'body', 'a=b&c=d', 'y'.repeat(100), 'z'.repeat(3000));

/** A body with the headers that define its end. */
const bodies = weighted<{ readonly lines: readonly string[]; readonly body: string }>(
  [10, fc.constant({ lines: [], body: '' })],
  [3, text.map((body) => ({ lines: [`Content-Length: ${body.length}`], body }))],
  [
    2,
    fc
      .tuple(
        fc.array(text, { maxLength: 3 }),
        fc.constantFrom('', ';a', ';a=b', ' ', '; a="b"'),
        fc.constantFrom('', 'X-Trailer: 1\r\n'),
      )
      .map(([pieces, extension, trailer]) => ({
        lines: ['Transfer-Encoding: chunked'],
        body: `${[...pieces.filter((piece) => piece !== ''), ''].map((piece) => `${piece.length.toString(16)}${extension}\r\n${piece}${piece === '' ? '' : '\r\n'}`).join('')}${trailer}\r\n`,
      })),
  ],
  [
    1,
    fc.constantFrom(
      { lines: ['Content-Length: x'], body: '' },
      { lines: ['Content-Length: -1'], body: '' },
      { lines: ['Content-Length: 1', 'Content-Length: 1'], body: 'x' },
      { lines: ['Content-Length: 1', 'Transfer-Encoding: chunked'], body: '0\r\n\r\n' },
      { lines: ['Transfer-Encoding: gzip'], body: '' },
      { lines: ['Transfer-Encoding: chunked, chunked'], body: '0\r\n\r\n' },
      { lines: ['Transfer-Encoding: Chunked'], body: '0\r\n\r\n' },
      { lines: ['Transfer-Encoding: chunked'], body: 'x\r\n\r\n' },
      { lines: ['Transfer-Encoding: chunked'], body: '1\r\nab\r\n0\r\n\r\n' },
      { lines: ['Transfer-Encoding: chunked'], body: '0\n\n' },
      { lines: ['Transfer-Encoding: identity'], body: '' },
      { lines: ['Content-Length: 999999999'], body: '' },
      { lines: ['Content-Length: 5000000'], body: '' },
      { lines: ['Content-Length: 1 '], body: 'x' },
      { lines: ['Content-Length: +1'], body: 'x' },
      { lines: ['Content-Length: 1', 'Expect: 100-continue'], body: 'x' },
      { lines: ['Expect: 100-continue', 'Content-Length: 4'], body: 'body' },
      { lines: ['Expect: other'], body: '' },
    ),
  ],
);

const requestsTo = (target: fc.Arbitrary<string>): fc.Arbitrary<DrawnRequest> =>
  fc
    .record({
      method: methods,
      target,
      version: versions,
      host: hosts,
      connection: connections,
      about: weighted(
        [5, fc.constant<string[]>([])],
        [4, fc.array(fc.oneof(conditional, ranges), { minLength: 1, maxLength: 3 })],
      ),
      more: weighted(
        [8, fc.array(ordinary, { maxLength: 3 })],
        [1, fc.array(fc.oneof(ordinary, odd), { maxLength: 3 })],
      ),
      framed: bodies,
      eol: weighted([20, fc.constant<'\r\n' | '\n'>('\r\n')], [1, fc.constant<'\r\n' | '\n'>('\n')]),
    })
    .map(({ method, target, version, host, connection, about, more, framed, eol }) => ({
      method,
      target,
      version,
      lines: [...host, ...more, ...about, ...connection, ...framed.lines],
      body: framed.body,
      eol,
    }));

/** The last request of a connection asks to close it, so that its end shows that everything has arrived. */
export const last: DrawnRequest = {
  method: 'GET',
  target: '/return/text',
  version: 'HTTP/1.1',
  lines: ['Host: localhost', 'Connection: close'],
  body: '',
  eol: '\r\n',
};

/** The subjects of requests: everything, or one part of the site. */
const targets: Readonly<Record<string, fc.Arbitrary<string>>> = {
  all: anyTarget,
  proxied: fc.constantFrom(...PROXIED_PATHS),
};

/** Requests with programs for handlers: mostly plain ones, since they test the handlers. */
const programs: fc.Arbitrary<DrawnRequest> = fc
  .record({
    of: drawnPrograms,
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST'),
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0'),
    about: weighted(
      [4, fc.constant<string[]>([])],
      [1, fc.array(fc.oneof(conditional, ranges), { minLength: 1, maxLength: 2 })],
    ),
    more: fc.array(fc.constantFrom('X-One: 1', 'Cookie: a=b; c=d', 'Connection: keep-alive'), { maxLength: 2 }),
    body: fc.constantFrom('', '', 'body'),
  })
  .map(({ of: { target, line }, method, version, about, more, body }) => ({
    method,
    target,
    version,
    lines: ['Host: localhost', line, ...more, ...about, ...(body === '' ? [] : [`Content-Length: ${body.length}`])],
    body,
    eol: '\r\n',
  }));

const FORMS: readonly (readonly [type: string, body: string])[] = [
  ['application/x-www-form-urlencoded', 'a=1&b=2&a=3'],
  ['application/x-www-form-urlencoded', 'a=%41+b&&c&=d&a=%zz'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n2\r\n--b--\r\n',
  ],
];

/** Requests with programs of members. */
const membersOf = (object?: string): fc.Arbitrary<DrawnRequest> =>
  fc.tuple(memberPrograms(object), fc.constantFrom(...FORMS)).map(([line, [type, body]]) => ({
    method: 'POST',
    target: '/members',
    version: 'HTTP/1.1',
    lines: ['Host: localhost', `Content-Type: ${type}`, `Content-Length: ${body.length}`, line],
    body,
    eol: '\r\n',
  }));

/** Names of the parts of the site for which requests can be drawn. */
export const TARGETS: readonly string[] = [...Object.keys(targets), 'programs', 'members', ...MEMBER_OBJECTS];

/** Connections with requests for one part of the site. */
export function conversationsTo(part: string): fc.Arbitrary<DrawnConnection> {
  if (part === 'members' || MEMBER_OBJECTS.includes(part))
    return membersOf(part === 'members' ? undefined : part).map((request) => ({
      requests: [request, last],
      cuts: [],
      missing: 0,
    }));
  return conversationsOf(part === 'programs' ? programs : requestsTo(targets[part] ?? anyTarget));
}

const conversationsOf = (requests: fc.Arbitrary<DrawnRequest>): fc.Arbitrary<DrawnConnection> =>
  fc
    .record({
      requests: fc.array(requests, { minLength: 1, maxLength: 4 }),
      cuts: weighted(
        [6, fc.constant<number[]>([])],
        [1, fc.uniqueArray(fc.nat({ max: 400 }), { maxLength: 3 }).map((cuts) => cuts.sort((a, b) => a - b))],
      ),
      missing: weighted([20, fc.constant(0)], [1, fc.integer({ min: 1, max: 120 })]),
    })
    .map((drawn) => ({ ...drawn, requests: [...drawn.requests, last] }));
