import test from 'tape';
import { testHost } from '../../testing/host.js';

const script = `
  const answer = (r, value) => r.return(200, JSON.stringify(value));
  function outcome(work) {
    try { return work(); } catch (error) { return error instanceof TypeError ? 'TypeError' : error.name; }
  }
  export default {
    args(r) {
      const first = r.args;
      r.variables.args = 'changed=1';
      answer(r, [first, first === r.args, outcome(() => { r.args = {}; })]);
    },
    headersIn(r) {
      const { headersIn } = r;
      answer(r, {
        single: headersIn.referer, cookie: headersIn['COOKIE'], joined: headersIn['x-Dup'], missing: headersIn.nope === undefined,
        text: headersIn['X-Text'], keys: Object.keys(headersIn).slice(1), has: ['host' in headersIn, 'nope' in headersIn],
        assign: outcome(() => { headersIn.host = 'x'; }), delete: outcome(() => delete headersIn.host), raw: r.rawHeadersIn.slice(1),
        fresh: r.rawHeadersIn !== r.rawHeadersIn,
      });
    },
    headersOut(r) {
      const { headersOut } = r;
      const assign = (name, value) => outcome(() => { headersOut[name] = value; return headersOut[name.toUpperCase()]; });
      const seen = {
        plain: assign('X-Plain', 1), array: assign('X-Array', ['a', 'b']), replaced: assign('x-array', ['c', 'd']),
        type: assign('Content-Type', ['a/b', 'c/d']), age: assign('Age', ['1', '2']), cookie: assign('Set-Cookie', 'a=1'),
        cookies: assign('Set-Cookie', ['a=1', 'b=2']), text: assign('X-Text', 'é'), bytes: assign('X-Bytes', Buffer.from([0x41])),
        gaps: assign('X-Gaps', ['', null, 'x', undefined]), name: assign('X Name', 'x'), value: assign('X-Value', 'a\\r\\nb'),
        length: assign('Content-Length', 'many'), emptied: [assign('X-Gone', 'x'), assign('X-Gone', null) === undefined],
        deleted: [assign('X-Gone', 'x'), delete headersOut['x-gone'], headersOut['X-Gone'] === undefined],
        keys: Object.keys(headersOut), raw: r.rawHeadersOut, has: ['x-plain' in headersOut, 'x-gone' in headersOut],
        same: r.headersOut === headersOut, own: outcome(() => { r.headersOut = {}; }),
      };
      answer(r, seen);
    },
    wrong(r) {
      const { headersOut } = r;
      const replace = (name, ...values) => values.map((value) => {
        outcome(() => { headersOut[name] = value; });
        return headersOut[name] ?? 'none';
      });
      answer(r, [
        replace('X-Text', 'a', 'b\\n'), replace('X-Array', ['a'], ['b', 'c\\0', 'd']), replace('Location', '/a', '/b\\r'),
        replace('Content-Encoding', 'a', ['b\\n', 'c']), replace('Content-Length', 3, 'x'), replace('Date', ['a', 'b']), replace('Server', 'a', 'b\\n'),
      ]);
    },
    late(r) {
      r.headersOut['X-Early'] = '1';
      r.sendHeader();
      r.headersOut['X-Late'] = '1';
      r.status = 404;
      r.send('a'); r.send(Buffer.from('b'));
      r.send(String(r.headersOut['X-Late']) + r.status);
      r.finish();
    },
    status(r) {
      const assign = (value) => outcome(() => { r.status = value; return r.status; });
      answer(r, [r.status, assign(404), assign('201'), assign(200.7), assign('x'), assign(undefined), r.status]);
    },
    sentStatus(r) { r.status = 202; r.sendHeader(); r.finish(); },
    facts(r) {
      const readOnly = ['method', 'uri', 'httpVersion', 'remoteAddress', 'internal', 'parent', 'requestText', 'requestBuffer'];
      answer(r, [r.method, r.uri, r.httpVersion, r.remoteAddress, r.internal, r.parent === undefined,
        readOnly.map((name) => outcome(() => { r[name] = 1; })).every((result) => result === 'TypeError')]);
    },
    body: (r) => answer(r, [r.requestText, r.requestBuffer && [...r.requestBuffer], Buffer.isBuffer(r.requestBuffer)]),
    returns(r) {
      const { code, text, kind } = r.args;
      const values = { buffer: Buffer.from([0xff, 0x41]), nothing: undefined, null: null, object: {}, number: 5 };
      r.return(Number(code), kind === undefined ? text : values[kind]);
    },
    refused: (r) => answer(r, [[], [-1], [1e20], [1000], ['x']].map((values) => outcome(() => r.return(...values)))),
    twice(r) { r.return(200, 'one'); r.return(201, 'two'); },
  };
`;

const served = (handler: string, more = '') => ({
  script,
  server: `location / { ${more} js_content main.${handler}; }`,
});

