import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls';
import test, { type Test } from 'tape';
import { type CertificateFiles, makeCertificate } from '../../testing/certificates.js';
import { type TestHost, testHost } from '../../testing/host.js';
import { nameServer } from '../../testing/name-server.js';
import { tcpServer } from '../../testing/tcp.js';
import { until } from '../../testing/waiting.js';

const script = `
  const said = async (url, options) => {
    try {
      const response = await srv.fetch(url, options);
      return response.status + ' ' + (await response.text());
    } catch (error) {
      return error.name + ': ' + error.message;
    }
  };
  export default {
    one: async (r) => r.return(200, await said(r.args.u, r.args.v ? { verify: JSON.parse(r.args.v) } : {})),
    session: async (s) => s.warn(await said(s.variables.u)) || s.allow(),
    other: async (r) => {
      await said(r.args.u, { verify: false });
      r.return(200, await said(r.args.u));
    },
  };
`;

interface TlsPeer {
  readonly port: number;
  /** Requested server names, with the negotiated protocol version. */
  readonly seen: string[];
  readonly open: ReadonlySet<TLSSocket>;
}

/** A server that answers each request over an encrypted connection; it ends with the test. */
async function tlsPeer(t: Test, { certificate, key }: CertificateFiles, options: TlsOptions = {}): Promise<TlsPeer> {
  const seen: string[] = [];
  const sockets = new Set<TLSSocket>();
  const answer = (socket: TLSSocket) => {
    sockets.add(socket.on('error', () => undefined).once('close', () => sockets.delete(socket)));
    seen.push(`${Reflect.get(socket, 'servername')} ${socket.getProtocol()}`);
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
  };
  const server = createServer({ cert: readFileSync(certificate), key: readFileSync(key), ...options }, answer);
  server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, seen, open: sockets };
}

function makeFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Log lines about handshakes, without the client's facts. */
function complaints(host: TestHost): readonly string[] {
  return host
    .log()
    .flatMap((line) => /\[error\] \S+ (?:\*\d+ )?(.*?) while SSL handshaking to http target,/.exec(line)?.[1] ?? []);
}

test('fetch over TLS: certificates, and which of them is requested', async (t) => {
  const folder = makeFolder(t);
  const root = makeCertificate(folder, 'root');
  const good = await tlsPeer(t, makeCertificate(folder, 'good.test', root));
  const self = await tlsPeer(t, makeCertificate(folder, 'self.test'));
  const old = await tlsPeer(t, makeCertificate(folder, 'old.test', root, -1));
  const here = { a: ['127.0.0.1'] };
  const names = await nameServer(t, { 'good.test': here, 'self.test': here, 'old.test': here, 'other.test': here });
  const trusted = `js_fetch_trusted_certificate ${root.certificate};`;
  const host = await testHost(t, {
    script,
    http: `resolver 127.0.0.1:${names.port};`,
    server: `location / { ${trusted} js_content main.one; }
      location /off { ${trusted} js_fetch_verify off; js_content main.one; }
      location /none { js_content main.one; }
      location /kept { ${trusted} js_fetch_keepalive 4; js_content main.other; }`,
  });
  const at = async (name: string, { port }: TlsPeer, path = '/', verify = '') =>
    (await host.ask(`${path}?u=https://${name}:${port}/&v=${verify}`)).text;
  const refused = 'Error: connect failed';
  t.equal(await at('Good.test', good), '200 ok');
  t.equal(await at('other.test', good), refused);
  t.equal(await at('127.0.0.1', good), refused);
  t.equal(await at('self.test', self), refused);
  t.equal(await at('old.test', old), refused);
  t.equal(await at('good.test', good, '/none'), refused);
  t.deepEqual(complaints(host), [
    'js http SSL certificate does not match "other.test"',
    'js http SSL certificate does not match "127.0.0.1"',
    'js http SSL certificate verify error: (18:self-signed certificate)',
    'js http SSL certificate verify error: (10:certificate has expired)',
    'js http SSL certificate verify error: (21:unable to verify the first certificate)',
  ]);
  for (const [name, peer] of [
    ['other.test', good],
    ['self.test', self],
    ['old.test', old],
  ] as const) {
    t.equal(await at(name, peer, '/', 'false'), '200 ok', `${name}, unverified by option`);
    t.equal(await at(name, peer, '/off'), '200 ok', `${name}, unverified by directive`);
    t.equal(await at(name, peer, '/off', 'true'), refused, `${name}, verified by option`);
  }
  t.equal(await at('self.test', self, '/', '0'), '200 ok');
  t.equal(await at('self.test', self, '/', '1'), refused);
  await until('connections are closed', () => good.open.size + self.open.size + old.open.size === 0);
  const [first, , third] = good.seen;
  t.deepEqual([first, third], ['good.test TLSv1.2', 'false TLSv1.2'], 'names are sent, addresses are not');
  t.equal(await at('other.test', good, '/kept'), refused, 'an unverified connection serves no verified request');
});

