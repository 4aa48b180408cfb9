import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type Test } from 'tape';
import { Listener } from './listener.js';

async function connected(t: Test, listener: Listener): Promise<Socket> {
  const socket = connect(listener.address.port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

test('a request that comes too slowly is answered 408', async (t) => {
  const limits = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 };
  const listener = new Listener(async (request, response) => {
    request.resume().once('end', () => response.end());
  }, limits);
  t.teardown(() => listener.stop());
  await listener.listen({ host: '127.0.0.1', port: 0 });
  for (const bytes of ['', 'GET / HTTP/1.1\r\nHost:', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab']) {
    const socket = await connected(t, listener);
    socket.write(bytes);
    t.match(await text(socket), /^HTTP\/1\.1 408 /, JSON.stringify(bytes));
  }
});

test('stopping waits for the requests under way, and for nothing else', async (t) => {
  const waiting: ServerResponse[] = [];
  let arrived: () => void = () => undefined;
  const listener = new Listener(async (request, response) => {
    if (request.method === 'GET') response.end('at once');
    else waiting.push(response);
    arrived();
  });
  t.teardown(() => listener.stop(0));
  await listener.listen({ host: '127.0.0.1', port: 0 });
  const [idle, silent, busy] = [
    await connected(t, listener),
    await connected(t, listener),
    await connected(t, listener),
  ];
  idle.write(REQUEST);
  await once(idle, 'data');
  const there = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  busy.write(REQUEST.replace('GET', 'PUT'));
  await there;
  const heard = text(busy);
  const silentEnds = once(silent.resume(), 'close');
  const stopped = listener.stop(60_000);
  let ended = false;
  void stopped.then(() => {
    ended = true;
  });
  t.equal(listener.stop(), stopped, 'stopping twice is stopping once');
  idle.resume();
  await once(idle, 'close');
  t.notOk(ended, 'it still waits');
  waiting[0]?.end('late');
  await Promise.all([stopped, silentEnds]);
  t.ok((await heard).endsWith('late'), 'the request under way is answered');
});

test('a request that never ends is given up', async (t) => {
  let arrived: () => void = () => undefined;
  const there = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const listener = new Listener(async () => arrived());
  t.teardown(() => listener.stop(0));
  await listener.listen({ host: '127.0.0.1', port: 0 });
  const socket = await connected(t, listener);
  socket.write(REQUEST);
  await there;
  const heard = text(socket);
  await listener.stop(20);
  t.equal(await heard, '');
});
