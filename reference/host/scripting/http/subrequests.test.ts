import test from 'tape';
import { isTaken } from '../../../../generators/build/testing/share.js';
import { testHost } from '../../../testing/host.js';

const script = `
  const report = (r, value) => r.return(200, JSON.stringify(value));
  const facts = (s) => [s.status, s.responseText, s.uri, s.method, s.args];
  const echo = (r) => r.return(203, [r.method, r.uri, r.variables.args, r.requestText, r.internal, r.parent, r.headersIn.foo].join(' '));
  export default {
    echo,
    ask: async (r) => { report(r, facts(await r.subrequest('/echo?a=b'))); },
    callback(r) {
      const returned = r.subrequest('/echo', 'c=d', (s) => report(r, [...facts(s), s.parent === r, returned === undefined]));
    },
    second: (r) => { r.subrequest('/static', (s) => report(r, facts(s))); },
    options: async (r) => {
      const given = await r.subrequest('/echo', { args: 'e=f', method: 'PUT', body: 'given' });
      const inherited = await r.subrequest('/echo', { method: 'POST' });
      const without = await r.subrequest('/body', { body: '' });
      report(r, [given.responseText, inherited.responseText, without.responseText]);
    },
    many: async (r) => { report(r, (await Promise.all(['1', '2', '3'].map((n) => r.subrequest('/echo', 'n=' + n)))).map((s) => s.args.n)); },
    head: async (r) => { const s = await r.subrequest('/static', { method: 'HEAD' }); report(r, [s.status, s.responseText === undefined, s.responseBuffer === undefined, s.headersOut['Content-Length']]); },
    kept: async (r) => {
      const found = [];
      for (const [uri, method] of [['/parts', 'HEAD'], ['/none', 'HEAD'], ['/empty', 'GET'], ['/empty', 'HEAD'], ['/text', 'GET'], ['/partsOf204', 'GET']]) {
        const s = await r.subrequest(uri, { method });
        found.push([s.status, s.responseText ?? null, s.responseBuffer === s.responseBuffer]);
      }
      report(r, found);
    },
    body: (r) => r.return(200, String(r.requestText)),
    withoutArgs: async (r) => { const s = await r.subrequest('/static'); report(r, [s.variables.args ?? null, r.variables.args, s.variables.request_completion]); },
    none: (r) => { r.status = 201; r.sendHeader(); r.finish(); },
    empty: (r) => r.return(204),
    text: (r) => r.return(304, 'text'),
    partsOf204: (r) => { r.status = 204; r.sendHeader(); r.send('a'); r.finish(); },
    bytes: async (r) => { const s = await r.subrequest('/bytesOf'); report(r, [s.responseBuffer.toString('hex'), s.responseText]); },
    bytesOf: (r) => r.return(200, Buffer.from([0x61, 0xff])),
    statuses: async (r) => {
      const found = [];
      for (const uri of ['/missing', '/fails', '/silent', '/page', '/internal', '/denied', '/parts']) found.push((await r.subrequest(uri)).status);
      report(r, found);
    },
    parts: (r) => { r.status = 201; r.sendHeader(); r.send('a'); r.send('b'); r.finish(); },
    fails: () => { throw new Error('in a subrequest'); },
    silent: () => {},
    variables: async (r) => { const s = await r.subrequest('/sets'); report(r, [r.variables.own, s.variables.own, s.headersOut['Set-Cookie'], s.headersOut.Foo]); },
    sets: (r) => { r.variables.own = 'set inside'; r.headersOut['Set-Cookie'] = ['a', 'b']; r.headersOut.Foo = 'bar'; r.return(200); },
    detached: (r) => { report(r, [r.subrequest('/logs', { detached: true, method: 'POST', body: 'sent along' }) === undefined]); },
    logs: (r) => { r.warn('detached ' + [r.method, r.requestText, r.variables.content_length].join(' ')); r.return(200); },
    wrong(r) {
      const outcomes = [];
      for (const call of [[''], ['/../x'], ['/static', 'a', 'b'], ['/static', { detached: true }, () => {}], ['/static', {}, 1], ['/static', 1]]) {
        try { r.subrequest(...call); outcomes.push('fine'); } catch (error) { outcomes.push(error.name + ': ' + error.message); }
      }
      report(r, outcomes);
    },
    nested: async (r) => { report(r, (await r.subrequest('/nesting')).responseText); },
    nesting: (r) => { try { r.subrequest('/static'); } catch (error) { r.return(200, error.name + ': ' + error.message); } },
    large: async (r) => { r.log('asking'); await r.subrequest(r.args.uri); r.log('never logged'); },
    callbackFails: (r) => { r.subrequest('/static', () => { throw new Error('in a callback'); }); },
    unanswered: (r) => { r.subrequest('/static', () => {}); },
    after: async (r) => {
      const s = await r.subrequest('/static');
      const failed = [];
      for (const call of [() => s.return(200), () => s.send('x'), () => s.sendHeader(), () => s.subrequest('/static'), () => s.internalRedirect('/static')]) {
        try { call(); failed.push('fine'); } catch (error) { failed.push(error.name); }
      }
      report(r, failed);
    },
    again: (r) => {
      r.warn('at a depth');
      try { r.subrequest('/again?a=b', { detached: true }); } catch (error) { r.warn('refused: ' + error); }
      r.return(200);
    },
    countless: (r) => {
      let made = 0;
      try { for (;;) { r.subrequest('/static', { detached: true }); made += 1; } } catch (error) { report(r, [made, String(error)]); }
    },
    variable: (r) => { r.subrequest('/logs', { detached: true, method: 'GET', body: 'by a variable' }); return 'value'; },
    waits: async (r) => { const s = await r.subrequest('/static'); r.setReturnValue(s.responseText); },
    uses: (r) => report(r, [r.variables.variable, r.variables.waits]),
    access: async (r) => { const s = await r.subrequest('/echo'); if (s.status !== 203) r.return(403); },
  };
`;
const names = [...script.matchAll(/^ {4}(\w+)[:(]/gm)].map((match) => match[1]);
const server = `
  ${names.map((name) => `location = /${name} { js_content main.${name}; }`).join('\n')}
  location = /echo { js_content main.echo; }
  location = /static { return 200 static; }
  location = /missing { return 404; }
  location = /page { error_page 404 =206 /static; return 404; }
  location = /internal { internal; return 200; }
  location = /denied { deny all; js_content main.sets; }
  location = /four { subrequest_output_buffer_size 6; return 200 static; }
  location = /five { subrequest_output_buffer_size 5; return 200 static; }
  location = /cut { subrequest_output_buffer_size 1; js_content main.parts; }
  location = /closes { return 444; }
  location = /guarded { js_access main.access; return 200 never; js_content main.echo; }
  location = /checked { js_access main.access; js_content main.echo; }
`;
const http =
  'log_format ended "$request_uri $status"; access_log ended.log ended; js_var $own; js_set $variable main.variable; js_set $waits main.waits;';

test('subrequests: parameters and responses', async (t) => {
  const host = await testHost(t, { script, server, http });
  const rows: readonly (readonly [string, unknown])[] = [
    ['/ask', [203, 'GET /echo a=b  true  bar', '/echo', 'GET', { a: 'b' }]],
    ['/callback', [203, 'GET /echo c=d  true  bar', '/echo', 'GET', { c: 'd' }, true, true]],
    ['/second', [200, 'static', '/static', 'GET', {}]],
    ['/many', ['1', '2', '3']],
    ['/head', [200, true, true, '6']],
    [
      '/kept',
      [
        [201, 'ab', true],
        [201, '', true],
        [204, '', true],
        [204, null, true],
        [304, 'text', true],
        [204, 'a', true],
      ],
    ],
    ['/withoutArgs?a=b', [null, 'a=b', '']],
    ['/bytes', ['61ff', 'a\ufffd']],
    ['/statuses', [404, 500, 500, 206, 200, 200, 201]],
    ['/variables', ['set inside', 'set inside', ['a', 'b'], 'bar']],
    ['/detached', [true]],
    ['/nested', 'TypeError: subrequest can only be created for the primary request'],
    ['/after', ['InternalError', 'InternalError', 'InternalError', 'TypeError', 'TypeError']],
    ['/uses', ['value', null]],
    [
      '/wrong',
      [
        'TypeError: uri is empty',
        'TypeError: unsafe uri',
        'TypeError: callback is not a function',
        'TypeError: detached flag and callback are mutually exclusive',
        'TypeError: callback is not a function',
        'TypeError: failed to convert args',
      ],
    ],
  ];
  for (const [path, expected] of rows) t.deepEqual(await host.json(path, { headers: ['Foo', 'bar'] }), expected, path);
  const bodies = await host.json('/options', { body: 'of the client' });
  t.deepEqual(bodies, ['PUT /echo e=f given true  ', 'POST /echo  of the client true  ', 'undefined']);
  t.equal((await host.ask('/checked')).status, 203, 'an access handler may make one, too');
  const logged = (text: string) => host.log().some((line) => line.includes(text));
  t.ok(logged('detached POST sent along 10'));
  t.ok(logged('detached GET by a variable'));
  t.ok(logged('async operation inside "main.waits" variable handler'));
  t.ok(logged('request: "GET /statuses HTTP/1.1", subrequest: "/fails", host: '));
});

test('subrequests: failures', async (t) => {
  const host = await testHost(t, { script, server, http });
  for (const path of ['/callbackFails', '/unanswered']) t.equal((await host.ask(path)).status, 500, path);
  t.equal((await host.ask('/large?uri=/four')).status, 500, 'exactly as large as the limit, and without an answer');
  for (const uri of ['/five', '/cut', '/closes']) {
    const request = `GET /large?uri=${uri} HTTP/1.1\r\nHost: a\r\n\r\n`;
    t.equal(await host.raw(request), '', `${uri}: the client's connection is closed`);
  }
  t.ok(await host.logged('/large?uri=/closes 444', 'ended.log'), 'the reason why nothing was answered');
  const lines = host.log().filter((line) => line.includes('too big subrequest response'));
  t.match(lines[0] ?? '', /too big subrequest response: 6, client: .*, subrequest: "\/five"/);
  t.match(lines[1] ?? '', /too big subrequest response, client: .*, subrequest: "\/cut"/);
  t.equal(host.log().filter((line) => line.endsWith('never logged')).length, 1);
  t.equal(((await host.json('/second')) as unknown[])[0], 200, 'other requests are still served');
});

test('subrequests: depth and number are limited as on nginx', { skip: !isTaken('deep subrequests') }, async (t) => {
  const host = await testHost(t, { script, server, http });
  await host.ask('/again');
  await host.logged('refused: InternalError: subrequest creation failed');
  t.equal(host.log().filter((line) => line.endsWith('at a depth')).length, 52);
  t.ok(await host.logged('subrequests cycle while processing "/again", client: '));
  t.deepEqual(await host.json('/countless'), [64_534, 'InternalError: subrequest creation failed']);
  t.ok(await host.logged('request reference counter overflow while processing "/static", client: '));
});
