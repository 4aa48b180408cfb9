import test from 'tape';
import { Pauses, pauseIn } from './pauses.js';
import { holding, json, sessionThat, sessionWith, statusOf } from './testing/raw-endpoints.js';

const APPS = { method: 'GET', path: '/apps' } as const;

test('the pause of an answer', (t) => {
  const asked = (status: number, field?: string) =>
    pauseIn({ status, headers: field === undefined ? {} : { 'retry-after': field } });
  t.deepEqual([asked(429, '2'), asked(503, ' 0 '), asked(429), asked(429, 'soon')], [2000, 0, 'unsaid', 'unsaid']);
  t.deepEqual(
    [asked(503), asked(503, 'soon'), asked(200, '1'), asked(409, '1')],
    [undefined, undefined, undefined, undefined],
  );
  t.equal(asked(429, 'Wed, 21 Oct 2015 07:28:00 GMT'), 0, 'a date that is past');
  const date = asked(429, new Date(Date.now() + 5_000).toUTCString());
  t.ok(typeof date === 'number' && date > 3_000 && date <= 5_000, 'a date to come');
  t.end();
});

test('single pauses and their sum are bounded; overlapping ones count once', (t) => {
  t.notOk(new Pauses().begin(60_001));
  const pauses = new Pauses();
  const begun = Array.from({ length: 40 }, () => pauses.begin(60_000));
  t.ok(begun.every(Boolean), 'forty requests are asked for the same minute');
  t.end();
});

test('a request with 429 is sent again', async (t) => {
  let refusals = 3;
  const { session, received } = await sessionThat(t, {}, (_, response) => {
    if (refusals-- <= 0) return json(response, { data: [] });
    response.writeHead(429, { 'retry-after': '0' }).end();
  });
  t.deepEqual(await statusOf(session, APPS), { kind: 'returned', value: 200 });
  t.equal(received.filter(({ url }) => url === '/v1/apps').length, 4);
});

test('429 for longer than the limit is no violation', async (t) => {
  const { session } = await sessionThat(t, {}, (_, response) =>
    response.writeHead(429, { 'retry-after': '3600' }).end(),
  );
  t.deepEqual(await statusOf(session, APPS), {
    kind: 'unobservable',
    why: 'could not be observed: GET /apps: status 429, and no pause that a run can keep',
  });
});

test('429 without Retry-After leads to longer pauses each time', async (t) => {
  const times: number[] = [];
  const { session } = await sessionThat(t, {}, (_, response) => {
    times.push(performance.now());
    if (times.length > 3) return json(response, { data: [] });
    response.writeHead(429).end();
  });
  t.deepEqual(await statusOf(session, APPS), { kind: 'returned', value: 200 });
  const [first = 0, second = 0, third = 0, last = 0] = times;
  t.ok(second - first >= 240 && third - second >= 490 && last - third >= 990, times.join());
});

test('pauses without Retry-After are few for a request, and short in total', (t) => {
  t.notOk(new Pauses().backOff(8), 'no eighth one for a request');
  const all = new Pauses();
  let lasting = 0;
  // Each is longer than the one before, and only the difference is added.
  for (let attempt = 1; all.backOff(attempt); attempt++) lasting = attempt;
  t.equal(lasting, 7);
  t.end();
});

test('429 to credentials of another account is a refusal, whatever its pause', async (t) => {
  for (const fields of [{}, { 'retry-after': '3600' }, { 'retry-after': '0' }]) {
    const { session } = await sessionThat(t, {}, (_, response) => response.writeHead(429, fields).end());
    const stranger = { ...APPS, authorization: () => 'Basic eDp5' };
    t.deepEqual(await statusOf(session, stranger), { kind: 'returned', value: 429 });
    t.deepEqual(await statusOf(session, { ...APPS, authorization: null }), { kind: 'returned', value: 429 });
  }
});

test('a busy service (409) accepts a new record a little later, or the case is inconclusive', async (t) => {
  let busy = 2;
  const { session, url } = await sessionThat(t, { settleMs: 60_000 }, (_, response) =>
    json(response, { data: { id: 'a' } }, busy-- > 0 ? 409 : 200),
  );
  const creation = (name: string) => ({ method: 'POST', path: '/servers', json: { name } });
  t.deepEqual(await statusOf(session, creation('one')), { kind: 'returned', value: 200 });
  busy = Number.POSITIVE_INFINITY;
  t.deepEqual(await statusOf(session, creation('one')), { kind: 'returned', value: 409 }, 'an existing name');
  t.deepEqual(await statusOf(session, creation('')), { kind: 'returned', value: 409 }, 'an invalid name');
  const hasty = await sessionWith(t, { url, settleMs: 0 });
  const seen = await holding(hasty, (to) => to.ask(creation('two')));
  t.deepEqual(seen, {
    kind: 'unobservable',
    why: 'could not be observed: POST /servers: status 409, for as long as a run waits',
  });
});
