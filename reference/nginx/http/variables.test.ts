import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { testHost } from '../../testing/host.js';

const script = `
  function outcome(work) {
    try { return work(); } catch (error) { return error instanceof TypeError ? 'TypeError' : 'another error'; }
  }
  const answer = (r, value) => r.return(200, JSON.stringify(value));
  let calls = 0;
  export default {
    embedded(r) {
      const names = ['request_method', 'uri', 'URI', 'request_uri', 'args', 'query_string', 'is_args', 'arg_a', 'ARG_A', 'arg_b',
        'arg_c', 'arg_d', 'arg_e', 'http_x_two', 'http_nope', 'cookie_b', 'host', 'remote_addr', 'scheme', 'server_protocol',
        'content_type', 'content_length', 'request_body', 'status', 'remote_user', 'nope', ''];
      const values = {};
      for (const name of names) values[name] = r.variables[name] === undefined ? null : r.variables[name];
      answer(r, values);
    },
    raw(r) {
      const { rawVariables } = r;
      answer(r, [Buffer.isBuffer(rawVariables.uri), [...rawVariables.binary_remote_addr], [...rawVariables.uri], rawVariables.nope === undefined]);
    },
    writable(r) {
      const assign = (name, value) => outcome(() => { r.variables[name] = value; return r.variables[name]; });
      answer(r, {
        declared: assign('declared', 'x'), case: assign('DECLARED', 'y'), number: assign('declared', 5),
        nothing: assign('declared', undefined), bytes: assign('declared', Buffer.from([0xc3, 0xa9])),
        set: assign('assigned', 'x'), handled: assign('handled', 'x'), referenced: assign('request_id', 'x'),
        volatile: assign('uri', '/x'), noArgs: assign('args', null) === undefined, emptyArgs: assign('args', ''), args: assign('args', 'z=1'), arg: r.variables.arg_z,
        unreferenced: [assign('hostname', 'x'), assign('unmentioned', 'x')], header: assign('http_referenced', 'x'), argument: assign('arg_z', 'x'),
        unknown: assign('unknown', 'x'), deleted: outcome(() => delete r.variables.declared), raw: outcome(() => {
          r.rawVariables.declared = Buffer.from([0xff]); return [...r.rawVariables.declared]; }),
      });
    },
    cacheable(r) {
      answer(r, {
        referenced: r.variables.request_id === r.variables.request_id,
        unreferenced: r.variables.connection_requests === r.variables.connection_requests,
        handled: [r.variables.handled, r.variables.handled], uncached: [r.variables.uncached, r.variables.uncached],
        unmentioned: [r.variables.unmentioned, r.variables.unmentioned],
      });
    },
    family(r) {
      const before = r.variables.sent_http_x;
      r.headersOut.X = 'later';
      answer(r, [before === undefined, r.variables.sent_http_x]);
    },
    unreferenced(r) { answer(r, [r.variables.request_id === r.variables.request_id, /^[0-9a-f]{32}$/.test(r.variables.request_id)]); },
    shape(r) {
      answer(r, [Object.keys(r.variables), 'uri' in r.variables, 'nope' in r.variables, r.variables === r.variables,
        outcome(() => { r.variables = {}; }), r.variables[Symbol.iterator] === undefined, JSON.stringify(r.variables)]);
    },
    captures: (r) => answer(r, [r.variables['1'], r.variables[2], r.variables.word, r.variables['3'] === undefined]),
    counted: (r) => String(++calls),
    throwing: (r) => { throw new Error('on purpose'); },
    nothing: (r) => undefined,
    bytes: (r) => Buffer.from([0xc3, 0xa9]),
    later: async (r) => { r.setReturnValue('early'); await null; r.setReturnValue('late'); },
    never: () => new Promise(() => {}),
    itself: (r) => 'before ' + r.variables.itself,
    declared: (r) => r.variables.declared,
  };
`;

test('variables: facts about a request', async (t) => {
  const host = await testHost(t, { script, server: 'location / { js_content main.embedded; }' });
  const target = '/p%41th//x?A=1&a=2&b=%41&c&d=&E=5';
  const headers = [
    'X-Two',
    '1',
    'x-two',
    '2',
    'Cookie',
    'a=1; b=2',
    'Content-Type',
    'text/x',
    'Authorization',
    'Basic dXNlcjpwdw==',
  ];
  const expected = {
    request_method: 'PUT',
    uri: '/pAth/x',
    URI: '/pAth/x',
    request_uri: target,
    args: 'A=1&a=2&b=%41&c&d=&E=5',
    query_string: 'A=1&a=2&b=%41&c&d=&E=5',
    is_args: '?',
    arg_a: '1',
    ARG_A: '1',
    arg_b: '%41',
    arg_c: null,
    arg_d: '',
    arg_e: '5',
    http_x_two: '1, 2',
    http_nope: null,
    cookie_b: '2',
    host: '127.0.0.1',
    remote_addr: '127.0.0.1',
    scheme: 'http',
    server_protocol: 'HTTP/1.1',
    content_type: 'text/x',
    content_length: '3',
    request_body: 'abc',
    status: '000',
    remote_user: 'user',
    nope: null,
    '': null,
  };
  t.deepEqual(await host.json(target, { method: 'PUT', headers, body: 'abc' }), expected);
});

