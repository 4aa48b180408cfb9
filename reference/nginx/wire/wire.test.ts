import { connect } from 'node:net';
import test, { type Test } from 'tape';
import { type TestHost, testHost } from '../../testing/host.js';

const script = `export default {
  names: (r) => r.return(200, r.rawHeadersIn.map((h) => h[0]).join()),
  body: (r) => r.return(200, r.requestText),
  parts: (r) => { r.sendHeader(); r.send('one'); r.finish(); },
  behind: (r) => { r.return(200, 'x'); setTimeout(() => r.log('behind it'), 20); },
  next: (r) => { r.log('the next'); r.return(200, 'x'); },
};`;
const server = `server_name main; client_header_timeout 100ms; client_header_buffer_size 64; large_client_header_buffers 2 512;
  location = /plain { return 200 plain; }
  location = /names { js_content main.names; }
  location = /body { client_body_timeout 100ms; js_content main.body; }
  location = /behind { js_content main.behind; }
  location = /next { js_content main.next; }
  location = /closing { keepalive_timeout 0; return 200 x; }
  location = /announced { keepalive_timeout 10 20; return 200 x; }
  location = /twice { keepalive_requests 2; return 200 x; }
  location = /brief { keepalive_timeout 50ms; return 200 x; }
  location = /uncut { chunked_transfer_encoding off; js_content main.parts; }
  location = /trailer { add_trailer X-Status $status; add_trailer X-Empty ""; return 200 whole; }
  location = /go { return 302 /there; }
  location = /away { return 302 http://x/; }
  location = /secret { return 404; }
  location /outer { add_header X-Outer o always; add_header X-Ok k; add_header X-None "";
    location = /outer/own { add_header X-Own w; return 200 x; }
    location = /outer/merged { add_header_inherit merge; add_header X-Own w; return 200 x; }
    location = /outer/off { add_header_inherit off; return 200 x; }
    location = /outer/failed { return 403; }
    return 200 x; }
  location = /hour { expires 1h; return 200 x; }
  location = /never { expires epoch; return 200 x; }
  location = /until { expires $arg_when; return 200 x; }
}
server { listen 127.0.0.1:0; ignore_invalid_headers off; max_headers 3; merge_slashes off;
  location /names { js_content main.names; } location / { return 200 $uri; }
}
server { listen 127.0.0.1:0; underscores_in_headers on; location / { js_content main.names; }`;

/** The heads of all responses to bytes, without parts that change from run to run, and all other output. */
async function heads(served: TestHost, request: string): Promise<string> {
  const answer = await served.raw(request.replaceAll('\n', '\r\n'), true);
  return answer.replace(/Date: [^\r]*\r\n|Server: [^\r]*\r\n/g, '').replaceAll('\r\n', '\n');
}

async function connections(t: Test, served: TestHost): Promise<void> {
  const get = (path: string, lines = '') => heads(served, `GET ${path} HTTP/1.1\nHost: a\n${lines}\n`);
  const head = 'HTTP/1.1 200 OK\nContent-Type: text/plain\n';
  t.equal(await get('/closing'), `${head}Content-Length: 1\nConnection: close\n\nx`);
  t.equal(await get('/announced'), `${head}Content-Length: 1\nConnection: keep-alive\nKeep-Alive: timeout=20\n\nx`);
  const request = 'GET /twice HTTP/1.1\nHost: a\n\n';
  t.deepEqual((await heads(served, request.repeat(3))).match(/Connection: .*/g), [
    'Connection: keep-alive',
    'Connection: close',
  ]);
  const next = 'GET /next HTTP/1.1\nHost: a\nConnection: close\n\n';
  t.match(await heads(served, `GET /behind HTTP/1.1\nHost: a\n\n${next}`), /\n\nxHTTP\/1.1 200 [\s\S]*\n\nx$/);
  t.match(served.log().join(' '), /behind it .*the next/, 'a request waits for the previous handler');
  t.equal(await get('/uncut'), `${head}Connection: close\n\none`);
  t.equal(
    await get('/trailer', 'Connection: close\n'),
    `${head}Transfer-Encoding: chunked\nConnection: close\n\n5\nwhole\n0\nX-Status: 200\n\n`,
  );
  t.match(await heads(served, 'GET /trailer HTTP/1.0\n\n'), /Content-Length: 5\nConnection: close\n\nwhole$/);
  t.match(await get('/go'), /\nContent-Length: \d+\nLocation: http:\/\/a:\d+\/there\nConnection: /);
  t.match(await heads(served, 'GET http://b/go HTTP/1.1\nHost: a\n\n'), /\nLocation: http:\/\/b:\d+\/there\n/);
  t.match(await heads(served, 'GET /go HTTP/1.0\n\n'), /\nLocation: http:\/\/127.0.0.1:\d+\/there\n/);
  t.match(
    await get('/away'),
    /\nConnection: keep-alive\nLocation: http:\/\/x\/\n/,
    'an absolute URL comes after the others',
  );
}

