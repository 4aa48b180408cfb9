import { mkdirSync, readdirSync, readlinkSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { type TestHost, testHost } from '../../testing/host.js';

const script = `export default { own: (r) => { r.headersOut.ETag = '"own"'; r.return(200, 'own'); } };`;
const date = 'Thu, 02 Jan 2020 03:04:05 GMT';
const later = 'Thu, 02 Jan 2020 03:04:06 GMT';
const [tag, bytes] = ['"5e0d5da5-11"', 'hello world file\n'];
const server = `root files;
  location /alias/ { alias files/folder/; }
  location ~ ^/of/(.*)$ { alias files/$1; }
  location /tried { try_files $uri /named.txt @named; }
  location /code { try_files $uri =418; }
  location /fallback { try_files $uri $uri/ /f.txt?from=here; }
  location @named { return 200 "named $uri"; }
  location /indexes/ { alias files/; index none.html $arg_name f.txt; }
  location = /plain { return 200 plain; }
  location = /own { js_content main.own; }
  location /before/ { alias files/; if_modified_since before; }
  location /off/ { alias files/; if_modified_since off; etag off; }
  location /none/ { alias files/; max_ranges 0; }
  location /one/ { alias files/; max_ranges 1; }
  location /relative/ { alias files/; absolute_redirect off; }
  location /portless/ { alias files/; port_in_redirect off; }
  location /quiet/ { alias files/; log_not_found off; server_tokens off; }
  location /names/ { return 200 "$document_root|$request_filename"; }`;

async function host(t: Test): Promise<TestHost> {
  const started = await testHost(t, { script, server });
  const files = join(started.folder, 'files');
  for (const folder of ['', 'folder', 'bare']) mkdirSync(join(files, folder), { recursive: true });
  const contents = { 'f.txt': bytes, 'folder/index.html': '<p>', 'é.gif': 'x', 'empty.txt': '' };
  for (const [name, content] of Object.entries(contents)) {
    writeFileSync(join(files, name), content);
    utimesSync(join(files, name), new Date(date), new Date(date));
  }
  symlinkSync('f.txt', join(files, 'link'));
  return started;
}

async function answers(t: Test, served: TestHost): Promise<void> {
  const rows: readonly (readonly [path: string, status: number, body?: RegExp])[] = [
    ['/f.txt', 200, /^hello world file\n$/],
    ['/folder/', 200, /^<p>$/],
    ['/alias/index.html', 200, /^<p>$/],
    ['/of/f.txt', 200, /^hello/],
    ['/link', 200, /^hello/],
    ['/%C3%A9.gif', 200, /^x$/],
    ['/%2e%2e/host.conf', 400],
    ['/folder%2f..%2f..%2fhost.conf', 400],
    ['/f.txt%00.html', 400],
    ['/bare/', 403],
    ['/missing', 404],
    ['/missing/', 404],
    ['/f.txt/', 404],
    ['/f.txt/x', 404],
    ['/tried/x', 200, /^named \/tried\/x$/],
    ['/code', 418],
    ['/fallback', 200, /^hello/],
    ['/indexes/', 500],
    ['/indexes/?name=empty.txt', 200, /^$/],
    ['/names/x', 200, /^\/.*\/files\|\/.*\/files\/names\/x$/],
  ];
  for (const [path, status, body] of rows) {
    const answer = await served.ask(path);
    t.equal(answer.status, status, path);
    if (body !== undefined) t.match(answer.text, body);
  }
  for (const method of ['POST', 'PUT', 'OPTIONS'])
    t.equal((await served.ask('/f.txt', { method })).status, 405, method);
  const log = served.log().join('\n');
  t.match(log, /\[error\] .* open\(\) "\/.*\/files\/missing" failed \(2: No such file or directory\), client: /);
  t.match(log, /"\/.*\/files\/f.txt\/index.html" is not found \(20: Not a directory\)/);
  t.match(log, /directory index of "\/.*\/files\/bare\/" is forbidden/);
}

async function headersAndRedirects(t: Test, served: TestHost): Promise<void> {
  const { rawHeaders } = await served.ask('/f.txt');
  const names = rawHeaders.filter((_, at) => at % 2 === 0).join();
  t.equal(names, 'Server,Date,Content-Type,Content-Length,Last-Modified,Connection,ETag,Accept-Ranges');
  t.ok(rawHeaders.includes(date) && rawHeaders.includes(tag));
  const at = (path: string) =>
    served.ask(path).then(({ headers }) => headers.location?.replace(String(served.port), 'PORT'));
  t.equal(await at('/folder?a=1'), 'http://127.0.0.1:PORT/folder/?a=1');
  t.equal(await at('/relative/folder'), '/relative/folder/');
  t.equal(await at('/portless/folder'), 'http://127.0.0.1/portless/folder/');
  const quiet = await served.ask('/quiet/unseen');
  t.deepEqual([quiet.status, quiet.headers.server], [404, 'srvspec']);
  t.notOk(
    served.log().some((line) => line.includes('unseen')),
    'a missing file is not logged',
  );
}

async function conditions(t: Test, served: TestHost): Promise<void> {
  const rows: readonly (readonly [path: string, headers: readonly string[], status: number])[] = [
    ['/f.txt', ['If-Modified-Since', date], 304],
    ['/f.txt', ['If-Modified-Since', later], 200],
    ['/f.txt', ['If-Modified-Since', 'Thursday, 02-Jan-20 03:04:05 GMT'], 304],
    ['/before/f.txt', ['If-Modified-Since', later], 304],
    ['/off/f.txt', ['If-Modified-Since', date], 200],
    ['/f.txt', ['If-Unmodified-Since', date], 200],
    ['/f.txt', ['If-Unmodified-Since', 'Wed, 01 Jan 2020 03:04:05 GMT'], 412],
    ['/f.txt', ['If-Match', tag], 200],
    ['/f.txt', ['If-Match', `W/${tag}`], 412],
    ['/f.txt', ['If-None-Match', `"x", W/${tag}`], 304],
    ['/f.txt', ['If-None-Match', '"x"', 'If-Modified-Since', date], 200],
    ['/f.txt', ['If-None-Match', tag, 'Range', 'bytes=0-1'], 304],
    ['/f.txt', ['If-Match', '*', 'Range', 'bytes=0-1'], 206],
    ['/f.txt', ['Range', 'bytes=0-1', 'If-Range', tag], 206],
    ['/f.txt', ['Range', 'bytes=0-1', 'If-Range', later], 200],
    ['/plain', ['If-None-Match', '*'], 304],
    ['/plain', ['If-Match', '"x"'], 412],
    ['/plain', ['Range', 'bytes=0-1'], 200],
    ['/own', ['If-None-Match', '"own"'], 200],
    ['/f.txt', ['Range', 'bytes=17-'], 416],
    ['/f.txt', ['Range', 'bytes=5-2,3-1'], 416],
    ['/f.txt', ['Range', 'bytes=0-9,0-9'], 200],
    ['/none/f.txt', ['Range', 'bytes=0-1'], 200],
    ['/one/f.txt', ['Range', 'bytes=0-1,3-4'], 200],
    ['/empty.txt', ['Range', 'bytes=0-0'], 200],
  ];
  for (const [path, headers, status] of rows) {
    t.equal((await served.ask(path, { headers: [...headers] })).status, status, `${path} ${headers.join(': ')}`);
  }
  const missing = await served.ask('/f.txt', { headers: ['Range', 'bytes=17-'] });
  t.deepEqual([missing.headers['content-range'], missing.headers.etag], ['bytes */17', undefined]);
}

async function ranges(t: Test, served: TestHost): Promise<void> {
  const part = async (range: string, method = 'GET') => {
    const { status, headers, text } = await served.ask('/f.txt', { method, headers: ['Range', range] });
    return [status, headers['content-range'], headers['content-length'], text];
  };
  t.deepEqual(await part('bytes=0-4'), [206, 'bytes 0-4/17', '5', 'hello']);
  t.deepEqual(await part('bytes=-5'), [206, 'bytes 12-16/17', '5', 'file\n']);
  t.deepEqual(await part('bytes= 12 - 99 '), [206, 'bytes 12-16/17', '5', 'file\n']);
  t.deepEqual(await part('bytes=0-4', 'HEAD'), [206, 'bytes 0-4/17', '5', '']);
  const { headers, text } = await served.ask('/f.txt', { headers: ['Range', 'bytes=6-10, 0-0'] });
  const boundary = /^multipart\/byteranges; boundary=(\d{20})$/.exec(headers['content-type'] ?? '')?.[1];
  const piece = (range: string, body: string) =>
    `\r\n--${boundary}\r\nContent-Type: text/plain\r\nContent-Range: bytes ${range}/17\r\n\r\n${body}`;
  t.equal(text, `${piece('6-10', 'world')}${piece('0-0', 'h')}\r\n--${boundary}--\r\n`);
  t.equal(headers['content-length'], String(text.length));
}

async function closing(t: Test, served: TestHost): Promise<void> {
  const large = join(served.folder, 'files', 'large');
  writeFileSync(large, Buffer.alloc(16 * 1024 ** 2));
  const open = () =>
    readdirSync('/proc/self/fd').filter((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`) === large;
      } catch {
        return false;
      }
    }).length;
  const socket = connect(served.port, '127.0.0.1', () => socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n'));
  await new Promise((resolve) => socket.once('readable', resolve));
  for (let turns = 0; turns < 100; turns += 1) await served.ask('/f.txt');
  t.equal(open(), 1, 'it is read no faster than the client reads');
  socket.destroy();
  for (let tries = 0; open() > 0 && tries < 200; tries += 1) await served.ask('/f.txt');
  t.equal(open(), 0, 'and closed');
}

test('files', async (t) => {
  const served = await host(t);
  t.test('answers like those of nginx', (t) => answers(t, served));
  t.test('header and redirects', (t) => headersAndRedirects(t, served));
  t.test('conditions precede ranges', (t) => conditions(t, served));
  t.test('ranges', (t) => ranges(t, served));
  t.test('closed when the client leaves during the response', (t) => closing(t, served));
});
