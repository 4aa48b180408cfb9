import { connect } from 'node:net';
import test from 'tape';
import { type TestHost, testHost } from '../../../testing/host.js';

const script = `
  const show = (value) => value instanceof ArrayBuffer ? { bytes: [...new Uint8Array(value)] } : value;
  async function tried(work) {
    try { return show(await work()); } catch (error) { return error.name; }
  }
  const readers = { text: (r) => r.readRequestText(), bytes: (r) => r.readRequestArrayBuffer(), json: (r) => r.readRequestJSON() };
  async function all(r) {
    const outcomes = [];
    for (const name of r.variables.arg_order.split('.')) outcomes.push(await tried(() => readers[name](r)));
    return outcomes;
  }
  let seen = null;
  const report = (r, ...what) => r.return(200, JSON.stringify([seen, ...what]));
  export default {
    async access(r) { seen = await all(r); },
    async content(r) { report(r, await all(r), r.requestText ?? null); },
    async pending(r) {
      const first = r.readRequestText();
      const others = Object.values(readers).map((read) => { try { read(r); return 'began'; } catch ({ name, message }) { return [name, message]; } });
      seen = [first instanceof Promise, r.requestText ?? null, ...others, await first, await r.readRequestText()];
    },
    text(r) { report(r, r.requestText ?? null); },
    leftBehind(r) { r.readRequestText(); },
    async redirects(r) { await r.readRequestText(); r.internalRedirect('/text'); },
    async refuses(r) { r.return(403, 'no ' + await r.readRequestText()); },
    async waits(r) {
      setTimeout(() => r.error('outlived it'), 1e6);
      try { await r.readRequestText(); } finally { r.error('went on'); }
    },
    async copies(r) {
      const [first, second] = [await r.readRequestArrayBuffer(), await r.readRequestArrayBuffer()];
      report(r, first === second, r.requestBuffer === r.requestBuffer);
    },
    async inner(r) { r.return(200, JSON.stringify([await all(r), r.requestText ?? null])); },
    reads: (r) => String(r.readRequestText()),
    async makes(r) {
      seen = await r.readRequestText();
      const own = await r.subrequest('/inner', { method: 'POST', body: '"own"', args: 'order=json.text' });
      const parents = await r.subrequest('/inner', { args: 'order=text.json' });
      seen = [seen, own.responseText, parents.responseText, await parents.readRequestText()];
    },
    async during(r) {
      const reading = r.readRequestText();
      const reply = await r.subrequest('/inner', { args: 'order=text' });
      seen = [await reply.responseText, await reading];
    },
  };
`;

const server = `
  location /access { js_access main.access; js_content main.text; }
  location /content { js_content main.content; }
  location /pending { js_access main.pending; js_content main.text; }
  location /left { js_access main.leftBehind; js_content main.text; }
  location /redirects { js_access main.redirects; }
  location /refuses { js_access main.refuses; }
  location /text { js_content main.text; }
  location /small { client_max_body_size 4; js_access main.waits; js_content main.text; error_page 413 =200 /text; }
  location /waits { js_access main.waits; js_content main.text; }
  location /set { return 200 "[$reads]"; }
  location /impatient { client_body_timeout 50ms; js_access main.waits; js_content main.text; }
  location /copies { js_content main.copies; }
  location /inner { js_content main.inner; }
  location /makes { js_access main.makes; js_content main.text; }
  location /during { js_access main.during; js_content main.text; }
`;

const http = "log_format status '$uri $status'; access_log access.log status; js_set $reads main.reads;";

const serves = { script, server, http };

/** Sends a request whose body waits for a go-ahead; returns the handler's report. */
async function asked(host: TestHost, path: string, body: string): Promise<unknown> {
  return JSON.parse(await host.late(path, body));
}

test('r.readRequest*: in either phase, in any order', async (t) => {
  const host = await testHost(t, serves);
  const body = '[1]';
  const bytes = { bytes: [91, 49, 93] };
  const order = '?order=json.text.bytes.text.json';
  const read = [[1], body, bytes, body, [1]];
  t.deepEqual(await host.json(`/access${order}`, { body }), [read, body], 'in access');
  t.deepEqual(await host.json(`/content${order}`, { body }), [null, read, body], 'in content');
  t.deepEqual(await asked(host, `/access${order}`, body), [read, body], 'that comes later');
  const nothing = ['', { bytes: [] }, 'SyntaxError'];
  t.deepEqual(await host.json('/access?order=text.bytes.json'), [nothing, null], 'without a body');
  t.deepEqual(await host.json('/content?order=text.bytes.json'), [null, nothing, null], 'and in content');
  t.deepEqual(await host.json('/content?order=text', { body: Buffer.from('a\xffz', 'latin1') }), [
    null,
    ['a\ufffdz'],
    'a\ufffdz',
  ]);
  const malformed = ['SyntaxError', '{"a"', 'SyntaxError'];
  t.deepEqual(await host.json('/access?order=json.text.json', { body: '{"a"' }), [malformed, '{"a"'], 'no JSON');
  t.deepEqual(await host.json('/copies', { body }), [null, false, true], 'its own memory, but the same Buffer');
});

test('r.readRequest*: one at a time', async (t) => {
  const host = await testHost(t, serves);
  const refused = ['TypeError', 'request body is already being read'];
  const outcomes = (body: string) => [true, null, refused, refused, refused, body, body];
  t.deepEqual(await host.json('/pending', { body: 'x' }), [outcomes('x'), 'x']);
  t.deepEqual(await asked(host, '/pending', 'xyz'), [outcomes('xyz'), 'xyz']);
  t.deepEqual(await host.json('/pending'), [outcomes(''), null], 'without a body');
  t.deepEqual(await asked(host, '/left', 'xyz'), [null, 'xyz'], 'an unawaited read ends before the content phase');
});

test('r.readRequest*: redirects, refusals and subrequests', async (t) => {
  const host = await testHost(t, serves);
  t.deepEqual(await asked(host, '/redirects', 'xyz'), [null, 'xyz']);
  t.equal((await host.ask('/refuses', { body: 'xyz' })).text, 'no xyz');
  t.deepEqual(await asked(host, '/makes', '"p"'), [
    ['"p"', '[["own","\\"own\\""],"\\"own\\""]', '[["\\"p\\"","p"],"\\"p\\""]', '"p"'],
    '"p"',
  ]);
  t.deepEqual(await asked(host, '/during', 'xyz'), [['[[""],null]', 'xyz'], 'xyz']);
});

test('r.readRequest*: unreadable bodies', async (t) => {
  const host = await testHost(t, serves);
  const chunked = 'Transfer-Encoding: chunked';
  t.equal(await host.late('/small', '5\r\nabcde\r\n0\r\n\r\n', chunked), '[null,null]', 'the error page answers');
  t.match(await host.late('/waits', 'five', chunked), /400 Bad Request/, 'malformed');
  t.equal(await host.raw('POST /impatient HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na'), '', 'too late');
  const socket = connect(host.port, '127.0.0.1');
  socket.write('POST /waits HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n');
  socket.once('data', () => socket.end('a'));
  await host.logged('client prematurely closed connection');
  await host.logged('/impatient 408', 'access.log');
  t.equal(host.log().filter((line) => line.includes('went on')).length, 0, 'no handler continues');
  t.equal((await host.ask('/set', { body: 'abc' })).text, '[]', 'a variable cannot wait for it');
  t.ok(host.log().some((line) => line.includes('async operation inside "main.reads" variable handler')));
});