async function continuing(t: Test, served: TestHost): Promise<void> {
  const expecting = (path: string) =>
    heads(served, `GET ${path} HTTP/1.1\nHost: a\nExpect: 100-continue\nContent-Length: 3\nConnection: close\n\nabc`);
  t.match(await expecting('/plain'), /^HTTP\/1.1 100 Continue\n\nHTTP\/1.1 200 /);
  t.match(await expecting('/body'), /^HTTP\/1.1 100 Continue\n\nHTTP\/1.1 200 .*abc$/s);
  t.match(await expecting('/go'), /^HTTP\/1.1 100 Continue\n\nHTTP\/1.1 302 /);
  t.match(await expecting('/secret'), /^HTTP\/1.1 404 /, 'a page of the host needs none');
}

async function limits(t: Test, served: TestHost): Promise<void> {
  const [, second, third] = served.host.listening.map((address) => (address.kind === 'tcp' ? address.port : 0));
  const ask = (lines: string, port?: number, path = '/names') =>
    port === undefined
      ? heads(served, `GET ${path} HTTP/1.1\nHost: a\n${lines}Connection: close\n\n`)
      : new Promise<string>((resolve) => {
          let answer = '';
          const socket = connect(port, '127.0.0.1', () =>
            socket.end(`GET ${path} HTTP/1.1\r\nHost: a\r\n${lines.replaceAll('\n', '\r\n')}Connection: close\r\n\r\n`),
          );
          socket.on('data', (part) => {
            answer += part;
          });
          // A host that refuses unread data resets the connection.
          socket.on('error', () => undefined).once('close', () => resolve(answer));
        });
  t.match(await ask('A_b: 1\nA.b: 2\nC: 3\n'), /\n\nHost,C,Connection$/);
  t.match(await ask('A_b: 1\nA.b: 2\n', second), /400 Request Header Or Cookie Too Large/, 'more than three');
  t.match(await ask('A.b: 2\n', second), /\nHost,A.b,Connection$/, 'whatever the characters');
  t.match(await ask('A_b: 1\nA.b: 2\n', third), /\nHost,A_b,Connection$/);
  t.match(await ask('', second, '//a/.//b/../c'), /\n\/\/a\/\/c$/, 'slashes are kept');
  const line = (length: number) => `X: ${'x'.repeat(length - 5)}\n`;
  t.match(await ask(line(512)), /\n\nHost,X,Connection$/, 'a line as long as a buffer');
  t.match(await ask(line(513)), /400 Request Header Or Cookie Too Large/);
  t.match(await ask(line(400) + line(400)), /\n\nHost,X,X,Connection$/);
  t.match(
    await ask(line(400) + line(400) + line(400)),
    /400 Request Header Or Cookie Too Large/,
    'buffers are used up',
  );
  t.match(await heads(served, `GET /${'x'.repeat(600)} HTTP/1.1\n`), /^HTTP\/1.1 414 /);
  t.ok(
    served.log().some((logged) => /\[info\] .*client sent too long URI while reading client request line/.test(logged)),
  );
}

async function timeouts(t: Test, served: TestHost): Promise<void> {
  t.equal(await served.raw('GET /plain HT'), '', 'an endless head');
  t.equal(await served.raw('POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na'), '', 'a body');
  t.match(await served.raw('GET /brief HTTP/1.1\r\nHost: a\r\n\r\n'), /keep-alive\r\n\r\nx$/, 'an idle connection');
  t.ok(served.log().some((line) => /\[info\] .*client timed out \(110: Connection timed out\)/.test(line)));
}

async function additions(t: Test, served: TestHost): Promise<void> {
  const added = async (path: string) => {
    const { rawHeaders } = await served.ask(path);
    return rawHeaders.filter((name, at) => at % 2 === 0 && /^X-|Expires|Cache/.test(name)).join();
  };
  t.equal(await added('/outer'), 'X-Outer,X-Ok');
  t.equal(await added('/outer/own'), 'X-Own');
  t.equal(await added('/outer/merged'), 'X-Own,X-Outer,X-Ok');
  t.equal(await added('/outer/off'), '');
  t.equal(await added('/outer/failed'), 'X-Outer');
  const caching = async (path: string) => {
    const { expires, 'cache-control': control, date } = (await served.ask(path)).headers;
    const seconds =
      expires === undefined || date === undefined ? undefined : (Date.parse(expires) - Date.parse(date)) / 1000;
    return [seconds !== undefined && Math.abs(seconds) < 1e8 ? seconds : expires, control];
  };
  const near = ([seconds, control]: readonly (string | number | undefined)[], wanted: number, label: string) =>
    t.ok(typeof seconds === 'number' && Math.abs(seconds - wanted) <= 1 && control === label, `${seconds} ${control}`);
  near(await caching('/hour'), 3600, 'max-age=3600');
  t.deepEqual(await caching('/never'), ['Thu, 01 Jan 1970 00:00:01 GMT', 'no-cache']);
  t.deepEqual(await caching('/until'), [undefined, undefined]);
  near(await caching('/until?when=-1d'), -86_400, 'no-cache');
  t.deepEqual(await caching('/until?when=max'), ['Thu, 31 Dec 2037 23:55:55 GMT', 'max-age=315360000']);
}

test('the wire', async (t) => {
  const served = await testHost(t, { script, server });
  t.test('connections, framing and redirects', (t) => connections(t, served));
  t.test('100 Continue precedes a response that does not wait for the body', (t) => continuing(t, served));
  t.test('heads up to the servers’ limits', (t) => limits(t, served));
  t.test('a slow client is disconnected', (t) => timeouts(t, served));
  t.test('added headers', (t) => additions(t, served));
});
