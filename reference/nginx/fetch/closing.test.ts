import { Socket } from 'node:net';
import test, { type Test } from 'tape';
import type { FetchSource } from '../../host/support/scripting/fetching.js';
import { fetchSettings } from '../../host/support/scripting/settings.js';
import { Block } from '../../host/support/settings/block.js';
import type { FetchRequest, FetchResponse } from '../../port/fetch.js';
import type { PortOutcome } from '../../port/outcome.js';
import { stoppedClock } from '../../testing/clock.js';
import { nameServer } from '../../testing/name-server.js';
import { type PeerAnswer, TestPeer } from '../../testing/peer.js';
import { tcpServer } from '../../testing/tcp.js';
import { soon, until } from '../../testing/waiting.js';
import type { UpstreamConnection } from '../upstream/connection.js';
import { resolver } from '../upstream/resolver.js';
import { type AttemptEnd, type ConnectionPlan, FetchAttempt } from './attempt.js';
import { FetchClient } from './client.js';
import { FetchTls } from './tls.js';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** A client in this thread, and the block whose settings apply. */
class Client {
  readonly block = new Block('http', { file: 'host.conf', line: 1 }, undefined, undefined);
  readonly log: string[] = [];
  readonly source: FetchSource = {
    block: this.block,
    variable: () => undefined,
    logLine: (_, message) => this.log.push(message),
  };
  readonly #client = new FetchClient(this.block);

  /** Starts a request. Returns a function that cancels it. */
  start(url: string, settle: (outcome: PortOutcome<FetchResponse>) => void = () => undefined): () => void {
    const started = this.#client.fetching(this.source, requestOf(url));
    if (!started.ok) throw new Error(started.message);
    return started.value(undefined, settle, () => undefined);
  }

  /** The body of the response, or the failure. */
  fetched(url: string): Promise<string> {
    return new Promise((resolve) => {
      this.start(url, (result) => resolve(result.ok ? Buffer.from(result.value.body).toString() : result.message));
    });
  }

  close(): void {
    this.#client.close();
  }
}

function requestOf(url: string): FetchRequest {
  const left = { bufferSize: undefined, maxResponseBodySize: undefined };
  return { method: 'GET', url, headers: [], body: undefined, verify: false, ...left };
}

async function peerOf(t: Test, answer: PeerAnswer): Promise<TestPeer> {
  const peer = await TestPeer.listen(answer);
  t.teardown(() => peer.close());
  return peer;
}

/** Answers all requests except those for /wait. */
const answering: PeerAnswer = (socket, request) => request.startsWith('GET /wait') || socket.write(ok);

function clientOf(t: Test, keepAlive = 0): Client {
  const client = new Client();
  fetchSettings.keepAlive.set(client.block, keepAlive);
  t.teardown(() => client.close());
  return client;
}

/** A silent server, and its open connections. */
async function silentServer(t: Test): Promise<{ readonly port: number; readonly open: ReadonlySet<Socket> }> {
  const open = new Set<Socket>();
  const port = await tcpServer(t, (socket) => {
    open.add(socket.once('close', () => open.delete(socket)));
    socket.resume().once('end', () => socket.end());
  });
  return { port, open };
}

test('closed clients: active requests and idle connections end', async (t) => {
  const [peer, silent] = [await peerOf(t, answering), await silentServer(t)];
  const client = clientOf(t, 2);
  const url = `http://127.0.0.1:${peer.port}`;
  t.deepEqual(await Promise.all([client.fetched(`${url}/`), client.fetched(`${url}/`)]), ['ok', 'ok']);
  client.start(`${url}/wait`);
  client.start(`http://127.0.0.1:${silent.port}/`);
  client.start(`https://127.0.0.1:${silent.port}/`);
  await until('all are asked', () => peer.requests.length === 3 && silent.open.size === 2);
  t.equal(peer.open, 2, 'one request is active and one connection is idle');
  client.close();
  await until('all are closed', () => peer.open + silent.open.size === 0);
});

test('closed clients: a connection that is returned later is not kept', async (t) => {
  const peer = await peerOf(t, answering);
  const client = clientOf(t, 2);
  const url = `http://127.0.0.1:${peer.port}/`;
  t.equal(await client.fetched(url), 'ok');
  client.close();
  t.equal(await client.fetched(url), 'ok');
  await until('all are closed', () => peer.open === 0);
});

test('cancelled requests: before, between and after their steps', async (t) => {
  const peer = await peerOf(t, answering);
  const client = clientOf(t, 2);
  const url = `http://127.0.0.1:${peer.port}`;
  const settled: unknown[] = [];
  client.start(`${url}/early`, (result) => settled.push(result))();
  t.equal(await client.fetched(`${url}/`), 'ok');
  t.equal(peer.connections, 1, 'no connection is made for a cancelled request');
  client.start(`${url}/early`, (result) => settled.push(result))();
  t.equal(await client.fetched(`${url}/`), 'ok');
  t.deepEqual(
    peer.requests.filter((request) => request.startsWith('GET /early')),
    [],
    'neither a new connection nor a kept one is used',
  );
  const cancel = client.start(`${url}/wait`, (result) => settled.push(result));
  await until('the peer gets the request', () => peer.requests.length === 3);
  const before = peer.open;
  cancel();
  await until('its connection is closed', () => peer.open < before);
  t.deepEqual(settled, [], 'none of them settles');
});

