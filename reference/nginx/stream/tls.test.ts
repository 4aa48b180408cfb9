import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import test from 'tape';
import { makeCertificate } from '../../testing/certificates.js';
import { type TestHost, testHost } from '../../testing/host.js';

function portOf(host: TestHost, number: number): number {
  const address = host.host.listening[number + 1];
  return address?.kind === 'tcp' ? address.port : 0;
}

/** What a client reads over TLS, or the error code of a failed handshake. */
async function ask(host: TestHost, number: number, options: ConnectionOptions): Promise<string> {
  const socket = connectTls({ port: portOf(host, number), host: '127.0.0.1', rejectUnauthorized: false, ...options });
  return text(socket).catch((error) => String(error instanceof Error && 'code' in error ? error.code : error));
}

test('stream TLS: names of servers, certificates of clients, protocols, and log lines', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const [a, b] = [makeCertificate(folder, 'a'), makeCertificate(folder, 'b')];
  const pair = (files: typeof a) => `ssl_certificate ${files.certificate}; ssl_certificate_key ${files.key};`;
  const own = (files: typeof a) => ({ cert: readFileSync(files.certificate), key: readFileSync(files.key) });
  const asking = `ssl_verify_client on; ssl_client_certificate ${a.certificate};`;
  const servers = [
    'listen unix:named.sock ssl; server_name first; return "$server_name/$ssl_server_name $ssl_protocol";',
    `listen unix:named.sock ssl; server_name b *.b; ${pair(b)} return "b $server_name";`,
    `listen 127.0.0.1:0 ssl; ${asking} return $ssl_client_verify;`,
    'listen 127.0.0.1:0 ssl; ssl_reject_handshake on; return x;',
    'listen 127.0.0.1:0 ssl; ssl_alpn one two; return "alpn $ssl_alpn_protocol";',
    'listen 127.0.0.1:0 ssl; ssl_handshake_timeout 10ms; return x;',
    'listen 127.0.0.1:0; ssl_preread on; return "$ssl_preread_server_name $ssl_preread_protocol $ssl_preread_alpn_protocols";',
    'listen 127.0.0.1:0; proxy_ssl on; proxy_pass unix:named.sock;',
    'listen 127.0.0.1:0; proxy_ssl on; proxy_ssl_server_name on; proxy_ssl_name x.b; proxy_pass unix:named.sock;',
    `listen 127.0.0.1:0; proxy_ssl on; proxy_ssl_verify on; proxy_ssl_trusted_certificate ${b.certificate}; proxy_pass unix:named.sock;`,
    'listen 127.0.0.1:0; ssl_preread on; server_name preread; proxy_pass unix:named.sock;',
    `listen 127.0.0.1:0 ssl; ${pair(a).replaceAll(/\ba\b(?=\.\w+;)/g, '$ssl_server_name')} return computed;`,
  ];
  const host = await testHost(t, {
    server: '',
    stream: `log_format s '$server_name $status'; ${pair(a)}
      ${servers.map((directives, at) => `server { access_log ${at}.log s; ${directives.replace('unix:named', `unix:${folder}/named`).replace(/proxy_pass unix:named/, `proxy_pass unix:${folder}/named`)} }`).join('\n')}`,
  });
  const raw = async (number: number, sent: string) => {
    const socket = connect(portOf(host, number), '127.0.0.1');
    socket.write(sent);
    return text(socket).catch(() => 'reset');
  };
  const path = join(folder, 'named.sock');
  const named = (servername: string) =>
    text(connectTls({ path, rejectUnauthorized: false, ...(servername === '' ? {} : { servername }) }));
  t.equal(await named(''), 'first/ TLSv1.3');
  t.equal(await named('unknown'), 'first/unknown TLSv1.3');
  t.equal(await named('b'), 'b b');
  t.equal(await named('X.B'), 'b b');
  const rows: readonly (readonly [number: number, options: ConnectionOptions, answer: RegExp])[] = [
    [1, {}, /^$|ERR_|ECONNRESET/],
    [1, own(b), /^$|ERR_|ECONNRESET/],
    [1, own(a), /^SUCCESS$/],
    [2, {}, /^$|ECONNRESET/],
    [3, { ALPNProtocols: ['none', 'two'] }, /^alpn two$/],
    [3, {}, /^alpn $/],
    [3, { ALPNProtocols: ['none'] }, /ERR_SSL/],
    [10, { servername: 'a' }, /^computed$/],
    [10, { servername: 'none' }, /ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR/],
  ];
  for (const [number, options, answer] of rows) t.match(await ask(host, number, options), answer, `server ${number}`);
  t.equal(await raw(4, ''), '', 'no handshake in time');
  t.equal(await raw(5, 'GET / HTTP/1.0'), '  ', 'no TLS');
  const hello = connectTls({
    port: portOf(host, 5),
    host: '127.0.0.1',
    servername: 'Some.where',
    ALPNProtocols: ['h2', 'x'],
  });
  await once(hello, 'error');
  t.equal(await raw(6, 'x'), 'first/ TLSv1.3', 'to an upstream');
  t.equal(await raw(7, 'x'), 'b b', 'with a name');
  t.equal(await raw(8, 'x'), '', 'no trusted certificate');
  t.equal(await ask(host, 9, { servername: 'b' }), 'b b', 'through');
  connect(portOf(host, 3), '127.0.0.1')
    .on('error', () => undefined)
    .end('\x16\x03\x01');
  await raw(2, 'GET / HTTP/1.0\r\n\r\n');
  await raw(3, 'GET / HTTP/1.0\r\n\r\n');
  for (const line of [
    'client sent no required SSL certificate while SSL handshaking, client: 127.0.0.1',
    'client SSL certificate verify error: (18:self-signed certificate) while SSL handshaking, client',
    'handshake rejected while SSL handshaking, client',
    'SSL_do_handshake() failed (SSL: error:0A0000EB:SSL routines::no application protocol) while SSL handshaking',
    'SSL_do_handshake() failed (SSL: error:0A00009C:SSL routines::http request) while SSL handshaking',
    'peer closed connection in SSL handshake while SSL handshaking, client: 127.0.0.1',
    'upstream SSL certificate verify error: (18:self-signed certificate) while SSL handshaking to upstream, client',
  ])
    t.ok(await host.logged(line), line);
  await host.logged('200', '2.log');
  t.deepEqual(host.log('2.log'), [' 500', ' 500', ' 200']);
});
