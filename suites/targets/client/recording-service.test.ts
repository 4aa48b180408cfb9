import { connect, type Socket } from 'node:net';
import test, { type Test } from 'tape';
import type { Answering } from '../../language/client-under-test.js';
import { type Recording, RecordingService } from './recording-service.js';

interface TestService {
  readonly recording: Recording;
  readonly host: string;
  readonly port: number;
}

async function start(t: Test, answer: (count: number) => Answering): Promise<TestService> {
  const service = await RecordingService.open();
  t.teardown(() => service.close());
  const recording = service.record({ answer: (_, count) => answer(count), arrived: () => undefined });
  const { host, port } = new URL(service.baseUrl);
  return { recording, host, port: Number(port) };
}

/** Also after an error, which `once` of node:events would throw. */
const closing = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

/** Sends bytes as they are and gives all that comes back until the end of the connection. */
async function exchanged(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const pieces: Buffer[] = [];
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  socket.on('error', () => undefined);
  socket.write(text);
  await closing(socket);
  return Buffer.concat(pieces).toString();
}

const GET =
  'GET /Management-API/v1/servers?x=%20 HTTP/1.1\r\nHost: a\r\nX-Two: 1\r\nx-two: 2\r\nConnection: close\r\n\r\n';

test('recording service: notes a request down as it came', async (t) => {
  const { recording, port } = await start(t, () => ({ json: { data: [] } }));
  const body = '{"name":"é"}';
  const post = `POST /Management-API/v1/servers HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 13\r\n\r\n${body}`;
  await exchanged(port, GET);
  await exchanged(port, post);
  const [first, second] = recording.requests;
  t.equal(first?.target, '/Management-API/v1/servers?x=%20');
  t.deepEqual(first?.headers.slice(0, 3), [
    ['Host', 'a'],
    ['X-Two', '1'],
    ['x-two', '2'],
  ]);
  t.equal(first?.json, undefined);
  t.equal(second?.method, 'POST');
  t.equal(second?.text, body);
  t.deepEqual(second?.json, { name: 'é' });
});

test('recording service: answers as told', async (t) => {
  const answers: Answering[] = [
    { json: { a: 1 } },
    { status: 503, headers: { 'Content-Type': 'text/html', 'Retry-After': '1' }, text: '<p>' },
    { bytes: Uint8Array.of(0x61, 0x62), headers: { 'content-type': 'application/json' } },
  ];
  const { port } = await start(t, (count) => answers[count] ?? {});
  const [json = '', html = '', bytes = ''] = [
    await exchanged(port, GET),
    await exchanged(port, GET),
    await exchanged(port, GET),
  ];
  t.match(json, /^HTTP\/1.1 200 .*content-type: application\/json\r\n.*\r\n\r\n\{"a":1\}$/s);
  t.match(html, /^HTTP\/1.1 503 .*content-type: text\/html\r\n.*retry-after: 1\r\n.*\r\n\r\n<p>$/s);
  t.match(bytes, /content-length: 2\r\n.*ab$/s);
});

test('recording service: an answer that is cut announces all of it', async (t) => {
  const { port } = await start(t, (count) => ({ text: '0123456789', cutAfter: count === 0 ? 4 : 0 }));
  t.match(await exchanged(port, GET), /content-length: 10\r\n.*\r\n\r\n0123$/s);
  t.match(await exchanged(port, GET), /content-length: 10\r\n.*\r\n\r\n$/s);
});

test('recording service: a reset gives not a byte', async (t) => {
  const { recording, port } = await start(t, () => ({ reset: true }));
  t.equal(await exchanged(port, GET), '');
  t.equal(recording.requests.length, 1);
});

test('recording service: a delay passes before the first byte', async (t) => {
  const { port } = await start(t, () => ({ delayMs: 60, text: 'late' }));
  const started = performance.now();
  t.match(await exchanged(port, GET), /late$/);
  t.ok(performance.now() - started >= 55);
});

test('recording service: the other host of a redirect records too', async (t) => {
  const { recording, host, port } = await start(t, () => ({ redirect: 307 }));
  const location = /location: (\S+)/.exec(await exchanged(port, GET))?.[1] ?? '';
  const other = new URL(location);
  t.equal(other.hostname, 'localhost');
  t.notEqual(other.host, host);
  await exchanged(Number(other.port), GET);
  t.deepEqual(
    recording.elsewhere.map(({ target }) => target),
    ['/Management-API/v1/servers?x=%20'],
  );
  t.equal(recording.requests.length, 1);
});

test('recording service: half a request, and one of endless length, are not recorded', async (t) => {
  const { recording, port } = await start(t, () => ({}));
  const socket: Socket = connect(port, '127.0.0.1').resume();
  socket.on('error', () => undefined);
  socket.end('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf');
  await closing(socket);
  const endless = 'x'.repeat(9 * 1024 * 1024);
  await exchanged(port, `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n${endless}`);
  t.deepEqual(recording.requests, []);
});

test('recording service: the end of a run ends its connections and its delays', async (t) => {
  const { recording, port } = await start(t, () => ({ delayMs: 60_000 }));
  const answered = exchanged(port, GET);
  while (recording.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  recording.end();
  t.equal(await answered, '');
});

test('recording service: an error of the law itself comes to light', async (t) => {
  const { recording, port } = await start(t, () => {
    throw new RangeError('a mistake');
  });
  await exchanged(port, GET);
  t.throws(() => recording.end(), /a mistake/);
});
