import fc from 'fast-check';
import test from 'tape';
import { MalformedResponse, type ParsedResponse, ResponseParser, ResponseTooLarge, type WireLimits } from './parser.js';

const LIMITS = { maxHeadBytes: 1024, maxBodyBytes: 4096 };
const bytes = (text: string) => Buffer.from(text, 'latin1');
const text = (data: Uint8Array) => Buffer.from(data).toString('latin1');

/** Pushes the pieces, then the end of the connection; returns the first result. */
function parse(pieces: readonly string[], method = 'GET'): ParsedResponse | undefined {
  const parser = new ResponseParser(method, LIMITS);
  for (const piece of pieces) {
    const response = parser.push(bytes(piece));
    if (response !== undefined) return response;
  }
  return parser.end();
}

const bodyOf = (parsed: ParsedResponse | undefined) => parsed && text(parsed.response.body);

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

test('a head is kept as sent', (t) => {
  const head = 'HTTP/1.1 404 Not  Found\r\nX-a: 1\r\nx-A:\t2 \r\nX-Raw: \xe4\xff\nx\r\nContent-Length: 2\r\n\r\n';
  const { response } = parse([`${head}hi`]) ?? {};
  t.deepEqual(
    [response?.version, response?.status, response?.reason],
    ['1.1', 404, 'Not  Found'],
    'version, status and reason',
  );
  t.deepEqual(
    response?.headers,
    [
      ['X-a', '1'],
      ['x-A', '2'],
      ['X-Raw', '\xe4\xff\nx'],
      ['Content-Length', '2'],
    ],
    'order, case, repeats and bytes of fields',
  );
  t.equal(text(response?.body ?? bytes('')), 'hi', 'the body');
  t.end();
});