test('requests: several addresses are tried in turn, starting with any of them', async (t) => {
  const peer = await peerOf(t, answering);
  const names = await nameServer(t, {
    'first.test': { a: ['127.0.0.1', '127.0.0.9'] },
    'second.test': { a: ['127.0.0.9', '127.0.0.1'] },
  });
  const client = clientOf(t);
  resolver.set(client.block, { servers: [`127.0.0.1:${names.port}`], ipv4: true, ipv6: false, valid: undefined });
  const { random } = Math;
  Math.random = () => 0.5;
  t.teardown(() => {
    Math.random = random;
  });
  t.equal(await client.fetched(`http://second.test:${peer.port}/`), 'ok');
  t.deepEqual(client.log, [], 'the second address is tried first');
  t.equal(await client.fetched(`http://first.test:${peer.port}/`), 'ok', 'the first one follows the last one');
});

test('requests: an unencrypted connection serves no encrypted request', async (t) => {
  const port = await tcpServer(t, (socket) =>
    socket.on('data', (data) => (data.toString('latin1').startsWith('GET ') ? socket.write(ok) : socket.destroy())),
  );
  const client = clientOf(t, 2);
  t.equal(await client.fetched(`http://127.0.0.1:${port}/`), 'ok');
  t.equal(await client.fetched(`https://127.0.0.1:${port}/`), 'connect failed');
});

/** A connection to a silent server whose timeout passes while it is being made. */
async function lateAfterConnecting(
  t: Test,
  { source, block }: Client,
  way: 'plain' | 'tls' | 'tunnel',
): Promise<AttemptEnd | UpstreamConnection> {
  const port = await tcpServer(t, () => undefined);
  const passed = stoppedClock(t);
  const attempt = new FetchAttempt(source);
  const connecting = attempt.connect(planOf(port, way, block));
  passed(fetchSettings.timeout.of(block));
  const connected = await soon(`${way} is given up`, connecting);
  if ('kind' in connected) return connected;
  const reading = { isHead: false, bufferSize: 100, mostBody: 100 };
  const ended = await soon('the response times out', attempt.exchange(connected, { sent: Buffer.from('x'), reading }));
  connected.close();
  return ended.kind === 'complete' ? connected : ended;
}

function planOf(port: number, way: 'plain' | 'tls' | 'tunnel', block: Block): ConnectionPlan {
  const asked = { tls: new FetchTls(block), name: '127.0.0.1', isName: false, verify: false };
  return {
    address: { kind: 'tcp', host: '127.0.0.1', port },
    connect: way === 'tunnel' ? Buffer.from('CONNECT a:1 HTTP/1.1\r\n\r\n') : undefined,
    encryption: way === 'plain' ? undefined : asked,
  };
}

test('attempts: the timeout includes the time to connect', async (t) => {
  const timedOut = { kind: 'failed', message: 'read timed out' };
  t.deepEqual(await lateAfterConnecting(t, clientOf(t), 'plain'), timedOut);
  t.deepEqual(await lateAfterConnecting(t, clientOf(t), 'tunnel'), timedOut);
  t.deepEqual(await lateAfterConnecting(t, clientOf(t), 'tls'), { kind: 'unreachable' });
});

/** Makes all further connections wait until the test ends. */
function neverConnect(t: Test): void {
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function connecting(this: Socket) {
    return this;
  };
  t.teardown(() => {
    Socket.prototype.connect = connect;
  });
}

test('attempts: a connection that takes too long to open', async (t) => {
  const { source, block } = clientOf(t);
  const passed = stoppedClock(t);
  const plans = [planOf(1, 'plain', block), planOf(1, 'tls', block)];
  neverConnect(t);
  const attempts = plans.map((plan) => [new FetchAttempt(source), plan] as const);
  passed(fetchSettings.timeout.of(block));
  const ended = Promise.all(attempts.map(([attempt, plan]) => attempt.connect(plan)));
  t.deepEqual(await soon('both time out', ended), [
    { kind: 'failed', message: 'read timed out' },
    { kind: 'unreachable' },
  ]);
});

test('attempts: a connection that still sends a request serves no other', async (t) => {
  const port = await tcpServer(t, (socket) => socket.once('data', () => socket.pause().write(ok)));
  const attempt = new FetchAttempt(clientOf(t).source);
  const block = new Block('http', { file: 'host.conf', line: 1 }, undefined, undefined);
  const connected = await attempt.connect(planOf(port, 'plain', block));
  if ('kind' in connected) return t.fail(connected.kind);
  const reading = { isHead: false, bufferSize: 100, mostBody: 100 };
  const ended = await attempt.exchange(connected, { sent: Buffer.alloc(64 * 1024 ** 2), reading });
  connected.close();
  t.equal(ended.kind === 'complete' && ended.keepsAlive, false);
});
