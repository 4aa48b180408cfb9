import test from 'tape';
import { FetchedResponse, type ReadingOptions, type ResponseProgress } from './response.js';

const usual: ReadingOptions = { isHead: false, bufferSize: 4096, mostBody: 32768 };

/** Reads a response that arrives in pieces of a size, and ends with the connection. */
function readIn(text: string, size: number, options: Partial<ReadingOptions> = {}): ResponseProgress {
  const response = new FetchedResponse({ ...usual, ...options });
  for (let at = 0; at < text.length; at += size) {
    const read = response.take(Buffer.from(text.slice(at, at + size), 'latin1'));
    if (read.kind !== 'unfinished') return read;
  }
  return response.end();
}

/** The body, or the failure. */
function shown(read: ResponseProgress): string {
  if (read.kind === 'failed') return `! ${read.message}`;
  return read.kind === 'complete' ? Buffer.from(read.response.body).toString('latin1') : 'unfinished';
}

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const premature = '! prematurely closed connection';
const badChunks = '! invalid http chunked response';
const badLine = '! invalid http status line';
const badHeader = '! invalid http header';
const badLength = '! invalid http content length';

/** How real hosts read responses. */
const rows: Readonly<Record<string, string>> = {
  [`${ok}Content-Length: 2\r\n\r\nok`]: 'ok',
  [`${ok}\r\nuntil the end`]: 'until the end',
  [`${ok}\r\n`]: '',
  'HTTP/1.0 200\nA: b\n\nlines': 'lines',
  'HTTP/1.12 999  Odd\r\n\r\nx': 'x',
  [`${chunked}2\r\nab\r\n00A\r\n0123456789\r\n000\r\n\r\n`]: 'ab0123456789',
  [`${ok}Transfer-Encoding: gzip\r\n\r\nabc`]: 'abc',
  [`${ok}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc`]: 'abc',
  'HTTP/1.1 304 No\r\nContent-Length: 3\r\n\r\n': '',
  'HTTP/1.1 204 No\r\nTransfer-Encoding: chunked\r\n\r\n': '',
  '': premature,
  'HTTP/1.1 2': premature,
  [`${ok}Conte`]: premature,
  [`${ok}Content-Length: 3\r\n\r\nab`]: premature,
  [`${ok}A: ${'x'.repeat(4096)}\r\n\r\n`]: premature,
  [`${chunked}2\r\nab\r\n`]: badChunks,
  [`${chunked}2\r\nabX\r\n0\r\n\r\n`]: badChunks,
  [`${chunked}2;a=b\r\nab\r\n0\r\n\r\n`]: badChunks,
  [`${chunked}2\r\nab\r\n0\r\nA: b\r\n\r\n`]: badChunks,
  [`${chunked}2\nab\n0\n\n`]: badChunks,
  [`${chunked}zz\r\n`]: badChunks,
  [`${chunked}\r\nab`]: badChunks,
  [`${chunked}fffffffffffffffff\r\n`]: badChunks,
  'just text': badLine,
  'HTTP/2.0 200 OK\r\n\r\n': badLine,
  'HTTP/1.1 99 No\r\n\r\n': badLine,
  [`${ok}A B: x\r\n\r\n`]: badHeader,
  [`${ok}a/b: x\r\n\r\n`]: badHeader,
  [`${ok}A: x\r\n y\r\n\r\n`]: badHeader,
  [`${ok}A: x\x01y\r\n\r\n`]: '! cannot add respose header',
  [`${ok}A: x\0y\r\n\r\n`]: '! cannot add respose header',
  [`${ok}Content-Length: 3x\r\n\r\nabc`]: badLength,
  [`${ok}Content-Length: -1\r\n\r\nabc`]: badLength,
  [`${ok}Content-Length:\r\n\r\nabc`]: badLength,
  [`${ok}Content-Length: 9223372036854775808\r\n\r\n`]: badLength,
  [`${ok}Content-Length: 9223372036854775807\r\n\r\n`]: '! http content length is too large',
  [`${ok}Content-Length: 3\r\nContent-Length: 2\r\n\r\nabc`]: '! conflicting http content length',
  [`${chunked.slice(0, -2)}Content-Length: 3\r\n\r\n0\r\n\r\n`]: '! conflicting http response framing',
  'HTTP/1.1 100 Continue\r\n\r\n': '! unsupported http response status',
  'HTTP/1.1 199 Odd\r\n\r\n': '! unsupported http response status',
};

