import { inspect } from 'node:util';
import test from 'tape';
import type { Observation } from '../../language/observation.js';
import { holding, json, sessionThat, sessionWith, startSocket, statusOf } from './testing/raw-endpoints.js';

const APPS = { method: 'GET', path: '/apps' } as const;

/** The answer of a server of bare connections to each request except the first. */
async function answersOnce(
  t: test.Test,
  speak: Parameters<typeof startSocket>[1],
  timeoutMs = 2000,
): Promise<Observation> {
  const { url } = await startSocket(t, (socket, piece) => {
    if (piece.startsWith('GET /v1/servers ')) socket.write('HTTP/1.1 204 No Content\r\n\r\n');
    else speak(socket, piece);
  });
  return statusOf(await sessionWith(t, { url, timeoutMs }), APPS);
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

test('answers that are broken off', async (t) => {
  const before = { kind: 'crashed', detail: 'the connection broke before the answer to GET /apps' } as const;
  const within = { kind: 'crashed', detail: 'the connection broke within the answer to GET /apps' } as const;
  t.deepEqual(await answersOnce(t, (socket) => socket.end()), before, 'closed before a byte');
  t.deepEqual(await answersOnce(t, (socket) => socket.resetAndDestroy()), before, 'reset');
  t.deepEqual(await answersOnce(t, (socket) => socket.end(HEAD)), before, 'closed within the head');
  const half = `${HEAD}Content-Length: 10\r\n\r\n{"dat`;
  t.deepEqual(await answersOnce(t, (socket) => socket.end(half)), within, 'closed within the body');
  const chunk = `${HEAD}Transfer-Encoding: chunked\r\n\r\nff\r\n{"data"`;
  t.deepEqual(await answersOnce(t, (socket) => socket.end(chunk)), within, 'closed within a chunk');
  const closing = `${HEAD}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{"data"`;
  t.deepEqual(await answersOnce(t, (socket) => socket.end(closing)), within, 'the same with Connection: close');
  const last = `${HEAD}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`;
  t.deepEqual(await answersOnce(t, (socket) => socket.end(last)), within, 'closed before the last chunk');
});

test('answers that are no HTTP, too large, or never end', async (t) => {
  const nonsense = await answersOnce(t, (socket) => socket.end('220 mail ready\r\n\r\n'));
  t.deepEqual(nonsense, { kind: 'crashed', detail: 'invalid HTTP in the answer to GET /apps' });
  const head = await answersOnce(t, (socket) => socket.write(`${HEAD}X: ${'x'.repeat(100_000)}\r\n\r\n`));
  t.deepEqual(head, { kind: 'crashed', detail: 'too many bytes in the head of the answer to GET /apps' });
  const large = await answersOnce(t, (socket) => {
    socket.write(`${HEAD}Content-Length: 30000000\r\n\r\n`);
    socket.write('x'.repeat(20_000_000));
  });
  t.deepEqual(large, { kind: 'crashed', detail: 'more than 16777216 bytes in the answer to GET /apps' });
  const endless = await answersOnce(
    t,
    (socket) => {
      socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n1;`);
      const more = (): void => {
        while (socket.write('x'.repeat(65_536)));
        socket.once('drain', more);
      };
      more();
    },
    1000,
  );
  t.deepEqual(endless, { kind: 'hung', afterMs: 1000 }, 'a chunk extension without end');
  t.deepEqual(await answersOnce(t, () => undefined, 200), { kind: 'hung', afterMs: 200 }, 'silence');
  t.deepEqual(await answersOnce(t, (socket) => socket.write(HEAD), 200), { kind: 'hung', afterMs: 200 }, 'half a head');
  const dripping = await answersOnce(
    t,
    (socket) => {
      socket.write(`${HEAD}Content-Length: 1000000\r\n\r\n`);
      const drip = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(drip));
    },
    300,
  );
  t.deepEqual(dripping, { kind: 'hung', afterMs: 300 }, 'a body that drips');
});

test('answers as they come', async (t) => {
  const { session } = await sessionThat(t, { timeoutMs: 1000 }, ({ url: path }, response) => {
    if (path === '/v1/slow') setTimeout(() => json(response, { late: true }), 150);
    else if (path === '/v1/away') response.writeHead(302, { location: '/v1/servers' }).end();
    else if (path === '/v1/twice')
      response.writeHead(401, ['WWW-Authenticate', 'Basic', 'www-authenticate', 'Other']).end('no');
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
  });
  const seen = await holding(session, async (to) => {
    const answers: unknown[] = [];
    for (const [method, path, field] of [
      ['GET', '/slow', ''],
      ['GET', '/away', 'location'],
      ['GET', '/twice', 'www-authenticate'],
      ['HEAD', '/html', 'content-type'],
    ] as const) {
      const { status, text, json: body, headers } = await to.ask({ method, path });
      answers.push([status, text, body ?? null, headers.flatMap(([name, value]) => (name === field ? value : []))]);
    }
    return answers;
  });
  const value = [
    [200, '{"late":true}', { late: true }, []],
    [302, '', null, ['/v1/servers']],
    [401, 'no', null, ['Basic', 'Other']],
    [200, '', null, ['text/html']],
  ];
  t.deepEqual(seen, { kind: 'returned', value });
});

test('the wait for a connection does not count', async (t) => {
  const asked = { now: 0, most: 0 };
  const { session } = await sessionThat(t, { connections: 2, timeoutMs: 400 }, (_, response) => {
    asked.most = Math.max(asked.most, ++asked.now);
    setTimeout(() => {
      asked.now--;
      json(response, {});
    }, 100);
  });
  const all = await Promise.all(Array.from({ length: 12 }, () => statusOf(session, APPS)));
  t.ok(
    all.every(({ kind }) => kind === 'returned'),
    inspect(all),
  );
  t.equal(asked.most, 2, 'no more in parallel than configured');
});

test('a connection that is closed silently after an answer is no crash', async (t) => {
  const answered = new Set<unknown>();
  const { url } = await startSocket(t, (socket, piece) => {
    if (piece.startsWith('GET /v1/servers ')) socket.write('HTTP/1.1 204 No Content\r\n\r\n');
    else if (answered.has(socket)) socket.resetAndDestroy();
    else {
      answered.add(socket);
      socket.write('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
    }
  });
  const session = await sessionWith(t, { url, connections: 1 });
  const all = await Promise.all(Array.from({ length: 5 }, () => statusOf(session, APPS)));
  t.deepEqual(
    all,
    Array.from({ length: 5 }, () => ({ kind: 'returned', value: 401 })),
  );
});
