import { connect, type Socket } from 'node:net';
import test, { type Test } from 'tape';
import { type HostFixture, type TestHost, testHost } from '../../testing/host.js';
import { nameServer } from '../../testing/name-server.js';
import { type PeerAnswer, TestPeer } from '../../testing/peer.js';
import { until } from '../../testing/waiting.js';

/** `/?u=URL` fetches, with the options of `o`; each fetch is described by its status and body, or its error. */
export const script = `
  const said = async (url, options) => {
    try {
      const response = await srv.fetch(url, options);
      return response.status + ' ' + (await response.text());
    } catch (error) {
      return error.name + ': ' + error.message;
    }
  };
  export default {
    one: async (r) => r.return(200, await said(r.args.u, JSON.parse(r.args.o || '{}'))),
    each: async (r) => {
      const all = [];
      for (const url of [].concat(r.args.u)) all.push(await said(url));
      r.return(200, all.join('|'));
    },
    together: async (r) => {
      const all = [];
      for (let at = 0; at < Number(r.args.n); at += 1) all.push(said(r.args.u + '?' + at));
      r.return(200, (await Promise.all(all)).join('|'));
    },
    grants: async (r) => {
      const got = await said(r.variables.peer);
      if (got !== '200 ok') r.return(403, got);
    },
    asks: async (r) => r.setReturnValue(await said(r.variables.peer)),
    shows: (r) => r.return(200, String(r.variables.asked)),
    allows: async (s) => ((await said(s.variables.peer)) === '200 ok' ? s.allow() : s.deny()),
    notes: async (s) => { s.log('preread ' + (await said(s.variables.peer))); s.done(); },
    adds: (s) => s.on('upload', async (data, flags) => s.send(data + (await said(s.variables.peer)), flags)),
    ticks: async (s) => srv.log(srv.INFO, 'tick ' + (await said(s.variables.peer))),
  };
`;

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const answering: PeerAnswer = (socket) => socket.write(ok);

async function peerOf(t: Test, answer: PeerAnswer = answering): Promise<TestPeer> {
  const peer = await TestPeer.listen(answer);
  t.teardown(() => peer.close());
  return peer;
}

/** The result of fetching a URL, in the location of a path. */
async function fetched(host: TestHost, url: string, options: object = {}, path = '/'): Promise<string> {
  const query = `u=${encodeURIComponent(url)}&o=${encodeURIComponent(JSON.stringify(options))}`;
  return (await host.ask(`${path}?${query}`)).text;
}

/** Lines of the error log, from the message on, without the client's facts. */
function lines(host: TestHost, level = 'error'): readonly string[] {
  return host.log().flatMap((line) => {
    const message = line.split(`[${level}] `)[1]?.replace(/^\S+ (?:\*\d+ )?/, '');
    return message === undefined ? [] : [message.replace(/, client.*/, '')];
  });
}

const located: HostFixture = { script, server: 'location / { js_content main.one; }' };

test('fetch: handlers of every kind get the response', async (t) => {
  const peer = await peerOf(t);
  const variable = `js_var $peer http://127.0.0.1:${peer.port}/;`;
  const host = await testHost(t, {
    script,
    http: `${variable} js_set $asked main.asks;`,
    server: `
      location / { js_content main.one; }
      location /granted { js_access main.grants; js_content main.shows; }
      location @tick { js_periodic main.ticks interval=1h; }`,
    stream: `${variable}
      server { listen 127.0.0.1:0; js_access main.allows; return allowed; }
      server { listen 127.0.0.1:0; js_preread main.notes; return noted; js_periodic main.ticks interval=1h; }
      server { listen 127.0.0.1:0; js_filter main.adds; proxy_pass 127.0.0.1:${peer.port}; }`,
  });
  t.equal(await fetched(host, `http://127.0.0.1:${peer.port}/`), '200 ok');
  t.equal((await host.ask('/granted')).text, 'undefined', 'a variable does not wait');
  await host.logged('async operation inside "main.asks" variable handler');
  t.equal(await host.stream(0), 'allowed');
  t.equal(await host.stream(1, 'x'), 'noted');
  await host.logged('preread 200 ok');
  const filtered = host.connect(2).on('error', () => undefined);
  filtered.write('GET / HTTP/1.1\r\nX: ');
  await until('the filter sends what it fetched', () => peer.received.includes('GET / HTTP/1.1\r\nX: 200 ok'));
  filtered.destroy();
  await until(
    'both periodic handlers',
    () => lines(host, 'info').filter((line) => line === 'js: tick 200 ok').length === 2,
  );
});

