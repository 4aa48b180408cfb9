import test from 'tape';
import { framingOf, type ResponseHeadIn, readResponseHead } from './response-head.js';

test('response heads: their parts', (t) => {
  const text = 'HTTP/1.1 404 Not here\r\nX-A:  b c \r\nbare\r\nF(o: x\nSet-Cookie: a\r\n\r\nbody';
  const read = readResponseHead(text);
  t.deepEqual(read, {
    kind: 'head',
    head: {
      status: 404,
      reason: 'Not here',
      isPersistent: true,
      headers: ['X-A', 'b c', 'bare', '', 'F(o', 'x', 'Set-Cookie', 'a'],
    },
    size: text.length - 4,
  });
  for (let end = 0; end < text.length - 4; end += 1)
    t.deepEqual(readResponseHead(text.slice(0, end)), { kind: 'incomplete' }, `${end} bytes are incomplete`);
  t.end();
});

test('response heads: invalid ones', (t) => {
  for (const text of [
    'garbage\r\n',
    'HTTP/1.1 99 x\r\n',
    'HTTP/1.1 2000 x\r\n',
    'http/1.1 200 OK\r\n',
    'HTTP/1 200\r\n',
  ])
    t.deepEqual(readResponseHead(text), { kind: 'headless' }, text.trim());
  const rows = [
    ['X A: b\r\n', 'X', 0x20],
    [': b\r\n', '', 0x3a],
    ['X: a\0b\r\n', 'X: a', 0],
    ['X: a\rb\r\n', 'X: a\r', 0x62],
  ] as const;
  for (const [line, before, byte] of rows) {
    const found = readResponseHead(`HTTP/1.0 200 OK\r\n${line}`);
    t.deepEqual(found, { kind: 'invalid', line: before, byte }, JSON.stringify(line));
  }
  t.end();
});

test('response heads: the end of the body', (t) => {
  const head = (status: number, isPersistent: boolean, ...headers: string[]): ResponseHeadIn => {
    return { status, reason: '', isPersistent, headers };
  };
  const rows: readonly (readonly [ResponseHeadIn, unknown])[] = [
    [head(200, true, 'content-length', '3'), { length: 3, keepAlive: true }],
    [head(200, false, 'Content-Length', '3'), { length: 3, keepAlive: false }],
    [head(200, true, 'Content-Length', '3', 'Connection', 'x, Close'), { length: 3, keepAlive: false }],
    [head(200, true, 'Transfer-Encoding', 'Chunked'), { length: 'chunked', keepAlive: true }],
    [head(200, true), { length: 'until the end', keepAlive: false }],
    [head(204, true, 'Content-Length', '3'), { length: 0, keepAlive: true }],
    [head(200, true, 'Content-Length', '3x'), 'upstream sent invalid "Content-Length" header: "Content-Length: 3x"'],
    [head(200, true, 'Transfer-Encoding', 'gzip'), 'upstream sent unknown "Transfer-Encoding": "gzip"'],
    [
      head(200, true, 'Content-Length', '3', 'Transfer-Encoding', 'chunked'),
      'upstream sent "Content-Length" and "Transfer-Encoding" headers at the same time',
    ],
    [
      head(200, true, 'Content-Length', '3', 'Content-Length', '4'),
      'upstream sent duplicate header line: "Content-Length: 4", previous value: "Content-Length: 3"',
    ],
  ];
  for (const [given, expected] of rows) t.deepEqual(framingOf(given, false), expected, given.headers.join(' '));
  t.deepEqual(framingOf(head(200, true, 'Content-Length', '3'), true), { length: 0, keepAlive: true }, 'HEAD');
  t.end();
});
