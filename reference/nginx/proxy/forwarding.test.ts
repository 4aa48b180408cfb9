import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'tape';
import { testHost } from '../../testing/host.js';
import type { TestPeer } from '../../testing/peer.js';
import { ask, logged, ok, peers } from './testing/peers.js';

test('another protocol: bytes in both directions', async (t) => {
  const [peer] = await peers(t, (socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: own\r\n\r\nearly');
    socket.removeAllListeners('data').on('data', (part) => socket.end(`got ${part}`));
  });
  const host = await testHost(t, {
    server: `location / { proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade; proxy_pass http://127.0.0.1:${peer?.port}; }`,
  });
  const response = await host.raw(
    'GET / HTTP/1.1\r\nHost: h\r\nUpgrade: own\r\nConnection: upgrade\r\n\r\nfrom the client',
  );
  t.match(response, /^HTTP\/1.1 101 .*\r\nConnection: upgrade\r\nUpgrade: own\r\n\r\nearlygot from the client$/s);
});

test('a client that leaves ends the connection to the server', async (t) => {
  const [peer] = await peers(t, () => undefined);
  const host = await testHost(t, { server: `location / { proxy_pass http://127.0.0.1:${peer?.port}; }` });
  const socket = connect(host.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: h\r\n\r\n'));
  while (peer?.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  socket.destroy();
  await once(socket, 'close');
  while (peer?.open !== 0) await new Promise((resolve) => setImmediate(resolve));
  t.match(logged(host, 'prematurely')[0] ?? '', /^epoll_wait\(\) reported that client prematurely closed connection/);
});

test('large bodies are forwarded at the client’s speed', async (t) => {
  // More than all buffers of the system hold.
  const size = 60_000_000;
  let isAllTaken = false;
  const [peer] = await peers(t, (socket, request) => {
    socket.write(`HTTP/1.1 200 OK\r\n\r\n${request.length} `);
    socket.end(Buffer.alloc(size, 'x'), () => {
      isAllTaken = true;
    });
  });
  const host = await testHost(t, {
    server: `client_max_body_size 10m; location / { proxy_pass http://127.0.0.1:${peer?.port}; }`,
  });
  const sent = 'y'.repeat(3_000_000);
  const socket = connect(host.port, '127.0.0.1', () => {
    socket.write(`POST / HTTP/1.0\r\nContent-Length: ${sent.length}\r\n\r\n${sent}`);
  });
  socket.pause();
  await once(socket, 'readable');
  // A host that reads without limit would have received everything by then.
  for (let waited = 0; waited < 2000 && !isAllTaken; waited += 10)
    await new Promise((resolve) => setTimeout(resolve, 10));
  t.notOk(isAllTaken, 'while the client reads nothing, the server cannot send everything');
  let received = 0;
  for await (const part of socket) received += part.length;
  t.ok(received > size && received < size + 300, 'all of it was received');
  t.ok((peer?.requests[0]?.length ?? 0) > sent.length, 'all of it was sent');
});

test('a body that is forwarded while it arrives', async (t) => {
  const [first, second] = await peers(t, (socket) => socket.destroy(), ok);
  const seen: string[] = [];
  const [slow] = await peers(t, () => undefined);
  const server = `127.0.0.1:${first?.port}`;
  const host = await testHost(t, {
    http: `upstream u { server ${server}; server 127.0.0.1:${second?.port} backup; } proxy_request_buffering off;`,
    server: `client_max_body_size 8; location / { proxy_pass http://127.0.0.1:${slow?.port}; } location /once { proxy_pass http://u; }`,
  });
  const socket = connect(host.port, '127.0.0.1', () => {
    socket.write('POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nX-A: b\r\n\r\n3\r\nabc\r\n');
  });
  t.teardown(() => socket.destroy());
  while (slow?.received.includes('abc') !== true) await new Promise((resolve) => setImmediate(resolve));
  seen.push(slow.received);
  socket.write('3\r\ndef\r\n0\r\n\r\n');
  while (!slow.received.endsWith('0\r\n\r\n')) await new Promise((resolve) => setImmediate(resolve));
  const head = `POST / HTTP/1.1\r\nHost: 127.0.0.1:${slow.port}\r\nTransfer-Encoding: chunked\r\nX-A: b\r\n\r\n`;
  t.deepEqual(seen, [`${head}3\r\nabc\r\n`], 'the first part arrives before the last one is sent');
  t.equal(slow.received, `${head}3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n`);
  const large = 'POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n';
  t.match(
    await host.raw(`${large}9\r\n123456789\r\n0\r\n\r\n`),
    /^HTTP\/1.1 413 /,
    'one that turns out to be too large',
  );
  t.match(await host.raw(`${large}zz\r\n`), /^HTTP\/1.1 400 /, 'one without an end');
  t.match(await ask(host, 'PUT /once', 'Content-Length: 0'), /^HTTP\/1.1 502 /, 'it is not sent twice');
});

/** Expected values here and below are those of nginx 1.30.6. */
const outcomes = `log_format outcomes '$request_method $uri $status $body_bytes_sent [$request_completion]'; access_log outcomes.log outcomes;`;

test('the logs of a response', async (t) => {
  const [short, broken, headless, excess, charset, slow] = await peers(
    t,
    'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfoo',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    'garbage\r\n\r\nmore',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nfoo',
    'HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nX-Accel-Charset: utf-8\r\nContent-Length: 0\r\n\r\n',
    (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfoo'),
  );
  const to = (peer: TestPeer | undefined) => `proxy_pass http://127.0.0.1:${peer?.port};`;
  const host = await testHost(t, {
    http: outcomes,
    server: `proxy_read_timeout 100ms; location /after { return 200 after; }
      location /short { ${to(short)} } location /broken { ${to(broken)} }
      location /headless { ${to(headless)} } location /posted { proxy_method POST; ${to(headless)} }
      location /excess { ${to(excess)} } location /unbuffered { proxy_buffering off; ${to(excess)} }
      location /charset { ${to(charset)} } location /ignored { proxy_ignore_headers X-Accel-Charset; ${to(charset)} }
      location /slow { proxy_method POST; ${to(slow)} }`,
  });
  await ask(host, 'GET /short');
  t.ok(await host.logged('GET /short 200 3 [OK]', 'outcomes.log'), 'a response that its server aborted is complete');
  await ask(host, 'GET /broken');
  t.ok(await host.logged('GET /broken 200 0 []', 'outcomes.log'), 'an invalid one is not');
  const both = await host.raw('GET /headless HTTP/1.1\r\nHost: h\r\n\r\nGET /after HTTP/1.0\r\n\r\n');
  t.match(both, /^garbage\r\n\r\nmoreHTTP\/1.1 200 [\s\S]*after$/, 'the connection continues');
  t.equal(await ask(host, 'HEAD /headless'), '');
  t.equal(await ask(host, 'HEAD /posted'), 'garbage\r\n\r\nmore', 'HTTP/0.9 has no head to send');
  const more = 'upstream sent more data than specified in "Content-Length" header while';
  t.deepEqual(
    logged(host, more).map((line) => line.split(',', 1)[0]),
    [`${more} reading upstream`],
    'an unexpected body',
  );
  for (const path of ['/excess', '/unbuffered']) await ask(host, `GET ${path}`);
  t.ok(await host.logged(`${more} reading response header from upstream, client`), 'without buffers');
  for (const path of ['/charset', '/ignored']) await ask(host, `GET ${path}`);
  const unknown = 'unknown charset "utf-8" to override while reading response header from upstream, client';
  t.deepEqual(logged(host, 'unknown charset').length, 1);
  t.ok(await host.logged(unknown));
  t.match(await ask(host, 'HEAD /slow'), /^HTTP\/1.1 200 [\s\S]*\r\n\r\n$/);
  t.deepEqual(logged(host, '/slow'), [], 'the host does not wait for a body that is not forwarded');
});

test('an invalid body', async (t) => {
  const [peer] = await peers(t, ok);
  const to = `proxy_pass http://127.0.0.1:${peer?.port};`;
  const host = await testHost(t, {
    http: `${outcomes} log_format lengths '$uri $request_length'; access_log lengths.log lengths;`,
    server: `location / { add_header X-Host $proxy_host always; ${to} } location /streamed { proxy_request_buffering off; ${to} }`,
  });
  const chunked = 'HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
  t.match(await host.raw(`POST / ${chunked}`), new RegExp(`^HTTP/1.1 400 [^]*X-Host: 127.0.0.1:${peer?.port}\\r`));
  t.match(await host.raw(`POST /streamed ${chunked}`), /^HTTP\/1.1 400 /);
  t.ok(await host.logged('client sent invalid chunked body while reading response header from upstream, client'));
  t.equal(await host.raw('POST /cut HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab', true), '');
  t.ok(await host.logged('client prematurely closed connection, client'));
  t.ok(await host.logged('POST /cut 400 0 []', 'outcomes.log'));
  t.ok(await host.logged('/cut 52', 'lengths.log'), 'the received part is counted');
  const streamed = 'POST /streamed/all?length HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 5\r\n\r\n';
  t.match(await host.raw(`${streamed}abcde`), /^HTTP\/1.1 200 /);
  t.ok(await host.logged(`/streamed/all ${streamed.length + 5}`, 'lengths.log'), 'the streamed part is counted, too');
  t.equal(await host.raw(`${streamed.replace('all', 'left')}abcde`, true), '');
  t.ok(await host.logged('POST /streamed/left 499 0 []', 'outcomes.log'), 'a client that left after its body');
  t.equal(await host.raw('POST /streamed/cut HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nab', true), '');
  t.ok(await host.logged('POST /streamed/cut 400 0 []', 'outcomes.log'));
});
