import { once } from 'node:events';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import test from 'tape';
import { UsageError } from '../../../spec/reading/user-error.js';
import { TargetUnavailable } from '../../executor/target.js';
import { NotObservable } from '../../language/failures.js';
import { startApiSession } from './api-session.js';
import {
  ACCOUNT,
  holding,
  json,
  rejection,
  sessionThat,
  sessionWith,
  startHttp,
  startSocket,
  statusOf,
} from './testing/raw-endpoints.js';

const APPS = { method: 'GET', path: '/apps' } as const;

test('an endpoint where nothing listens', async (t) => {
  const gone = await startHttp(t, (_, response) => json(response, {}));
  await gone.stop();
  const error = await rejection(startApiSession({ url: gone.url, account: ACCOUNT }));
  t.ok(error instanceof TargetUnavailable, 'at the opening');
  t.equal(
    error instanceof Error && error.message,
    `${new URL(gone.url).origin} cannot be reached: no server listens there`,
  );

  const server = await startHttp(t, (_, response) => json(response, {}));
  const session = await sessionWith(t, { url: server.url });
  await server.stop();
  const later = await rejection(statusOf(session, APPS));
  t.ok(later instanceof TargetUnavailable, 'in the middle of a run');
  const swallowed = await rejection(holding(session, async (to) => (await Promise.allSettled([to.ask(APPS)])).length));
  t.ok(swallowed instanceof TargetUnavailable, 'even if the law catches the error');
});

test('an endpoint that is back within a second', async (t) => {
  const server = await startHttp(t, (_, response) => json(response, {}));
  const session = await sessionWith(t, { url: server.url });
  await server.stop();
  const answered = statusOf(session, APPS);
  const again = createServer((socket) => {
    socket.on('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
  });
  t.teardown(() => again.close());
  await new Promise((resolve) => setTimeout(resolve, 150));
  again.listen(Number(new URL(server.url).port), '127.0.0.1');
  t.deepEqual(await answered, { kind: 'returned', value: 200 });
});

test('openings', async (t) => {
  const silent = await startSocket(t, () => undefined);
  const hung = await rejection(startApiSession({ url: silent.url, account: ACCOUNT, timeoutMs: 250 }));
  t.ok(hung instanceof TargetUnavailable, 'no answer');
  t.match(hung instanceof Error ? hung.message : '', /did not respond: GET \/v1\/servers: no answer within 250 ms/);
  const closing = await startSocket(t, (socket) => socket.end());
  t.ok(
    (await rejection(startApiSession({ url: closing.url, account: ACCOUNT }))) instanceof TargetUnavailable,
    'closed',
  );
  const breaking = await startHttp(t, (_, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('{', () => response.destroy());
  });
  t.ok(await sessionWith(t, { url: breaking.url }), 'an endpoint that breaks off its answers is judged');
  const refusing = await startHttp(t, (_, response) => json(response, {}, 503));
  t.ok(await sessionWith(t, { url: refusing.url }), 'any answer will do');
  const rotate = () => Promise.resolve('a new key');
  for (const wrong of [{ account: { clientId: 'a:b', apiKey: 'abcdef' } }, { map: ['nowhere=/a'] }, { rotate }]) {
    const error = await rejection(startApiSession({ url: refusing.url, account: ACCOUNT, ...wrong }));
    t.ok(error instanceof UsageError, String(error));
  }
});

test('an endpoint that hangs at one kind of request is available; one that answers nothing is lost', async (t) => {
  const { session, received } = await sessionThat(t, { timeoutMs: 250 }, () => undefined);
  for (let i = 0; i < 30; i++) t.equal((await statusOf(session, APPS)).kind, 'hung');
  t.equal(received.filter(({ url: path }) => path === '/v1/servers').length, 3, 'a check after each 12');

  let asleep = 0;
  const busy = await startHttp(t, (_, response) => {
    if (asleep-- <= 0) json(response, {});
  });
  const burst = await sessionWith(t, { url: busy.url, timeoutMs: 250 });
  // The first check is not answered either.
  asleep = 13;
  await Promise.all(Array.from({ length: 12 }, () => statusOf(burst, APPS)));
  t.equal((await statusOf(burst, APPS)).kind, 'returned', 'nor is an endpoint lost that was busy');

  let dead = false;
  const dying = await startHttp(t, (_, response) => {
    if (!dead) json(response, {});
  });
  const last = await sessionWith(t, { url: dying.url, timeoutMs: 250 });
  dead = true;
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => statusOf(last, APPS)));
  t.ok(
    outcomes.every(({ kind }) => kind === 'hung'),
    'these were asked before it was known',
  );
  const asked = dying.received.length;
  const gone = await rejection(statusOf(last, APPS));
  t.ok(gone instanceof TargetUnavailable, String(gone));
  t.equal(dying.received.length, asked, 'and it is not asked again');
});

