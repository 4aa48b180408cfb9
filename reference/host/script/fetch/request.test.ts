import test from 'tape';
import { comesTo, FetchRealm } from '../../../testing/fetch-realm.js';
import { valueRows } from '../../../testing/tables.js';

test('Request: URLs', (t) => {
  const good = [
    'http://a',
    'HTTPS://A/B',
    'http://a:080/',
    'http://a:65535?x:y',
    'http://a/ b',
    'http://u@h/',
    'http://ü/é',
    'http://[::1]',
    'http://[::ffff:1.2.3.4]:80/x',
    'http://[1:2:3:4:5:6:7:8]/',
    'http://a#:80',
    'http://a//b/../c',
    'http://unix:/x',
  ];
  const bad = [
    '',
    'a',
    '/x',
    '//h/p',
    'ftp://a',
    'http:',
    'http:/a',
    'http://',
    'http:///x',
    'http://?',
    'http://:80/',
    'http://a:',
    'http://a:0/',
    'http://a:65536',
    'http://a:x',
    'http://u:p@h/',
    'http://a:80#x',
    'http://[::1',
    'http://[::1]x',
    'http://[::1]?q',
    'http://[]/',
    'http://[1::2::3]/',
    'http://[1:2:3:4:5:6:7]',
    'http://[::g]',
    'http://[1.2.3.4]/',
    'http://unix:',
    'httpx://a',
  ];
  comesTo(t, [
    [`${JSON.stringify(good)}.map((url) => tried(() => new Request(url).url))`, good],
    [`${JSON.stringify(bad)}.map((url) => tried(() => new Request(url)))`, bad.map(() => 'TypeError')],
    ["new Request(' \\t\\n\\0http://a/ \\r').url", 'http://a/'],
    [
      "[undefined, null, 5, {}, [], new String('http://a'), Object.create(new Request('http://a'))].map((url) => tried(() => new Request(url)))",
      Array(7).fill('TypeError'),
    ],
  ]);
  t.end();
});

test('Request: options and their defaults', (t) => {
  comesTo(
    t,
    valueRows(String.raw`
    (({ method, cache, credentials, mode, bodyUsed, headers }) => [method, cache, credentials, mode, bodyUsed, headers])(request())
      ⇒ ["GET", "default", "same-origin", "no-cors", false, []]
    ['get', 'Post', 'pUT', 'delete', 'head', 'options', 'patch', 'Foo', 'é', 5, undefined].map((method) => request({ method }).method)
      ⇒ ["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "patch", "Foo", "é", "5", "GET"]
    ['', 'a b', 'a\n', 'trace', 'CONNECT', 'Track', null, Symbol()].map((method) => tried(() => request({ method }))) ⇒ 8 × "TypeError"
    ['no-store', 'RELOAD', undefined].map((cache) => request({ cache }).cache) ⇒ ["no-store", "reload", "default"]
    ['omit', 'Include'].map((credentials) => request({ credentials }).credentials) ⇒ ["omit", "include"]
    ['cors', 'navigate'].map((mode) => request({ mode }).mode) ⇒ ["cors", "navigate"]
    ['cache', 'credentials', 'mode'].flatMap((name) => ['x', '', null].map((value) => tried(() => request({ [name]: value }))))
      ⇒ 9 × "TypeError"
    [null, 5, 'x', Symbol()].map((options) => new Request('http://a', options).method) ⇒ 4 × "GET"
    [null, 5, true].map((headers) => tried(() => request({ headers }))) ⇒ 3 × "TypeError"
    ['a: b', undefined, [['a', '1'], ['A', '2']], new Headers({ a: '1' }), { a: '1' }].map((headers) => request({ headers }).headers)
      ⇒ [[], [], [["a", "1, 2"]], [["a", "1"]], [["a", "1"]]]
    (() => { const seen = []; tried(() => request(new Proxy({}, { get: (_, name) => void seen.push(name) }))); return seen; })()
      ⇒ ["method", "cache", "credentials", "mode", "headers", "body"]
    ((r) => { 'use strict'; return [tried(() => { r.method = 'POST'; }), r.method, r.headers === r.headers, tried(() => { r.headers.set('Host', 'x'); r.headers.append('a', 'b'); }), r.headers]; })(request())
      ⇒ ["TypeError", "GET", true, "undefined", [["Host", "x"], ["a", "b"]]]
    [Request.prototype.method, Request.prototype.headers, Request.prototype.text(), Object.prototype.toString.call(request())]
      ⇒ ["undefined", "undefined", "undefined", "[object Request]"]
  `),
  );
  t.end();
});