test('fetch over TLS: chains, versions and suites', async (t) => {
  const folder = makeFolder(t);
  const root = makeCertificate(folder, 'root');
  const peer = await tlsPeer(t, makeCertificate(folder, 'localhost', root), { minVersion: 'TLSv1.2' });
  const newest = await tlsPeer(
    t,
    { certificate: join(folder, 'localhost.pem'), key: join(folder, 'localhost.key') },
    { minVersion: 'TLSv1.3' },
  );
  const names = await nameServer(t, { localhost: { a: ['127.0.0.1'] } });
  const location = (path: string, settings: string) => `location ${path} { ${settings} js_content main.one; }`;
  const host = await testHost(t, {
    script,
    http: `resolver 127.0.0.1:${names.port}; js_fetch_trusted_certificate ${root.certificate};`,
    server: [
      location('/', ''),
      location('/depth', 'js_fetch_verify_depth 0;'),
      location('/new', 'js_fetch_protocols TLSv1.2 TLSv1.3;'),
      location('/suite', 'js_fetch_ciphers ECDHE-ECDSA-AES256-GCM-SHA384;'),
    ].join('\n'),
  });
  const at = async ({ port }: TlsPeer, path = '/') => (await host.ask(`${path}?u=https://localhost:${port}/`)).text;
  for (const path of ['/', '/depth', '/new', '/suite']) t.equal(await at(peer, path), '200 ok', path);
  t.deepEqual(
    peer.seen.map((each) => each.split(' ')[1]),
    ['TLSv1.2', 'TLSv1.2', 'TLSv1.3', 'TLSv1.2'],
  );
  t.equal(await at(newest), 'Error: connect failed');
  t.equal(await at(newest, '/new'), '200 ok');
});

test('fetch over TLS: through a proxy', async (t) => {
  const folder = makeFolder(t);
  const root = makeCertificate(folder, 'root');
  const peer = await tlsPeer(t, makeCertificate(folder, 'good.test', root));
  let asked = '';
  const proxy = await tcpServer(t, (client) =>
    client.once('data', (head) => {
      asked += head.toString('latin1');
      const through = connect(peer.port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\nA: b\r\n\r\n'));
      client.pipe(through).pipe(client);
      through.on('error', () => undefined);
    }),
  );
  const host = await testHost(t, {
    script,
    http: `js_fetch_trusted_certificate ${root.certificate}; js_fetch_proxy http://127.0.0.1:${proxy};`,
    server: 'location / { js_content main.one; } location /kept { js_fetch_keepalive 2; js_content main.one; }',
  });
  t.equal((await host.ask('/?u=https://good.test/x')).text, '200 ok');
  t.equal(asked, 'CONNECT good.test:443 HTTP/1.1\r\nHost: good.test:443\r\n\r\n', 'the proxy resolves the name');
  t.deepEqual(peer.seen, ['good.test TLSv1.2']);
  t.equal(
    (await host.ask('/?u=https://other.test/x')).text,
    'Error: connect failed',
    'certificates belong to the target',
  );
  for (const path of ['/kept', '/kept']) t.equal((await host.ask(`${path}?u=https://good.test/`)).text, '200 ok');
  t.equal(asked.match(/CONNECT/g)?.length, 3, 'a kept connection already uses the proxy');
});

test('fetch over TLS: peers that do not answer a handshake', async (t) => {
  const [shutting, resetting, silent, plain] = [
    await tcpServer(t, (socket) => socket.once('data', () => socket.end())),
    await tcpServer(t, (socket) => socket.once('data', () => socket.resetAndDestroy())),
    await tcpServer(t, () => undefined),
    await tcpServer(t, (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
  ];
  const host = await testHost(t, {
    script,
    server: `location / { js_content main.one; } location /short { js_fetch_timeout 50ms; js_content main.one; }`,
    stream: `js_var $u https://127.0.0.1:${plain}/; server { listen 127.0.0.1:0; js_access main.session; return ok; }`,
  });
  const at = async (port: number, path = '/') => (await host.ask(`${path}?u=https://127.0.0.1:${port}/`)).text;
  for (const port of [shutting, resetting, plain, 1]) t.equal(await at(port), 'Error: connect failed');
  t.equal(await at(silent, '/short'), 'Error: connect failed');
  t.equal(await host.stream(0), 'ok');
  t.deepEqual(complaints(host), [
    'peer closed connection in SSL handshake',
    'peer closed connection in SSL handshake (104: Connection reset by peer)',
    'SSL_do_handshake() failed (SSL: error:0A00010B:SSL routines::wrong version number)',
    'peer closed connection in SSL handshake (111: Connection refused)',
    'SSL_do_handshake() failed (SSL: error:0A00010B:SSL routines::wrong version number)',
  ]);
});
