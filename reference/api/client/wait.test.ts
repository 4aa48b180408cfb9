import { inspect } from 'node:util';
import test from 'tape';
import { failure, httpServer, json, rawServer, testClient, testClock } from '../../testing/api/servers.js';
import { BadArgument, CallFailed, DeadlineExceeded } from './errors.js';
import { Redactor } from './secret.js';
import { hasEnded, type WaitOptions, waitUntilDone } from './wait.js';

const status = (word: string) => ({ data: { actionid: 'a1', status: word } });
const open = 'open';

test('done, as the reference server reports it', (t) => {
  t.ok(hasEnded(status('success')) && hasEnded(status('error')));
  for (const answer of [status(open), {}, { status: 'success' }, { data: 'success' }]) t.notOk(hasEnded(answer));
  t.end();
});

test('a wait polls at growing intervals until the predicate returns true', async (t) => {
  const words = [open, open, open, open, open, open, 'success'];
  const server = await httpServer(t, (_, response) => json(response, status(words[server.requests.length - 1] ?? '')));
  const clock = testClock(() => 1 - 2 ** -53);
  const client = testClient(t, { baseUrl: server.baseUrl, clock });
  t.deepEqual(await client.waitForAction('a1', { done: hasEnded }), status('success'));
  t.deepEqual(clock.sleeps.map(Math.round), [1000, 2000, 4000, 8000, 10_000, 10_000]);
  t.ok(server.requests.every(({ path }) => path === '/v1/actions/a1'));
});

test('a deadline carries the last answer', async (t) => {
  const key = 'hush-hush-hush';
  const { baseUrl } = await httpServer(t, (_, response) => json(response, { ...status(open), echo: `it is ${key}` }));
  const clock = testClock();
  const start = clock.now();
  const client = testClient(t, { baseUrl, clock, apiKey: key });
  const error = await failure(client.waitForAction('a1', { done: hasEnded, deadlineMs: 60_000 }));
  t.ok(error instanceof DeadlineExceeded, String(error));
  t.match(String(error), /the last answer: .*"status":"open".*it is \[secret\]/);
  t.equal(clock.now() - start, 60_000, 'the deadline is exact to the millisecond');
  t.ok(clock.sleeps.every((ms) => ms <= 10_000));
  t.notOk(inspect(error, { depth: 10, showHidden: true }).includes(key), 'no secret');
});

test('an attempt cut short by the deadline does not hide the last answer', async (t) => {
  const clock = testClock();
  let attempts = 0;
  const ask = async (timeoutMs: number) => {
    attempts += 1;
    if (attempts < 3) return status(open);
    await clock.sleep(timeoutMs, undefined);
    throw new CallFailed('timed out', 'timed out', { mayHaveHappened: false });
  };
  const context = { actionid: 'a1', ask, timeoutMs: 30_000, clock, redactor: new Redactor([]) };
  const error = await failure(waitUntilDone(context, { done: hasEnded, deadlineMs: 20_000 }));
  t.match(String(error), /the last answer: .*"status":"open"/);
});

test('a wait survives temporary failures', async (t) => {
  const server = await rawServer(t, (socket) => {
    const turn = server.requests.length;
    const answers = [
      '',
      'HTTP/1.1 500 Oops\r\ncontent-length: 0\r\n\r\n',
      '',
      'HTTP/1.1 429 Slow\r\nretry-after: 20\r\ncontent-length: 0\r\n\r\n',
    ];
    const body = JSON.stringify(status('success'));
    const answer = answers[turn - 1] ?? `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    if (answer === '') socket.destroy();
    else socket.write(answer);
  });
  const clock = testClock();
  const client = testClient(t, { baseUrl: server.baseUrl, clock });
  t.deepEqual(await client.waitForAction('a1', { done: hasEnded }), status('success'));
  t.deepEqual([server.requests.length, clock.sleeps.length], [5, 4], 'each failure is one attempt of the wait');
  t.equal(clock.sleeps.at(-1), 20_000, 'Retry-After is honoured');
});

test('permanent failures end a wait', async (t) => {
  for (const code of [400, 401, 403, 404, 302]) {
    const server = await httpServer(t, (_, response) => json(response, {}, code));
    const client = testClient(t, { baseUrl: server.baseUrl, clock: testClock() });
    t.match(String(await failure(client.waitForAction('a1', { done: hasEnded }))), new RegExp(`status ${code}`));
    t.equal(server.requests.length, 1);
  }
});

test('an aborted wait rejects with the reason', async (t) => {
  const { baseUrl } = await httpServer(t, (_, response) => json(response, status(open)));
  const reason = new Error('enough');
  const controller = new AbortController();
  const client = testClient(t, { baseUrl });
  const done = () => {
    setImmediate(() => controller.abort(reason));
    return false;
  };
  const options = { done, signal: controller.signal };
  t.equal(await failure(client.waitForAction('a1', options)), reason, 'while it sleeps');
  t.equal(await failure(client.waitForAction('a1', options)), reason, 'before it starts');
});

test('a deadline ends a request that hangs', async (t) => {
  const server = await rawServer(t, () => undefined);
  const client = testClient(t, { baseUrl: server.baseUrl });
  const error = await failure(client.waitForAction('a1', { done: hasEnded, deadlineMs: 200 }));
  t.ok(error instanceof DeadlineExceeded && /timed out/.test(error.message), String(error));
});

test('invalid options of a wait', async (t) => {
  const server = await httpServer(t, (_, response) => json(response, {}));
  const client = testClient(t, { baseUrl: server.baseUrl });
  const wait = (options: unknown): Promise<unknown> => Reflect.apply(client.waitForAction, client, ['a1', options]);
  const done: WaitOptions['done'] = () => true;
  const rows = [
    [{}, /done/],
    [{ done, deadlineMs: 0 }, /deadlineMs/],
  ] as const;
  for (const [options, message] of rows) {
    const error = await failure(wait(options));
    t.ok(error instanceof BadArgument && message.test(error.message), String(error));
  }
  t.equal(server.requests.length, 0);
});
