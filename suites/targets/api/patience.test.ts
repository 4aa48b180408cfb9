import test from 'tape';
import { Patience } from './patience.js';
import { json, listingThen, sessionWith, startHttp, statusOf } from './testing/raw-endpoints.js';

const hang = (patience: Patience, times: number): void => {
  for (let i = 0; i < times; i++) patience.noteHang();
};

test('the time for an answer falls with the eighth hang', (t) => {
  const patience = new Patience(2000);
  patience.noteAnswer(20);
  hang(patience, 7);
  t.equal(patience.ms, 2000);
  hang(patience, 1);
  t.equal(patience.ms, 250, 'no shorter, however fast the answers are');
  patience.noteAnswer(100);
  t.equal(patience.ms, 500, 'five times the slowest');
  patience.noteAnswer(3);
  t.equal(patience.ms, 500, 'a faster answer changes nothing');
  patience.noteAnswer(900);
  t.equal(patience.ms, 2000, 'never longer than allowed');
  const short = new Patience(100);
  hang(short, 8);
  t.equal(short.ms, 100);
  t.end();
});

test('an endpoint that hangs at some paths costs little after a while, and is judged to the end', async (t) => {
  const { url } = await startHttp(
    t,
    listingThen(({ url: path }, response) => {
      if (path !== '/v1/apps') json(response, {});
    }),
  );
  const session = await sessionWith(t, { url, timeoutMs: 600 });
  const hung = { method: 'GET', path: '/apps' };
  const first = await Promise.all(Array.from({ length: 8 }, () => statusOf(session, hung)));
  t.deepEqual(
    first,
    Array.from({ length: 8 }, () => ({ kind: 'hung', afterMs: 600 })),
  );
  t.deepEqual(await statusOf(session, { method: 'GET', path: '/other' }), { kind: 'returned', value: 200 });
  const later = await statusOf(session, hung);
  t.ok(
    later.kind === 'hung' && later.afterMs < 600,
    `a hang is told with the time it was given: ${JSON.stringify(later)}`,
  );
  t.deepEqual(await statusOf(session, { method: 'GET', path: '/other' }), { kind: 'returned', value: 200 });
});
