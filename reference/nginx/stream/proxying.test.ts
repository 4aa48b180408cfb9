import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import test, { type Test } from 'tape';
import { testHost } from '../../testing/host.js';

/** A server that answers with its name, and its received data. */
async function named(t: Test, name: string, answer = (_: Socket, text: string) => `${name}:${text}`): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.once('data', (bytes) => socket.end(answer(socket, bytes.toString())));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A port without a listener. */
const none = 1;

test('stream proxying: destinations of sessions, and log lines', async (t) => {
  const [a, b] = [await named(t, 'a'), await named(t, 'b')];
  const rows: readonly (readonly [directives: string, answer: string, access: RegExp])[] = [
    [`proxy_pass 127.0.0.1:${a};`, 'a:hi', /^200 127\.0\.0\.1:\d+ 2\/4 2\/4 0\.\d{3} 0\.\d{3} 0\.\d{3}$/],
    [
      'proxy_pass one;',
      'b:hi',
      /^200 127\.0\.0\.1:1, 127\.0\.0\.1:\d+ 2\/4 0, 2\/0, 4 -, 0\.\d+ -, 0\.\d+ 0\.\d+, 0\.\d+$/,
    ],
    ['proxy_pass first; proxy_next_upstream off;', '', /^502 127\.0\.0\.1:1 0\/0 0\/0 - - 0\.\d+$/],
    ['set $to one; proxy_pass $to;', 'b:hi', /^200 127\.0\.0\.1:\d+ 2\/4/],
    [`set $to 127.0.0.1:${a}; proxy_pass $to;`, 'a:hi', /^200 /],
    ['set $to 127.0.0.1; proxy_pass $to;', '', /^500 - 0\/0 -\/- - - -$/],
    ['set $to nowhere.test:1; proxy_pass $to;', '', /^500 - /],
    ['set $to ""; proxy_pass $to;', '', /^500 - /],
    ['proxy_pass down;', '', /^502 down 0\/0 0\/0 - - 0\.\d+$/],
    ['proxy_pass hashed;', 'a:hi', /^200 /],
    [`proxy_pass 127.0.0.1:${a}; proxy_bind 127.0.0.3;`, 'a:hi', /^200 /],
    [`return x; proxy_pass 127.0.0.1:${a};`, 'a:hi', /^200 /],
    [`proxy_pass 127.0.0.1:${a}; return x;`, 'x', /^200 - 0\/1 -\/- - - -$/],
    [
      `proxy_pass 127.0.0.1:${a}; proxy_protocol on;`,
      'a:PROXY TCP4 127.0.0.1 127.0.0.1 ',
      /^200 127\.0\.0\.1:\d+ 2\/\d+ \d\d\/\d\d /,
    ],
  ];
  const servers = rows.map(
    ([directives], at) => `server { listen 127.0.0.1:0; access_log ${at}.log s; ${directives} }`,
  );
  const host = await testHost(t, {
    server: '',
    stream: `
      log_format s '$status $upstream_addr $bytes_received/$bytes_sent $upstream_bytes_sent/$upstream_bytes_received '
        '$upstream_connect_time $upstream_first_byte_time $upstream_session_time';
      upstream one { server 127.0.0.1:${none} weight=9; server 127.0.0.1:${b}; }
      upstream first { server 127.0.0.1:${none} weight=9; server 127.0.0.1:${b}; }
      upstream down { server 127.0.0.1:${a} down; server 127.0.0.1:${b} down; }
      upstream hashed { hash $remote_addr consistent; server 127.0.0.1:${a}; server 127.0.0.1:${b} down; }
      ${servers.join('\n')}`,
  });
  for (const [at, [directives, answer, access]] of rows.entries()) {
    const got = await host.streamUntil(at, 'hi', answer.length);
    t.ok(got.startsWith(answer), `${directives} ${got}`);
    await host.logged(' ', `${at}.log`);
    t.match(host.log(`${at}.log`).join(), access);
  }
  const about = 'client: 127.0.0.1, server: 127.0.0.1:PORT';
  const bytes = 'bytes from/to client:0/0, bytes from/to upstream:0/0';
  const refused = `connect() failed (111: Connection refused) while connecting to upstream, ${about}, upstream: "127.0.0.1:1", ${bytes}`;
  const rests = `upstream server temporarily disabled while connecting to upstream, ${about}, upstream: "127.0.0.1:1", ${bytes}`;
  t.deepEqual(
    host
      .log()
      .filter((line) => /\[(error|warn)\]/.test(line))
      .map((line) => line.replace(/^.*\*\d+ /, '').replace(/(server: 127\.0\.0\.1:)\d+/, '$1PORT')),
    [
      ...[refused, rests, refused, rests],
      `no port in upstream "127.0.0.1", ${about}, ${bytes}`,
      `no resolver defined to resolve nowhere.test, ${about}, ${bytes}`,
      `no host in upstream "", ${about}, ${bytes}`,
      `no live upstreams while connecting to upstream, ${about}, upstream: "down", ${bytes}`,
    ],
  );
});
