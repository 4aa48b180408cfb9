import test from 'tape';
import { testHost } from '../../../testing/host.js';
import { TestPeer } from '../../../testing/peer.js';

const script = `
  let all = '';
  export default {
    notes: (r) => { r.headersOut.Seen = [r.status, r.headersOut['Content-Length'], r.method].join(' '); },
    unlength: (r) => { delete r.headersOut['Content-Length']; },
    untyped: (r) => { delete r.headersOut['Content-Type']; },
    status: (r) => { r.status = 207; },
    bodyThrows: () => { throw new Error('in a body filter'); },
    throwsAfter: (r, data, flags) => { r.sendBuffer(data, flags); throw new Error('after the end'); },
    throws: () => { throw new Error('in a filter'); },
    waits: async (r) => { await new Promise((resolve) => setTimeout(resolve, 1)); },
    settles: async (r) => { await 0; r.headersOut.Seen = 'settled'; },
    rejects: async (r) => { throw new Error('rejected'); },
    sends: (r) => { const failed = []; for (const call of [() => r.return(200), () => r.send('x'), () => r.finish(), () => r.sendHeader(), () => r.sendBuffer('x')]) { try { call(); } catch (error) { failed.push(error.name); } } r.headersOut.Seen = failed.join(); },
    logs(r, data, flags) { r.log('part ' + typeof data + ' ' + Buffer.isBuffer(data) + ' ' + data.length + ' ' + JSON.stringify(flags)); r.sendBuffer(data, flags); },
    upper: (r, data, flags) => r.sendBuffer(data.toUpperCase(), flags),
    several(r, data, flags) { r.sendBuffer('<'); r.sendBuffer(Buffer.from(data), { flush: true }); r.sendBuffer('>', flags); },
    collects(r, data, flags) { all += data; if (flags.last) r.sendBuffer(all, flags); },
    done(r, data) { r.sendBuffer('[' + data + ']'); r.done(); },
    nothing: () => {},
    early: (r) => r.sendBuffer('x', { last: true }),
    odd: (r, data, flags) => { r.sendBuffer(); r.sendBuffer(null); r.sendBuffer(1, 1); r.sendBuffer('', flags); },
    second(r, data, flags) { if (flags.last) throw new Error('at the end'); r.sendBuffer(data, flags); },
    bodyWaits: async (r, data, flags) => { await new Promise((resolve) => setTimeout(resolve, 1)); r.sendBuffer(data, flags); },
    parts(r) { r.sendHeader(); r.send('one'); r.send('two'); r.finish(); },
    outside(r) { const failed = []; for (const call of [() => r.sendBuffer('x'), () => r.done()]) { try { call(); } catch (error) { failed.push(error.message); } } r.return(200, failed.join()); },
    inside: async (r) => { const s = await r.subrequest('/upper'); r.return(200, s.responseText + s.headersOut.Seen); },
    shortens: (r, data, flags) => r.sendBuffer(data.slice(0, 2), flags),
    insideShort: async (r) => { const s = await r.subrequest('/short'); r.return(200, s.responseText); },
    page: (r) => { r.return(200, 'page'); },
    callback: (r) => r.subrequest('/plain/a.txt', () => { throw new Error('in a callback'); }),
    fussy: (r) => { if (r.status === 200) throw new Error('not 200'); },
    again(r) { try { r.return(200, 'first'); } catch (error) { r.return(201, error.message); } },
    headFirst(r) { r.status = 200; try { r.sendHeader(); } catch (error) { r.return(202, error.message); } },
  };
`;

