import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { type TestHost, testHost } from '../../testing/host.js';
import { type PeerAnswer, TestPeer } from '../../testing/peer.js';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';

/** Starts peers, which end with the test. */
async function peers(t: Test, ...answers: readonly (PeerAnswer | string)[]): Promise<readonly TestPeer[]> {
  const started = await Promise.all(answers.map((answer) => TestPeer.listen(answer)));
  for (const peer of started) t.teardown(() => peer.close());
  return started;
}

/** A port of the loopback interface without a listener. */
async function closedPort(): Promise<number> {
  const peer = await TestPeer.listen(ok);
  const { port } = peer;
  await peer.close();
  return port;
}

/** Sends a request on a connection of its own; an end is added to an incomplete head. */
function ask(host: TestHost, line: string, ...headers: readonly string[]): Promise<string> {
  return host.raw(`${line} HTTP/1.1\r\n${['Host: h', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`);
}

/** The log lines with some text, from the message on. */
function logged(host: TestHost, text: string): readonly string[] {
  return host
    .log()
    .filter((line) => line.includes(text))
    .map((line) => line.replace(/^.*?\*\d+ /, ''));
}

test('requests to servers: targets', async (t) => {
  const [peer] = await peers(t, ok);
  const to = `http://127.0.0.1:${peer?.port}`;
  const host = await testHost(t, {
    server: `location / { proxy_pass ${to}; }
      location /a/ { proxy_pass ${to}/b/; }
      location = /e { proxy_pass ${to}/eq?z=1; }
      location ~ ^/re/ { proxy_pass ${to}; }
      location ~ ^/rv/(.*)$ { proxy_pass ${to}/v/$1; }
      location /w { set $p ${peer?.port}; proxy_pass http://127.0.0.1:$p; }`,
  });
  // What nginx 1.30 sends for the same requests.
  const rows = [
    ['/x//y/../z?', '/x//y/../z?'],
    ['/a//x', '/b/x'],
    ['/a/%2e%2e/a/y', '/b/y'],
    ['/a/%20%23%25%3f', '/b/%20%23%25%3F'],
    ['/a/x?y=%20&z', '/b/x?y=%20&z'],
    ['/a/"<>^`{|}', '/b/"<>^`{|}'],
    ['/a/%e9"<>^`{|}', '/b/%E9%22%3C%3E%5E%60%7B%7C%7D'],
    ['/a/?', '/b/'],
    ['/e?q', '/eq?z=1?q'],
    ['/re/%41b?c', '/re/%41b?c'],
    ['/rv/%41b?c', '/v/Ab'],
    ['/w/%41?x', '/w/%41?x'],
  ] as const;
  for (const [target, sent] of rows) {
    await ask(host, `GET ${target}`);
    t.equal(peer?.requests.at(-1)?.split(' HTTP/')[0], `GET ${sent}`, target);
  }
});

test('requests to servers: lines and bodies', async (t) => {
  const [peer] = await peers(t, ok);
  const to = `proxy_pass http://127.0.0.1:${peer?.port};`;
  const host = await testHost(t, {
    http: 'proxy_set_header X-Outer 1;',
    server: `location / { ${to} }
      location /set { proxy_set_header X-F $proxy_add_x_forwarded_for; proxy_set_header Accept ""; proxy_set_header Host $proxy_host; ${to} }
      location /old { proxy_http_version 1.0; proxy_method PURGE; proxy_pass_request_headers off; ${to} }
      location /own { proxy_set_body "own $request_method"; ${to} }
      location /none { proxy_pass_request_body off; proxy_set_header Content-Length ""; ${to} }`,
  });
  const sent = async (line: string, ...headers: readonly string[]) => {
    await ask(host, line, ...headers);
    return peer?.requests.at(-1)?.replaceAll(String(peer?.port), 'PORT').replaceAll('\r\n', '|');
  };
  t.equal(
    await sent('GET /', 'x-lower: 1', 'TE: trailers', 'Upgrade: w', 'Keep-Alive: 3', 'Cookie: a', 'Cookie: b'),
    'GET / HTTP/1.1|X-Outer: 1|Host: 127.0.0.1:PORT|x-lower: 1|Cookie: a|Cookie: b||',
  );
  t.equal(
    await sent('GET /set', 'X-Outer: 2', 'Accept: b', 'X-Forwarded-For: 1.1.1.1'),
    'GET /set HTTP/1.1|X-F: 1.1.1.1, 127.0.0.1|Host: 127.0.0.1:PORT|X-Outer: 2|X-Forwarded-For: 1.1.1.1||',
  );
  t.equal(await sent('GET /old', 'A: b'), 'PURGE /old HTTP/1.0|X-Outer: 1|Host: 127.0.0.1:PORT||');
  t.match((await sent('GET /own')) ?? '', /\|Content-Length: 7\|\|own GET$/);
  const body = 'POST / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n';
  await host.raw(`${body}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`);
  t.match(peer?.requests.at(-1) ?? '', /\r\nContent-Length: 3\r\n\r\nabc$/, 'a chunked body is sent completely');
  await host.raw(`${body.replace('/', '/none')}Content-Length: 3\r\n\r\nabc`);
  t.notOk(/abc|Content-Length/.test(peer?.requests.at(-1) ?? ''), 'a body that is not forwarded');
});

