import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'tape';
import { startHost } from '../start.js';

const names = [
  'first',
  '*.example.org',
  'www.example.*',
  '.example.net',
  '~^(?<user>.+)\\.users\\.test$ exact.users.test',
  '*.sub.example.org www.example.org',
  '""',
];

/** The server that nginx 1.30.6 selects for each name. */
const rows: readonly (readonly [host: string | undefined, answer: string])[] = [
  ['a.example.org', '1 *.example.org'],
  ['example.org', '0 first'],
  ['www.example.org', '5 *.sub.example.org'],
  ['www.example.com', '2 www.example.*'],
  ['example.net', '3 example.net'],
  ['x.y.example.net', '3 example.net'],
  ['ann.users.test', '4 ~^(?<user>.+)\\.users\\.test$ ann ann'],
  ['exact.users.test', '4 ~^(?<user>.+)\\.users\\.test$'],
  ['a.sub.example.org', '5 *.sub.example.org'],
  ['other', '0 first'],
  ['A.Example.ORG.', '1 *.example.org'],
  [undefined, '6'],
];

test('server names: exact ones take precedence over wildcards, and both over regular expressions', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const servers = names.map(
    (name, at) =>
      `server { listen unix:${folder}/s; server_name ${name}; if ($http_x) { return 301 /away/there; } return 200 "${at} $server_name $user $1"; }`,
  );
  writeFileSync(join(folder, 'host.conf'), `error_log e.log info; events {} http { ${servers.join('\n')} }`);
  const host = await startHost({ configuration: 'host.conf', prefix: folder });
  t.teardown(() => host.stop());
  for (const [name, answer] of rows) {
    const socket = connect(join(folder, 's'));
    socket.write(
      name === undefined ? 'GET / HTTP/1.0\r\n\r\n' : `GET / HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`,
    );
    t.equal((await text(socket)).split('\r\n\r\n')[1]?.trim(), answer, name ?? 'none');
  }
  const away = connect(join(folder, 's'));
  away.write('GET / HTTP/1.0\r\nX: away\r\n\r\n');
  t.match(await text(away), new RegExp(`\r\nLocation: http://unix:${folder}/s/away/there\r\n`), 'without a name');
  const named = connect(join(folder, 's'));
  named.write('GET http://Ann.users.test/ HTTP/1.1\r\nHost: bob.users.test\r\nConnection: close\r\n\r\n');
  t.ok((await text(named)).endsWith(' ann ann'), 'the captures are those of the name in the request line');
  const refused = connect(join(folder, 's'));
  refused.write('GET http://a.example.org/ HTTP/1.1\r\nHost: other\r\nX Y: z\r\n\r\n');
  await text(refused);
  const last = readFileSync(join(folder, 'e.log'), 'latin1').trim().split('\n').at(-1) ?? '';
  t.ok(last.includes(', server: *.example.org, '), 'the name in a request line decides, even if its head is refused');
});