test('r.args: decoded, repeated keys as arrays, read once', async (t) => {
  const host = await testHost(t, served('args'));
  const [args, same, assigned] = Object.values(
    Object(await host.json('/?a=1&a=2&A=3&b=%41+x&c&=e&d=%FF&e=%zz&__proto__=p')),
  );
  t.deepEqual(Object.entries(Object(args)), [
    ['a', ['1', '2']],
    ['A', '3'],
    ['b', 'A x'],
    ['c', ''],
    ['', 'e'],
    ['d', '\ufffd'],
    ['e', '%zz'],
    ['__proto__', 'p'],
  ]);
  t.equal(same, true, 'the same object');
  t.equal(assigned, 'TypeError', 'read-only');
  const many = Array.from({ length: 1500 }, (_, at) => `k${at}`);
  const [all] = Object.values(Object(await host.json(`/?${many.join('&')}`)));
  t.equal(Object.keys(Object(all)).length, 1500, 'no limit');
});

test('r.headersIn and r.rawHeadersIn', async (t) => {
  const host = await testHost(t, served('headersIn'));
  const headers = [
    'Referer',
    'a',
    'referer',
    'b',
    'Cookie',
    'a=1',
    'cookie',
    'b=2',
    'X-Dup',
    '1',
    'x-dUP',
    '2',
    'X-Text',
    '\xc3\xa9\xff',
  ];
  t.deepEqual(await host.json('/', { headers: [...headers, 'Connection', 'close'] }), {
    single: 'a',
    cookie: 'a=1;b=2',
    joined: '1,2',
    missing: true,
    text: 'é\ufffd',
    keys: ['Referer', 'Cookie', 'X-Dup', 'X-Text', 'Connection'],
    has: [true, false],
    assign: 'TypeError',
    delete: 'TypeError',
    raw: [
      ['Referer', 'a'],
      ['referer', 'b'],
      ['Cookie', 'a=1'],
      ['cookie', 'b=2'],
      ['X-Dup', '1'],
      ['x-dUP', '2'],
      ['X-Text', 'é\ufffd'],
      ['Connection', 'close'],
    ],
    fresh: true,
  });
});