test('responses: the result is the same for all sizes of pieces', (t) => {
  for (const [text, expected] of Object.entries(rows))
    for (const size of [1, 7, text.length + 1])
      t.equal(shown(readIn(text, size)), expected, `${JSON.stringify(text.slice(0, 60))} by ${size}`);
  t.end();
});

test('responses: rejections before the connection ends', (t) => {
  const early = [
    [`${ok}A: ${'x'.repeat(4096 - ok.length - 3)}`, premature],
    ['ju', badLine],
    ['HTTP/2', badLine],
    [`${ok}A B`, badHeader],
    [`${ok}a/`, badHeader],
    [`${chunked}2;`, badChunks],
    [`${chunked}2\r\nab\rX`, badChunks],
    [`${chunked}${'f'.repeat(17)}`, badChunks],
    [`${chunked}0\r\nA`, badChunks],
  ] as const;
  for (const [text, expected] of early)
    t.equal(shown(new FetchedResponse(usual).take(Buffer.from(text, 'latin1'))), expected, text.slice(0, 60));
  t.end();
});

test('responses: heads as received', (t) => {
  const text = 'HTTP/1.1 404 N\xc3\xa9\r\nA_b:\t x y\t\r\nbare\r\nSet-Cookie: a\r\nset-cookie: \xff\r\n\r\n';
  const read = readIn(text, 5);
  t.deepEqual(read.kind === 'complete' ? read.response : read, {
    status: 404,
    statusText: 'Né',
    headers: [
      ['A_b', 'x y'],
      ['bare', ''],
      ['Set-Cookie', 'a'],
      ['set-cookie', '�'],
    ],
    body: Buffer.alloc(0),
  });
  t.end();
});

test('responses: sizes at their limits, one below and one above', (t) => {
  const framed = [
    ['Content-Length: 5\r\n\r\nabcde', '! http content length is too large'],
    ['\r\nabcde', '! http response body is too large'],
    ['Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n', '! http response body is too large'],
  ] as const;
  for (const [rest, complaint] of framed) {
    t.equal(shown(readIn(ok + rest, 3, { mostBody: 4 })), complaint);
    for (const mostBody of [5, 6]) t.equal(shown(readIn(ok + rest, 3, { mostBody })), 'abcde');
  }
  const head = `${ok}A: b\r\n\r\n`;
  t.equal(shown(readIn(`${head}body`, 4, { bufferSize: head.length - 1 })), premature);
  for (const bufferSize of [head.length, head.length + 1])
    t.equal(shown(readIn(`${head}body`, 4, { bufferSize })), 'body');
  const isHead = { isHead: true, mostBody: 0 };
  t.equal(shown(readIn(`${ok}Content-Length: 9\r\n\r\n`, 4, isHead)), '', 'HEAD has no body');
  t.end();
});

test('responses: whether the connection is kept', (t) => {
  const rows: readonly (readonly [text: string, keeps: boolean, options?: Partial<ReadingOptions>])[] = [
    [`${ok}Content-Length: 2\r\n\r\nok`, true],
    [`${chunked}0\r\n\r\n`, true],
    ['HTTP/1.1 204 No\r\n\r\n', true],
    [`${ok}Content-Length: 2\r\n\r\nokX`, false],
    [`${chunked}0\r\n\r\nX`, false],
    [`${ok}Connection: a, Close\r\nContent-Length: 2\r\n\r\nok`, false],
    ['HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok', false],
    [`${ok}\r\nok`, false],
    [`${ok}Content-Length: 2\r\n\r\n`, false, { isHead: true }],
  ];
  for (const [text, keeps, options] of rows) {
    const read = readIn(text, text.length, options);
    t.equal(read.kind === 'complete' && read.keepsAlive, keeps, JSON.stringify(text));
  }
  t.end();
});