/** The directives of a location, and its answer: status, length, `Seen`, body; nothing if the connection is closed. */
const rows: readonly (readonly [string, string, readonly unknown[]])[] = [
  ['header', 'js_header_filter main.notes; return 200 text;', [200, '4', '200 4 GET', 'text']],
  ['page', 'js_header_filter main.status; return 200 text;', [207, '4', undefined, 'text']],
  ['settles', 'js_header_filter main.settles; return 200 text;', [200, '4', 'settled', 'text']],
  ['rejects', 'js_header_filter main.rejects; return 200 text;', [200, '4', undefined, 'text']],
  [
    'sends',
    'js_header_filter main.sends; return 200 text;',
    [200, '4', 'InternalError,TypeError,TypeError,InternalError,TypeError', 'text'],
  ],
  ['throws', 'js_header_filter main.throws; return 200 text;', []],
  ['waits', 'js_header_filter main.waits; return 200 text;', []],
  ['none', 'js_header_filter main.none; return 200 text;', []],
  ['logs', 'js_body_filter main.logs; return 200 text;', [200, '4', undefined, 'text']],
  ['logsEmpty', 'js_body_filter main.logs; return 200 "";', [200, '0', undefined, '']],
  [
    'logsBuffer',
    'js_body_filter main.logs buffer_type=buffer; js_content main.parts;',
    [200, undefined, undefined, 'onetwo'],
  ],
  [
    'upper',
    'js_header_filter main.notes; js_body_filter main.upper; return 200 text;',
    [200, '4', '200 4 GET', 'TEXT'],
  ],
  [
    'several',
    'js_header_filter main.unlength; js_body_filter main.several; js_content main.parts;',
    [200, undefined, undefined, '<one><two><>'],
  ],
  [
    'collects',
    'js_header_filter main.unlength; js_body_filter main.collects; js_content main.parts;',
    [200, undefined, undefined, 'onetwo'],
  ],
  [
    'done',
    'js_header_filter main.unlength; js_body_filter main.done; js_content main.parts;',
    [200, undefined, undefined, '[one]two'],
  ],
  [
    'early',
    'js_header_filter main.unlength; js_body_filter main.early; js_content main.parts;',
    [200, undefined, undefined, 'x'],
  ],
  [
    'odd',
    'js_header_filter main.unlength; js_body_filter main.odd; return 200 text;',
    [200, undefined, undefined, 'undefinednull1'],
  ],
  ['nothing', 'js_body_filter main.nothing; return 200 text;', []],
  ['second', 'js_body_filter main.second; js_content main.parts;', []],
  ['bodyWaits', 'js_body_filter main.bodyWaits; return 200 text;', []],
  ['bodyNone', 'js_body_filter main.none; return 200 text;', []],
  ['missing', 'js_body_filter main.logs; error_page 404 =200 /found; return 404;', [200, '4', undefined, 'page']],
  ['empty', 'js_body_filter main.throws; return 204;', [204, undefined, undefined, '']],
];

test('filters: what they see and change', async (t) => {
  const locations = rows.map(([name, directives]) => `location = /${name} { ${directives} }`).join('\n');
  const more = `
    location = /found { js_content main.page; }
    location = /inside { js_content main.inside; }
    location = /short {
      js_header_filter main.unlength; js_body_filter main.shortens; subrequest_output_buffer_size 3; return 200 text;
    }
    location = /insideShort { js_content main.insideShort; }
    location = /outside { js_content main.outside; }
  `;
  const host = await testHost(t, { script, server: locations + more });
  for (const [name, , expected] of rows) {
    if (expected.length === 0) {
      const [, body = ''] = (await host.raw(`GET /${name} HTTP/1.1\r\nHost: a\r\n\r\n`)).split('\r\n\r\n');
      t.notOk(/text|0\r\n$/.test(body), `${name} is closed without the end`);
      continue;
    }
    const { status, headers, text } = await host.ask(`/${name}`);
    const got = [status, headers['content-length'], headers.seen, text];
    t.deepEqual(got, expected, name);
  }
  t.equal((await host.ask('/inside')).text, 'TEXT200 4 GET', 'in subrequests, too');
  t.equal(
    (await host.ask('/insideShort')).text,
    'te',
    'the output of a filter counts toward the limit of a subrequest',
  );
  t.equal(
    (await host.ask('/outside')).text,
    'cannot send buffer while not filtering,cannot set done while not filtering',
  );
  const head = await host.ask('/logs', { method: 'HEAD' });
  t.equal(head.headers['content-length'], '4');
  const parts = host.log().flatMap((line) => /js: part (.*)/.exec(line)?.[1] ?? []);
  t.deepEqual(parts, [
    'string false 4 {"last":true}',
    'string false 0 {"last":true}',
    'object true 3 {"last":false}',
    'object true 3 {"last":false}',
    'object true 0 {"last":true}',
  ]);
  t.ok(host.log().some((line) => line.includes('async operation inside "main.waits" header filter, client: ')));
  t.ok(host.log().some((line) => line.includes('async operation inside "main.bodyWaits" body filter, client: ')));
});

test('filters: a built-in page has two parts', async (t) => {
  const host = await testHost(t, { script, server: 'location / { js_body_filter main.logs; return 404; }' });
  t.match((await host.ask('/')).text, /^<html>[\s\S]*<\/html>\r\n$/);
  const lasts = host.log().flatMap((line) => /js: part .*(\{.*\})/.exec(line)?.[1] ?? []);
  t.deepEqual(lasts, ['{"last":false}', '{"last":true}']);
});

