import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import test from 'tape';
import { type TestHost, testHost } from '../../testing/host.js';
import { startHost } from '../start.js';

const script = `
  export default {
    echo: (r) => r.return(200, r.method + ' ' + r.requestText),
    nothing: (r) => {},
    throws: (r) => { throw new TypeError('on purpose'); },
    throwsLate: (r) => { r.return(200, 'sent'); throw new Error('after the answer'); },
    later: async (r) => { await null; setTimeout((text) => r.return(200, text), 5, 'later'); },
    rejects: async (r) => { await null; throw new Error('rejected'); },
    unhandled: (r) => { Promise.reject(new Error('unhandled')); r.return(200, 'answered'); },
    never: async (r) => { await new Promise(() => {}); },
    timerThrows: (r) => { setTimeout(() => { throw new Error('in a timer'); }, 1); },
    unfinished: (r) => { r.sendHeader(); r.send('part'); },
    trailer: (r) => { r.headersOut.Trailer = 'X-Foo'; r.return(200, 'whole'); },
    streamedTrailer: (r) => { r.headersOut.Trailer = 'X-Foo'; r.sendHeader(); r.send('part'); r.finish(); },
    streamed: (r) => { r.sendHeader(); r.send('one'); r.send('two'); r.finish(); },
    order(r) {
      const seen = [];
      Promise.resolve().then(() => seen.push('job'));
      setTimeout(() => { seen.push('timer'); r.return(200, seen.join()); }, 0);
      seen.push('handler');
    },
    hangs: (r) => { r.log('hanging'); for (;;); },
    slow: (r) => { setTimeout(() => r.return(200, 'slow'), 50); },
  };
`;