test('Request: bodies', (t) => {
  comesTo(
    t,
    valueRows(`
    Promise.all([undefined, null, '', 'é', 5, Buffer.from('b'), new Uint16Array([0x4142]), new Uint8Array([65]).buffer, new DataView(new ArrayBuffer(1)), new String('s')].map(async (body) => { const r = request({ body }); return [r.headers.get('content-type'), await r.arrayBuffer()]; }))
      ⇒ [[null, ""], [null, ""], ["text/plain;charset=UTF-8", ""], ["text/plain;charset=UTF-8", "c3a9"], [null, "35"], [null, "62"], [null, "4241"], [null, "41"], [null, "00"], [null, "73"]]
    request({ body: 'x', headers: { 'content-type': 'q' } }).headers ⇒ [["content-type", "q"]]
    (async () => { const bytes = Buffer.from('abc'); const r = request({ body: bytes }); bytes[0] = 0x7a; return r.text(); })() ⇒ "abc"
    (async () => { const r = request({ body: '{"a":1}' }); const before = r.bodyUsed; const { a } = await r.json(); return [before, a, r.bodyUsed, tried(() => r.text()), tried(() => r.json()), tried(() => r.arrayBuffer())]; })()
      ⇒ [false, 1, true, "TypeError", "TypeError", "TypeError"]
    (async () => { const r = request({ body: '{' }); const read = r.json(); return [r.bodyUsed, await read.catch((error) => error)]; })()
      ⇒ [true, "SyntaxError"]
    request({ body: Buffer.from([0xff, 0x41, 0xe2, 0x82]) }).text() ⇒ "�A�"
  `),
  );
  t.end();
});

test('Request: one request made from another', (t) => {
  const made =
    "const a = new Request('http://a/x', { method: 'POST', headers: { A: '1' }, body: 'b', cache: 'reload', mode: 'cors', credentials: 'omit' });";
  const of = (what: string): string => `(async () => { ${made} return ${what}; })()`;
  comesTo(t, [
    [
      of(
        '(({ url, method, cache, mode, credentials, headers }) => [url, method, cache, mode, credentials, headers])(new Request(a))',
      ),
      [
        'http://a/x',
        'POST',
        'reload',
        'cors',
        'omit',
        [
          ['A', '1'],
          ['Content-Type', 'text/plain;charset=UTF-8'],
        ],
      ],
    ],
    [
      of(
        "((b) => [b.method, b.cache, b.mode, b.headers])(new Request(a, { method: 'put', cache: 'no-store', headers: { B: '2' } }))",
      ),
      ['PUT', 'no-store', 'cors', [['B', '2']]],
    ],
    [of("((b) => (b.headers.set('A', '2'), a.headers.get('A')))(new Request(a, { body: 'c' }))"), '1'],
    [of('((b) => a.arrayBuffer().then((read) => (new Uint8Array(read).fill(0), b.text())))(new Request(a))'), 'b'],
    [of('[await new Request(a).text(), a.bodyUsed, await a.text()]'), ['b', false, 'b']],
    [
      of(
        "Promise.all([{}, { body: undefined }, { body: null }, { body: '' }, { body: 'c' }].map((options) => new Request(a, options).text()))",
      ),
      ['b', 'b', '', '', 'c'],
    ],
    [
      of(
        "((b) => (b.headers.set('A', '2'), b.headers.append('B', '3'), [a.headers.get('A'), a.headers.get('B'), b.headers.get('A')]))(new Request(a))",
      ),
      ['1', null, '2'],
    ],
    [
      of(
        "[await a.text(), new Request(a).bodyUsed, tried(() => new Request(a).text()), await new Request(a, { body: 'c' }).text()]",
      ),
      ['b', true, 'TypeError', 'c'],
    ],
  ]);
  t.end();
});

test('Request: no https before 0.7.0', async (t) => {
  const url = "srv.fetch('https://a/').then(() => 'sent')";
  t.deepEqual(await new FetchRealm(undefined, '0.6.9').of(url), { rejected: 'TypeError' });
  t.deepEqual(await new FetchRealm(undefined, '0.7.0').of(url), { value: 'sent' });
  t.end();
});
