import { connect } from 'node:net';
import test from 'tape';
import { testServer } from '../../testing/api/server.js';

const MIB = 2 ** 20;

/** A payload of exactly that many bytes. */
function payloadOf(bytes: number): string {
  const frame = '{"name":"a","pad":""}';
  return frame.replace('""}', `"${'x'.repeat(bytes - frame.length)}"}`);
}

test('the limit of a payload', async (t) => {
  const { asker } = await testServer(t);
  const inChunks = (text: string) => new Blob([text]).stream();
  for (const framed of [String, inChunks]) {
    const send = (bytes: number) => asker.ask('POST', '/servers', framed(payloadOf(bytes)));
    t.equal((await send(MIB)).status, 200, 'exactly 1 MiB');
    t.equal((await send(MIB + 1)).status, 413, 'a byte more');
    t.equal((await send(8 * MIB)).status, 413, 'far more; the client still reads the answer');
  }
  t.equal((await asker.list('/servers')).length, 2);
  const unknown = await asker.ask('POST', '/nowhere', payloadOf(2 * MIB));
  t.equal(unknown.status, 404, 'the path is checked first');
});

test('an incomplete payload creates nothing', async (t) => {
  const { asker } = await testServer(t);
  const { port } = new URL(asker.url);
  const head = `POST /v1/servers HTTP/1.1\r\nHost: x\r\nAuthorization: ${asker.authorization}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n`;
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(`${head}{"name":"a"}`));
    socket.resume().once('close', () => resolve());
  });
  t.deepEqual(await asker.list('/servers'), []);
});
