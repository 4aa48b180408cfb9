import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { type TestHost, testHost } from '../../testing/host.js';

const server = `
  server_name first;
  location / { return 204; }
  location /files/ { root .; }
  location /read { js_content main.read; }
`;
const script = 'export default { read: (r) => r.return(204) };';

/** The lines in the error log after some requests, without time, process and number; bytes are Latin-1. */
async function linesOf(host: TestHost, bytes: string, ends = false): Promise<readonly string[]> {
  const read = () => readFileSync(join(host.folder, 'error.log'), 'latin1').split('\n').slice(0, -1);
  const before = read().length;
  await host.raw(bytes, ends);
  return read()
    .slice(before)
    .map((line) => line.replace(/^.*?#\d+: \*\d+ /, ''));
}

const about = (request: string, more = ''): string =>
  `, client: 127.0.0.1, server: first, request: "${request}"${more}`;
const host = ', host: "a"';
const inChunks = (size: number, end = '0') =>
  `POST /read HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${size.toString(16)}\r\n${'z'.repeat(size)}\r\n${end}\r\n\r\n`;
const behindBody = (place: string) =>
  `client sent invalid request while reading client ${place}${about('GET /a b HTTP/1.1')}`;

/** Requests as bytes, and the log lines of nginx 1.30.6. */
const seen: readonly (readonly [string, string])[] = [
  [
    'GET /\xe9 HTTP/1.1\r\nHost: a\r\nX-\xe9: 1\r\nReferer: \xe9\r\nConnection: close\r\n\r\n',
    `client sent invalid header line: "X-\xe9: 1" while reading client request headers${about('GET /\xe9 HTTP/1.1', host)}`,
  ],
  [
    'GET / HTTP/1.1\r\nHost: \xe9\r\n\r\n',
    `client sent invalid host header while reading client request headers${about('GET / HTTP/1.1', ', host: "\xe9"')}`,
  ],
  [
    'POST /%\r\n',
    `client sent invalid method in HTTP/0.9 request while reading client request line${about('POST /%')}`,
  ],
  [
    `g${'x'.repeat(1500)} /\r\n`,
    `client sent invalid method while reading client request line${about(`g${'x'.repeat(1023)}`)}`,
  ],
  [
    `GET / HTTP/1.1\r\nHost: a\r\n\r\ng${'x'.repeat(1500)} /\r\n`,
    `client sent invalid method while reading client pipelined request line${about(`g${'x'.repeat(996)}`)}`,
  ],
  [`${inChunks(10)}GET /a b HTTP/1.1\r\n\r\n`, behindBody('pipelined request line')],
  [`${inChunks(3000)}GET /a b HTTP/1.1\r\n\r\n`, behindBody('pipelined request line')],
  [`${inChunks(9000, '0;a')}GET /a b HTTP/1.1\r\n\r\n`, behindBody('pipelined request line')],
  [
    `POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 3000\r\n\r\n${'z'.repeat(3000)}GET /a b HTTP/1.1\r\n\r\n`,
    behindBody('request line'),
  ],
  [
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'v'.repeat(9000)}\r\n\r\n`,
    `client sent too long header line: "X: ${'v'.repeat(1745)}..." while reading client request headers${about('GET / HTTP/1.1', host)}`,
  ],
];

test('invalid chunks of a request that is refused because of its head', async (t) => {
  const served = await testHost(t, { server, script });
  const lines = await linesOf(served, 'TRACE / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n');
  const where = `while reading client request headers${about('TRACE / HTTP/1.1', host)}`;
  t.deepEqual(lines, [`client sent TRACE method ${where}`, `client sent invalid chunked body ${where}`]);
});

test('error log lines about heads are those of real hosts', async (t) => {
  const served = await testHost(t, { server, script });
  for (const [bytes, line] of seen)
    t.deepEqual(await linesOf(served, bytes), [line], JSON.stringify(bytes.slice(0, 60)));
});

test('a client that leaves before it has sent anything', async (t) => {
  const served = await testHost(t, { server, script });
  t.deepEqual(await linesOf(served, '', true), [
    `client closed connection while waiting for request, client: 127.0.0.1, server: 127.0.0.1:${served.port}`,
  ]);
});

test('error log lines are no longer than real ones', async (t) => {
  const served = await testHost(t, { server, script });
  const path = `/files/${'l'.repeat(2500)}`;
  await served.raw(`GET ${path} HTTP/1.0\r\n\r\n`);
  const whole = readFileSync(join(served.folder, 'error.log'), 'latin1').split('\n').at(-2) ?? '';
  t.equal(whole.length, 2047, '2048 bytes with the line end');
  t.match(whole, /l\.\.\. \(2: No such file or directory\), client: 1/, 'the reason is kept');
  t.equal(whole.indexOf('...'), 2048 - 50);
  const short = `/files/${'l'.repeat(900)}`;
  const [line] = await linesOf(served, `GET ${short} HTTP/1.0\r\n\r\n`);
  t.match(
    line ?? '',
    /l" failed \(2: No such file or directory\), client: 127.0.0.1, server: first, request: "GET \/files\/l/,
  );
});