test('variables: as bytes', async (t) => {
  const host = await testHost(t, { script, server: 'location / { js_content main.raw; }' });
  t.deepEqual(await host.json('/%ff'), [true, [127, 0, 0, 1], [47, 255], true]);
});

test('variables: those that scripts may assign', async (t) => {
  const host = await testHost(t, {
    script,
    http: 'js_var $declared; js_set $handled main.counted; js_set $unmentioned main.counted;',
    server: `set $assigned first;
      location / { js_content main.writable; }
      location /mentions { return 200 "$request_id $uri $http_referenced $handled"; }`,
  });
  t.deepEqual(await host.json('/here'), {
    declared: 'x',
    case: 'y',
    number: '5',
    nothing: '',
    bytes: 'é',
    set: 'x',
    handled: 'x',
    referenced: 'x',
    volatile: '/x',
    noArgs: true,
    emptyArgs: '',
    args: 'z=1',
    arg: '1',
    unreferenced: ['TypeError', 'TypeError'],
    header: 'TypeError',
    argument: 'TypeError',
    unknown: 'TypeError',
    deleted: 'TypeError',
    raw: [255],
  });
});

test('variables: those that keep their value', async (t) => {
  const host = await testHost(t, {
    script,
    http: `js_set $handled main.counted; js_set $uncached main.counted nocache; js_set $unmentioned main.counted;`,
    server: `location / { js_content main.cacheable; }
      location /mentions { return 200 "$request_id $handled $uncached"; }`,
  });
  t.deepEqual(await host.json('/'), {
    referenced: true,
    unreferenced: true,
    handled: ['1', '1'],
    uncached: ['2', '3'],
    unmentioned: ['4', '5'],
  });
  const other = await testHost(t, { script, server: 'location / { js_content main.unreferenced; }' });
  t.deepEqual(await other.json('/'), [false, true]);
});

test('variables: scripts read current values of families; a template has one value of each', async (t) => {
  const host = await testHost(t, {
    script,
    http: 'js_set $uncached main.counted nocache;',
    server: `location / { add_header Y $sent_http_x; js_content main.family; }
      location /template { return 200 "$uncached $uncached"; }`,
  });
  t.deepEqual(await host.json('/'), [true, 'later']);
  t.equal((await host.ask('/template')).text, '1 1');
  t.equal((await host.ask('/template')).text.replace(/\d+/g, 'n'), 'n n');
});

test('variables: the object scripts see', async (t) => {
  const host = await testHost(t, { script, server: 'location / { js_content main.shape; }' });
  t.deepEqual(await host.json('/'), [[], true, false, true, 'TypeError', true, '{}']);
});

test('variables: captures of a location', async (t) => {
  const host = await testHost(t, { script, server: 'location ~ ^/(\\w+)/(?<word>\\w+) { js_content main.captures; }' });
  t.deepEqual(await host.json('/one/two'), ['one', 'two', 'two', true]);
});

test('variables: handlers', async (t) => {
  const handlers = ['counted', 'throwing', 'nothing', 'bytes', 'later', 'never', 'itself', 'missing', 'declared'];
  const host = await testHost(t, {
    script,
    http: `js_var $declared "$uri!"; ${handlers.map((name) => `js_set $${name === 'declared' ? 'copy' : name} main.${name};`).join('\n')}`,
    server: `location / { return 200 "$counted$counted [$throwing] [$nothing] [$bytes] [$later] [$never] [$itself] [$missing] [$copy]"; }`,
  });
  t.equal(
    (await host.ask('/u')).text,
    `11 [] [] [é] [late] [[object Promise]] [${'before '.repeat(100)}undefined] [] [/u!]`,
  );
  t.ok(host.log().some((line) => /\[error\] .* cycle while evaluating variable "itself", client: /.test(line)));
  t.ok(
    host.log().some((line) => /\[error\] .*: \*1 js exception: Error: on purpose/.test(line)),
    'the failure is logged',
  );
});

test('the user of basic authentication is absent for an empty name and without credentials', async (t) => {
  const host = await testHost(t, {
    http: 'log_format users $remote_user; access_log users.log users;',
    server: 'location / { return 200 "[$remote_user]"; }',
  });
  const seen = [
    ['Basic YTpi', '[a]'],
    ['basic  YTpi', '[a]'],
    ['Basic YTpi=x', '[a]'],
    ['Basic OmI=', '[]'],
    ['Basic YQ==', '[]'],
    ['Basic YTpiY', '[]'],
    ['Basic YTpi!', '[]'],
    ['Basic', '[]'],
    ['Digest YTpi', '[]'],
  ] as const;
  for (const [value, user] of seen)
    t.equal((await host.ask('/', { headers: ['Authorization', value] })).text, user, value);
  // Once another request has its response, the previous ones are logged.
  await host.ask('/');
  const logged = readFileSync(join(host.folder, 'users.log'), 'latin1').split('\n');
  t.deepEqual(
    logged.slice(0, seen.length),
    seen.map(([, user]) => (user === '[]' ? '-' : 'a')),
  );
});
