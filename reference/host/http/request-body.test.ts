import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import test from 'tape';
import { type TestHost, testHost } from '../../testing/host.js';

const script = `
  const length = (text) => text === undefined ? '-' : text.length;
  const name = (path) => path === undefined ? '-' : path.split('/').pop();
  const report = (r) => {
    const { request_body, request_body_file, request_length, arg_head } = r.variables;
    r.return(200, [length(r.requestText), length(request_body), name(request_body_file), request_length - arg_head].join(' '));
  };
  export default {
    report,
    async reads(r) { await r.readRequestText(); },
    text: (r) => r.return(200, String(r.requestText)),
    redirects: (r) => r.internalRedirect('/report?' + r.variables.args),
    throws: () => { throw new Error('thrown'); },
    async late(r) {
      r.return(200, 'early');
      await new Promise((done) => setTimeout(done));
      r.error('late ' + (await r.readRequestText()).length);
    },
    async inner(r) {
      const own = await r.subrequest('/text', { body: 'own' });
      const none = await r.subrequest('/text', { body: '' });
      const replies = [await r.subrequest('/text'), own, none, await r.subrequest('/passed')];
      const limited = [await r.subrequest('/four', { body: 'own' }), await r.subrequest('/four')];
      r.return(200, replies.map(({ responseText }) => responseText).join() + limited.map(({ status }) => status));
    },
    outlived(r) { r.subrequest('/wait', { detached: true }); r.return(200, 'early'); },
    async wait(r) {
      await new Promise((done) => setTimeout(done));
      r.error('waited with ' + r.requestText);
      r.return(200);
    },
  };
`;

const server = `
  location /memory { js_content main.report; }
  location /8 { client_body_buffer_size 8; js_content main.report; }
  location /100 { client_body_buffer_size 100; js_content main.report; }
  location /on { client_body_in_file_only on; js_content main.report; }
  location /clean { client_body_in_file_only clean; client_body_temp_path clean 1; js_content main.report; }
  location /from-clean { client_body_in_file_only clean; js_content main.redirects; }
  location /from-access { client_body_in_file_only on; js_access main.redirects; }
  location /throws { client_body_in_file_only clean; js_content main.throws; }
  location /report { js_content main.report; }
  location /text { js_content main.text; }
  location /inner { client_body_buffer_size 8; js_content main.inner; }
  location /outlived { client_body_in_file_only clean; js_content main.outlived; }
  location /late { js_access main.late; }
  location /four { client_max_body_size 4; js_content main.text; }
  location /wait { js_content main.wait; }
  location /passed { client_body_buffer_size 8; proxy_pass http://127.0.0.1:$server_port/text; }
  location /named { error_page 418 = @named; return 418; }
  location @named { client_max_body_size 4; js_content main.report; }
  location /small { client_max_body_size 4; js_content main.report; error_page 413 = @page; }
  location @page { js_content main.text; }
  location /if { if ($request_method = POST) { js_content main.report; } client_body_in_file_only clean; }
  location /instant { client_body_timeout 0; client_body_buffer_size 0; js_content main.report; }
  location /streamed { js_access main.reads; proxy_request_buffering off; proxy_pass http://127.0.0.1:$server_port/text; }
  location /nowhere { client_body_in_file_only on; client_body_temp_path main.js; js_content main.report; }
  location /default { js_content main.report; }
  location /slow { client_body_in_file_only clean; client_body_buffer_size 8; client_body_timeout 50ms; js_content main.report; }
`;

const serves = { script, server };

const chunked = 'Transfer-Encoding: chunked';

/** Sends a request whose body waits for a go-ahead, and returns what the handler reports; `FILE` replaces any file name. */
async function report(host: TestHost, path: string, body: string, framing?: string): Promise<string> {
  const answer = await host.late(path, body, framing);
  return answer.replace(/\d{10}/, 'FILE');
}

const piece = (count: number) => `${'1\r\nx\r\n'.repeat(count)}0\r\n\r\n`;

/** The path, which contains the buffer size, then the body, the report, and the framing. */
const buffered: readonly (readonly [path: string, body: string, report: string, framing?: string])[] = [
  ['/8', '', '0 0 -'],
  ['/8', 'x'.repeat(9), '9 9 -'],
  ['/8', 'x'.repeat(10), '10 - FILE'],
  ['/100', 'x'.repeat(124), '124 124 -'],
  ['/100', 'x'.repeat(125), '125 - FILE'],
  ['/100', 'x'.repeat(200_000), '200000 - FILE'],
  ['/default', 'x'.repeat(10_239), '10239 10239 -'],
  ['/default', 'x'.repeat(10_240), '10240 - FILE'],
  ['/100', '0\r\n\r\n', '0 0 -', chunked],
  ['/100', `59\r\n${'x'.repeat(0x59)}\r\n0\r\n\r\n`, '89 89 -', chunked],
  ['/100', `5a\r\n${'x'.repeat(0x5a)}\r\n0\r\n\r\n`, '90 - FILE', chunked],
  ['/100', `60\r\n${'x'.repeat(0x60)}\r\n0\r\n\r\n`, '96 - FILE', chunked],
  ['/100', piece(15), '15 15 -', chunked],
  ['/100', piece(16), '16 - FILE', chunked],
  ['/100', `0;${'x'.repeat(200)}\r\n\r\n`, '0 0 -', chunked],
  ['/on', 'abc', '3 - FILE'],
  ['/on', '', '- - FILE'],
  ['/on', '0\r\n\r\n', '- - FILE', chunked],
  ['/clean', 'abc', '3 - FILE'],
  ['/from-clean', 'abc', '3 - FILE'],
  ['/from-access', 'abc', '3 - FILE'],
  ['/named', 'x'.repeat(10), '10 10 -'],
  ['/if', 'abc', '3 - FILE'],
];

