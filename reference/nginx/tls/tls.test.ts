import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { SecureVersion } from 'node:tls';
import test from 'tape';
import { type CertificateFiles, lockKey, makeCertificate } from '../../testing/certificates.js';
import { testHost } from '../../testing/host.js';
import { greetingOf } from './client-hello.js';

interface Client {
  readonly name?: string;
  readonly host?: string;
  readonly path?: string;
  readonly certificate?: CertificateFiles;
  readonly newest?: SecureVersion;
}

/** The client's view: status and body, or a failed handshake, and the server's certificate. */
async function ask(socketPath: string, client: Client): Promise<readonly [answer: string, shown: string]> {
  const { name, host = name ?? 'a', path = '/', certificate, newest } = client;
  const own = certificate && { cert: readFileSync(certificate.certificate), key: readFileSync(certificate.key) };
  return await new Promise((resolve) => {
    const sent = request({
      ...{ socketPath, path, agent: false, rejectUnauthorized: false },
      ...{ servername: name ?? '', headers: { Host: host }, ...own, ...(newest && { maxVersion: newest }) },
    });
    let shown = '';
    sent.once('error', () => resolve(['no handshake', '']));
    sent.once('socket', (socket) =>
      socket.once('secureConnect', () => {
        if ('getPeerX509Certificate' in socket && typeof socket.getPeerX509Certificate === 'function') {
          shown = String(socket.getPeerX509Certificate()?.subject).replace(/.*CN=/s, '');
        }
      }),
    );
    sent.once('response', async (response) => {
      const { location } = response.headers;
      const page = (await text(response)).replace(/^<html>.*<title>(.*)<\/title>.*$/s, '$1');
      resolve([`${response.statusCode} ${location ?? page}`, shown]);
    });
    sent.end();
  });
}

function serverBlock(name: string, files: CertificateFiles, more: string): string {
  return `server_name ${name}; ssl_certificate ${files.certificate}; ssl_certificate_key ${files.key}; ${more}`;
}

test('TLS: names of servers, versions and certificates of clients', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const authority = makeCertificate(folder, 'authority');
  const [a, b, client] = ['a', 'b', 'client'].map((name) => makeCertificate(folder, name, authority));
  const stranger = makeCertificate(folder, 'stranger');
  if (a === undefined || b === undefined || client === undefined) throw new Error('no certificates');
  lockKey(b.key, 'secret', join(folder, 'passwords'));
  const asking = (manner: string) => `ssl_client_certificate ${authority.certificate}; ssl_verify_client ${manner};`;
  const verdict = 'return 200 "$ssl_client_verify $ssl_client_s_dn $ssl_client_serial";';
  const blocks = [
    serverBlock(
      'a',
      a,
      'location / { return 200 "$scheme $https $ssl_protocol $ssl_server_name"; } location /go { return 302 /there; }',
    ),
    serverBlock('b', b, `ssl_password_file ${folder}/passwords; ssl_protocols TLSv1.2; return 200 "$ssl_protocol";`),
    serverBlock('must', a, `${asking('on')} ${verdict}`),
    serverBlock('may', a, `${asking('optional')} ${verdict}`),
    serverBlock('any', a, `ssl_verify_client optional_no_ca; ${verdict}`),
    'server_name nobody; ssl_reject_handshake on;',
  ];
  const path = join(folder, 'socket');
  const servers = blocks.map((block) => `server { listen unix:${path} ssl; ${block} }`);
  const served = await testHost(t, { http: servers.join('\n'), server: '' });
  const rows: readonly (readonly [Client, string, string?])[] = [
    [{ name: 'a' }, '200 https on TLSv1.3 a', 'a'],
    [{}, '200 https on TLSv1.3 ', 'a'],
    [{ name: 'a', newest: 'TLSv1.2' }, '200 https on TLSv1.2 a'],
    [{ name: 'b' }, '200 TLSv1.2', 'b'],
    [{ name: 'nobody' }, 'no handshake'],
    [{ name: 'must' }, '400 400 No required SSL certificate was sent'],
    [{ name: 'must', certificate: client }, '200 SUCCESS CN=client,O=Tests ABCD'],
    [{ name: 'must', certificate: stranger }, '400 400 The SSL certificate error'],
    [{ name: 'may' }, '200 NONE  '],
    [{ name: 'may', certificate: stranger }, '400 400 The SSL certificate error'],
    [{ name: 'a', host: 'must' }, '421 421 Misdirected Request'],
    [{ name: 'a', host: 'b' }, '200 TLSv1.3', 'a'],
    [{ name: 'a', path: '/go' }, '302 https://a/there'],
  ];
  for (const [asked, answer, shown] of rows) {
    const [heard, certificate] = await ask(path, asked);
    t.equal(heard, answer, JSON.stringify({ ...asked, certificate: asked.certificate !== undefined }));
    if (shown !== undefined) t.equal(certificate, shown, 'the certificate');
  }
  const [unknown] = await ask(path, { name: 'any', certificate: stranger });
  t.match(unknown, /^200 FAILED:self-signed certificate CN=stranger,O=Tests /);
  const speaking = connect(path, () => speaking.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'));
  const plain = await text(speaking);
  t.match(plain, /^HTTP\/1.1 400 .*<title>400 The plain HTTP request was sent to HTTPS port</s);
  const silent = connect(path, () => silent.write(Buffer.from([22, 3, 1])));
  // A host that closes with unread bytes resets the connection.
  silent.on('error', () => undefined);
  await new Promise((resolve) => silent.once('connect', resolve));
  await served.host.quit();
  t.pass('an unfinished handshake does not delay the end');
});

