import test from 'tape';
import { FetchRealm } from '../../../testing/fetch-realm.js';

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const unlimited = { bufferSize: undefined, maxResponseBodySize: undefined, verify: undefined };
const type = ['Content-Type', 'text/plain;charset=UTF-8'];

test('srv.fetch: sent requests', async (t) => {
  const rows: [call: string, request: object][] = [
    ["'http://a/x?y'", { method: 'GET', url: 'http://a/x?y', headers: [], body: undefined, ...unlimited }],
    [
      "' http://a ', { method: 'post', body: 'é', headers: [['A', '1'], ['a', '2']] }",
      { method: 'POST', url: 'http://a', headers: [['A', '1'], ['a', '2'], type], body: bytes('é'), ...unlimited },
    ],
    [
      "'http://a', { buffer_size: 1.9, max_response_body_size: 0, verify: 0, body: null }",
      {
        method: 'GET',
        url: 'http://a',
        headers: [],
        body: undefined,
        bufferSize: 1,
        maxResponseBodySize: 0,
        verify: false,
      },
    ],
    [
      "new Request('http://a', { method: 'POST', headers: { A: '1' }, body: 'b' })",
      { method: 'POST', url: 'http://a', headers: [['A', '1'], type], body: bytes('b'), ...unlimited },
    ],
    [
      "new Request('http://a', { method: 'POST', headers: { A: '1' }, body: 'b' }), { method: 'PUT', headers: { B: '2' }, body: Buffer.from('c'), verify: true }",
      { method: 'PUT', url: 'http://a', headers: [['B', '2']], body: bytes('c'), ...unlimited, verify: true },
    ],
  ];
  for (const [call, request] of rows) {
    const realm = new FetchRealm();
    t.deepEqual(await realm.of(`srv.fetch(${call}).then(() => 'sent')`), { value: 'sent' }, call);
    t.deepEqual(
      realm.requests.map(({ body, ...head }) => ({
        ...head,
        body: body === undefined ? undefined : new Uint8Array(body),
      })),
      [request],
    );
  }
  t.end();
});

test('srv.fetch: the body of a request stays unread, or may already be read', async (t) => {
  const realm = new FetchRealm();
  const sends =
    "(async () => { const r = request({ method: 'POST', body: 'b' }); await srv.fetch(r); const before = r.bodyUsed; await r.text(); await srv.fetch(r); return before; })()";
  t.deepEqual(await realm.of(sends), { value: false });
  t.deepEqual(
    realm.requests.map(({ body }) => String(body)),
    ['b', 'b'],
  );
  t.end();
});

test('srv.fetch: wrong arguments reject the promise, and nothing is sent', async (t) => {
  const realm = new FetchRealm();
  const refused = async (call: string): Promise<string> => {
    const settled = await realm.of(
      `(() => { const p = srv.fetch(${call}); return p instanceof Promise ? p : 'thrown'; })()`,
    );
    return settled !== undefined && 'rejected' in settled ? String(settled.rejected) : JSON.stringify(settled);
  };
  const url = "'http://a'";
  const options = [
    "method: 'a b'",
    "method: 'TRACE'",
    "headers: { 'a b': '' }",
    "headers: { a: 'x\\n' }",
    'headers: 5',
    "headers: 'a: b'",
    "cache: 'x'",
    'body: Symbol()',
    "buffer_size: '1'",
    'buffer_size: null',
    'max_response_body_size: -1',
    'max_response_body_size: NaN',
    'max_response_body_size: Symbol()',
  ];
  for (const call of [
    '',
    'undefined',
    'null',
    '{}',
    "'x'",
    "'ftp://a'",
    "'http://a:99999'",
    "'http://a/b c'",
    "'http://a?\\x7f'",
    ...options.map((option) => `${url}, { ${option} }`),
  ])
    t.equal(await refused(call), 'TypeError', call);
  t.equal(await refused(`${url}, { buffer_size: -1 }`), 'Error');
  t.equal(await refused(`${url}, { buffer_size: 1e20 }`), 'RangeError');
  t.equal(await refused(`${url}, { get verify() { throw new SyntaxError(); } }`), 'SyntaxError');
  t.deepEqual(realm.requests, []);
  t.end();
});

test('srv.fetch: received responses', async (t) => {
  const realm = new FetchRealm({
    status: 404,
    statusText: 'Not Found',
    headers: [
      ['X', '1'],
      ['Set-Cookie', 'a=1'],
      ['x', '2'],
      ['set-cookie', 'b=2'],
    ],
    body: bytes('{"a":1}'),
    url: 'http://a/',
  });
  const got = (what: string) => realm.of(`srv.fetch('http://a/').then((r) => ${what})`);
  t.deepEqual(
    await got('[r instanceof Response, r.status, r.ok, r.statusText, r.url, r.type, r.redirected, r.bodyUsed]'),
    { value: [true, 404, false, 'Not Found', 'http://a/', 'basic', false, false] },
  );
  t.deepEqual(await got("[r.headers, r.headers.getAll('x'), r.headers.getAll('SET-COOKIE')]"), {
    value: [
      [
        ['Set-Cookie', 'a=1, b=2'],
        ['X', '1, 2'],
      ],
      ['1', '2'],
      ['a=1', 'b=2'],
    ],
  });
  t.deepEqual(await got('r.json().then(({ a }) => [a, r.bodyUsed])'), { value: [1, true] });
  t.deepEqual(await got("['append', 'set', 'delete'].map((method) => tried(() => r.headers[method]('x', '')))"), {
    value: Array(3).fill('TypeError'),
  });
  t.deepEqual(await got("((h) => (h.set('x', '3'), h.get('x')))(new Headers(r.headers))"), { value: '3' });
  t.end();
});

test('srv.fetch: network failures', async (t) => {
  const failing = new FetchRealm(new Error('connect failed'));
  t.deepEqual(await failing.of("srv.fetch('http://a/').catch((error) => [error instanceof Error, error.message])"), {
    value: [true, 'connect failed'],
  });
  t.equal(failing.hosted.pending.count, 0);
  t.end();
});

test('srv.fetch: a request is cancelled with its realm', (t) => {
  const realm = new FetchRealm();
  t.equal(realm.now("srv.fetch('http://a/')"), undefined);
  t.equal(realm.hosted.pending.count, 1, 'it keeps the handler alive');
  t.notOk(realm.renew(), 'the realm cannot serve another owner');
  t.equal(realm.hosted.pending.count, 0);
  t.end();
});

test('srv.fetch: a realm whose requests have ended serves another owner', async (t) => {
  const realm = new FetchRealm();
  const used =
    "srv.fetch(request({ headers: { a: 'b' } })).then((r) => new Response(r.url, { headers: r.headers }).headers.has('a'))";
  t.deepEqual(await realm.of(used), { value: false });
  t.ok(realm.renew());
  t.deepEqual(await realm.of(used), { value: false });
  t.end();
});
