import { once } from 'node:events';
import type { Socket } from 'node:net';
import test, { type Test } from 'tape';
import { type TestHost, testHost } from '../../testing/host.js';
import { echo, TestConnection, tcpServer } from '../../testing/tcp.js';

/** A host with one server that forwards sessions to a server of ours. */
async function relayed(t: Test, directives: string, serve: (socket: Socket) => void, script = ''): Promise<TestHost> {
  const port = await tcpServer(t, serve);
  const server = `server { listen 127.0.0.1:0; access_log a.log s; ${directives} proxy_pass 127.0.0.1:${port}; }`;
  const stream = `log_format s '$status $bytes_received $bytes_sent'; ${server}`;
  return testHost(t, { ...(script === '' ? {} : { script }), server: '', stream });
}

/** Gives the host as many turns as it needs to read some dozens of megabytes. */
async function turns(host: TestHost): Promise<void> {
  const many = 1000;
  const other = new TestConnection(host.connect(0));
  await other.send(Array<string>(many).fill('x'), Array<number>(many).fill(1));
  other.socket.destroy();
}

/** Answers with the received data, once the other side has ended. */
function answerAtEnd(socket: Socket): void {
  let received = '';
  socket.on('data', (part) => {
    received += part;
  });
  socket.on('end', () => socket.end(`got ${received}`));
}

test('proxy_half_close: whether a client that has ended gets an answer', async (t) => {
  for (const [directives, serve, got] of [
    ['proxy_half_close on;', answerAtEnd, 'got ab'],
    ['', answerAtEnd, ''],
    ['', echo, ''],
  ] as const) {
    const host = await relayed(t, directives, serve);
    const talk = new TestConnection(host.connect(0));
    talk.socket.end('ab');
    t.equal(await talk.rest(), got, directives);
    t.match(await host.logged('', 'a.log'), /^200 2 \d$/);
  }
});

test('relay: an upstream that ends, resets or is silent ends the session with status 200', async (t) => {
  const rows: readonly (readonly [string, (socket: Socket) => void, string, string])[] = [
    ['', (socket) => socket.once('data', (part) => socket.end(`x${part}`)), 'xab', 'upstream disconnected, bytes'],
    [
      '',
      (socket) => socket.once('data', () => socket.resetAndDestroy()),
      '',
      'while proxying and reading from upstream',
    ],
    [
      'proxy_timeout 100ms;',
      (socket) => socket.resume(),
      '',
      '[info] PID: *1 connection timed out (110: Connection timed out) while proxying connection',
    ],
  ];
  for (const [directives, serve, got, line] of rows) {
    const host = await relayed(t, directives, serve);
    const talk = new TestConnection(host.connect(0));
    talk.socket.write('ab');
    t.equal(await talk.rest(), got);
    t.equal(await host.logged('', 'a.log'), `200 2 ${got.length}`);
    await host.logged(line.replace('[info] PID: *1 ', ''));
  }
});

test('relay: a client that resets ends the session on both sides', async (t) => {
  let upstream: Socket | undefined;
  const host = await relayed(t, '', (socket) => {
    upstream = socket;
    echo(socket);
  });
  const talk = await new TestConnection(host.connect(0)).send(['ab'], [2]);
  talk.socket.resetAndDestroy();
  if (upstream !== undefined && !upstream.closed) await once(upstream, 'close');
  const line = await host.logged('recv() failed');
  t.match(line, /\[info\] .* recv\(\) failed \(104: Connection reset by peer\) while proxying and reading from client/);
  t.equal(await host.logged('', 'a.log'), '200 2 2');
});

test('proxy_upload_rate, proxy_download_rate: bytes a second, from a variable', async (t) => {
  const rate = 'proxy_download_rate $rate;';
  const many = 2500;
  const host = await relayed(t, `set $rate 1k; ${rate}`, (socket) => socket.end('x'.repeat(many)));
  const began = Date.now();
  t.equal((await new TestConnection(host.connect(0)).rest()).length, many);
  t.ok(Date.now() - began > 1000, 'it is slowed down');
});

test('proxy_buffer_size: the size of a filter’s parts', async (t) => {
  const script = `export default { f: (s) => s.on('upload', (d, f) => s.send(d + '.', f)) };`;
  const host = await relayed(t, 'proxy_buffer_size 4; js_filter main.f;', echo, script);
  const talk = await new TestConnection(host.connect(0)).send(['abcdefghij'], [13]);
  talk.socket.end();
  t.equal(await talk.rest(), 'abcd.efgh.ij.');
});

test('relay: a slow reader gets everything in the end, and the host does not store it meanwhile', async (t) => {
  const size = 48 * 1024 * 1024;
  let upstream: Socket | undefined;
  const script = `export default { f: (s) => s.on('downstream', (d, f) => s.send(d, f)) };`;
  const host = await relayed(
    t,
    'js_filter main.f;',
    (socket) => {
      upstream ??= socket;
      socket.end(Buffer.alloc(size));
    },
    script,
  );
  const client = host.connect(0);
  client.pause();
  await once(client, 'connect');
  // Meanwhile another client reads all of it.
  await new TestConnection(host.connect(0)).rest();
  t.ok((upstream?.writableLength ?? 0) > size / 2, 'most of it is still with the upstream');
  let received = 0;
  client.on('data', (part) => {
    received += part.length;
  });
  client.resume();
  await once(client, 'end');
  client.destroy();
  t.equal(received, size);
});

test('relay: the host does not read from a client that does not read its filter’s answers', async (t) => {
  const size = 48 * 1024 * 1024;
  const script = `export default { f: (s) => s.on('upstream', (d) => s.sendDownstream(d)) };`;
  const host = await relayed(t, 'js_filter main.f;', () => undefined, script);
  const client = host.connect(0);
  client.pause().write(Buffer.alloc(size));
  await turns(host);
  t.ok(client.writableLength > size / 2, 'most of it is still with the client');
  let received = 0;
  client.on('data', (part) => {
    received += part.length;
    if (received === size) client.end();
  });
  client.resume();
  await once(client, 'close');
  t.equal(received, size);
});

test('relay: sessions and scripts that never end are dropped when the host stops', async (t) => {
  const script = `export default { a: (s) => { s.on('upload', () => {}); }, f: (s) => { const go = () => setTimeout(go, 1); go(); } };`;
  for (const directives of ['js_access main.a;', 'js_preread main.a;', 'js_preread main.f;', 'js_filter main.f;']) {
    const port = await tcpServer(t, echo);
    const server = `server { listen 127.0.0.1:0; ${directives} proxy_pass 127.0.0.1:${port}; }`;
    const host = await testHost(t, { script, server: '', stream: server });
    const client = host.connect(0);
    client.on('error', () => undefined).resume();
    await once(client, 'connect');
    client.write('a');
    await host.host.stop();
    if (!client.closed) await once(client, 'close');
    t.pass(directives);
  }
});
