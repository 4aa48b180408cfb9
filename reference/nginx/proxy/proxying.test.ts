import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { testHost } from '../../testing/host.js';
import { type PeerAnswer, TestPeer } from '../../testing/peer.js';
import { ask, closedPort, logged, ok, peers } from './testing/peers.js';

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
