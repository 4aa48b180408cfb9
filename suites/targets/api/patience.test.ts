import { setTimeout as wait } from 'node:timers/promises';
import test from 'tape';
import { Patience } from './patience.js';
import { json, sessionThat, statusOf } from './testing/raw-endpoints.js';

const LIST = 'GET /v1/servers';

test('only a few timeouts of a kind take the whole limit, if others of it succeed', (t) => {
  const patience = new Patience(5000, 2);
  patience.noteArrival(LIST, 300);
  patience.noteArrival(LIST, 20);
  patience.noteVain(LIST);
  t.equal(patience.msFor(LIST), 5000);
  patience.noteVain(LIST);
  t.equal(patience.msFor(LIST), 1500, 'five times the slowest');
  patience.noteArrival(LIST, 4000);
  t.equal(patience.msFor(LIST), 5000, 'never longer than the limit');
  const other = 'POST /v1/servers';
  t.equal(patience.msFor(other), 5000, 'another kind has the whole limit');
  for (let i = 0; i < 2; i++) patience.noteVain(other);
  t.equal(patience.msFor(other), 250, 'at least so long');
  t.end();
});

test('an endpoint that answers slowly, one request after another, does not hang', async (t) => {
  let turn = Promise.resolve();
  const { session } = await sessionThat(t, { timeoutMs: 400, connections: 16 }, (_, response) => {
    turn = turn.then(() => wait(100)).then(() => json(response, {}));
  });
  const all = await Promise.all(Array.from({ length: 16 }, () => statusOf(session, { method: 'GET', path: '/apps' })));
  t.deepEqual([...new Set(all.map((one) => JSON.stringify(one)))], ['{"kind":"returned","value":200}']);
});

test('an endpoint that hangs at some paths costs little after a while, and is fully judged', async (t) => {
  const { session } = await sessionThat(t, { timeoutMs: 600 }, ({ url: path }, response) => {
    if (path !== '/v1/apps') json(response, {});
  });
  const hung = { method: 'GET', path: '/apps' };
  const first = await Promise.all(Array.from({ length: 8 }, () => statusOf(session, hung)));
  t.deepEqual(
    first,
    Array.from({ length: 8 }, () => ({ kind: 'hung', afterMs: 600 })),
  );
  t.deepEqual(await statusOf(session, { method: 'GET', path: '/other' }), { kind: 'returned', value: 200 });
  t.deepEqual(await statusOf(session, hung), { kind: 'hung', afterMs: 250 }, 'with the time it was given');
  t.deepEqual(await statusOf(session, { method: 'GET', path: '/other' }), { kind: 'returned', value: 200 });
});