const names = [...script.matchAll(/^ {4}(\w+)[:(]/gm)].map((match) => match[1]);
const server = names.map((name) => `location = /${name} { js_content main.${name}; }`).join('\n');

function logged(host: TestHost, text: string): boolean {
  return host.log().some((line) => line.includes(text));
}

test('content handlers: their end', async (t) => {
  const host = await testHost(t, { script, server: `${server} location = /missing { js_content main.missing; }` });
  const rows: readonly (readonly [string, number, string | undefined])[] = [
    ['nothing', 500, undefined],
    ['throws', 500, 'js exception: TypeError: on purpose'],
    ['throwsLate', 200, 'js exception: Error: after the answer'],
    ['later', 200, undefined],
    ['rejects', 500, 'js unhandled rejection: Error: rejected'],
    ['unhandled', 200, 'js unhandled rejection: Error: unhandled'],
    ['never', 500, undefined],
    ['timerThrows', 500, 'js exception: Error: in a timer'],
    ['missing', 500, 'js function "main.missing" not found'],
  ];
  for (const [name, status, line] of rows) {
    t.equal((await host.ask(`/${name}`)).status, status, name);
    if (line !== undefined) t.ok(await host.logged(line), 'is logged');
  }
  t.equal((await host.ask('/order')).text, 'handler,job,timer', 'jobs run before timers');
  t.equal((await host.ask('/throwsLate')).text, 'sent');
});

test('responses: chunks, lengths and connections', async (t) => {
  const host = await testHost(t, { script, server });
  const send = (head: string, body = '') => host.raw(`${head}\r\nHost: a\r\n${body}`);
  const streamed = await send('GET /streamed HTTP/1.1', 'Connection: close\r\n\r\n');
  // Node 26 merges parts that are sent in one turn into one chunk.
  t.match(streamed, /Transfer-Encoding: chunked\r\n.*\r\n\r\n(3\r\none\r\n3\r\ntwo|6\r\nonetwo)\r\n0\r\n\r\n$/s);
  const old = await send('GET /streamed HTTP/1.0', '\r\n');
  t.match(old, /Connection: close\r\n\r\nonetwo$/, 'HTTP/1.0 has no chunks');
  const head = await send('HEAD /echo HTTP/1.1', 'Connection: close\r\n\r\n');
  t.match(head, /Content-Length: 14\r\nConnection: close\r\n\r\n$/, 'HEAD has no body');
  const trailer = await send('GET /trailer HTTP/1.1', 'Connection: close\r\n\r\n');
  t.match(
    trailer,
    /^HTTP\/1.1 200 .*Connection: close\r\nTrailer: X-Foo\r\n\r\nwhole$/s,
    'a script announces a trailer',
  );
  const announced = await send('GET /streamedTrailer HTTP/1.1', 'Connection: close\r\n\r\n');
  t.match(announced, /Transfer-Encoding: chunked\r\nConnection: close\r\nTrailer: X-Foo\r\n/, 'with chunks, too');
  const two = await send('GET /echo HTTP/1.1', '\r\nGET /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  t.equal(two.split('HTTP/1.1 200 OK').length, 3, 'a connection is kept');
  const unfinished = await send('GET /unfinished HTTP/1.1', '\r\n');
  t.notOk(unfinished.includes('0\r\n\r\n'), 'an unfinished response is aborted');
  const failed = await send('GET /nothing HTTP/1.1', '\r\n');
  t.match(failed, /^HTTP\/1.1 500 .*Connection: close/s, 'a failed request ends the connection');
});

test('refused requests', async (t) => {
  const host = await testHost(t, { script, server: `${server} location = /in { internal; return 200; }` });
  const rows = [
    ['GET /../x HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['nonsense\r\n\r\n', 400],
    ['GET /none HTTP/1.0\r\n\r\n', 404],
    ['GET /in HTTP/1.0\r\n\r\n', 404],
  ] as const;
  for (const [request, status] of rows) {
    t.match(await host.raw(request), new RegExp(`^HTTP/1.1 ${status} .*\r\n\r\n<html>`, 's'), JSON.stringify(request));
  }
});

test('request bodies: their limits', async (t) => {
  const host = await testHost(t, { script, server: `client_max_body_size 1k; ${server}` });
  const body = 'x'.repeat(1024);
  t.equal((await host.ask('/echo', { body })).text, `POST ${body}`, 'as large as allowed');
  t.equal((await host.ask('/echo', { body: `${body}x` })).status, 413, 'announced as larger');
  t.equal(
    (await host.ask('/echo', { body: 'x'.repeat(3_000_000) })).status,
    413,
    'much larger: the client sees the answer',
  );
  const chunk = `401\r\n${body}x\r\n0\r\n\r\n`;
  const head = 'POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n';
  t.match(await host.raw(head + chunk), /^HTTP\/1.1 413 /, 'larger, without a length');
  const expecting = 'POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: ';
  t.match(await host.raw(`${expecting}2\r\n\r\nab`), /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 .*POST ab$/s);
  t.match(await host.raw(`${expecting}2000\r\n\r\n`), /^HTTP\/1.1 413 /, 'no body is requested unnecessarily');
});

test('directives that answer without a script', async (t) => {
  const host = await testHost(t, {
    server: `location = /text { default_type a/b; return 201 "text $arg_x"; }
      location = /set { set $a 1; set $a "\${a}2"; return 200 $a; }
      location = /go { return 302 /there; }
      location = /page { return 403; }
      location = /closed { return 444; }
      location = /only { return http://x/; }`,
  });
  const text = await host.ask('/text?x=%41');
  t.deepEqual([text.status, text.headers['content-type'], text.text], [201, 'a/b', 'text %41']);
  t.equal((await host.ask('/set')).text, '12');
  t.equal((await host.ask('/go')).headers.location, `http://127.0.0.1:${host.port}/there`);
  t.match((await host.ask('/page')).text, /403 Forbidden/);
  t.equal(await host.raw('GET /closed HTTP/1.1\r\nHost: a\r\n\r\n'), '', '444 closes the connection');
  t.equal((await host.ask('/only')).status, 302);
});

test('access handlers: answer, grant or fail', async (t) => {
  const access = `
    export default {
      content: (r) => r.return(200, 'content ' + r.headersOut['X-Access']),
      access: async (r) => { await null; r.headersOut['X-Access'] = 'granted'; if (r.args.deny) r.return(403, 'denied'); },
      fails: (r) => { throw new Error('no access'); },
    };`;
  const host = await testHost(t, {
    script: access,
    server: `js_access main.access; location / { js_content main.content; }
      location /fails { js_access main.fails; js_content main.content; }
      location /rewritten { return 200 rewritten; }`,
  });
  const granted = await host.ask('/');
  t.deepEqual([granted.status, granted.text, granted.headers['x-access']], [200, 'content granted', 'granted']);
  const denied = await host.ask('/?deny=1', { body: 'ignored' });
  t.deepEqual([denied.status, denied.text], [403, 'denied']);
  t.equal((await host.ask('/fails')).status, 500);
  t.equal((await host.ask('/rewritten?deny=1')).text, 'rewritten', 'the rewrite phase comes first');
});

test('servers: chosen by name', async (t) => {
  const host = await testHost(t, {
    server: 'return 200 one; } server { listen unix:named.sock; server_name b; return 200 two;',
  });
  t.equal(host.host.listening.length, 2);
  t.match(await host.raw('GET / HTTP/1.1\r\nHost: B:80\r\nConnection: close\r\n\r\n'), /one$/);
});

test('a host: a client that leaves affects no other', async (t) => {
  const host = await testHost(t, { script, server });
  await new Promise<void>((resolve) => {
    const socket = connect(host.port, '127.0.0.1', () => {
      socket.write('POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\npart', () => socket.destroy());
    });
    socket.once('close', () => resolve());
  });
  t.equal((await host.ask('/echo')).status, 200);
});

test('a host: stops while a handler hangs, and lets requests finish when it quits', async (t) => {
  const hanging = await testHost(t, { script, server });
  hanging.ask('/hangs').catch(() => undefined);
  while (!logged(hanging, 'hanging')) await new Promise((resolve) => setImmediate(resolve));
  await hanging.host.stop();
  t.pass('the host is stopped');
  const quitting = await testHost(t, { script, server });
  const answer = quitting.ask('/slow');
  await quitting.ask('/echo');
  await quitting.host.quit();
  t.equal((await answer).text, 'slow');
});

test('a host: rejects files that it cannot load, with their lines', async (t) => {
  const { folder } = await testHost(t, {
    server: '',
    files: { 'wrong.js': 'let x = ;', 'far.js': "import 'nowhere';" },
  });
  const refusal = async (text: string) => {
    writeFileSync(join(folder, 'other.conf'), text);
    return startHost({ configuration: 'other.conf', prefix: folder }).then(
      () => 'started',
      (error) => `${error.name} ${error.line}: ${error.message.replace(folder, '')}`,
    );
  };
  const http = (text: string) => refusal(`events {}\nhttp {\n${text}\nserver { listen 127.0.0.1:0; } }`);
  t.equal(await http('js_import absent.js;'), 'ConfigurationError 3: cannot find module "absent.js"');
  t.equal(await http('js_import wrong.js;'), "ConfigurationError 3: SyntaxError: Unexpected token ';' in /wrong.js");
  t.equal(await http('js_import far.js;'), 'ConfigurationError 3: cannot find module "nowhere"');
  t.match(
    await http('error_log nowhere/e.log;'),
    /^ConfigurationError 3: open\(\) "\S+" failed \(2: No such file or directory\)$/,
  );
  t.equal(await refusal('events {}\nnonsense;'), 'ConfigurationError 2: unknown directive "nonsense"');
});