test('request bodies: in memory or in a file', async (t) => {
  const host = await testHost(t, serves);
  for (const [path, body, wanted, framing = `Content-Length: ${body.length}`] of buffered) {
    const head = `POST ${path}?head=000 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\n${framing}\r\n\r\n`;
    const answer = await report(host, `${path}?head=${String(head.length).padStart(3, '0')}`, body, framing);
    const about = `${path} with ${body.length} bytes, ${framing}`;
    t.equal(answer, `${wanted} ${body.length}`, about);
  }
  t.match(await host.raw('GET /on?head=0 HTTP/1.0\r\n\r\n'), /- - - \d+$/, 'no body, no file');
  const kept = () => readdirSync(join(host.folder, 'client_body_temp')).length;
  t.equal(kept(), 4, 'files of `on` are kept');
  t.deepEqual(
    readdirSync(join(host.folder, 'clean')).flatMap((one) => readdirSync(join(host.folder, 'clean', one))),
    [],
  );
  t.equal(await report(host, '/throws', 'abc').then((page) => /500/.test(page)), true);
  t.equal(
    await host.late('/inner', 'x'.repeat(20)),
    `${'x'.repeat(20)},own,undefined,${'x'.repeat(20)}200,413`,
    'subrequests',
  );
  t.equal(await host.late('/streamed', 'abc'), 'abc', 'a body that was read is not streamed');
  t.equal(await host.late('/outlived', 'abc'), 'early');
  await host.logged('waited with abc');
  t.match(await host.raw('POST /late HTTP/1.0\r\nContent-Length: 6\r\n\r\nabc', false, 'def'), /early$/);
  t.ok(await host.logged('late 0'), 'a discarded body leaves no file');
  t.match(await host.late('/nowhere', 'abc'), /500 Internal/, 'a file that cannot be created');
  t.match(await host.logged('[crit]'), /open\(\) ".*main\.js\/\d{10}" failed \(20: Not a directory\)/);
  t.equal(kept(), 4, 'no other file remains');
  const lines = host.log().filter((line) => line.includes('a client request body is buffered to a temporary file'));
  t.equal(lines.filter((line) => line.includes('[warn]')).length, 9, 'bodies that exceed their buffers are reported');
  t.equal(
    host.log().filter((line) => line.includes('http js reading request body from a temporary file')).length > 8,
    true,
  );
});

test('request bodies: larger than allowed', async (t) => {
  const host = await testHost(t, serves);
  const refused = async (body: string, framing?: string) => {
    const answer = await host.late('/small', body, framing);
    return [
      answer,
      host
        .log()
        .findLast((line) => line.includes('client intended'))
        ?.match(/large (.*) bytes/)?.[1],
    ];
  };
  t.deepEqual(await refused('2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n', chunked), ['undefined', 'chunked body: 2+3']);
  t.deepEqual(
    await refused('5\r\na', chunked),
    ['undefined', 'chunked body: 0+5'],
    'as soon as the size of the chunk is known',
  );
  t.equal(
    await report(host, '/small?head=0', '2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n', chunked).then((text) => text.slice(0, 5)),
    '4 4 -',
  );
  t.match(await host.late('/small', '2\r\nab\r\n0\r\nX: y\rZ\r\n\r\n', chunked), /400 Bad Request/, 'half a line end');
  t.match(await host.raw('POST /small HTTP/1.0\r\nContent-Length: 5\r\n\r\nabcde'), /\r\n\r\n$/, 'announced');
  t.match(await host.logged('large body'), /client intended to send too large body: 5 bytes/);
});

test('request bodies: clients that leave, and slow ones', async (t) => {
  const host = await testHost(t, {
    ...serves,
    http: "log_format status '$status $request_body_file'; access_log access.log status;",
  });
  const folder = join(host.folder, 'client_body_temp');
  const socket = connect(host.port, '127.0.0.1');
  // More data than fits into the buffer arrives with the head, so that the file exists before the timeout.
  socket.write(`POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(3000)}`);
  await host.logged('408 ', 'access.log');
  t.equal(await host.raw('POST /instant HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n'), '', 'a timeout of 0');
  t.match(await host.raw('POST /instant?head=0 HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc'), /3 3 - \d+$/);
  const left = connect(host.port, '127.0.0.1');
  left.write('POST /8 HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n');
  left.once('data', () => left.write('x'.repeat(50)));
  await host.logged('"POST /8 ');
  left.destroy();
  await host.logged('client prematurely closed connection');
  t.match(readFileSync(join(host.folder, 'access.log'), 'latin1'), /^408 .*\/\d{10}\n/);
  t.deepEqual(readdirSync(folder), []);
});

test('request bodies in files, for older versions', async (t) => {
  const host = await testHost(t, { ...serves, runtimeVersion: '0.8.9' });
  t.match(await host.late('/8', 'x'.repeat(10)), /500 Internal/);
  await host.logged('js exception: Error: request body is in a file');
  t.equal(await report(host, '/8?head=0', 'x'.repeat(9)).then((text) => text.slice(0, 5)), '9 9 -');
});

test('request bodies: their folder', async (t) => {
  const server = 'client_body_temp_path bodies; location / { client_body_temp_path nowhere/bodies; return 200; }';
  const refused = await testHost(t, { server }).then(
    () => 'accepted',
    (error: Error) => error.message,
  );
  t.match(refused, /^mkdir\(\) ".*\/nowhere\/bodies" failed \(2: No such file or directory\)$/);
  const host = await testHost(t, { server: server.replace('nowhere/', '') });
  t.equal(statSync(join(host.folder, 'bodies')).mode & 0o777, 0o700, 'the folder is made at the start');
});
