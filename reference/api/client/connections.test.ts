import { spawn } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import test from 'tape';
import { calls } from '../../testing/api/calls.js';
import { credentials, holdsSecret, texts } from '../../testing/api/secrets.js';
import { failure, httpServer, json, rawServer, testClient } from '../../testing/api/servers.js';
import { CallFailed } from './errors.js';

test('a server that does not run', async (t) => {
  const client = testClient(t, { ...credentials, baseUrl: `http://127.0.0.1:${await closedPort()}/v1` });
  for (const [call, make] of Object.entries(calls)) {
    const error = await failure(make(client));
    t.ok(error instanceof CallFailed && error.failure === 'no connection', `${call}: ${error}`);
    t.equal(error instanceof CallFailed && error.mayHaveHappened, false, 'nothing can have been created');
    t.notOk(texts(error).some(holdsSecret));
  }
});

/** A port on which nothing listens any more. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 1;
}

test('a connection that fails: nothing can have been created', async (t) => {
  const plain = await httpServer(t, (_, response) => json(response, []));
  const client = testClient(t, { ...credentials, baseUrl: plain.baseUrl.replace('http:', 'https:') });
  const error = await failure(client.createServer({ name: 'n' }));
  t.ok(error instanceof CallFailed && error.failure === 'no connection' && !error.mayHaveHappened, String(error));
  t.notOk(texts(error).some(holdsSecret));
  t.equal(plain.requests.length, 0);
});

test('a create that is aborted while it waits for a free connection is never sent', async (t) => {
  const held: ServerResponse[] = [];
  const server = await httpServer(t, (_, response) => void held.push(response));
  const client = testClient(t, { ...credentials, baseUrl: server.baseUrl });
  const listing = Array.from({ length: 16 }, () => client.listServers());
  while (held.length < listing.length) await new Promise(setImmediate);
  const controller = new AbortController();
  const creating = client.createServer({ name: 'n' }, { signal: controller.signal });
  await new Promise(setImmediate);
  controller.abort(new Error('enough'));
  t.match(String(await failure(creating)), /enough/);
  for (const response of held) json(response, []);
  await Promise.all(listing);
  const later = client.listApps();
  while (held.length === listing.length) await new Promise(setImmediate);
  for (const response of held.slice(listing.length)) json(response, []);
  await later;
  t.notOk(server.requests.some(({ method }) => method === 'POST'));
  t.equal(new Set(server.requests.map(({ connection }) => connection)).size, 16, 'connections are bounded');
});

test('an idle connection that the server closed', async (t) => {
  const server = await rawServer(t, (socket, request) => {
    const body = request.startsWith('GET ') ? '[]' : '{"id":"i","apikey":"k"}';
    socket.end(`HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  });
  const client = testClient(t, { ...credentials, baseUrl: server.baseUrl });
  for (let round = 0; round < 20; round += 1) {
    await client.listServers();
    const created = await failure(client.createServer({ name: `n${round}` }));
    t.match(String(created), /fulfilled/, 'a create uses another connection');
  }
  for (let round = 0; round < 20; round += 1) {
    const sent = server.requests.filter((request) => request.includes(`{"name":"n${round}"}`));
    t.equal(sent.length, 1, 'once');
  }
});

test('many calls share a signal, and an idle connection keeps no process alive', async (t) => {
  const server = await httpServer(t, (_, response) => json(response, []));
  const script = `
    import { Client } from ${JSON.stringify(new URL('client.js', import.meta.url).href)};
    const client = new Client({ baseUrl: process.argv[1], clientId: 'c', apiKey: 'k' });
    const { signal } = new AbortController();
    const lists = await Promise.all(Array.from({ length: 40 }, () => client.listServers({ signal })));
    console.log(lists.length);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, server.baseUrl]);
  t.teardown(() => child.kill('SIGKILL'));
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(String(chunk)));
  const status = await new Promise((resolve) => child.once('close', resolve));
  t.deepEqual([status, printed.join('')], [0, '40\n'], 'the process ends by itself, without a warning');
});