test('fetch: refused, reset and slow connections', async (t) => {
  const closing = await peerOf(t, (socket) => socket.end());
  const resetting = await peerOf(t, (socket) => socket.resetAndDestroy());
  const silent = await peerOf(t, () => undefined);
  const dripping = await peerOf(t, (socket) => {
    const head = 'HTTP/1.1 200 OK\r\nA: ';
    socket.write(head);
    const timer = setInterval(() => socket.write('x'), 5);
    socket.once('close', () => clearInterval(timer));
  });
  const host = await testHost(t, {
    script,
    server: 'location / { js_content main.one; } location /short { js_fetch_timeout 50ms; js_content main.one; }',
  });
  const at = ({ port }: TestPeer, path = '/') => fetched(host, `http://127.0.0.1:${port}/`, {}, path);
  t.equal(await at(closing), 'Error: prematurely closed connection');
  t.equal(await at(silent, '/short'), 'Error: read timed out');
  t.equal(await at(resetting), 'Error: connect failed');
  t.equal(await fetched(host, 'http://127.0.0.1:1/'), 'Error: connect failed');
  t.equal(await fetched(host, 'http://unix:/nowhere:/'), 'Error: connect failed');
  t.equal(await at(dripping, '/short'), 'Error: read timed out', 'the timeout applies to the whole request');
  t.deepEqual(lines(host), [
    'recv() failed (104: Connection reset by peer)',
    'recv() failed (111: Connection refused)',
  ]);
  t.deepEqual(lines(host, 'crit'), ['connect() to unix:/nowhere failed (2: No such file or directory)']);
  await until('connections are closed', () => silent.open + dripping.open === 0);
});

test('fetch: a request larger than the peer reads', async (t) => {
  const early = await peerOf(t, (socket) => socket.end(ok));
  const host = await testHost(t, located);
  const body = 'x'.repeat(7000);
  t.equal(await fetched(host, `http://127.0.0.1:${early.port}/`, { method: 'POST', body }), '200 ok');
  t.ok(early.requests[0]?.endsWith(`Content-Length: 7000\r\n\r\n${body}`));
});

test('fetch: limits of directives and options', async (t) => {
  const large = await peerOf(t, (socket, request) =>
    socket.end(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(sizeIn(request))}`),
  );
  const host = await testHost(t, {
    script,
    server: `location / { js_content main.one; }
      location /more { js_fetch_max_response_buffer_size 40000; js_content main.one; }
      location /short { js_fetch_buffer_size 10; js_content main.one; }`,
  });
  const size = async (bytes: number, options = {}, path = '/') => {
    const got = await fetched(host, `http://127.0.0.1:${large.port}/${bytes}`, options, path);
    return got.startsWith('200 ') ? got.length - 4 : got;
  };
  const tooLarge = 'Error: http response body is too large';
  t.deepEqual([await size(32768), await size(32769)], [32768, tooLarge]);
  t.deepEqual([await size(40000, {}, '/more'), await size(40001, {}, '/more')], [40000, tooLarge]);
  const max_response_body_size = 3;
  t.deepEqual(
    [await size(3, { max_response_body_size }, '/more'), await size(4, { max_response_body_size })],
    [3, tooLarge],
  );
  const cut = 'Error: prematurely closed connection';
  t.deepEqual([await size(3, {}, '/short'), await size(3, { buffer_size: 19 }, '/short')], [cut, 3]);
});

function sizeIn(request: string): number {
  return Number(/\/(\d+) /.exec(request)?.[1]);
}