test('the end of a body', (t) => {
  const cases: readonly (readonly [string, string, string, string | undefined])[] = [
    ['length', 'GET', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc', 'abc'],
    ['repeated equal lengths', 'GET', 'HTTP/1.1 200 OK\r\nContent-Length: 3, 3\r\n\r\nabc', 'abc'],
    ['zero length', 'GET', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', ''],
    ['chunks', 'GET', `${CHUNKED}3;x=y\r\nabc\r\n00A\r\n0123456789\r\n0\r\n\r\n`, 'abc0123456789'],
    ['close', 'GET', 'HTTP/1.0 200 OK\r\n\r\nabc', 'abc'],
    ['other transfer coding', 'GET', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nabc', 'abc'],
    ['HEAD', 'HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n', ''],
    ['204', 'GET', 'HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\n', ''],
    ['304', 'GET', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 3\r\n\r\n', ''],
    ['101', 'GET', 'HTTP/1.1 101 Switching Protocols\r\n\r\n', ''],
    ['length not reached', 'GET', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc', undefined],
    ['chunks not ended', 'GET', `${CHUNKED}3\r\nabc\r\n0\r\n`, undefined],
    ['head not ended', 'GET', 'HTTP/1.1 200 OK\r\n', undefined],
  ];
  for (const [name, method, wire, body] of cases) t.equal(bodyOf(parse([wire], method)), body, name);
  t.end();
});

test('trailers, interim responses and excess bytes are no part of a response', (t) => {
  const early = 'HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n';
  const message = `${early}${CHUNKED}1\r\na\r\n0\r\nX-Sum: 1\r\nx-sum: 2\r\n\r\n`;
  const { response, keepAlive } = parse([`${message}HTTP/`]) ?? {};
  t.deepEqual([response?.status, response?.headers], [200, [['Transfer-Encoding', 'chunked']]]);
  t.equal(text(response?.body ?? bytes('')), 'a');
  t.equal(keepAlive, false, 'a connection with excess bytes is not used again');
  t.equal(parse([message])?.keepAlive, true, 'one without is');
  t.end();
});

test('whether the connection may be used again', (t) => {
  const cases: readonly (readonly [string, boolean])[] = [
    ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', true],
    ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: foo, Close\r\n\r\n', false],
    ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', false],
    ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\nConnection: keep-alive\r\n\r\n', true],
    ['HTTP/1.1 200 OK\r\n\r\n', false],
    ['HTTP/1.1 101 Switching Protocols\r\n\r\n', false],
    ['HTTP/1.1 204 No Content\r\n\r\n', false],
    ['HTTP/1.1 304 Not Modified\r\nContent-Length: 6\r\n\r\n', false],
  ];
  for (const [wire, expected] of cases) t.equal(parse([wire])?.keepAlive, expected, JSON.stringify(wire));
  t.end();
});

test('data that is no HTTP is refused', (t) => {
  const wires = [
    'SSH-2.0',
    'HTTP/1.1 20 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 1, 2\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
    `${CHUNKED}x\r\n`,
    `${CHUNKED}-1\r\n`,
    `${CHUNKED}1\r\nab\r\n`,
    `${CHUNKED}0\r\nno colon\r\n\r\n`,
  ];
  for (const wire of wires) t.throws(() => parse([wire]), MalformedResponse, JSON.stringify(wire));
  t.end();
});

test('data beyond the limits is refused', (t) => {
  const wires = [
    `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(1024)}`,
    'HTTP/1.1 200 OK\r\nContent-Length: 4097\r\n\r\n',
    `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(4097)}`,
    `${CHUNKED}1001\r\n${'x'.repeat(4097)}`,
    `${CHUNKED}0\r\nX: ${'x'.repeat(1024)}`,
  ];
  for (const wire of wires) t.throws(() => parse([wire]), ResponseTooLarge, wire.slice(0, 70));
  t.end();
});

test('the cuts between pieces make no difference', (t) => {
  const wire = `HTTP/1.1 100 Continue\r\n\r\n${CHUNKED}4\r\n\r\n\r\n\r\nb\r\nhello world\r\n0\r\nA: b\r\n\r\n`;
  const whole = parse([wire]);
  t.equal(bodyOf(whole), '\r\n\r\nhello world', 'in one piece');
  const cuts = fc.array(fc.nat({ max: wire.length }), { maxLength: wire.length });
  const sameAsWhole = (places: readonly number[]) => {
    const at = [0, ...[...places].sort((a, b) => a - b), wire.length];
    const pieces = at.slice(1).map((end, index) => wire.slice(at[index], end));
    return JSON.stringify(parse(pieces)) === JSON.stringify(whole);
  };
  t.doesNotThrow(() => fc.assert(fc.property(cuts, sameAsWhole), { numRuns: 500, seed: 1 }), 'in any pieces');
  t.ok(sameAsWhole(Array.from(wire, (_, index) => index)), 'byte by byte');
  t.end();
});

/** The result of `parse` for pieces of so many bytes, and the processor time that it took. */
function timed(
  wire: Buffer,
  size: number,
  limits?: Partial<WireLimits>,
): { response: ParsedResponse['response'] | undefined; ms: number } {
  const parser = new ResponseParser('GET', { maxHeadBytes: 1 << 20, maxBodyBytes: 1 << 25, ...limits });
  const before = process.cpuUsage();
  let parsed: ParsedResponse | undefined;
  for (let at = 0; at < wire.length; at += size) parsed = parser.push(wire.subarray(at, at + size));
  const { user, system } = process.cpuUsage(before);
  return { response: parsed?.response, ms: (user + system) / 1000 };
}

test('a long head that comes in small pieces takes no more than its length', (t) => {
  for (const [name, start] of [
    ['head', 'HTTP/1.1 204 No Content\r\n'],
    ['trailers', `${CHUNKED}0\r\n`],
  ] as const) {
    const { response, ms } = timed(Buffer.from(`${start}X: ${'x'.repeat(1_000_000)}\r\n\r\n`), 16);
    if (name === 'head') t.equal(response?.headers[0]?.[1].length, 1_000_000, name);
    t.ok(response, name);
    t.ok(ms < 4000, `${name}: ${Math.round(ms)} ms`);
  }
  t.end();
});

test('a body of many small chunks takes no more memory than a few times its length', (t) => {
  const chunks = 500_000;
  const wire = Buffer.from(`${CHUNKED}${'1\r\na\r\n'.repeat(chunks)}0\r\n\r\n`);
  const before = process.memoryUsage();
  const { response } = timed(wire, 65_536);
  t.equal(response?.body.length, chunks);
  const { heapUsed, external } = process.memoryUsage();
  const grown = heapUsed + external - before.heapUsed - before.external;
  t.ok(grown < 50 * chunks, `${Math.round(grown / 1e6)} MB`);
  t.end();
});

test('extensions of chunks are bounded, in each line and in all', (t) => {
  const extended = (length: number, times: number): string => `1;${'x'.repeat(length)}\r\na\r\n`.repeat(times);
  t.equal(bodyOf(parse([`${CHUNKED}${extended(16, 100)}0\r\n\r\n`]))?.length, 100, 'a few are read');
  t.throws(() => timed(Buffer.from(`${CHUNKED}${extended(8000, 1000)}`), 4096), ResponseTooLarge, 'too many');
  t.throws(
    () => timed(Buffer.from(`${CHUNKED}1;${'x'.repeat(1_000_000)}`), 4096),
    MalformedResponse,
    'one without end',
  );
  for (const size of ['', ' 1', 'g', '1 2', '1234567890123', ';a', '0x1'])
    t.throws(() => parse([`${CHUNKED}${size}\r\na\r\n`]), MalformedResponse, `"${size}" is no size`);
  t.equal(bodyOf(parse([`${CHUNKED}00A \t;x\r\n0123456789\r\n0\r\n\r\n`])), '0123456789');
  t.end();
});
