import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type Test } from 'tape';
import type { JsonObject } from '../support/json.js';
import { type Listener, listen } from './http.js';

async function connected(t: Test, { address }: Listener, request: string): Promise<Socket> {
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  socket.write(request);
  return socket;
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

test('stopping waits for requests in progress, and for nothing else', async (t) => {
  let answer: (body: JsonObject) => void = () => undefined;
  let arrived: () => void = () => undefined;
  const there = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const serve = async ({ method }: IncomingMessage): Promise<JsonObject> => {
    if (method === 'GET') return {};
    arrived();
    return new Promise((resolve) => {
      answer = resolve;
    });
  };
  const listener = await listen(serve, { host: '127.0.0.1', port: 0 });
  const idle = await connected(t, listener, REQUEST);
  await once(idle, 'data');
  const silent = await connected(t, listener, '');
  const busy = await connected(t, listener, REQUEST.replace('GET', 'PUT'));
  await there;
  const heard = text(busy);
  const stopped = listener.stop();
  const silentEnds = once(silent.resume(), 'close');
  await once(idle.resume(), 'close');
  answer({ text: 'late' });
  await Promise.all([stopped, silentEnds]);
  t.ok((await heard).endsWith('{"text":"late"}'), 'the request in progress is answered');
});

test('a request that is never answered is dropped', async (t) => {
  const listener = await listen(() => new Promise(() => undefined), { host: '127.0.0.1', port: 0 });
  const socket = await connected(t, listener, REQUEST);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const heard = text(socket);
  await listener.stop();
  t.equal(await heard, '');
});
