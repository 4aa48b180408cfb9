import test from 'tape';
import { testHost } from '../../testing/host.js';
import { type BufferSink, socketless } from '../../testing/socketless.js';

/** Status, location and body of a response. */
function seen({ head, body, state }: BufferSink): readonly unknown[] {
  const at = head?.headers.indexOf('Location') ?? -1;
  return [
    head?.status ?? state,
    at < 0 ? undefined : head?.headers[at + 1],
    String(body).replace(/^<html>[\s\S]*/, 'built in'),
  ];
}

const pages = `
  location = /page { return 200 "$request_method $uri $args $status"; }
  location @named { return 200 "$request_method $uri $args $status"; }
  location @fails { return 503; }
  location @other { return 202 other; }
`;

/** Directives of the location, and the answer to a POST. */
const rows: readonly (readonly [string, readonly unknown[]])[] = [
  ['error_page 404 /page; return 404;', [404, undefined, 'GET /page  404']],
  ['error_page 403 404 /page; return 404;', [404, undefined, 'GET /page  404']],
  ['error_page 404 =200 /page; return 404;', [200, undefined, 'GET /page  200']],
  ['error_page 404 = @other; return 404;', [202, undefined, 'other']],
  ['error_page 404 @other; return 404;', [404, undefined, 'other']],
  ['error_page 404 @named; return 404;', [404, undefined, 'POST /  404']],
  ['error_page 404 "/page?of=$uri"; return 404;', [404, undefined, 'GET /page of=/ 404']],
  ['error_page 404 http://a/b$uri; return 404;', [302, 'http://a/b/', 'built in']],
  ['error_page 404 =301 http://a/b; return 404;', [301, 'http://a/b', 'built in']],
  ['error_page 404 =200 http://a/b; return 404;', [302, 'http://a/b', 'built in']],
  ['error_page 404 @none; return 404;', [500, undefined, 'built in']],
  ['error_page 404 /page; error_page 404 @other; return 404;', [404, undefined, 'GET /page  404']],
  ['error_page 404 /page; return 404 text;', [404, undefined, 'text']],
  ['error_page 404 /page; return 403;', [403, undefined, 'built in']],
  ['error_page 301 =200 /page; return 301 /away;', [200, 'http://192.0.2.2/away', 'GET /page  200']],
  ['error_page 404 @fails; return 404;', [503, undefined, 'built in']],
  ['error_page 404 @fails; error_page 503 /page; return 404;', [503, undefined, 'built in']],
  ['error_page 404 =204 /page; return 404;', [204, undefined, '']],
  ['return 444;', ['aborted', undefined, '']],
];

test('error pages: their location, answer and method', async (t) => {
  for (const [directives, expected] of rows) {
    const { ask } = socketless(t, `location = / { ${directives} } ${pages}`);
    t.deepEqual(seen(await ask('/', { method: 'POST' })), expected, directives);
  }
});

test('error pages: one for each request, unless they are recursive', async (t) => {
  const chain = (more: string) => `
    error_page 404 @fails; error_page 503 /page; ${more}
    location = / { return 404; } ${pages}
  `;
  t.deepEqual(seen(await socketless(t, chain('')).ask('/')), [503, undefined, 'built in']);
  const recursive = await socketless(t, chain('recursive_error_pages on;')).ask('/');
  t.deepEqual(seen(recursive), [503, undefined, 'GET /page  503']);
});

test('error pages: inherited by blocks without their own', async (t) => {
  const server = `
    error_page 404 =200 /page;
    location /a { return 404; }
    location /b { error_page 500 /page; return 404; }
    ${pages}
  `;
  const { ask } = socketless(t, server);
  t.deepEqual(seen(await ask('/a')), [200, undefined, 'GET /page  200']);
  t.deepEqual(seen(await ask('/b')), [404, undefined, 'built in']);
});

test('error pages: by handlers, for handlers, for large bodies, and never endlessly', async (t) => {
  const script = `
    export default {
      fails: (r) => { throw new Error('on purpose'); },
      missing: (r) => { r.headersOut.Kept = 'yes'; r.return(404); r.headersOut.Later = 'too'; },
      page: (r) => { r.return(200, ['page', r.method, r.uri, r.internal, r.requestText].join(' ')); },
    };
  `;
  const server = `
    error_page 404 500 413 /page;
    location = /page { js_content main.page; }
    location = /fails { js_content main.fails; }
    location = /missing { js_content main.missing; }
    location = /large { client_max_body_size 3; js_content main.page; }
    location = /loop { recursive_error_pages on; error_page 404 /loop; return 404; }
    location = /head { error_page 404 /page; return 404; }
  `;
  const host = await testHost(t, { script, server });
  const missing = await host.ask('/missing', { body: 'body' });
  t.deepEqual([missing.status, missing.text], [404, 'page GET /page true body']);
  t.deepEqual([missing.headers.kept, missing.headers.later], ['yes', 'too']);
  t.equal((await host.ask('/fails')).text, 'page GET /page true ');
  const large = await host.ask('/large', { body: 'body' });
  t.deepEqual([large.status, large.text], [413, 'page GET /page true '], 'a body that is too large is not read');
  t.equal((await host.ask('/loop')).status, 500);
  const cycle = 'rewrite or internal redirection cycle while internally redirecting to "/loop", client: ';
  t.ok(host.log().some((line) => line.includes(cycle)));
  t.equal((await host.ask('/head', { method: 'HEAD' })).headers['content-length'], '21', 'HEAD stays HEAD');
});

test('error pages: some statuses close the connection, whatever the page', async (t) => {
  const { ask } = socketless(
    t,
    `location = /500 { return 500; } location = /page { error_page 500 =200 /text; return 500; }
    location = /text { return 200 text; } location = /own { return 500 text; } location = /404 { return 404; }`,
  );
  const stays = async (path: string) => (await ask(path)).head?.keepAlive();
  t.deepEqual([await stays('/500'), await stays('/page')], [false, false]);
  t.deepEqual([await stays('/own'), await stays('/404')], [true, true]);
});

test('an error page requests the body of a waiting client only if it answers with success', async (t) => {
  const host = await testHost(t, {
    server: `location = /page { return 200 page; }
      location /as-error { error_page 404 /page; return 404; } location /as-other { error_page 404 =299 /page; return 404; }
      location /as-is { error_page 404 = /page; return 404; } location /as-success { error_page 404 =200 /page; return 404; }`,
  });
  const first = async (path: string): Promise<string | undefined> =>
    (
      await host.raw(
        `GET ${path} HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx`,
      )
    ).slice(9, 12);
  t.deepEqual(await Promise.all(['/as-error', '/as-other', '/as-is', '/as-success'].map(first)), [
    '404',
    '299',
    '100',
    '100',
  ]);
});

test('the status of a response without a head is the version', async (t) => {
  const script = 'export default { status: (r) => r.return(200, r.variables.status) };';
  const host = await testHost(t, { script, server: 'location / { js_content main.status; }' });
  t.equal(await host.raw('GET /\r\n\r\n'), '009');
});
