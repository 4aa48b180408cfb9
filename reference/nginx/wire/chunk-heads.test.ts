import test from 'tape';
import { testHost } from '../../testing/host.js';
import { TestPeer } from '../../testing/peer.js';

/** Chunked bodies and their content; `undefined` for invalid ones. All results are those of nginx 1.30.6. */
const bodies: readonly (readonly [body: string, content: string | undefined])[] = [
  ['3\r\nabc\r\n0\r\n\r\n', 'abc'],
  ['03\r\nabc\r\n00\r\n\r\n', 'abc'],
  [`${'0'.repeat(30)}3\r\nabc\r\n${'0'.repeat(30)}\r\n\r\n`, 'abc'],
  [`${'0'.repeat(5000)}3\r\nabc\r\n0\r\n\r\n`, 'abc'],
  ['A\r\n0123456789\r\n0\r\n\r\n', '0123456789'],
  ['3;x\r\nabc\r\n0;y\r\n\r\n', 'abc'],
  ['3;\r\nabc\r\n0 \r\n\r\n', 'abc'],
  ['3 ;x = y\r\nabc\r\n0\r\n\r\n', 'abc'],
  ['3 x\r\nabc\r\n0\r\n\r\n', 'abc'],
  ['3\t\r\nabc\r\n0\r\n\r\n', 'abc'],
  ['3;\0\x7f\xe9\r\nabc\r\n0\r\n\r\n', 'abc'],
  [`3;${'x'.repeat(20_000)}\r\nabc\r\n0\r\n\r\n`, 'abc'],
  ['3\r\nabc\r\n0\r\nX: y\r\nno field\r\n\r\n', 'abc'],
  ['3\nabc\r\n0\r\n\r\n', undefined],
  ['3\rabc\r\n0\r\n\r\n', undefined],
  ['3\r\rabc\r\n0\r\n\r\n', undefined],
  ['3\r\r\nabc\r\n0\r\n\r\n', undefined],
  ['3;x\ry\r\nabc\r\n0\r\n\r\n', undefined],
  ['3;x\r\r\nabc\r\n0\r\n\r\n', undefined],
  ['3;x\nabc\r\n0\r\n\r\n', undefined],
  [' 3\r\nabc\r\n0\r\n\r\n', undefined],
  ['3x\r\nabc\r\n0\r\n\r\n', undefined],
  ['+3\r\nabc\r\n0\r\n\r\n', undefined],
  ['-3\r\nabc\r\n0\r\n\r\n', undefined],
  ['0x3\r\nabc\r\n0\r\n\r\n', undefined],
  ['\r\n3\r\nabc\r\n0\r\n\r\n', undefined],
  ['3\r\nabcx\r\n0\r\n\r\n', undefined],
  ['3\r\nabc\n0\r\n\r\n', undefined],
  ['3\r\nabc\r0\r\n\r\n', undefined],
  ['3\r\nabc\r\r\n0\r\n\r\n', undefined],
  ['3\r\nabc0\r\n\r\n', undefined],
  ['0\n\n', undefined],
  ['0\r\n\n', undefined],
  ['0\r\r\n\r\n', undefined],
  ['0\r\nX: y\n\n', undefined],
  ['0\r\nX: y\rZ: a\r\n\r\n', undefined],
  ['0\r\n\rx', undefined],
  ['800000000000000\r\nabc', undefined],
  ['00fffffffffffffff\r\nabc', undefined],
  ['10000000000000003\r\nabc\r\n0\r\n\r\n', undefined],
];

const shown = (body: string): string => JSON.stringify(body.length > 60 ? `${body.slice(0, 60)}…` : body);

test('chunks of requests: parsed byte by byte like nginx', async (t) => {
  const script = 'export default { read: (r) => r.return(200, r.requestText) };';
  const server = 'client_body_timeout 1s; location / { js_content main.read; }';
  const host = await testHost(t, { script, server });
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';
  for (const [body, content] of bodies) {
    const answer = await host.raw(head + body);
    const [, status = ''] = /^HTTP\/1\.1 (\d+)/.exec(answer) ?? [];
    const given = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    t.deepEqual(
      content === undefined ? status : [status, given],
      content === undefined ? '400' : ['200', content],
      shown(body),
    );
  }
  t.equal(host.log().filter((line) => /temporary file/.test(line)).length, 0, 'chunk heads need no file');
});

test('chunks of servers: parsed byte by byte like nginx', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  const peer = await TestPeer.listen((socket, request) => {
    const [body = ''] = bodies[Number(/^GET \/(\d+)/.exec(request)?.[1])] ?? [];
    socket.end(head + body, 'latin1');
  });
  t.teardown(() => peer.close());
  const server = `proxy_http_version 1.1; location / { proxy_pass http://127.0.0.1:${peer.port}; }`;
  const host = await testHost(t, { server });
  for (const [at, [body, content]] of bodies.entries()) {
    const answer = await host.raw(`GET /${at} HTTP/1.0\r\n\r\n`);
    const given = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    // Nothing was sent yet when it turns out to be invalid.
    t.equal(given, content ?? '', shown(body));
    const isComplained = host
      .log()
      .some((line) => line.includes('invalid chunked response') && line.includes(`GET /${at} `));
    t.equal(isComplained, content === undefined, shown(body));
  }
});

test('requested hosts: unusual ones are accepted like nginx', async (t) => {
  const host = await testHost(t, { server: 'location / { return 200 $host; }' });
  const rows: readonly (readonly [header: string, host: string | undefined])[] = [
    ['a.', 'a'],
    ['.a', '.a'],
    ['A.B:80', 'a.b'],
    ['a:', 'a'],
    ['[::1]:80', '[::1]'],
    ['[X.y]', '[x.y]'],
    ['[]', '[]'],
    ["[!$&'()*+,;=~]:1", "[!$&'()*+,;=~]"],
    ['..', undefined],
    ['a..', undefined],
    ['a..b', undefined],
    ['..:80', undefined],
    ['[..]', undefined],
    ['.', undefined],
    ['[%25]', undefined],
    ['[a]b', undefined],
    ['[a', undefined],
    ['a b', undefined],
    ['a/b', undefined],
    ['a:65536', undefined],
  ];
  for (const [header, name] of rows) {
    const answer = await host.raw(`GET / HTTP/1.1\r\nHost: ${header}\r\nConnection: close\r\n\r\n`);
    t.match(answer, name === undefined ? /^HTTP\/1\.1 400 / : /^HTTP\/1\.1 200 /, header);
    if (name !== undefined) t.equal(answer.slice(answer.indexOf('\r\n\r\n') + 4), name, header);
  }
});

test('lengths of bodies: limited by nginx’s integers', async (t) => {
  const host = await testHost(t, {
    server: 'location / { client_max_body_size 1; return 200; } location /p { proxy_pass http://127.0.0.1:1; }',
  });
  const statusFor = async (length: string) =>
    (await host.raw(`POST /p HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`)).slice(
      9,
      12,
    );
  t.equal(await statusFor('9223372036854775807'), '413');
  t.equal(await statusFor('9223372036854775808'), '400');
  t.equal(await statusFor('00000000000000000000'), '502', 'leading zeros are ignored');
});
