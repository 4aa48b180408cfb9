import fc from 'fast-check';
import test from 'tape';
import { comesTo, settledValue } from '../../../testing/fetch-realm.js';
import { valueRows } from '../../../testing/tables.js';

test('Response: options and their defaults', (t) => {
  comesTo(
    t,
    valueRows(String.raw`
    (({ status, statusText, ok, redirected, type, url, bodyUsed, headers }) => [status, statusText, ok, redirected, type, url, bodyUsed, headers])(new Response())
      ⇒ [200, "", true, false, "basic", "", false, []]
    [200, 299.9, 300, 404, 599, undefined].map((status) => ((r) => [r.status, r.ok])(new Response('', { status })))
      ⇒ [[200, true], [299, true], [300, false], [404, false], [599, false], [200, true]]
    [0, 100, 101, 199, 600, 1e10, -1].map((status) => tried(() => new Response('', { status }))) ⇒ 7 × "RangeError"
    [null, '404', NaN, Infinity, {}, true, Symbol()].map((status) => tried(() => new Response('', { status }))) ⇒ 7 × "TypeError"
    [undefined, null, 'Not Found', 5, 'é', 'a\tb'].map((statusText) => new Response('', { statusText }).statusText)
      ⇒ ["", "", "Not Found", "5", "é", "a\tb"]
    ['a\nb', 'a\r', '\0', Symbol()].map((statusText) => tried(() => new Response('', { statusText }))) ⇒ 4 × "TypeError"
    ['a: b', undefined, [['a', '1'], ['A', '2']], new Headers({ a: '1' }), { a: '1' }].map((headers) => new Response(null, { headers }).headers)
      ⇒ [[], [], [["a", "1, 2"]], [["a", "1"]], [["a", "1"]]]
    [null, 5, true, [['a']], { 'a b': '' }].map((headers) => tried(() => new Response('', { headers }))) ⇒ 5 × "TypeError"
    (() => { const seen = []; new Response('', new Proxy({}, { get: (_, name) => void seen.push(name) })); return seen; })()
      ⇒ ["status", "statusText", "headers"]
    ((r) => [r.headers === r.headers, tried(() => r.headers.set('a', '2')), r.headers.get('a')])(new Response('', { headers: { a: '1' } }))
      ⇒ [true, "undefined", "2"]
    [Response.prototype.ok, Response.prototype.type, Response.prototype.redirected, Response.prototype.json(), Object.prototype.toString.call(new Response())]
      ⇒ ["undefined", "undefined", "undefined", "undefined", "[object Response]"]
  `),
  );
  t.end();
});

test('Response: bodies', (t) => {
  comesTo(
    t,
    valueRows(`
    new Response('x', { headers: { 'content-type': 'q' } }).headers ⇒ [["content-type", "q"]]
    Promise.all([undefined, null, '', 'é', 5, Buffer.from('b'), new Uint8Array([65]).buffer].map(async (body) => { const r = new Response(body); return [r.headers.get('content-type'), await r.arrayBuffer()]; }))
      ⇒ [[null, ""], [null, ""], ["text/plain;charset=UTF-8", ""], ["text/plain;charset=UTF-8", "c3a9"], [null, "35"], [null, "62"], [null, "41"]]
    (async () => { const r = new Response('x'); const first = r.text(); return [r.bodyUsed, tried(() => r.text()), await first]; })()
      ⇒ [true, "TypeError", "x"]
    (async () => { const r = new Response(''); return [await r.json().catch((error) => error), r.bodyUsed, tried(() => r.text())]; })()
      ⇒ ["SyntaxError", true, "TypeError"]
    (async () => { const a = new Response('b', { status: 404, statusText: 'No', headers: { x: '1' } }); const b = new Response(Buffer.from(await a.text()), a); return [b.status, b.statusText, b.headers, await b.text()]; })()
      ⇒ [404, "No", [["Content-Type", "text/plain;charset=UTF-8"], ["x", "1"]], "b"]
    (async () => { const bytes = Buffer.from('abc'); const read = await new Response(bytes).arrayBuffer(); new Uint8Array(read)[0] = 0; return String(bytes); })()
      ⇒ "abc"
  `),
  );
  t.end();
});

test("Response: statuses and texts agree with Node's class", async (t) => {
  const statuses = fc.property(fc.integer({ min: 0, max: 1000 }), (status) => {
    const made = (() => {
      try {
        const { status: kept, ok } = new Response(null, { status });
        return [kept, ok];
      } catch (error) {
        return error instanceof Error ? error.name : '';
      }
    })();
    const ours = settledValue(
      `tried(() => (({ status, ok }) => [status, ok])(new Response(null, { status: ${status} })))`,
    );
    return JSON.stringify(ours) === JSON.stringify(made);
  });
  t.doesNotThrow(() => fc.assert(statuses, { numRuns: 200, examples: [[199], [200], [299], [300], [599], [600]] }));
  const texts = fc.asyncProperty(fc.uint8Array({ maxLength: 12 }), async (bytes) => {
    // Unlike the classes of browsers, those of hosts keep a byte order mark.
    fc.pre(bytes[0] !== 0xef);
    const ours = settledValue(`new Response(Buffer.from('${Buffer.from(bytes).toString('hex')}', 'hex')).text()`);
    return ours === (await new Response(Buffer.from(bytes)).text());
  });
  await fc.assert(texts, { numRuns: 200 });
  t.end();
});
