import test from 'tape';
import { readHead } from './head.js';

const standard = () => ({
  headerBufferSize: 1024,
  largeHeaderBuffers: { count: 4, size: 8192 },
  maxHeaders: 1000,
  ignoreInvalidHeaders: true,
  underscoresInHeaders: false,
  mergeSlashes: true,
});

test('an incomplete head is not read yet', (t) => {
  const heads = ['GET / HTTP/1.1\r\nHost: a\r\nA:  b \r\n\r\n', '\nPOST http://a/b HTTP/1.10\nA\n\r\n', 'GET /\n'];
  for (const head of heads) {
    const early = Array.from(head, (_, length) => readHead(head.slice(0, length), standard).kind);
    t.deepEqual(new Set(early), new Set(['incomplete']), JSON.stringify(head));
    const read = readHead(`${head}rest`, standard);
    t.equal(read.kind === 'head' && read.size, head.length, 'and whole, whatever follows');
  }
  t.end();
});

/** Request lines without their ends, and nginx 1.30.6's immediate answers; nothing if it waited for more. */
const begun: readonly (readonly [string, number?])[] = [
  ['GET'],
  ['GET  '],
  ['GET http'],
  ['GET http:/'],
  ['GET http://['],
  ['GET http://h?'],
  ['GET /a  '],
  ['GET /a\r'],
  ['GET /a HTTP/1.100'],
  ['GET /a HTTP/1.1  '],
  ['CONNECT h'],
  ['CONNECT 1'],
  ['CONNECT [::1'],
  ['CONNECT http:'],
  ['CONNECT h:8 '],
  ['GET h:80 HTT', 400],
  ['GET ?', 400],
  ['GET 1', 400],
  ['GET http:/x', 400],
  ['GET http://h[', 400],
  ['GET http://h_', 400],
  ['GET http://h:x', 400],
  ['GET http://[::1]x', 400],
  ['GET /a\x7f', 400],
  ['GET /a\rx', 400],
  ['GET /a x', 400],
  ['GET /a HTTP/0', 400],
  ['GET /a HTTP/1.x', 400],
  ['GET /a HTTP/1.1000', 400],
  ['GET /a HTTP/1.1 x', 400],
  ['GET /a HTTP/2', 505],
  ['GET /a HTTP/12', 505],
  ['CONNECT /x', 400],
  ['CONNECT h ', 400],
  ['CONNECT h:8/', 400],
  ['CONNECT h:8\r', 400],
];

test('a request line that can no longer become valid is refused before its end', (t) => {
  for (const [line, status] of begun) {
    const read = readHead(line, standard);
    t.equal(read.kind === 'refused' ? read.status : undefined, status, JSON.stringify(line));
  }
  const bare = readHead('GET http://h\r\n', standard);
  t.equal(bare.kind, 'refused', 'a name without a path is invalid at the end of the line');
  t.equal(readHead('GET http://h \r\n', standard).kind, 'head');
  t.end();
});

test('an invalid line is logged as far as it was read', (t) => {
  const line = 'G@T / HTTP/1.1\r\n';
  t.equal(readHead(line, standard).head.requestLine, 'G@T / HTTP/1.1');
  const long = `CONNECT /${'l'.repeat(2000)} HTTP/1.1\r\n`;
  t.equal(readHead(long, standard).head.requestLine.length, 1024, 'the mistake is in the first buffer');
  t.equal(readHead(`GET${long.slice(7, -3)}\r\n`, standard).head.requestLine.length, 2013, 'the mistake is after it');
  t.equal(readHead(line, standard, { bytes: 4, space: 1000 }).head.requestLine, 'G@T ', 'with the previous request');
  t.end();
});

test('the length of a head counts its complete lines', (t) => {
  const lengths = [
    '\r\nGET / HTTP/1.1\r\nA: b\r\n\r\n',
    'GET / HTTP/1.1\r\nA: b\r\nC D\r\n',
    'GET / HTTP/1.1\r\nHo',
  ].map((bytes) => readHead(bytes, standard).head.length);
  t.deepEqual(lengths, [24, 22, 16]);
  const refused = ['G@T / HTTP/1.1\r\n', 'GET /% HTTP/1.1\r\n', 'GET / HTTP/1.1\r\nHost: a b\r\n', 'GET / HTTP/3'];
  t.deepEqual(
    refused.map((bytes) => readHead(bytes, standard).head.length),
    [0, 17, 27, 0],
  );
  t.end();
});
