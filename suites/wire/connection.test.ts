import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import test from 'tape';
import type { Connection } from '../language/partners.js';
import type { StarvedTime } from './attention.js';
import { openConnection, PeerServer, WaitTimedOut } from './connection.js';

const patience = (deadlineMs: number, starved: StarvedTime = () => 0) => ({ deadlineMs, starved });

test('a peer accepts connections, and both sides see bytes and half-closed ends', async (t) => {
  const server = await PeerServer.open();
  t.teardown(() => server.close());
  const opened: Connection[] = [];
  const accepted = server.partner(patience(2000), (connection) => opened.push(connection)).accepted();
  const client = await openConnection(server.port, patience(2000));
  await client.send('ab');
  await client.end();
  const upstream = await accepted;
  t.deepEqual(await upstream.rest(), { bytes: Buffer.from('ab'), how: 'ended' });
  await upstream.send(Uint8Array.of(1, 2));
  t.deepEqual(await client.next(), Buffer.from([1, 2]));
  upstream.close();
  t.equal((await client.rest()).bytes.length, 0);
  t.equal(opened.length, 1);
  client.close();
});

test('a peer that answers counts its connections; one that is reset forgets them', async (t) => {
  const server = await PeerServer.open();
  t.teardown(() => server.close());
  const peer = server.partner(patience(2000), () => undefined).answering((bytes) => `${bytes}!`);
  const client = await openConnection(server.port, patience(2000));
  await client.send('hey');
  t.equal((await client.rest()).bytes.toString(), 'hey!');
  t.equal(peer.connections(), 1);
  client.close();
  server.reset();
});

test('a wait ends at its limit', async (t) => {
  const server = await PeerServer.open();
  t.teardown(() => server.close());
  const late = await server
    .partner(patience(20), () => undefined)
    .accepted()
    .catch((error: unknown) => error);
  t.ok(late instanceof WaitTimedOut && late.afterMs === 20, String(late));
});

test('time in which the partner had no processor counts for a tenth of the wait', async (t) => {
  const server = await PeerServer.open();
  t.teardown(() => server.close());
  const starving = patience(20, () => performance.now());
  const waits = {
    accepted: () => server.partner(starving, () => undefined).accepted(),
    rest: async () => (await openConnection(server.port, starving)).rest(),
  };
  for (const [name, wait] of Object.entries(waits)) {
    const started = performance.now();
    t.ok((await wait().catch((error: unknown) => error)) instanceof WaitTimedOut, name);
    t.ok(performance.now() - started > 60, `${name}: ${performance.now() - started} ms`);
    server.reset();
  }
});

test('a name server answers datagrams that came before the first answer', async (t) => {
  const server = await PeerServer.open(true);
  const client = createSocket('udp4');
  t.teardown(() => client.close());
  const answered = once(client, 'message');
  await new Promise<void>((sent) => client.send('early', server.port, '127.0.0.1', () => sent()));
  server.partner(patience(2000), () => undefined).datagrams((bytes) => Buffer.from(`${bytes}!`));
  const [bytes] = await answered;
  t.equal(String(bytes), 'early!');
  await server.close();
  await server.close();
});

test('a peer that is closed leaves no half of a connection open', async (t) => {
  const server = await PeerServer.open();
  const accepted = server.partner(patience(2000), () => undefined).accepted();
  const client = await openConnection(server.port, patience(2000));
  await accepted;
  await client.end();
  await server.close();
  t.equal((await client.rest()).bytes.length, 0);
  client.close();
});
