import { connect } from 'node:net';
import test from 'tape';
import { connections, testServer } from '../../testing/api/server.js';

const MIB = 2 ** 20;
const json = { 'Content-Type': 'application/json' };

/** A payload of exactly so many bytes. */
function payloadOf(bytes: number): string {
  const frame = '{"name":"a","pad":""}';
  return frame.replace('""}', `"${'x'.repeat(bytes - frame.length)}"}`);
}

test('content types', async (t) => {
  const { asker } = await testServer(t);
  const status = async (type: string) =>
    (await asker.ask('POST', '/servers', { body: '{"name":"a"}', headers: { 'Content-Type': type } })).status;
  for (const type of ['application/json', 'Application/JSON', 'application/json; charset=utf-8', 'application/json ;x'])
    t.equal(await status(type), 200, type);
  for (const type of ['', 'text/plain', 'application/json5', 'application/problem+json', 'text/json', 'json'])
    t.equal(await status(type), 415, type);
  const none = await asker.raw(
    `POST /v1/servers HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${asker.authorization}\r\nContent-Length: 12\r\n\r\n{"name":"a"}`,
  );
  t.ok(none.startsWith('HTTP/1.1 415 '), 'no content type');
});

const noObject: readonly (readonly [string, string | Buffer])[] = [
  ['nothing', ''],
  ['half an object', '{"name":"a"'],
  ['two objects', '{"name":"a"}{}'],
  ['a comment', '{"name":"a"/**/}'],
  ['a byte order mark', '\ufeff{"name":"a"}'],
  ['no UTF-8', Buffer.from('{"name":"\xff"}', 'latin1')],
  ['UTF-8 of half a pair', Buffer.from([...Buffer.from('{"name":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')])],
  ['UTF-16', Buffer.from('{"name":"a"}', 'utf16le')],
  ['too deep to be sane', '['.repeat(MIB)],
];

test('what is no JSON object in UTF-8', async (t) => {
  const { asker } = await testServer(t);
  for (const [what, body] of noObject)
    t.equal((await asker.ask('POST', '/servers', { body, headers: json })).status, 400, what);
  t.deepEqual(await asker.list('/servers'), []);
});

test('the limit of a payload', async (t) => {
  const { asker } = await testServer(t);
  const agent = connections(t, 1);
  const chunked = { 'Transfer-Encoding': 'chunked' };
  for (const headers of [{}, chunked]) {
    const send = (bytes: number) => asker.ask('POST', '/servers', { body: payloadOf(bytes), headers, agent });
    t.equal((await send(MIB)).status, 200, 'exactly 1 MiB');
    t.equal((await send(MIB + 1)).status, 413, 'a byte more');
    t.equal((await send(8 * MIB)).status, 413, 'far more; the answer is read all the same');
  }
  t.equal((await asker.get('/servers', agent)).status, 200, 'the connection goes on');
  t.equal((await asker.list('/servers')).length, 2);
  const unknown = await asker.ask('POST', '/nowhere', { body: payloadOf(2 * MIB) });
  t.equal(unknown.status, 404, 'refused for the path first');
});

test('a payload that breaks off creates nothing', async (t) => {
  const { asker } = await testServer(t);
  const { port } = new URL(asker.url);
  const head = `POST /v1/servers HTTP/1.1\r\nHost: x\r\nAuthorization: ${asker.authorization}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n`;
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(`${head}{"name":"a"}`));
    socket.resume().once('close', () => resolve());
  });
  t.deepEqual(await asker.list('/servers'), []);
});
