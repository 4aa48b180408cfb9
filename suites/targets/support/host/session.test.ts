import test from 'tape';
import { type Session, TargetChanged } from '../../../executor/target.js';
import { conversation } from '../../../executor/testing/conversations.js';
import { TargetDown } from '../../../language/failures.js';
import type { ClosedConnection, ObservedResponse } from '../../../language/observation.js';
import { sessionServedBy } from '../testing/host.js';

/** A session of a host, known as `nginx 1.30.6`, that always answers with these bytes. */
const sessionWith = (answer: string): Promise<Session> =>
  sessionServedBy((socket) => socket.on('data', () => socket.write(answer)), { host: 'nginx 1.30.6', connections: 1 });

/** The response to a request, and the result of an evaluation. */
async function observed(answer: string): Promise<{ response: ObservedResponse | undefined; evaluated: unknown }> {
  const session = await sessionWith(answer);
  try {
    const responses: (ObservedResponse | ClosedConnection)[] = [];
    await session.converse(
      conversation(async ({ host }) => {
        responses.push(await host.request({ target: '/' }));
      }),
    );
    const evaluated = await session
      .evaluate([{ probe: 0, inputs: [null] }], 2000)
      .catch((error: unknown) => (error instanceof TargetDown ? error.how : error));
    const [response] = responses;
    return { response: response === undefined || 'closed' in response ? undefined : response, evaluated };
  } finally {
    await session.stop();
  }
}

test('a session returns a response exactly as it was on the wire', async (t) => {
  const { response, evaluated } = await observed('HTTP/1.1 418 Short\r\nX-Foo: a\r\nContent-Length: 3\r\n\r\nabc');
  t.equal(response?.status, 418);
  t.equal(response?.reason, 'Short');
  t.deepEqual(response?.headers[0], ['X-Foo', 'a']);
  t.equal(Buffer.from(response?.body ?? []).toString(), 'abc');
  t.equal(evaluated, 'failure', 'a status other than 200 means that there are no outcomes, and that the host goes on');
});

test('a session treats bytes that are no HTTP as a response without a status', async (t) => {
  const { response, evaluated } = await observed('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n');
  t.equal(response?.status, 0);
  t.match(Buffer.from(response?.body ?? []).toString(), /malformed/);
  t.equal(evaluated, 'failure');
});

test('a host that names another version than before has changed', async (t) => {
  const answer = (server: string): string => `HTTP/1.1 200 OK\r\nServer: ${server}\r\nContent-Length: 2\r\n\r\n[]`;
  const { evaluated } = await observed(answer('nginx/1.30.7 (Debian)'));
  t.ok(evaluated instanceof TargetChanged);
  t.match(`${evaluated}`, /the version of nginx was 1\.30\.6 when the run began and is 1\.30\.7 now/);
  for (const server of ['nginx/1.30.6', 'nginx', 'another/1.0.0'])
    t.ok(Array.isArray((await observed(answer(server))).evaluated), server);
});
