import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { testHost } from '../../../testing/host.js';

const script = `export default {
  h: (r) => r.return(200, 'h ' + r.uri),
  h2: (r) => r.return(200, 'h2'),
  named: (r) => r.return(200, 'named'),
  variable: (r) => r.args.v || '',
  access: (r) => { r.headersOut['X-Access'] = 'asked'; },
  upper: (r, data, flags) => r.sendBuffer(data.toUpperCase(), flags),
  open: (r) => { delete r.headersOut['Content-Length']; },
  redirects: (r) => r.internalRedirect('/a1?a=1'),
  asks: async (r) => r.return(200, 'asked ' + (await r.subrequest('/a1', 'a=1')).responseText),
};`;

const to = (name: string) => `proxy_pass http://unix:<sockets>/${name}`;

/** Directives of a location, and the answers to requests; a method other than GET precedes its answer. */
const rows: readonly (readonly [location: string, directives: string, answers: Readonly<Record<string, string>>])[] = [
  ['a1', `if ($arg_a = 1) { ${to('p1')}; } js_content main.h;`, { '': 'h /a1', '?a=1': 'P1' }],
  ['a2', `js_content main.h; if ($arg_a = 1) { ${to('p1')}; }`, { '': 'h /a2', '?a=1': 'P1' }],
  ['b1', `if ($arg_a = 1) { js_content main.h2; } ${to('p1')};`, { '': 'P1', '?a=1': 'h2' }],
  ['b2', `${to('p1')}; if ($arg_a = 1) { js_content main.h2; }`, { '': 'P1', '?a=1': 'h2' }],
  ['c1', `if ($arg_a = 1) { js_content main.h2; } js_content main.h;`, { '': 'h /c1', '?a=1': 'h2' }],
  ['c2', `if ($arg_a = 1) { ${to('p2')}; } ${to('p1')};`, { '': 'P1', '?a=1': 'P2' }],
  ['d1', 'if ($arg_a = 1) { set $v 1; } js_content main.h;', { '?a=1': 'h /d1' }],
  ['d2', `if ($arg_a = 1) { set $v 1; } ${to('p1')};`, { '?a=1': 'P1' }],
  // The last condition applies to everything except the content directive; the last content directive applies.
  [
    'e1',
    'if ($arg_a = 1) { js_content main.h2; } if ($arg_b = 1) { set $v 2; } js_content main.h;',
    { '?a=1&b=1': 'h /e1', '?b=1': 'h /e1' },
  ],
  [
    'e2',
    `if ($arg_a = 1) { js_content main.h2; } if ($arg_b = 1) { set $v 2; } ${to('p1')};`,
    { '?a=1&b=1': '500', '?b=1': 'P1' },
  ],
  [
    'e3',
    `if ($arg_a = 1) { ${to('p2')}; } if ($arg_b = 1) { set $v 2; } ${to('p1')};`,
    { '?a=1': 'P2', '?a=1&b=1': 'P1' },
  ],
  [
    'e4',
    `if ($arg_a = 1) { ${to('p2')}; } if ($arg_b = 1) { set $v 2; } js_content main.h;`,
    { '?a=1': 'P2', '?a=1&b=1': '500' },
  ],
  [
    'e5',
    `if ($arg_a = 1) { ${to('p1')}; } if ($arg_a = 1) { js_content main.h2; } js_content main.h;`,
    { '?a=1': 'h2' },
  ],
  [
    'e6',
    `if ($arg_a = 1) { js_content main.h2; } if ($arg_a = 1) { ${to('p1')}; } js_content main.h;`,
    { '?a=1': 'P1' },
  ],
  ['f1', 'if ($arg_a = 1) { return 202 if; } js_content main.h;', { '?a=1': 'if' }],
  ['f2', 'if ($arg_a = 1) { rewrite ^ /a1/x last; } js_content main.h;', { '': 'h /f2', '?a=1': 'P1' }],
  ['f3', 'if ($arg_a = 1) { rewrite ^ /other break; } js_content main.h;', { '?a=1': 'h /other' }],
  [
    'f4',
    `if ($arg_a = 1) { break; } if ($arg_b = 1) { ${to('p1')}; } js_content main.h;`,
    { '?a=1&b=1': 'h /f4', '?b=1': 'P1' },
  ],
  ['g1', `js_content main.h; ${to('p1')};`, { '': 'P1' }],
  ['g2', `${to('p1')}; js_content main.h;`, { '': 'h /g2' }],
  ['g3', 'stub_status; js_content main.h;', { '': 'h /g3' }],
  ['g4', 'if ($arg_a = 1) { js_content main.h2; } stub_status;', { '?a=1': 'h2' }],
  ['h1', `js_content main.h; limit_except GET { ${to('p1')}; }`, { '': 'h /h1', 'POST ': 'P1' }],
  ['h2', `${to('p1')}; limit_except GET { js_content main.h2; }`, { '': 'P1', 'POST ': 'h2' }],
  ['h3', 'js_content main.h; limit_except GET { allow all; }', { '': 'h /h3', 'POST ': '404' }],
  ['h4', `${to('p1')}; limit_except GET { allow all; }`, { 'POST ': 'P1' }],
  [
    'h5',
    `js_content main.h; if ($arg_a = 1) { ${to('p1')}; } limit_except GET { allow all; }`,
    { '?a=1': 'P1', 'POST ?a=1': '404' },
  ],
  ['i1', 'try_files /nothing @named; js_content main.h;', { '': 'named', '?a=1': 'P2', 'POST ': '403' }],
  ['i2', `js_content main.h; location /i2/in { }`, { '': 'h /i2', '/in': '404' }],
  [
    'i3',
    `${to('p1')}; location /i3/in { if ($arg_a = 1) { js_content main.h2; } }`,
    { '': 'P1', '/in': '404', '/in?a=1': 'h2' },
  ],
  ['j1', `js_access main.access; if ($arg_a = 1) { ${to('p1')}; } js_content main.h;`, { '': 'h /j1', '?a=1': 'P1' }],
  [
    'j2',
    `js_header_filter main.open; js_body_filter main.upper; if ($arg_a = 1) { ${to('p1')}; } js_content main.h;`,
    { '': 'H /J2', '?a=1': 'P1' },
  ],
  [
    'j3',
    `if ($arg_a = 1) { js_header_filter main.open; js_body_filter main.upper; } js_content main.h;`,
    { '': 'h /j3', '?a=1': 'H /J3' },
  ],
  ['k1', 'if ($arg_a = 1) { js_content main.h; }', { '/file.txt': 'a file', '/file.txt?a=1': 'h /k1/file.txt' }],
  ['m1', `if ($js_v = go) { ${to('p1')}; } js_content main.h;`, { '': 'h /m1', '?v=go': 'P1' }],
  ['o1', `if ($arg_a = 1) { ${to('p1')}; } js_content main.redirects;`, { '': 'P1' }],
  ['o2', `if ($arg_a = 1) { js_content main.asks; } ${to('p1')};`, { '': 'P1', '?a=1': 'asked P1' }],
  ['o3', `error_page 418 = /a1?a=1; if ($arg_a = 1) { return 418; } js_content main.h;`, { '?a=1': 'P1' }],
];

