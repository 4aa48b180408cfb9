import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { testHost } from '../../testing/host.js';

const listening = 'listen 127.0.0.1:0;';
const proxied = 'listen 127.0.0.1:0 proxy_protocol;';

/** Directives of a server, the client's input, and its output. */
const rows: readonly (readonly [server: string, answer: string, sent?: string])[] = [
  [`${listening} deny all; return x;`, ''],
  [`${listening} allow 127.0.0.1; deny all; return x;`, 'x'],
  [`${listening} deny 127.0.0.0/8; return x;`, ''],
  [`${listening} deny 10.0.0.0/8; return x;`, 'x'],
  [`${listening} deny all; js_access main.allows; return x;`, 'x'],
  [`${listening} deny all; js_access main.declines; return x;`, ''],
  [`${listening} set $a "b$protocol"; return $a$g$s$m;`, 'bTCPlocalall127.'],
  [`${listening} set $set x; js_access main.adds; return $set;`, 'xy'],
  [
    `${proxied} set_real_ip_from 127.0.0.1; deny 127.0.0.1; return "$remote_addr:$remote_port $realip_remote_addr";`,
    '1.2.3.4:55 127.0.0.1',
    'PROXY TCP4 1.2.3.4 5.6.7.8 55 66\r\n',
  ],
  [
    `${proxied} set_real_ip_from 10.0.0.1; return "$remote_addr $proxy_protocol_addr $proxy_protocol_server_port";`,
    '127.0.0.1 1.2.3.4 66',
    'PROXY TCP4 1.2.3.4 5.6.7.8 55 66\r\n',
  ],
];

const stream = `
  geo $g { default far; 127.0.0.0/8 local; }
  split_clients $remote_addr $s { 100% all; }
  map $remote_addr $m { ~^(\\d+\\.) $1; }`;
const script =
  'export default { allows: (s) => s.allow(), declines: (s) => s.decline(), adds: (s) => { s.variables.set += "y"; s.done(); } };';

test('stream modules: the effect of each on a session', async (t) => {
  const servers = rows.map(([directives]) => `server { ${directives} }`);
  const host = await testHost(t, { script, server: '', stream: `${stream} ${servers.join('\n')}` });
  for (const [at, [directives, answer, sent]] of rows.entries())
    t.equal(await host.stream(at, sent), answer, directives);
  t.equal(host.log().filter((line) => line.includes('access forbidden by rule')).length, 3);
});

test('stream modules: connections passed to another server', async (t) => {
  const target = 'listen unix:<folder>/target.sock; js_access main.allows; return "passed $server_name";';
  const servers = [
    `${target} server_name there;`,
    `${listening} pass unix:<folder>/target.sock;`,
    `${listening} js_preread main.prereads; set $to unix:<folder>/target.sock; pass $to;`,
    `${listening} pass 127.0.0.1:1;`,
    `${listening} set $to 127.0.0.1; pass $to;`,
  ];
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const host = await testHost(t, {
    script:
      'export default { allows: (s) => s.allow(), prereads: (s) => { s.on("upload", (d) => { if (d) s.done(); }); } };',
    server: '',
    stream: servers.map((directives) => `server { ${directives.replaceAll('<folder>', folder)} }`).join('\n'),
  });
  t.equal(await host.stream(1, 'x'), 'passed there');
  t.equal(await host.stream(2, 'x'), 'passed there', 'with the data that was read before');
  t.equal(await host.stream(3, 'x'), '');
  t.equal(await host.stream(4, 'x'), '');
  t.ok(await host.logged('port not found for "127.0.0.1:1" while passing connection to port, client: 127.0.0.1'));
  t.ok(await host.logged('no port in pass "127.0.0.1" while passing connection to port, client'));
});

test('stream modules: sessions at once', async (t) => {
  const held = 'limit_conn c 1; js_access main.waits; return $limit_conn_status;';
  const script = `export default {
    waits: async (s) => {
      s.log('waiting');
      while (!srv.shared.d.get('go')) await new Promise((resolve) => setTimeout(resolve, 1));
      s.allow();
    },
    goes: () => srv.shared.d.set('go', '1') && '',
  };`;
  const host = await testHost(t, {
    script,
    server: '',
    stream: `js_shared_dict_zone zone=d:32k type=string; limit_conn_zone $remote_addr zone=c:32k; js_set $go main.goes;
      server { ${listening} ${held} }
      server { ${listening} limit_conn_dry_run on; limit_conn_log_level info; ${held} }
      server { ${listening} return $go; }`,
  });
  const first = host.stream(0);
  await host.logged('waiting');
  t.equal(await host.stream(0), '', 'one too many');
  const dry = host.stream(1);
  await host.logged('dry run');
  await host.stream(2);
  t.deepEqual([await first, await dry], ['PASSED', 'REJECTED_DRY_RUN']);
  t.ok(
    host
      .log()
      .some((line) =>
        /\[error\] .*limiting connections by zone "c" while initializing session, client: 127/.test(line),
      ),
  );
  t.ok(
    host
      .log()
      .some((line) =>
        /\[info\] .*limiting connections, dry run, by zone "c" while initializing session, client: /.test(line),
      ),
  );
});
