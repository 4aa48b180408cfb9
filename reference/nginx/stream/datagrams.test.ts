import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import test, { type Test } from 'tape';
import { testHost } from '../../testing/host.js';

/** Sends datagrams from one port, each after the previous answer; resolves with the answers. */
async function ask(t: Test, port: number, ...sent: readonly string[]): Promise<readonly string[]> {
  const socket = createSocket('udp4');
  t.teardown(() => socket.close());
  const answers: string[] = [];
  for (const text of sent) {
    socket.send(text, port, '127.0.0.1');
    const [answer] = await once(socket, 'message');
    answers.push(String(answer));
  }
  return answers;
}

const script = `
  export default {
    seen: (s) => s.on('upload', (data) => { s.variables.seen = data; s.done(); }),
    drops: (s) => s.on('upload', () => {}),
    filters(s) {
      s.on('upload', (data, flags) => s.send(data.toUpperCase(), flags));
      s.on('download', (data, flags) => s.send(data + '!', flags));
    },
  };`;

test('datagrams: sessions of clients', async (t) => {
  const echo = createSocket('udp4');
  echo.on('message', (bytes, { port, address }) => echo.send(bytes, port, address));
  echo.bind(0, '127.0.0.1');
  await once(echo, 'listening');
  t.teardown(() => echo.close());
  const to = `proxy_pass 127.0.0.1:${echo.address().port};`;
  const servers = [
    'return "$protocol $remote_addr";',
    `${to} proxy_responses 1;`,
    to,
    `${to} proxy_requests 2;`,
    'js_preread main.seen; return "seen $seen";',
    `js_filter main.filters; proxy_responses 1; ${to}`,
    `proxy_timeout 20ms; ${to}`,
    `proxy_timeout 20ms; js_filter main.drops; proxy_responses 1; ${to}`,
  ];
  const host = await testHost(t, {
    script,
    server: '',
    stream: `js_var $seen; log_format s '$protocol $status $bytes_received/$bytes_sent $upstream_bytes_sent/$upstream_bytes_received';
      ${servers.map((directives, at) => `server { listen 127.0.0.1:0 udp; access_log ${at}.log s; ${directives} }`).join('\n')}`,
  });
  const portOf = (number: number) => {
    const address = host.host.listening[number + 1];
    return address?.kind === 'tcp' ? address.port : 0;
  };
  t.deepEqual(await ask(t, portOf(0), 'a', 'b'), ['UDP 127.0.0.1', 'UDP 127.0.0.1'], 'each has its own session');
  t.deepEqual(await ask(t, portOf(1), 'one', 'two'), ['one', 'two']);
  t.deepEqual(await ask(t, portOf(2), 'one', '', 'three'), ['one', '', 'three'], 'of one session');
  t.deepEqual(await ask(t, portOf(3), 'one', 'two', 'three'), ['one', 'two', 'three']);
  t.deepEqual(await ask(t, portOf(4), 'x', 'y'), ['seen x', 'seen y']);
  t.deepEqual(await ask(t, portOf(5), 'one', 'two', ''), ['ONE!', 'TWO!', '!']);
  await host.logged('UDP 200 3/4', '5.log');
  t.deepEqual(await ask(t, portOf(6), 'one'), ['one']);
  await host.logged('udp timed out, packets from/to client:1/1, bytes from/to client:3/3');
  createSocket('udp4').unref().send('one', portOf(7), '127.0.0.1');
  await host.logged('UDP 502 3/0', '7.log');
  await host.logged('upstream timed out (110: Connection timed out) while proxying connection, udp client: 127.0.0.1');
  t.deepEqual(host.log('0.log'), ['UDP 200 1/13 -/-', 'UDP 200 1/13 -/-']);
  t.deepEqual(host.log('1.log'), ['UDP 200 3/3 3/3', 'UDP 200 3/3 3/3']);
  t.deepEqual(host.log('5.log')[0], 'UDP 200 3/4 3/3');
  const lines = host.log().filter((line) => /udp/.test(line));
  const begun = (number: number) => lines.filter((line) => line.endsWith(`connected to 127.0.0.1:${portOf(number)}`));
  t.deepEqual(
    [0, 1, 2, 3].map((number) => begun(number).length),
    [2, 2, 1, 2],
    'sessions',
  );
  t.ok(
    lines.some((line) =>
      line.endsWith('udp done, packets from/to client:1/1, bytes from/to client:3/3, bytes from/to upstream:3/3'),
    ),
  );
});