test('responses of servers: lines', async (t) => {
  const head = 'HTTP/1.1 404 Nope nope\r\nServer: s\r\nX-Pad: 1\r\nX-Two: 1\r\nx-two: 2\r\nX-Accel-Limit-Rate: 9\r\n';
  const cookies = 'Set-Cookie: a=1; Domain=.a.b; Path=/x/y; Secure\r\nKeep-Alive: 3\r\nVary: q\r\n';
  const [peer] = await peers(t, `${head}${cookies}Content-Length: 2\r\n\r\nhi`);
  const to = `proxy_pass http://127.0.0.1:${peer?.port};`;
  const host = await testHost(t, {
    server: `location / { ${to} }
      location /h { proxy_hide_header X-TWO; proxy_pass_header X-Pad; proxy_cookie_domain a.b c.d; proxy_cookie_path ~^/x(/.*) /z$1; proxy_cookie_flags a httponly nosecure; ${to} }`,
  });
  const lines = async (target: string) =>
    (await ask(host, `GET ${target}`)).replace(/Server.*\r\nDate.*\r\n/, '').split('\r\n');
  const usual = ['HTTP/1.1 404 Nope nope', 'Content-Length: 2', 'Connection: close'];
  t.deepEqual(await lines('/'), [
    ...usual,
    ...['X-Two: 1', 'x-two: 2', 'Set-Cookie: a=1; Domain=.a.b; Path=/x/y; Secure', 'Vary: q', '', 'hi'],
  ]);
  const cookie = 'Set-Cookie: a=1; Domain=.c.d; Path=/z/y; HttpOnly';
  t.deepEqual(await lines('/h'), [...usual, 'X-Pad: 1', cookie, 'Vary: q', '', 'hi']);
});

test('responses of servers: redirects', async (t) => {
  const [peer] = await peers(t, (socket, request) => {
    const location = /X-L: (.*)\r/.exec(request)?.[1] ?? '';
    socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
  });
  const to = `http://127.0.0.1:${peer?.port}`;
  const host = await testHost(t, {
    server: `location /a/ { proxy_pass ${to}/b/; }
      location /off/ { proxy_redirect off; proxy_pass ${to}/b/; }
      location /own/ { proxy_redirect http://x/ /y/; proxy_redirect ~^/r/(.*)$ http://z/$1; proxy_pass ${to}; }
      location / { proxy_pass ${to}; }`,
  });
  const own = `http://h:${host.port}`;
  const rows = [
    ['/a/', `${to}/b/x`, `${own}/a/x`],
    ['/a/', '/b/x', '/b/x'],
    ['/a/', 'http://other/b/x', 'http://other/b/x'],
    ['/off/', `${to}/b/x`, `${to}/b/x`],
    ['/', `${to}/b/x`, `${own}/b/x`],
    ['/own/', 'http://x/q', `${own}/y/q`],
    ['/own/', '/r/q', 'http://z/q'],
  ] as const;
  for (const [target, location, expected] of rows) {
    const response = await ask(host, `GET ${target}`, `X-L: ${location}`);
    t.equal(/\r\nLocation: (.*)\r/.exec(response)?.[1], expected, `${target} ${location}`);
  }
});