test('fetch: names', async (t) => {
  const peer = await peerOf(t);
  const names = await nameServer(t, {
    'a.test': { a: ['127.0.0.1'] },
    'many.test': { a: ['127.0.0.9', '127.0.0.1', '127.0.0.8'] },
    'other.test': { a: ['127.0.0.9'] },
    'none.test': {},
    'fails.test': { code: 2 },
    'refuses.test': { code: 5 },
    'silent.test': { silent: true },
    'short.test': { a: ['127.0.0.1'], ttl: 0 },
  });
  const resolver = `resolver 127.0.0.1:${names.port}`;
  const host = await testHost(t, {
    script,
    server: `location / { ${resolver}; js_content main.one; }
      location /soon { ${resolver}; resolver_timeout 50ms; js_content main.one; }
      location /four { ${resolver} ipv6=off valid=1h; js_content main.one; }
      location /without { js_content main.one; }
      location /each { ${resolver} ipv6=off; js_content main.each; }`,
  });
  const at = (name: string, path = '/') => fetched(host, `http://${name}:${peer.port}/`, {}, path);
  t.equal(await at('A.test'), '200 ok');
  t.ok(peer.requests[0]?.includes(`\r\nHost: A.test:${peer.port}\r\n`), 'the name is sent as written');
  t.deepEqual([...names.queries].sort(), ['A a.test', 'AAAA a.test']);
  t.equal(await at('a.test'), '200 ok');
  t.equal(names.queries.length, 2, 'an answer is cached');
  t.deepEqual([await at('short.test', '/four'), await at('short.test', '/four')], ['200 ok', '200 ok']);
  t.deepEqual(names.queries.slice(2), ['A short.test'], 'as long as the directive allows');
  t.deepEqual([await at('short.test'), await at('short.test')], ['200 ok', '200 ok']);
  t.equal(names.queries.length, 7, 'or as long as the answer allows');
  for (let turn = 0; turn < 6; turn += 1) t.equal(await at('many.test'), '200 ok', 'one address of several answers');
  t.equal(await at('other.test'), 'Error: connect failed');
  const unresolved = (name: string, why: string) => `Error: "${name}" could not be resolved (${why})`;
  t.equal(await at('none.test'), unresolved('none.test', '3: Host not found'));
  t.equal(await at('none.test.'), unresolved('none.test', '3: Host not found'));
  t.equal(await at('Nowhere.test'), unresolved('nowhere.test', '3: Host not found'));
  t.equal(await at('fails.test'), unresolved('fails.test', '2: Server failure'));
  t.equal(await at('refuses.test'), unresolved('refuses.test', '5: Operation refused'));
  t.equal(await at('silent.test', '/soon'), unresolved('silent.test', '110: Operation timed out'));
  t.equal(await at('a.test', '/without'), 'InternalError: no resolver defined');
});

test('fetch: kept connections', async (t) => {
  const answers: Readonly<Record<string, string>> = {
    close: ok.replace('\r\n', '\r\nConnection: close\r\n'),
    more: `${ok}X`,
    end: 'HTTP/1.1 200 OK\r\n\r\nok',
  };
  const peer = await peerOf(t, (socket, request) => {
    const name = /\/(\w*) HTTP/.exec(request)?.[1] ?? '';
    if (name === 'late') setTimeout(() => socket.write(ok), 5);
    else socket.write(answers[name] ?? ok);
    if (name === 'end') socket.end();
  });
  const names = await nameServer(t, { 'a.test': { a: ['127.0.0.1'] }, 'b.test': { a: ['127.0.0.1'] } });
  const location = (path: string, settings: string) => `location ${path} { ${settings} js_content main.each; }`;
  const host = await testHost(t, {
    script,
    http: `resolver 127.0.0.1:${names.port}; js_fetch_timeout 5s;`,
    server: [
      location('/none', ''),
      location('/kept', 'js_fetch_keepalive 2;'),
      location('/one', 'js_fetch_keepalive 1;'),
      location('/long', 'js_fetch_keepalive 2; js_fetch_keepalive_time 1ms;'),
      location('/two', 'js_fetch_keepalive 2; js_fetch_keepalive_requests 2;'),
      location('/short', 'js_fetch_keepalive 2; js_fetch_keepalive_timeout 1ms;'),
    ].join('\n'),
  });
  const made = async (path: string, ...urls: readonly string[]) => {
    const before = peer.connections;
    const query = urls.map((url) => `u=${encodeURIComponent(url)}`).join('&');
    const { text } = await host.ask(`${path}?${query}`);
    t.equal(text, urls.map(() => '200 ok').join('|'));
    return peer.connections - before;
  };
  const url = (name = '', at = '127.0.0.1') => `http://${at}:${peer.port}/${name}`;
  t.equal(await made('/none', url(), url()), 2);
  t.equal(await made('/kept', url(), url(), url()), 1);
  t.equal(await made('/kept', url(), url()), 0, 'requests share them');
  t.notOk(peer.requests.at(-1)?.includes('Connection:'), 'the peer is not asked to close them');
  t.equal(await made('/kept', url('', 'a.test'), url('', 'b.test'), url('', 'a.test')), 2, 'names do not');
  for (const name of ['close', 'more', 'end'])
    t.equal(await made('/kept', url(name, 'a.test'), url('', 'a.test')), 1, name);
  t.equal(await made('/one', url('', 'a.test'), url('', 'b.test'), url('', 'a.test')), 3, 'no more than the limit');
  t.equal(await made('/long', url('late'), url('late')), 2, 'none that is older than the limit');
  t.equal(await made('/two', url(), url(), url()), 2);
  const before = peer.open;
  t.equal(await made('/short', url()), 1);
  await until('it is closed', () => peer.open === before);
  await host.host.stop();
  await until('all are closed with the host', () => peer.open === 0);
});

