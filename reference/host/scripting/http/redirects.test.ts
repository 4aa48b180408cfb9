import test from 'tape';
import { testHost } from '../../../testing/host.js';

const script = `
  export default {
    to(r) { globalThis.seen = true; r.variables.own = 'kept'; r.internalRedirect(r.args.to); r.log('goes on'); },
    report: (r) => r.return(200, [r.uri, r.variables.args, r.internal, r.method, r.variables.own, globalThis.seen, r.requestText].join(' ')),
    again(r) { r.log('redirects'); r.internalRedirect('/again'); },
    againAsking: async (r) => { await r.subrequest('/a.txt'); r.internalRedirect(r.uri); },
    againNamed: (r) => r.internalRedirect('@again'),
    answers(r) { r.internalRedirect('/report'); r.return(201, 'answered'); },
    begins(r) { r.status = 200; r.sendHeader(); r.internalRedirect('/report'); },
    throws(r) { r.internalRedirect('/report'); throw new Error('after it'); },
    late: async (r) => { await new Promise((resolve) => setTimeout(resolve, 1)); r.internalRedirect('/report'); },
  };
`;
const server = `
  location = /to { js_content main.to; }
  location = /early { js_access main.to; js_content main.report; }
  location = /report { internal; js_content main.report; }
  location @report { client_max_body_size 1; js_content main.report; }
  location = /again { js_content main.again; }
  location = /againAsking { js_content main.againAsking; }
  location = /a.txt { alias ./a.txt; }
  location @again { js_content main.againNamed; }
  location = /answers { js_content main.answers; }
  location = /begins { js_content main.begins; }
  location = /throws { js_content main.throws; }
  location = /late { js_content main.late; }
`;

test('internal redirects: their targets and requests', async (t) => {
  const host = await testHost(t, { script, server, http: 'js_var $own;' });
  const to = async (where: string, options = {}) =>
    (await host.ask(`/to?to=${encodeURIComponent(where)}`, options)).text;
  t.equal(await to('/report'), '/report  true GET kept  ', 'new scripts, the same variables');
  t.equal(await to('/report?a=b%20c', { body: 'body' }), '/report a=b%20c true POST kept  body');
  t.equal(await to('/r%65port'), '/report  true GET kept  ', 'an escaped URI');
  t.equal(
    await to('@report', { body: 'long' }),
    '/to to=%40report true POST kept  long',
    'a named location does not check the length',
  );
  const early = await host.ask('/early?to=@report', { body: 'long' });
  t.equal(early.text, '/early to=@report true POST kept  long', 'nor after reading the body first');
  t.equal((await host.ask('/late')).text, '/report  true GET   ');
  t.equal((await host.ask('/report')).status, 404);
});

test('internal redirects: with and without arguments', async (t) => {
  const http = `js_var $own; log_format report '$uri [$args]'; access_log report.log report;`;
  const host = await testHost(t, { script, server, http });
  for (const [where, line] of [
    ['/report', '/report [-]'],
    ['/report?', '/report []'],
    ['/report?a', '/report [a]'],
  ] as const) {
    await host.ask(`/to?to=${encodeURIComponent(where)}`);
    t.ok(await host.logged(line, 'report.log'), where);
  }
});

test('internal redirects: failures', async (t) => {
  const host = await testHost(t, { script, server, http: 'js_var $own;', files: { 'a.txt': 'a' } });
  const rows: readonly (readonly [string, number, string])[] = [
    ['/to?to=@none', 500, 'could not find named location "@none", client: '],
    ['/to?to=/a/../../b', 500, 'unsafe URI "/a/../../b" was detected, client: '],
    ['/again', 500, 'rewrite or internal redirection cycle while internally redirecting to "/again", client: '],
    [
      '/againAsking',
      500,
      'rewrite or internal redirection cycle while internally redirecting to "/againAsking" while sending response to client, client: ',
    ],
    ['/to?to=@again', 500, 'rewrite or internal redirection cycle while redirect to named location "@again", client: '],
    ['/answers', 201, 'ignored internalRedirect() because headers were already sent, client: '],
    ['/throws', 500, 'js exception: Error: after it'],
  ];
  for (const [path, status, line] of rows) {
    t.equal((await host.ask(path)).status, status, path);
    t.ok(
      host.log().some((logged) => logged.includes(line)),
      line,
    );
  }
  t.equal(await host.raw('GET /begins HTTP/1.1\r\nHost: a\r\n\r\n'), '', 'a response that has begun is not finished');
  t.notOk(host.log().some((line) => line.includes('[alert]')));
  t.equal(host.log().filter((line) => line.endsWith('js: redirects')).length, 11, 'ten redirects are followed');
});