test('filters: each range of a file has three parts', async (t) => {
  const server = `location / { js_body_filter main.logs; alias ./; }
    location /untyped { js_header_filter main.untyped; alias ./a; }`;
  const host = await testHost(t, { script, server, files: { a: 'abcdef' } });
  const untyped = await host.ask('/untyped', { headers: ['Range', 'bytes=0-0,2-4'] });
  t.match(untyped.text, /^\r\n--\d+\r\nContent-Range: bytes 0-0/, 'without a type if the file has none');
  t.equal((await host.ask('/a', { headers: ['Range', 'bytes=0-0,2-4'] })).status, 206);
  const lengths = host.log().flatMap((line) => /js: part \w+ \w+ (\d+)/.exec(line)?.[1] ?? []);
  const [head, closing] = [lengths[0], lengths[6]];
  t.deepEqual(lengths, [head, '9', '1', head, '9', '3', closing]);
});

/** Expected values are those of nginx 1.30.6. */
const outcomes = `log_format outcomes '$uri $status $body_bytes_sent [$request_completion]'; access_log outcomes.log outcomes;`;

test('header filters that fail during a handler: the handler may send another response', async (t) => {
  const host = await testHost(t, {
    script,
    http: outcomes,
    server: `location = /again { js_header_filter main.fussy; js_content main.again; }
      location = /headFirst { js_header_filter main.fussy; js_content main.headFirst; }
      location = /page { js_header_filter main.fussy; js_content main.page; }
      location = /never { js_header_filter main.throws; js_content main.page; }
      location = /body { js_body_filter main.bodyThrows; js_content main.page; }
      location = /after { js_header_filter main.unlength; js_body_filter main.throwsAfter; return 200 text; }
      location = /waiting { js_header_filter main.waits; js_content main.page; }
      location = /second { js_body_filter main.second; js_content main.parts; }
      location = /chunks { js_header_filter main.unlength; js_body_filter main.several; return 200 text; }`,
  });
  for (const [path, status, text] of [
    ['/again', 201, 'failed to send response'],
    ['/headFirst', 202, 'failed to send header'],
  ] as const) {
    const answered = await host.ask(path);
    t.deepEqual([answered.status, answered.text], [status, text], path);
  }
  t.equal((await host.ask('/page')).status, 500, 'a page that passes the filter');
  t.equal((await host.ask('/waiting')).status, 500, 'earlier failures do not affect the page');
  const raw = (path: string) => host.raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  t.equal(await raw('/never'), '', 'a page that does not pass');
  t.equal(await raw('/after'), '', 'not even the forwarded end');
  t.ok(await host.logged('/never 500 0 []', 'outcomes.log'));
  t.equal(host.log().filter((line) => / js exception: Error: in a filter$/.test(line)).length, 2, 'reported each time');
  t.equal(await raw('/second'), '');
  t.ok(await host.logged('/second 200 ', 'outcomes.log'));
  const [, body = ''] = (await raw('/chunks')).split('\r\n\r\n', 2);
  t.equal(body, '6\r\n<text>\r\n0');
  t.ok(await host.logged('/chunks 200 16 [OK]', 'outcomes.log'), 'a chunk with several parts is counted once');
});

test('filters that fail: the log shows what the host was doing', async (t) => {
  const peer = await TestPeer.listen('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi');
  t.teardown(() => peer.close());
  const host = await testHost(t, {
    script,
    http: outcomes,
    files: { 'a.txt': 'abc' },
    server: `location /head/ { js_header_filter main.throws; alias ./; } location /file/ { js_body_filter main.bodyThrows; alias ./; }
      location /passed { js_header_filter main.throws; proxy_pass http://127.0.0.1:${peer.port}; }
      location /body { js_body_filter main.bodyThrows; proxy_pass http://127.0.0.1:${peer.port}; }
      location /inner { js_content main.callback; } location /plain/ { alias ./; }`,
  });
  for (const [path, doing] of [
    ['/head/a.txt', 'sending response to client'],
    ['/file/a.txt', 'sending response to client'],
    ['/passed', 'reading response header from upstream'],
    ['/body', 'sending to client'],
  ] as const) {
    t.equal(await host.raw(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`), '', path);
    const line = await host.logged(`request: "GET ${path} `);
    t.ok(line.includes(` while ${doing}, client`), line);
    t.ok(await host.logged(`${path} 200 0 []`, 'outcomes.log'));
  }
  t.deepEqual(
    host.log().filter((line) => line.includes('prematurely')),
    [],
    'nothing more is read for an aborted response',
  );
  t.equal((await host.ask('/inner')).status, 500);
  t.ok(await host.logged('js exception: Error: in a callback'));
  const line = await host.logged('request: "GET /inner ');
  t.ok(line.startsWith(' while sending response to client, client'), line);
});
