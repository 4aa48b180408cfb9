import { setTimeout as wait } from 'node:timers/promises';
import test from 'tape';
import { Patience } from './patience.js';
import { json, listingThen, sessionWith, startHttp, statusOf } from './testing/raw-endpoints.js';

const LIST = 'GET /v1/servers';
const OTHER = 'POST /v1/servers';

const hang = (patience: Patience, times: number): void => {
  for (let i = 0; i < times; i++) patience.noteHang(LIST);
};

test('an endpoint that never answered anything is not waited for in full for ever', (t) => {
  const patience = new Patience(5000);
  hang(patience, 7);
  t.equal(patience.msFor(OTHER), 5000, 'one that never answered may be as slow as is allowed');
  hang(patience, 1);
  t.deepEqual([patience.msFor(LIST), patience.msFor(OTHER)], [250, 2000], 'but not for ever');
  t.end();
});

test('the time for an answer falls with the eighth hang of its kind, where others are answered', (t) => {
  const patience = new Patience(5000);
  t.equal(patience.msFor(LIST), 5000, 'nothing is known');
  patience.noteAnswer(20);
  t.equal(patience.msFor(LIST), 2000, 'two seconds, where answers are fast');
  hang(patience, 1);
  t.equal(patience.msFor(LIST), 5000, 'all that is allowed, once one hung');
  hang(patience, 6);
  t.equal(patience.msFor(LIST), 5000);
  hang(patience, 1);
  t.equal(patience.msFor(LIST), 250, 'no shorter, however fast the answers are');
  t.equal(patience.msFor(OTHER), 2000, 'another kind is not suspected');
  patience.noteAnswer(100);
  t.equal(patience.msFor(LIST), 500, 'five times the slowest');
  patience.noteAnswer(3);
  t.equal(patience.msFor(LIST), 500, 'a faster answer changes nothing');
  patience.noteAnswer(450);
  t.equal(patience.msFor(OTHER), 4500, 'a slow service has more time');
  patience.noteAnswer(900);
  t.equal(patience.msFor(OTHER), 5000, 'never longer than allowed');
  t.end();
});

test('an endpoint that answers slowly, one request after another, does not hang', async (t) => {
  let turn = Promise.resolve();
  const { url } = await startHttp(
    t,
    listingThen((_, response) => {
      turn = turn.then(() => wait(100)).then(() => json(response, {}));
    }),
  );
  const session = await sessionWith(t, { url, timeoutMs: 400, connections: 16 });
  const all = await Promise.all(Array.from({ length: 16 }, () => statusOf(session, { method: 'GET', path: '/apps' })));
  t.deepEqual([...new Set(all.map((one) => JSON.stringify(one)))], ['{"kind":"returned","value":200}']);
});

test('an endpoint that hangs at some paths costs little after a while, and is judged to the end', async (t) => {
  const { url } = await startHttp(
    t,
    listingThen(({ url: path }, response) => {
      if (path !== '/v1/apps') json(response, {});
    }),
  );
  const began = performance.now();
  const session = await sessionWith(t, { url, timeoutMs: 600 });
  const starting = performance.now() - began;
  const hung = { method: 'GET', path: '/apps' };
  const first = await Promise.all(Array.from({ length: 8 }, () => statusOf(session, hung)));
  t.deepEqual(
    first,
    Array.from({ length: 8 }, () => ({ kind: 'hung', afterMs: 600 })),
  );
  const asked = performance.now();
  t.deepEqual(await statusOf(session, { method: 'GET', path: '/other' }), { kind: 'returned', value: 200 });
  // No answer took longer than what it was a part of, however slow this machine is.
  const slowest = Math.max(starting, performance.now() - asked);
  const later = await statusOf(session, hung);
  t.ok(
    later.kind === 'hung' && later.afterMs <= Math.min(600, Math.max(250, 5 * slowest)),
    `a hang is told with the time it was given: ${JSON.stringify(later)}`,
  );
  t.deepEqual(await statusOf(session, { method: 'GET', path: '/other' }), { kind: 'returned', value: 200 });
});