test('our own errors are reported without secrets', async (t) => {
  const { url } = await startHttp(t, (_, response) => json(response, {}));
  const session = await sessionWith(t, { url, allowWrites: false });
  const faults = [
    await rejection(holding(session, () => Promise.reject(new Error(`it is ${ACCOUNT.apiKey}`)))),
    await rejection(
      holding(session, () => {
        throw new Error(`it is ${ACCOUNT.apiKey}`);
      }),
    ),
    await rejection(statusOf(session, { method: 'POST', path: `/servers?key=${encodeURIComponent(ACCOUNT.apiKey)}` })),
    await rejection(statusOf(session, { method: 'GET', path: 'no slash', authorization: null, version: '/ \n' })),
    await rejection(statusOf(session, { method: 'GET', path: '/x', headers: { 'X-Key': `${ACCOUNT.apiKey}\n` } })),
    await rejection(holding(session, (to) => Promise.resolve(to.named('no blanks')))),
  ];
  for (const fault of faults) {
    t.ok(fault instanceof Error && !(fault instanceof TargetUnavailable), String(fault));
    t.notOk(inspect(fault, { depth: 10 }).includes('7Zq9'), 'no secret');
  }
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    t.equal((await statusOf(session, { ...APPS, method })).kind, 'returned', `${method} is no writing`);
});

test('the result of a law that hides a failure is discarded', async (t) => {
  const { session } = await sessionThat(t, {}, (_, response) => response.destroy());
  const seen = await holding(session, async (to) => {
    await to.ask(APPS).catch(() => undefined);
    return 'all is well';
  });
  t.equal(seen.kind, 'crashed');
});

test('a key that is replaced', async (t) => {
  let key = ACCOUNT.apiKey;
  const basic = (apiKey: string): string => `Basic ${Buffer.from(`cid_test:${apiKey}`).toString('base64')}`;
  const { url, received } = await startHttp(t, ({ headers }, response) =>
    json(response, {}, headers.includes(basic(key)) ? 200 : 401),
  );
  const session = await sessionWith(t, {
    url,
    rotate: async () => {
      key = 'the new key';
      return key;
    },
  });
  const old = ({ clientId, revokedApiKey = '' }: { clientId: string; revokedApiKey?: string }): string =>
    `Basic ${Buffer.from(`${clientId}:${revokedApiKey}`).toString('base64')}`;
  const seen = await holding(session, async (to) => [
    (await to.ask(APPS)).status,
    (await to.ask({ ...APPS, authorization: old })).status,
    (await to.ask({ ...APPS, authorization: old, connection: 'before-new-key' })).status,
    (await to.ask({ ...APPS, connection: 'before-new-key' })).status,
  ]);
  t.deepEqual(seen, { kind: 'returned', value: [200, 401, 401, 200] });
  const [opening, ...others] = received.map(({ connection }) => connection);
  t.deepEqual(others.slice(-2), [opening, opening], 'on the connection that was held');
  t.deepEqual(
    received.filter(({ method }) => method === 'POST').map(({ url: path }) => path),
    ['/v1/servers', '/v1/apps'],
    'there are records from before',
  );

  const unknown = { clientId: 'cid_test', apiKey: 'another key' };
  let rotated = false;
  const rotate = async (): Promise<string> => {
    rotated = true;
    return 'x';
  };
  const refused = await rejection(startApiSession({ url, account: unknown, allowWrites: true, rotate }));
  t.ok(refused instanceof TargetUnavailable && /status 401/.test(refused.message), String(refused));
  t.notOk(rotated, 'a key that does not work is not replaced');
  const same = { url, account: { clientId: 'cid_test', apiKey: key }, allowWrites: true };
  t.ok(
    (await rejection(startApiSession({ ...same, rotate: async () => key }))) instanceof TargetUnavailable,
    'by itself',
  );
});

test('stopping ends requests in progress', async (t) => {
  let closed: Promise<unknown> = Promise.resolve();
  const { url } = await startHttp(t, (request, response) => {
    if (request.url === '/v1/servers') return json(response, {});
    closed = once(response, 'close');
    void session.stop();
  });
  const session = await startApiSession({ url, account: ACCOUNT });
  t.equal((await statusOf(session, APPS)).kind, 'crashed');
  await closed;
  await session.stop();
  t.pass('twice does no harm');
});

test('an observation that a law cannot make is reported with its reason', async (t) => {
  const { session } = await sessionThat(t, {}, ({ url: path }, response) => {
    if (path === '/v1/broken') response.destroy();
    else json(response, {}, 500);
  });
  const missing = (why: string) => ({ kind: 'unobservable', why: `could not be observed: ${why}` });
  const thrown = await holding(session, async (to) => {
    await to.ask(APPS);
    throw new NotObservable('GET /apps: status 500');
  });
  t.deepEqual(thrown, missing('GET /apps: status 500'));
  const brokenOff = await holding(session, async (to) => {
    await to.ask({ method: 'GET', path: '/broken' }).catch(() => undefined);
    throw new NotObservable('GET /broken breaks off');
  });
  t.deepEqual(brokenOff, missing('GET /broken breaks off'), 'also where a connection broke');
  const secret = await holding(session, async () => {
    throw new NotObservable(`GET /apps: ${ACCOUNT.apiKey}`);
  });
  t.doesNotMatch(inspect(secret), /7Zq9/, 'without secrets');
});
