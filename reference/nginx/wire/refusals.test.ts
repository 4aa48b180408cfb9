import test from 'tape';
import { testHost } from '../../testing/host.js';

const script = `
  export default {
    echo: (r) => r.return(200, 'body ' + r.requestText),
    slow: (r) => { setTimeout(() => r.return(200, 'slow'), 20); },
    redirect: (r) => r.return(302, decodeURIComponent(r.args.to)),
    target: (r) => decodeURIComponent(r.args.to),
  };
`;
const served = {
  script,
  http: 'js_set $target main.target;',
  server: `location / { return 200 "host $host"; } location /echo { js_content main.echo; } location /slow { js_content main.slow; }
    location /redirect { js_content main.redirect; } location /return { return 302 $target; }`,
};

const get = (lines: string, path = '/', version = '1.1'): string =>
  `GET ${path} HTTP/${version}\r\n${lines}Connection: close\r\n\r\n`;
const post = (lines: string, body: string, version = '1.1'): string =>
  `POST /echo HTTP/${version}\r\nHost: a\r\n${lines}Connection: close\r\n\r\n${body}`;
const chunks = '3\r\nabc\r\n0\r\n\r\n';
const lines = (count: number, line: string): string => line.repeat(count);

/** The answers of nginx with njs 1.0.2 over a raw socket: a status, and the title of the page if it differs. */
const seen: readonly (readonly [string, number, string?])[] = [
  [get('Host: a\r\n', '/', '2.0'), 505],
  [get('Host: a\r\n', '/', '3.0'), 505],
  [get('Host: a\r\n', '/', '0.9'), 400],
  [get('Host: a\r\n', '/', '1.x'), 400],
  ['TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 405],
  ['TRACE /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 405],
  ['CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ['CONNECT / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  [get('Host: a\r\n', `/${'a'.repeat(8100)}`), 200],
  [get('Host: a\r\n', `/${'a'.repeat(9000)}`), 414],
  [get('Host: a\r\n', `/${'a'.repeat(90_000)}`), 414],
  [get(`Host: a\r\nX: ${'a'.repeat(8180)}\r\n`), 200],
  [get(`Host: a\r\nX: ${'a'.repeat(9000)}\r\n`), 400, '400 Request Header Or Cookie Too Large'],
  [get(`Host: a\r\n${lines(3, `X: ${'a'.repeat(8000)}\r\n`)}`), 200],
  [get(`Host: a\r\n${lines(6, `X: ${'a'.repeat(8000)}\r\n`)}`), 400, '400 Request Header Or Cookie Too Large'],
  [get(`Host: a\r\n${lines(20, `X: ${'a'.repeat(8000)}\r\n`)}`), 400, '400 Request Header Or Cookie Too Large'],
  [get(`Host: a\r\n${lines(998, 'A: b\r\n')}`), 200],
  [get(`Host: a\r\n${lines(999, 'A: b\r\n')}`), 400, '400 Request Header Or Cookie Too Large'],
  [get(`Host: a\r\n${lines(2500, 'A: b\r\n')}`), 400, '400 Request Header Or Cookie Too Large'],
  [post('Transfer-Encoding: chunked\r\n', chunks), 200],
  [post('Transfer-Encoding: chunked\r\n', chunks, '1.0'), 400],
  [post('Transfer-Encoding: identity\r\n', ''), 501],
  [post('Transfer-Encoding: gzip, chunked\r\n', chunks), 501],
  [post('Transfer-Encoding: gzip\r\n', chunks), 501],
  [post('Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', chunks), 400],
  [post('Content-Length: 3\r\nTransfer-Encoding: chunked\r\n', chunks), 400],
  [post('Content-Length: 3\r\nContent-Length: 3\r\n', 'abc'), 400],
  [post('Transfer-Encoding: chunked\r\n', 'zz\r\n'), 400],
  ...['Authorization', 'Content-Range', 'Expect', 'If-Match', 'If-None-Match', 'If-Range', 'If-Modified-Since'].map(
    (name) => [get(`Host: a\r\n${name}: x\r\n${name.toLowerCase()}: y\r\n`), 400] as const,
  ),
  [get('Host: a\r\nFrom: x\r\nFrom: y\r\nRange: x\r\nRange: y\r\n'), 200],
  [get('Host: a\r\n', 'http://'), 400],
  [get('Host: a\r\n', 'http://a:65536/'), 400],
  [post('Content-Length: x\r\nTransfer-Encoding: gzip\r\n', ''), 400],
  [post('Content-Length: 1\r\nTransfer-Encoding: gzip\r\n', 'x'), 501],
  ['POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
  [get('Host: a\r\n', '/redirect?to=%2Fa%0Db'), 500],
  [get('Host: a\r\n', '/redirect?to=%2Fa%0D%0AX:y'), 500],
  [get('Host: a\r\n', '/redirect?to=%2Fa%00b'), 500],
  [get('Host: a\r\n', '/redirect?to=%2Fa%C3%A4'), 302],
];

/** The name that nginx with njs 1.0.2 takes from a `Host` header; nothing if it answers 400. */
const hosts: readonly (readonly [string, string?])[] = [
  ['A_b', 'a_b'],
  ['a.', 'a'],
  ['.a', '.a'],
  ['a:', 'a'],
  ['a:80', 'a'],
  ['a:65535', 'a'],
  ['[::1]:80', '[::1]'],
  ['a%20b', 'a%20b'],
  ['a,b', 'a,b'],
  ...[
    'a b',
    'a/b',
    'a\\b',
    'a:b:c',
    'a:x',
    'a:65536',
    'a..b',
    '[::1',
    '',
    ':80',
    'a@b',
    '\xe4',
    'a\0b',
    'a\tb',
    'a?b',
    'a#b',
  ].map((host) => [host] as const),
];

test('requests are refused as by real hosts', async (t) => {
  const host = await testHost(t, served);
  for (const [request, status, title] of seen) {
    const answer = await host.raw(request);
    const name = JSON.stringify(request.length > 90 ? `${request.slice(0, 90)}…` : request);
    t.match(answer, new RegExp(`^HTTP/1.1 ${status} .*\r\nConnection: close\r\n`, 's'), name);
    if (status >= 400) t.ok(answer.includes(`<title>${title ?? status}`), 'the page');
  }
  for (const [name, taken] of hosts) {
    const answer = await host.raw(get(`Host: ${name}\r\n`));
    if (taken === undefined) t.match(answer, /^HTTP\/1.1 400 /, `Host: ${JSON.stringify(name)}`);
    else t.ok(answer.endsWith(`\r\n\r\nhost ${taken}`), `Host: ${name}`);
  }
  t.equal((await host.ask('/')).status, 200, 'the host continues');
});

test('a redirect to a variable with control characters is no redirect', async (t) => {
  const host = await testHost(t, served);
  t.equal((await host.ask('/return?to=%2Fa%0Db')).status, 500);
  t.equal((await host.ask('/return?to=%2Fa')).status, 302);
});

test('HEAD has no body, whatever the refusal', async (t) => {
  const host = await testHost(t, served);
  for (const head of [
    '/ HTTP/1.1\r\n',
    '/ HTTP/3.0\r\nHost: a\r\n',
    '/ HTTP/1.1\r\n\tX: 1\r\n',
    '/% HTTP/1.1\r\nHost: a\r\n',
  ])
    t.match(
      await host.raw(`HEAD ${head}\r\n`),
      /^HTTP\/1.1 (?:400|505) .*\r\nConnection: close\r\n\r\n$/s,
      JSON.stringify(head),
    );
});

test('an invalid line is refused before the end of the head', async (t) => {
  const host = await testHost(t, served);
  for (const line of ['Expect: a\r\nExpect: b\r\n', 'X: a\0', ' X', 'A b'])
    t.match(await host.raw(`GET / HTTP/1.1\r\nHost: a\r\n${line}`), /^HTTP\/1.1 400 /, JSON.stringify(line));
  t.ok(
    host.log().some((logged) => logged.includes('client sent invalid header line: "X: a\\x00..." while reading')),
    'the log shows it up to the mistake',
  );
});

test('a failed condition ends the connection, whatever the header says', async (t) => {
  const host = await testHost(t, served);
  const answer = await host.raw('GET / HTTP/1.1\r\nHost: a\r\nIf-Match: "x"\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n');
  t.match(answer, /^HTTP\/1.1 412 .*\r\nConnection: keep-alive\r\n\r\n<html>.*<\/html>\r\n$/s);
});

test('pipelined requests are answered before an invalid one', async (t) => {
  const host = await testHost(t, served);
  for (const path of ['echo', 'slow']) {
    const both = await host.raw(`GET /${path} HTTP/1.1\r\nHost: a\r\n\r\n garbage\r\n\r\n`);
    t.match(
      both,
      /^HTTP\/1.1 200 OK\r\n.*Connection: keep-alive\r\n\r\n(body undefined|slow)HTTP\/1.1 400 Bad Request\r\n/s,
      path,
    );
    t.match(both, /Connection: close\r\n\r\n<html>.*<\/html>\r\n$/s, 'with a page, which ends the connection');
  }
});

test('a client that has half-closed gets its answer', async (t) => {
  const host = await testHost(t, served);
  t.match(await host.raw('GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', true), /\r\n\r\nslow$/);
  t.match(await host.raw('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n', true), /\r\n\r\nslow$/, 'and the connection ends');
  const posted = await host.raw('POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc', true);
  t.match(posted, /\r\n\r\nbody abc$/);
  const two = await host.raw('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2), true);
  t.match(two, /slow.*slow$/s);
});