test('r.headersOut and r.rawHeadersOut', async (t) => {
  const host = await testHost(t, served('headersOut'));
  const answer = await host.ask('/');
  t.deepEqual(JSON.parse(answer.text), {
    plain: '1',
    array: 'a,b',
    replaced: 'c,d',
    type: 'c/d',
    age: '2',
    cookie: ['a=1'],
    cookies: ['a=1', 'b=2'],
    text: 'é',
    bytes: 'A',
    gaps: 'x',
    name: 'TypeError',
    value: 'TypeError',
    length: 'TypeError',
    emptied: ['x', true],
    deleted: ['x', true, true],
    keys: ['Content-Type', 'X-Plain', 'x-array', 'Age', 'Set-Cookie', 'X-Text', 'X-Bytes', 'X-Gaps'],
    raw: [
      ['X-Plain', '1'],
      ['x-array', 'c'],
      ['x-array', 'd'],
      ['Content-Type', 'c/d'],
      ['Age', '2'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['X-Text', 'é'],
      ['X-Bytes', 'A'],
      ['X-Gaps', 'x'],
    ],
    has: [true, false],
    same: true,
    own: 'TypeError',
  });
  const lines = answer.rawHeaders.filter((_, at) => at % 2 === 1 && /^(x-|set)/i.test(answer.rawHeaders[at - 1] ?? ''));
  t.deepEqual(lines, ['1', 'c', 'd', 'a=1', 'b=2', '\xc3\xa9', 'A', 'x'], 'on the wire');
  t.equal(answer.headers['content-type'], 'c/d');
});

test('r.headersOut: the type and length of a file come first, and its date is hidden', async (t) => {
  const listed = `export default { list: (r) => {
    const seen = [...Object.keys(r.headersOut), r.headersOut['Last-Modified'] === undefined];
    r.headersOut['X-Seen'] = seen.join();
  } };`;
  const host = await testHost(t, {
    script: listed,
    server: 'location = /a.txt { alias ./a.txt; js_header_filter main.list; }',
    files: { 'a.txt': 'abc' },
  });
  const { headers } = await host.ask('/a.txt');
  t.equal(headers['x-seen'], 'Content-Type,Content-Length,ETag,true');
  t.ok('last-modified' in headers, 'the client receives it');
});

test('r.headersOut: an invalid value leaves the values before it, or in some headers the previous value', async (t) => {
  const host = await testHost(t, served('wrong'));
  const texts = [['a', 'none'], ['a', 'b'], ['/a', '/a'], ['a', 'c'], ['3', 'none'], ['b'], ['a', 'a']];
  t.deepEqual(await host.json('/'), texts);
});

test('r.sendHeader, r.send, r.finish: changes after the header have no effect', async (t) => {
  const host = await testHost(t, served('late'));
  const answer = await host.ask('/');
  t.equal(answer.status, 200);
  t.equal(answer.headers['x-early'], '1');
  t.notOk('x-late' in answer.headers);
  t.equal(answer.text, 'abundefined404');
});

test('r.status', async (t) => {
  const host = await testHost(t, {
    script,
    server: 'location / { js_content main.status; } location /sent { js_content main.sentStatus; }',
  });
  t.deepEqual(await host.json('/'), [0, 404, 201, 200, 'TypeError', 'TypeError', 200]);
  t.equal((await host.ask('/sent')).status, 202);
});

test('read-only properties of a request', async (t) => {
  const host = await testHost(t, served('facts'));
  t.deepEqual(await host.json('/a//%C3%A9?x'), ['GET', '/a/é', '1.1', '127.0.0.1', false, true, true]);
});

test('r.requestText and r.requestBuffer', async (t) => {
  const host = await testHost(t, {
    script,
    server: 'location / { js_content main.body; }',
  });
  t.deepEqual(await host.json('/', { body: Buffer.from([0x41, 0xff]) }), ['A\ufffd', [0x41, 0xff], true]);
  t.deepEqual(await host.json('/'), [null, null, false], 'no body');
  t.deepEqual(await host.json('/', { method: 'POST', body: '' }), ['', [], true], 'an empty one');
});

/** Codes and texts for `r.return`, and the status, body and Location of the answer. */
const returns: readonly (readonly [string, number, string | RegExp, string?])[] = [
  ['code=200&text=x', 200, 'x'],
  ['code=200', 200, ''],
  ['code=200&kind=null', 200, ''],
  ['code=200&kind=object', 200, '[object Object]'],
  ['code=200&kind=number', 200, '5'],
  ['code=204&text=x', 204, ''],
  ['code=304', 304, ''],
  ['code=404&text=gone', 404, 'gone'],
  ['code=404', 404, /<h1>404 Not Found<\/h1>/],
  ['code=500', 500, /<h1>500 Internal Server Error<\/h1>/],
  ['code=301&text=http://x/y', 301, /<h1>301/, 'http://x/y'],
  ['code=302&text=http://x/y', 302, /<h1>302/, 'http://x/y'],
  ['code=303&text=http://x/y', 303, /<h1>303/, 'http://x/y'],
  ['code=307&text=http://x/y', 307, /<h1>307/, 'http://x/y'],
  ['code=308&text=http://x/y', 308, /<h1>308/, 'http://x/y'],
  ['code=300&text=x', 300, 'x'],
  ['code=999&text=x', 999, 'x'],
];

test('r.return', async (t) => {
  const host = await testHost(t, served('returns'));
  for (const [query, status, text, location] of returns) {
    const answer = await host.ask(`/?${query}`);
    t.equal(answer.status, status, query);
    if (typeof text === 'string') t.equal(answer.text, text, 'its body');
    else t.match(answer.text, text, 'its page');
    t.equal(answer.headers.location, location, 'its Location');
  }
  const none = await host.raw('GET /?code=0&text=x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  t.match(none, /^HTTP\/1.1 000 \r\n.*Content-Length: 1\r\n.*\r\n\r\nx$/s, 'no status is a status like others');
  const relative = await host.ask('/?code=301&text=/there');
  t.equal(relative.headers.location, `http://127.0.0.1:${host.port}/there`, 'a path becomes a URL of this host');
  const bytes = await host.raw('GET /?code=200&kind=buffer HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  t.ok(bytes.endsWith('\r\n\r\n\xffA'), 'bytes are sent unchanged');
});

test('r.return: rejected arguments', async (t) => {
  const host = await testHost(t, {
    script,
    server: 'location / { js_content main.refused; } location /twice { js_content main.twice; }',
  });
  t.deepEqual(await host.json('/'), ['TypeError', 'RangeError', 'RangeError', 'RangeError', 'TypeError']);
  const twice = await host.ask('/twice');
  t.deepEqual([twice.status, twice.text], [200, 'one'], 'only the first answer is sent');
  t.ok(host.log().some((line) => line.includes('js exception: InternalError: failed to send response')));
});

test('r: one object for all handlers of a request', async (t) => {
  const script = `
    let first;
    const same = (r) => (first ??= r) === r;
    const results = [];
    export default {
      value: (r) => { results.push(same(r)); return 'value'; },
      async access(r) { results.push(same(r), r.variables.value); await undefined; r.note = 'of the access handler'; },
      content: (r) => r.return(200, JSON.stringify([...results, same(r), r.note, r.variables === first.variables])),
    };
  `;
  const server = 'location / { js_access main.access; js_content main.content; }';
  const host = await testHost(t, { script, http: 'js_set $value main.value nocache;', server });
  const once = [true, 'value', true, true, 'of the access handler', true];
  t.deepEqual([...[await host.json('/')].flat()].sort(), [...once].sort());
  t.deepEqual(await host.json('/'), await host.json('/'), 'another request has another object');
});