test('failing servers: statuses and log lines', async (t) => {
  const answers: Readonly<Record<string, PeerAnswer | string>> = {
    empty: '',
    reset: (socket) => socket.resetAndDestroy(),
    invalid: 'HTTP/1.1 200 OK\r\nX A: b\r\n\r\n',
    large: `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(5000)}\r\n\r\n`,
    stalls: () => undefined,
    short: 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfoo',
    broken: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nfoo\r\nzz\r\n',
    pauses: (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfoo'),
    headless: 'garbage\r\n\r\nmore',
    interim: 'HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\n\r\nlast',
  };
  const started = await peers(t, ...Object.values(answers));
  const ports = new Map(Object.keys(answers).map((name, at) => [name, started[at]?.port]));
  ports.set('refused', await closedPort());
  const locations = [...ports].map(([name, port]) => `location /${name} { proxy_pass http://127.0.0.1:${port}; }`);
  const host = await testHost(t, { server: `proxy_read_timeout 100ms; ${locations.join('\n')}` });
  const head = 'while reading response header from upstream';
  const rows = [
    ['refused', /^HTTP\/1.1 502 /, 'connect() failed (111: Connection refused) while connecting to upstream'],
    ['empty', /^HTTP\/1.1 502 /, `upstream prematurely closed connection ${head}`],
    ['reset', /^HTTP\/1.1 502 /, `recv() failed (104: Connection reset by peer) ${head}`],
    ['invalid', /^HTTP\/1.1 502 /, `upstream sent invalid header: "X\\x20..." ${head}`],
    ['large', /^HTTP\/1.1 502 /, `upstream sent too big header ${head}`],
    ['stalls', /^HTTP\/1.1 504 /, `upstream timed out (110: Connection timed out) ${head}`],
    ['short', /^HTTP\/1.1 200 .*\r\n\r\nfoo$/s, 'upstream prematurely closed connection while reading upstream'],
    ['broken', /^$/, 'upstream sent invalid chunked response while reading upstream'],
    ['pauses', /^HTTP\/1.1 200 .*\r\n\r\n$/s, 'upstream timed out (110: Connection timed out) while reading upstream'],
    ['headless', /^garbage\r\n\r\nmore$/, `upstream sent no valid HTTP/1.0 header ${head}`],
    ['interim', /^HTTP\/1.1 200 (?!.*Link).*\r\n\r\n4\r\nlast\r\n0\r\n\r\n$/s, undefined],
  ] as const;
  for (const [name, response, message] of rows) {
    t.match(await ask(host, `GET /${name}`), response, name);
    if (message === undefined) continue;
    const about = `client: 127.0.0.1, server: , request: "GET /${name} HTTP/1.1"`;
    const line = `${message}, ${about}, upstream: "http://127.0.0.1:${ports.get(name)}/${name}", host: "h"`;
    t.deepEqual(logged(host, `/${name}"`), [line], 'one line');
  }
});

test('several servers: the next one is tried', async (t) => {
  const [busy, good] = await peers(t, 'HTTP/1.1 503 No\r\nContent-Length: 2\r\n\r\nno', ok);
  const servers = `server 127.0.0.1:${await closedPort()}; server 127.0.0.1:${busy?.port}; server 127.0.0.1:${good?.port};`;
  const host = await testHost(t, {
    http: `upstream u { ${servers} } upstream dead { server 127.0.0.1:1 down; }`,
    server: `location /next { proxy_next_upstream error http_503; proxy_pass http://u; }
      location /dead { proxy_pass http://dead; }`,
  });
  t.match(await ask(host, 'GET /next'), /^HTTP\/1.1 200 .*hi$/s);
  t.deepEqual([busy?.requests.length, good?.requests.length], [1, 1]);
  t.equal(logged(host, 'temporarily disabled').length, 2, 'two rest');
  t.match(await ask(host, 'POST /next', 'Content-Length: 0'), /^HTTP\/1.1 200 /);
  t.equal(busy?.requests.length, 1, 'a resting one is not tried');
  t.match(await ask(host, 'GET /dead'), /^HTTP\/1.1 502 /);
  t.match(logged(host, '/dead"')[0] ?? '', /^no live upstreams while .* upstream: "http:\/\/dead\/dead"/);
});

test('repeated requests: only those that can do no harm', async (t) => {
  const [first, second] = await peers(t, '', ok);
  const host = await testHost(t, {
    http: `upstream u { server 127.0.0.1:${first?.port} max_fails=0; server 127.0.0.1:${second?.port} backup; }`,
    server:
      'location / { proxy_pass http://u; } location /all { proxy_next_upstream error non_idempotent; proxy_pass http://u; }',
  });
  t.match(await ask(host, 'GET /'), /^HTTP\/1.1 200 /);
  t.match(await ask(host, 'POST /', 'Content-Length: 0'), /^HTTP\/1.1 502 /);
  t.match(await ask(host, 'POST /all', 'Content-Length: 0'), /^HTTP\/1.1 200 /);
});

test('connections are kept for the location that opened them', async (t) => {
  const [peer] = await peers(t, (socket, request, count) => {
    if (request.startsWith('GET /gone') && count > 1) socket.end();
    else socket.write(ok);
  });
  const host = await testHost(t, {
    http: `upstream u { server 127.0.0.1:${peer?.port}; keepalive_requests 3; }`,
    server: `location / { proxy_pass http://u; } location /gone { proxy_pass http://u; }
      location /direct { proxy_pass http://127.0.0.1:${peer?.port}; }`,
  });
  for (const _ of [1, 2, 3]) await ask(host, 'GET /');
  t.equal(peer?.connections, 1);
  await ask(host, 'GET /');
  t.equal(peer?.connections, 2, 'another one after three requests');
  for (const _ of [1, 2]) t.match(await ask(host, 'GET /gone'), /^HTTP\/1.1 200 /);
  t.equal(peer?.connections, 4, 'one that has ended in the meantime is replaced');
  for (const _ of [1, 2]) await ask(host, 'GET /direct');
  t.equal(peer?.connections, 6, 'without an upstream none is kept');
});

test('variables of proxied requests', async (t) => {
  const answer = 'HTTP/1.1 200 OK\r\nX-Accel-Redirect: /seen\r\nX-B: c\r\nSet-Cookie: k=v; Path=/\r\n\r\n';
  const [far] = await peers(t, answer);
  const dead = await closedPort();
  const host = await testHost(t, {
    http: `upstream u { server 127.0.0.1:${dead}; server 127.0.0.1:${far?.port}; }`,
    server: `location / { proxy_pass http://u; }
      location = /seen { internal; return 200 "$upstream_addr|$upstream_status|$upstream_http_x_b|$upstream_cookie_k|$proxy_host|$proxy_port|$upstream_bytes_received"; }`,
  });
  const response = await ask(host, 'GET /');
  const addresses = `127.0.0.1:${dead}, 127.0.0.1:${far?.port}`;
  t.equal(response.split('\r\n\r\n')[1], `${addresses}|502, 200|c|v|||0, ${answer.length}`);
  t.match(response, /\r\nSet-Cookie: k=v; Path=\/\r\n/);
});

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

test('a server on a unix socket', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'peer');
  const peer = await TestPeer.listen((socket, request) => {
    if (request.startsWith('GET /away'))
      socket.write('HTTP/1.1 200 OK\r\nX-Accel-Redirect: /../x\r\nContent-Length: 0\r\n\r\n');
  }, path);
  t.teardown(() => peer.close());
  const host = await testHost(t, {
    script:
      'export default { inner: async (r) => { const s = await r.subrequest("/away"); r.return(200, "got " + s.status); } };',
    http: `upstream u { server unix:${path}; }`,
    server: `location / { proxy_pass http://unix:${path}; } location /away { proxy_pass http://u; }
      location /inner { js_content main.inner; }`,
  });
  for (const _ of [1, 2]) t.match(await ask(host, 'GET /away'), /^HTTP\/1.1 404 /);
  t.ok(
    logged(host, 'unsafe URI')[0]?.includes(`upstream: "http://unix:${path}/away"`),
    'after the last attempt, nothing separates its path from that of the request',
  );
  t.equal(peer.connections, 1, 'a connection is kept if there is no body to read');
  t.equal(await host.raw('GET /stalls HTTP/1.1\r\nHost: h\r\n\r\n', true), '');
  const left = 'epoll_wait() reported that client prematurely closed connection, so upstream connection is closed too';
  const line = await host.logged(`${left} while sending request to upstream, client`);
  t.ok(line.includes(`upstream: "http://unix:${path}:/stalls"`));
  const inner = await host.raw('GET /inner HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n', true);
  t.match(inner, /got 404$/, 'a subrequest continues when the client has half-closed');
  const next = 'GET /inner HTTP/1.1\r\nHost: h\r\n\r\nGET /stalls?2 HTTP/1.1\r\nHost: h\r\n\r\n';
  t.match(await host.raw(next, true), /got 404$/);
  t.ok((await host.logged('/stalls?2 HTTP')).includes(left), 'it had left before the next request began');
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
