import { connect, type Socket } from 'node:net';
import test, { type Test } from 'tape';
import type { Answering } from '../../language/client-under-test.js';
import { RecordingService } from './recording-service.js';

async function start(t: Test, answer: () => Answering) {
  const service = new RecordingService(answer);
  await service.open();
  t.teardown(() => service.close().catch(() => undefined));
  return { service, port: Number(new URL(service.baseUrl).port) };
}

/** Resolves even after an error, which `once` of node:events would throw. */
const closing = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve));

/** Sends bytes unchanged and returns everything that comes back until the end of the connection. */
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

test('recording service: records a request exactly', async (t) => {
  const { service, port } = await start(t, () => ({ json: { data: [] } }));
  const body = '{"name":"é"}';
  const post = `POST /Management-API/v1/servers HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 13\r\n\r\n${body}`;
  await exchanged(port, GET);
  await exchanged(port, post);
  const [first, second] = service.requests;
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

test('recording service: half a request, and one of endless length, are not recorded', async (t) => {
  const { service, port } = await start(t, () => ({}));
  const socket: Socket = connect(port, '127.0.0.1').resume();
  socket.on('error', () => undefined);
  socket.end('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf');
  await closing(socket);
  const endless = 'x'.repeat(9 * 1024 * 1024);
  await exchanged(port, `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n${endless}`);
  t.deepEqual(service.requests, []);
});

test('recording service: the end of a run ends its connections and its delays', async (t) => {
  const { service, port } = await start(t, () => ({ delayMs: 60_000 }));
  const answered = exchanged(port, GET);
  while (service.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await service.close();
  t.equal(await answered, '');
});

test('recording service: an error of the law itself is reported', async (t) => {
  const { service, port } = await start(t, () => {
    throw new RangeError('a mistake');
  });
  await exchanged(port, GET);
  t.match(String(await service.close().catch((error: unknown) => error)), /a mistake/);
});
