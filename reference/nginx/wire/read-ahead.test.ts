import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { type TestHost, testHost } from '../../testing/host.js';

const http = "log_format read '$request_length $pipe $connection_requests'; access_log read.log read;";
const server = `
  server_name first;
  location / { return 200 "$request_length|$content_length|$server_protocol"; }
`;

const last = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const inChunks = (length: number): string =>
  `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${length.toString(16)}\r\n${'z'.repeat(length)}\r\n0\r\n\r\n`;
const withLength = (length: number): string =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${'z'.repeat(length)}`;

function logged(host: TestHost, name: string, from: number): readonly string[] {
  return readFileSync(join(host.folder, name), 'latin1').split('\n').slice(from, -1);
}

/** Expected lines are those of nginx 1.30.6 when all data arrived at once. */
const seen: readonly (readonly [string, string, readonly string[]])[] = [
  ['nothing before', last, ['46 . 1']],
  ['a body in the buffer of its head', withLength(10) + last, ['48 . 1', '46 p 2']],
  ['a body that fills that buffer', withLength(2000) + last, ['50 . 1', '46 . 2']],
  ['chunks in the buffer of their head', inChunks(10) + last, ['56 . 1', '46 p 2']],
  ['chunks that exceed it', inChunks(2000) + last, ['10 . 1', '46 p 2']],
  ['chunks that end the connection', inChunks(2000), ['56 . 1']],
];

test('data that arrives with a body is read with it, up to the buffers of real hosts', async (t) => {
  const host = await testHost(t, { http, server });
  let from = 0;
  for (const [what, bytes, lines] of seen) {
    await host.raw(bytes, bytes.endsWith('0\r\n\r\n'));
    t.deepEqual(logged(host, 'read.log', from), lines, what);
    from += lines.length;
  }
});

test('variables about the data that was read so far', async (t) => {
  const host = await testHost(t, { http, server });
  t.equal(await host.raw('GET /\r\n'), '7||', 'HTTP/0.9 has no protocol');
  const chunked = `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`;
  t.match(await host.raw(`${chunked}3\r\nabc\r\n0\r\n\r\n`), /\r\n\r\n75\|0\|HTTP\/1.1$/, 'received chunks');
  t.match(await host.raw(`${chunked}3\r\nab`, true), /\r\n\r\n75\|8192\|HTTP\/1.1$/, 'later chunks');
  t.match(await host.raw(`${chunked}ffff\r\nab`, true), /\r\n\r\n75\|65540\|HTTP\/1.1$/);
});