test('fetch: through a proxy', async (t) => {
  const proxy = await peerOf(t, (socket, request) => {
    const [, name] = /^CONNECT (\w+)/.exec(request) ?? [];
    if (name === 'denied') socket.end('HTTP/1.1 403 No\r\n\r\n');
    else if (name === 'odd') socket.end('odd\r\n\r\n');
    else if (name !== 'silent') socket.end(ok);
  });
  const at = `127.0.0.1:${proxy.port}`;
  const host = await testHost(t, {
    script,
    server: `location /short { js_fetch_proxy http://${at}; js_fetch_timeout 50ms; js_content main.one; }
      location / { js_fetch_proxy http://us%65r:p:w@${at}; js_content main.one; }
      location /var { set $proxy $arg_p; js_fetch_proxy $proxy; js_content main.one; }
      location /kept { set $proxy $arg_p; js_fetch_proxy $proxy; js_fetch_keepalive 2; js_content main.one; }`,
  });
  t.equal(await fetched(host, 'http://nowhere.test/x?y'), '200 ok', 'the proxy resolves names');
  t.ok(proxy.requests[0]?.startsWith('GET http://nowhere.test/x?y HTTP/1.1\r\nHost: nowhere.test\r\n'));
  t.ok(proxy.requests[0]?.includes(`\r\nProxy-Authorization: Basic ${Buffer.from('user:p:w').toString('base64')}\r\n`));
  t.equal(await fetched(host, 'https://denied/'), 'Error: proxy CONNECT failed with status 403');
  t.ok(proxy.requests[1]?.startsWith('CONNECT denied:443 HTTP/1.1\r\nHost: denied:443\r\nProxy-Authorization: Basic '));
  t.equal(await fetched(host, 'https://odd/'), 'Error: proxy CONNECT: invalid status line');
  t.equal(await fetched(host, 'https://silent/', {}, '/short'), 'Error: read timed out');
  const own = encodeURIComponent(`http://${at}/`);
  const through = async (value: string) => (await host.ask(`/var?u=${own}&p=${value}`)).text;
  t.equal(await through(''), '200 ok', 'an empty value means no proxy');
  t.ok(proxy.requests.at(-1)?.startsWith('GET / HTTP/1.1'));
  t.equal(await through('ftp://a'), 'InternalError: failed to evaluate proxy URL');
  t.equal(await through('http://u:@a'), 'InternalError: failed to evaluate proxy URL');
  t.deepEqual(lines(host), ['js_fetch_proxy URL must use http:// scheme', 'js_fetch_proxy password is empty']);
  await until('connections are closed', () => proxy.open === 0);
  const [one, other] = [await peerOf(t), await peerOf(t)];
  for (const { port } of [one, other, one]) await host.ask(`/kept?u=${own}&p=http://127.0.0.1:${port}`);
  t.deepEqual(
    [one.requests.length, one.connections, other.connections],
    [2, 1, 1],
    'each proxy has its own connections',
  );
});

test('fetch: a client that leaves, and many requests at the same time', async (t) => {
  const waiting: Socket[] = [];
  const peer = await peerOf(t, (socket, request) => {
    if (request.startsWith('GET /wait')) waiting.push(socket);
    else socket.end(`HTTP/1.1 200 OK\r\n\r\n${/\?(\d+)/.exec(request)?.[1]}`);
  });
  const host = await testHost(t, {
    script,
    http: 'js_fetch_timeout 1h;',
    server: 'location / { js_content main.one; } location /many { js_content main.together; }',
  });
  const url = `http://127.0.0.1:${peer.port}/`;
  const client = connect(host.port, '127.0.0.1', () => {
    client.write(`GET /?u=${encodeURIComponent(`${url}wait`)} HTTP/1.1\r\nHost: a\r\n\r\n`);
  });
  await until('the peer got the request', () => waiting.length === 1);
  client.destroy();
  for (let turn = 0; turn < 10; turn += 1) {
    const { text } = await host.ask(`/many?n=100&u=${encodeURIComponent(url)}`);
    t.equal(text, Array.from({ length: 100 }, (_, at) => `200 ${at}`).join('|'), 'nothing is lost');
  }
  await until('sockets are closed', () => peer.open === 1);
  await host.host.stop();
  await until('a stop ends active requests', () => peer.open === 0);
});
