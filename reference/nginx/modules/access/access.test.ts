import test from 'tape';
import { testHost } from '../../../testing/host.js';

const script = `
  export default {
    grants: (r) => {},
    grantsLate: async (r) => { await new Promise((resolve) => setTimeout(resolve, 1)); },
    declines: (r) => { r.decline(); },
    denies: (r) => { r.return(403); },
    deniesLate: async (r) => { await new Promise((resolve) => setTimeout(resolve, 1)); r.return(403); },
    answersDenial: (r) => { r.return(403, 'text'); },
    challenges: (r) => { r.return(401); },
    missing: (r) => { r.return(404); },
    throws: (r) => { throw new Error('in access'); },
    answers: (r) => { r.return(200, 'from access'); },
    redirects: (r) => { r.internalRedirect('/inside'); },
    content: (r) => { r.return(200, 'content'); },
    asked: (r) => { r.log('asked ' + r.uri + ' ' + r.method + ' ' + r.headersIn.foo); r.return(204); },
  };
`;

/** Directives of a location, and the status for a client at 127.0.0.1. */
const rows: readonly (readonly [string, number])[] = [
  ['', 200],
  ['deny all;', 403],
  ['allow 127.0.0.1; deny all;', 200],
  ['deny all; allow 127.0.0.1;', 403],
  ['deny 127.0.0.0/8;', 403],
  ['deny 127.0.0.0/32;', 200],
  ['deny 0.0.0.0/0;', 403],
  ['allow 10.0.0.0/8;', 200],
  ['deny ::/0; deny unix:;', 200],
  ['js_access main.grants; deny all;', 403],
  ['js_access main.grantsLate;', 200],
  ['js_access main.declines;', 200],
  ['js_access main.deniesLate;', 403],
  ['js_access main.denies; allow all;', 403],
  ['js_access main.throws;', 500],
  ['satisfy any; js_access main.grants; deny all;', 200],
  ['satisfy any; js_access main.grantsLate; deny all;', 200],
  ['satisfy any; js_access main.declines; deny all;', 403],
  ['satisfy any; js_access main.declines;', 200],
  ['satisfy any; js_access main.declines; allow 10.0.0.1;', 200],
  ['satisfy any; js_access main.denies; allow all;', 200],
  ['satisfy any; js_access main.answersDenial; allow all;', 403],
  ['satisfy any; js_access main.challenges; deny all;', 401],
  ['satisfy any; js_access main.missing; allow all;', 404],
  ['satisfy any; js_access main.throws; allow all;', 500],
  ['auth_request /status/200;', 200],
  ['auth_request /status/204;', 200],
  ['auth_request /status/401;', 401],
  ['auth_request /status/403;', 403],
  ['auth_request /status/404;', 500],
  ['auth_request /status/500;', 500],
  ['auth_request /status/302;', 500],
  ['auth_request /denied;', 200],
  ['satisfy any; auth_request /status/401; deny all;', 401],
  ['satisfy any; auth_request /status/403; allow all;', 200],
  ['satisfy any; auth_request /status/200; deny all;', 200],
];

test('access: the result of each checker, and of satisfy', async (t) => {
  const locations = rows.map(([directives], at) => `location = /${at} { ${directives} js_content main.content; }`);
  const statuses = [200, 204, 302, 401, 403, 404, 500].map((code) => `location = /status/${code} { return ${code}; }`);
  const server = `${[...locations, ...statuses].join('\n')} location = /denied { deny all; js_content main.content; }`;
  const host = await testHost(t, { script, server });
  for (const [at, [directives, status]] of rows.entries())
    t.equal((await host.ask(`/${at}`)).status, status, directives);
  const reasons = host.log().filter((line) => /forbidden by rule|unexpected status/.test(line));
  t.equal(reasons.filter((line) => line.includes('access forbidden by rule')).length, 6);
  t.ok(reasons.some((line) => line.includes('auth request unexpected status: 404, client: ')));
});

test('access: a handler answers, or redirects the request', async (t) => {
  const server = `
    location = /answers { js_access main.answers; js_content main.content; }
    location = /redirects { js_access main.redirects; js_content main.content; }
    location = /inside { internal; return 200 "inside $request_uri"; }
    location = /page { error_page 403 =200 /inside; deny all; }
  `;
  const host = await testHost(t, { script, server });
  t.equal((await host.ask('/answers')).text, 'from access');
  t.equal((await host.ask('/redirects')).text, 'inside /redirects');
  t.equal((await host.ask('/page')).text, 'inside /page');
  t.equal((await host.ask('/inside')).status, 404);
});

test('access: the location of auth_request has the client’s headers, and variables can keep its answer', async (t) => {
  const server = `

    location /kept { auth_request /asked; auth_request_set $answer "$status $uri"; location = /kept/off { auth_request off; js_content main.content; } location = /kept/on { error_page 404 =200 @kept; } }
    location = /asked { js_content main.asked; }
    location @kept { return 200 $answer; }
  `;
  const host = await testHost(t, { script, server });
  t.equal((await host.ask('/kept/on', { headers: ['Foo', 'bar'], body: 'b' })).text, '204 /asked');
  t.ok(host.log().some((line) => line.endsWith('asked /asked GET bar')));
  const asked = host.log().length;
  t.equal((await host.ask('/kept/off')).text, 'content');
  t.equal(host.log().length, asked, 'off makes no subrequest');
});
