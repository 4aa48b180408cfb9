import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { folderFor } from '../../generators/build/testing/folder.js';
import { listenOnLoopback } from '../targets/support/host/listen.js';
import { MalformedResponse } from './parser.js';
import {
  ConnectFailed,
  ConnectionLost,
  encodeRequest,
  ResponseDeadlineExceeded,
  WireClosed,
  WireConnection,
  WirePool,
} from './wire.js';

const OPTIONS = { method: 'GET', deadlineMs: 600_000 };
const REQUEST = encodeRequest({ method: 'GET', target: '/', headers: [['Host', 'x']] });
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const text = (data: Uint8Array) => Buffer.from(data).toString('latin1');

interface Peer {
  readonly host: string;
  readonly port: number;
  /** Sockets in the order in which they were accepted. */
  readonly sockets: readonly Socket[];
  /** A connection to this peer, closed with it. */
  readonly connection: WireConnection;
}

/** A server that calls `onRequest` for every read. The test closes everything at its end. */
async function peerFor(t: Test, onRequest: (socket: Socket, data: Buffer) => void): Promise<Peer> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('data', (data) => onRequest(socket, data)).on('error', () => {});
  });
  const place = { host: '127.0.0.1', port: await listenOnLoopback(server) };
  const connection = new WireConnection(place);
  t.teardown(() => {
    connection.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { ...place, sockets, connection };
}

/** The error that `promise` rejects with. */
async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test('exchanges share one kept-alive connection', async (t) => {
  let request = '';
  const peer = await peerFor(t, (socket, data) => {
    request = text(data);
    socket.write(OK);
  });
  for (let i = 0; i < 3; i += 1) await peer.connection.exchange(REQUEST, OPTIONS);
  t.equal(peer.sockets.length, 1, 'one connection');
  t.equal(request, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'the request as given');
});

test('a connection that the peer closed between exchanges is opened again', async (t) => {
  const peer = await peerFor(t, (socket) => socket.end(OK));
  t.equal(text((await peer.connection.exchange(REQUEST, OPTIONS)).body), 'ok', 'first');
  const [first] = peer.sockets;
  if (first !== undefined && !first.destroyed) await once(first, 'close');
  t.equal(text((await peer.connection.exchange(REQUEST, OPTIONS)).body), 'ok', 'second');
  t.equal(peer.sockets.length, 2, 'over a second connection');
});

test('a response with Connection: close ends the connection', async (t) => {
  const peer = await peerFor(t, (socket) =>
    socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'),
  );
  await peer.connection.exchange(REQUEST, OPTIONS);
  await peer.connection.exchange(REQUEST, OPTIONS);
  t.equal(peer.sockets.length, 2, 'a connection each');
});

test('a lost connection reports whether a response had begun', async (t) => {
  const endings: readonly (readonly [string, (socket: Socket) => void, boolean])[] = [
    ['closed at once', (socket) => socket.end(), false],
    ['reset at once', (socket) => socket.resetAndDestroy(), false],
    ['closed within the head', (socket) => socket.end('HTTP/1.1 2'), true],
    ['closed within the body', (socket) => socket.end(OK.slice(0, -1)), true],
    ['closed within the chunks', (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'), true],
  ];
  for (const [name, ending, started] of endings) {
    const peer = await peerFor(t, (socket) => ending(socket));
    const error = await failureOf(peer.connection.exchange(REQUEST, OPTIONS));
    t.ok(error instanceof ConnectionLost, name);
    t.equal(String(error), `ConnectionLost: connection lost ${started ? 'within' : 'before'} the response`);
  }
});

test('a reset is no end of a body that lasts until close', async (t) => {
  // The client runs in this event loop: a few turns let it read before the reset comes.
  const resetAfter = (socket: Socket, turns: number) => {
    if (turns === 0) socket.resetAndDestroy();
    else setImmediate(() => resetAfter(socket, turns - 1));
  };
  const peer = await peerFor(t, (socket) => {
    socket.write('HTTP/1.0 200 OK\r\n\r\npart', () => resetAfter(socket, 20));
  });
  const error = await failureOf(peer.connection.exchange(REQUEST, OPTIONS));
  t.ok(error instanceof ConnectionLost, 'lost');
});

test('a deadline', async (t) => {
  for (const sent of ['', OK.slice(0, -1)]) {
    const peer = await peerFor(t, (socket) => socket.write(sent));
    const error = await failureOf(peer.connection.exchange(REQUEST, { method: 'GET', deadlineMs: 50 }));
    t.ok(error instanceof ResponseDeadlineExceeded, `after ${sent.length} bytes`);
    t.equal(String(error), `DeadlineExceeded: no ${sent === '' ? '' : 'complete '}response within 50 ms`);
  }
});

test('a deadline leaves nothing behind for the next exchange', async (t) => {
  let answers = 0;
  const peer = await peerFor(t, (socket) => {
    answers += 1;
    if (answers > 1) socket.write(OK);
  });
  await failureOf(peer.connection.exchange(REQUEST, { method: 'GET', deadlineMs: 50 }));
  t.equal((await peer.connection.exchange(REQUEST, OPTIONS)).status, 200, 'answered over a fresh connection');
  t.equal(peer.sockets.length, 2, 'two connections');
});

test('other failures have classes of their own', async (t) => {
  const peer = await peerFor(t, (socket) => socket.write('220 smtp\r\n'));
  t.ok((await failureOf(peer.connection.exchange(REQUEST, OPTIONS))) instanceof MalformedResponse, 'not HTTP');
  const closed = failureOf(peer.connection.exchange(REQUEST, OPTIONS));
  t.throws(() => peer.connection.exchange(REQUEST, OPTIONS), /one exchange at a time/, 'a second exchange at once');
  peer.connection.close();
  t.ok((await closed) instanceof WireClosed, 'closed by ourselves');
  const server = createServer();
  const port = await listenOnLoopback(server);
  server.close();
  const refused = await failureOf(new WireConnection({ host: '127.0.0.1', port }).exchange(REQUEST, OPTIONS));
  t.ok(refused instanceof ConnectFailed, 'nothing listens');
});

test('large bodies both ways, over a socket path', async (t) => {
  const path = join(folderFor(t), 'socket');
  const size = 8 << 20;
  let received = 0;
  const head = 'POST / HTTP/1.1\r\nContent-Length: 8388608\r\n\r\n';
  const server = createServer((socket) =>
    socket.on('data', (data) => {
      received += data.length;
      if (received < head.length + size) return;
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
      socket.write(Buffer.alloc(size, 7));
    }),
  );
  server.listen(path);
  await once(server, 'listening');
  const connection = new WireConnection({ path });
  t.teardown(() => {
    connection.close();
    server.close();
  });
  const body = Buffer.alloc(size, 5);
  const request = encodeRequest({ method: 'POST', target: '/', headers: [], body, contentLength: true });
  const response = await connection.exchange(request, { method: 'POST', deadlineMs: 600_000 });
  t.equal(received, request.length, 'all of the request came');
  t.equal(response.body.length, size, 'all of the response came');
  t.ok(
    response.body.every((byte) => byte === 7),
    'unchanged',
  );
});

test('a pool uses its connections at once and queues the rest in order', async (t) => {
  const open = new Set<Socket>();
  let most = 0;
  const peer = await peerFor(t, (socket, data) => {
    open.add(socket);
    most = Math.max(most, open.size);
    setImmediate(() => {
      open.delete(socket);
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n${text(data).slice(5, 7)}`);
    });
  });
  const pool = new WirePool(peer, 3);
  t.teardown(() => pool.close());
  const send = (n: number) => encodeRequest({ method: 'GET', target: `/${n}`, headers: [] });
  const numbers = Array.from({ length: 30 }, (_, index) => index + 10);
  const responses = await Promise.all(numbers.map((n) => pool.exchange(send(n), OPTIONS)));
  t.deepEqual(
    responses.map(({ body }) => Number(text(body))),
    numbers,
    'each its own answer',
  );
  t.equal(peer.sockets.length, 3, 'three connections');
  t.ok(most > 1, 'at the same time');
});

test('closing a pool rejects waiting and running exchanges', async (t) => {
  const peer = await peerFor(t, () => {});
  const pool = new WirePool(peer, 1);
  const failures = [pool.exchange(REQUEST, OPTIONS), pool.exchange(REQUEST, OPTIONS)].map(failureOf);
  pool.close();
  for (const error of await Promise.all(failures)) t.ok(error instanceof WireClosed, 'closed');
  t.ok((await failureOf(pool.exchange(REQUEST, OPTIONS))) instanceof WireClosed, 'closed for good');
});

test('a pool survives a failed exchange', async (t) => {
  let answers = 0;
  const peer = await peerFor(t, (socket) => {
    answers += 1;
    if (answers === 1) socket.destroy();
    else socket.write(OK);
  });
  const pool = new WirePool(peer, 1);
  t.ok((await failureOf(pool.exchange(REQUEST, OPTIONS))) instanceof ConnectionLost, 'lost');
  t.equal((await pool.exchange(REQUEST, OPTIONS)).status, 200, 'then answered');
  pool.close();
});

test('requests are encoded as given', (t) => {
  const body = Buffer.from([0, 255]);
  const parts = {
    method: 'POST',
    target: '/a b',
    headers: [
      ['X', '\xff'],
      ['x', ' 1'],
    ] as const,
  };
  t.equal(text(encodeRequest({ ...parts })), 'POST /a b HTTP/1.1\r\nX: \xff\r\nx:  1\r\n\r\n', 'nothing added');
  t.equal(
    text(encodeRequest({ ...parts, version: '1.0', body, contentLength: true })),
    'POST /a b HTTP/1.0\r\nX: \xff\r\nx:  1\r\nContent-Length: 2\r\n\r\n\0\xff',
    'with a body',
  );
  t.throws(() => encodeRequest({ ...parts, target: '/\u0100' }), RangeError, 'no byte');
  t.throws(() => encodeRequest({ ...parts, target: '/\u{1f600}' }), RangeError, 'no byte, astral');
  t.end();
});