test('the content directive: the last one of the block and of its true conditions', async (t) => {
  const peers = ['p1', 'p2'].map(
    (name) => `server { listen unix:<sockets>/${name}; location / { return 200 ${name.toUpperCase()}; } }`,
  );
  const locations = rows.map(([name, directives]) => `location /${name} { ${directives} }`);
  const named = `location @named { if ($arg_a = 1) { ${to('p2')}; } limit_except GET { deny all; } js_content main.named; }`;
  const sockets = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(sockets, { recursive: true }));
  const placed = (directives: string) => directives.replaceAll('<sockets>', sockets);
  for (const engine of ['njs', 'qjs']) {
    const host = await testHost(t, {
      script,
      files: { 'html/k1/file.txt': 'a file' },
      http: placed(`js_engine ${engine}; js_set $js_v main.variable; ${peers.join(' ')}`),
      server: placed(`${locations.join('\n')} ${named}`),
    });
    for (const [name, , answers] of rows)
      for (const [asked, answer] of Object.entries(answers)) {
        const [, method = 'GET', rest = ''] = /^(?:([A-Z]+) )?(.*)$/.exec(asked) ?? [];
        const { status, text } = await host.ask(`/${name}${rest}`, { method });
        t.equal(status >= 400 ? String(status) : text, answer, `${engine} ${method} /${name}${rest}`);
      }
    t.ok(await host.logged('js function "" not found'), 'a condition without an import of the handler');
    t.ok(await host.logged('no upstream configuration'), 'a condition without the server');
    await host.host.stop();
  }
});

test('if: captures are not conditions', async (t) => {
  const server = 'location ~ ^/(.*)$ { if ($1 = x) { return 200; } }';
  await testHost(t, { server }).then(
    () => t.fail('accepted'),
    (error: Error) => t.equal(error.message, 'unknown "1" variable'),
  );
});