test('TLS: a truncated first message is not misread', (t) => {
  const hello = Buffer.from([22, 3, 1, 0, 4, 1, 0, 0, 0]);
  const kinds = Array.from(hello, (_, length) => greetingOf(hello.subarray(0, length)).kind);
  t.deepEqual(new Set(kinds), new Set(['incomplete']));
  t.deepEqual(greetingOf(hello), { kind: 'tls', serverName: undefined }, 'an invalid message has no name');
  t.equal(greetingOf(Buffer.from('GET')).kind, 'plain');
  t.end();
});

test('TLS: certificates after data:, and computed ones', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const [a] = ['a', 'b'].map((name) => makeCertificate(folder, name));
  if (a === undefined) throw new Error('no certificates');
  const script = `
    import fs from 'fs';
    const read = (r, ending) => {
      r.log('asked by ' + r.remoteAddress + ' ' + r.uri);
      return fs.readFileSync('${folder}/' + r.variables.ssl_server_name + ending, 'utf8');
    };
    export default { certificate: (r) => read(r, '.pem'), key: (r) => read(r, '.key') };`;
  const answer = 'location / { return 200 $ssl_server_name; }';
  const [data, computed, named] = ['data', 'computed', 'named'].map((name) => join(folder, name));
  const text = (file: string) => `"data:${readFileSync(file, 'utf8')}"`;
  const http = `
    js_set $certificate main.certificate; js_set $key main.key;
    server { listen unix:${data} ssl; ssl_certificate ${text(a.certificate)}; ssl_certificate_key ${text(a.key)}; ${answer} }
    server { listen unix:${computed} ssl; ssl_certificate data:$certificate; ssl_certificate_key data:$key; ${answer} }
    server { listen unix:${named} ssl; ssl_certificate ${folder}/$ssl_server_name.pem; ssl_certificate_key ${folder}/$ssl_server_name.key; ${answer} }`;
  const host = await testHost(t, { script, http, server: 'return 204;' });
  for (const [socket = '', name, shown] of [
    [data, 'b', 'a'],
    [computed, 'a', 'a'],
    [computed, 'b', 'b'],
    [computed, 'a', 'a'],
    [named, 'b', 'b'],
  ] as const)
    t.deepEqual(await ask(socket, { name }), [`200 ${name}`, shown], `${socket.split('/').at(-1)} ${name}`);
  for (const socket of [computed, named]) t.deepEqual(await ask(socket ?? '', { name: 'c' }), ['no handshake', '']);
  const plain = connect(data ?? '', () => plain.write('GET / HTTP/1.0\r\n\r\n'));
  await new Promise((resolve) => plain.resume().once('close', resolve));
  const lines = host.log();
  t.ok(
    lines.some((line) =>
      line.includes('plain HTTP request to HTTPS port while reading client request headers, client: '),
    ),
  );
  t.ok(lines.some((line) => line.includes('js: asked by unix: ')));
  t.ok(lines.some((line) => /\[error\].*cannot load certificate "data:": .* while SSL handshaking/.test(line)));
  t.ok(lines.some((line) => /\[error\].*cannot load certificate "[^"]*c\.pem": .*no such file/.test(line)));
  t.notOk(lines.some((line) => line.includes('PRIVATE KEY')));
});
