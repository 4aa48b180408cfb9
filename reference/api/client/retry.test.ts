import test from 'tape';
import { failure, httpServer, json, rawServer, testClient, testClock } from '../../testing/api/servers.js';
import { CallFailed } from './errors.js';

test('a GET is repeated after temporary failures', async (t) => {
  for (const status of [429, 502, 503, 504]) {
    const clock = testClock();
    const server = await httpServer(t, (_, response) => json(response, [], server.requests.length < 3 ? status : 200));
    const client = testClient(t, { baseUrl: server.baseUrl, clock });
    t.deepEqual(await client.listServers(), [], `status ${status}`);
    t.equal(server.requests.length, 3);
    t.deepEqual(clock.sleeps, [150, 250]);
  }
  const broken = await rawServer(t, (socket) => {
    if (broken.requests.length < 3) socket.destroy();
    else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]');
  });
  t.deepEqual(await testClient(t, { baseUrl: broken.baseUrl, clock: testClock() }).listApps(), [], 'no answer');
  t.equal(broken.requests.length, 3);
});

test('a GET is repeated at most twice, and never after a permanent failure', async (t) => {
  for (const [status, requests] of [
    [503, 3],
    [500, 1],
    [401, 1],
    [404, 1],
  ] as const) {
    const server = await httpServer(t, (_, response) => json(response, {}, status));
    const client = testClient(t, { baseUrl: server.baseUrl, clock: testClock() });
    const error = await failure(client.listServers());
    t.equal(error instanceof CallFailed && error.status, status);
    t.equal(server.requests.length, requests, `status ${status}`);
  }
});

test('Retry-After is honoured within the timeout of the call', async (t) => {
  const rows = [
    ['3', [3000], 2],
    ['Tue, 01 Jan 2030 00:00:07 GMT', [7000], 2],
    ['Sunday, 06-Nov-94 08:49:37 GMT', [150], 2],
    ['0', [150], 2],
    ['soon', [150], 2],
    ['30', [], 1],
    ['99999999999999', [], 1],
  ] as const;
  for (const [field, sleeps, requests] of rows) {
    const clock = testClock();
    const server = await httpServer(t, (_, response) => {
      json(response, [], server.requests.length === 1 ? 429 : 200, { 'retry-after': field });
    });
    const client = testClient(t, { baseUrl: server.baseUrl, clock, timeoutMs: 10_000 });
    const error = await failure(client.listServers());
    t.equal(error instanceof CallFailed, requests === 1, `Retry-After: ${field}`);
    t.deepEqual([clock.sleeps, server.requests.length], [sleeps, requests]);
  }
});

test('a create is never repeated', async (t) => {
  const clock = testClock();
  for (const status of [429, 502, 503, 504]) {
    const server = await httpServer(t, (_, response) => json(response, {}, status, { 'retry-after': '0' }));
    const client = testClient(t, { baseUrl: server.baseUrl, clock });
    const error = await failure(client.createServer({ name: 'n' }));
    t.equal(error instanceof CallFailed && error.mayHaveHappened, status >= 500, `status ${status}`);
    t.equal(server.requests.length, 1);
  }
  const broken = await rawServer(t, (socket) => socket.destroy());
  const error = await failure(testClient(t, { baseUrl: broken.baseUrl, clock }).createServer({ name: 'n' }));
  t.ok(error instanceof CallFailed && error.mayHaveHappened, String(error));
  t.deepEqual([broken.requests.length, clock.sleeps], [1, []]);
});

test('an aborted signal ends repetitions', async (t) => {
  const server = await httpServer(t, (_, response) => json(response, {}, 503));
  const controller = new AbortController();
  const clock = { ...testClock(), sleep: async () => controller.abort(new Error('enough')) };
  const client = testClient(t, { baseUrl: server.baseUrl, clock });
  t.match(String(await failure(client.listServers({ signal: controller.signal }))), /enough/);
});

test('the timeout of a call includes its repetitions', async (t) => {
  const server = await rawServer(t, (socket) => {
    if (server.requests.length < 2) socket.write('HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n');
  });
  const error = await failure(testClient(t, { baseUrl: server.baseUrl, timeoutMs: 600 }).listServers());
  t.ok(error instanceof CallFailed && error.failure === 'timed out', String(error));
  t.equal(server.requests.length, 2);
});
