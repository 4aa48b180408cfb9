import test from 'tape';
import { testHost } from '../../../testing/host.js';

test('realms: a request finds no state of another request', async (t) => {
  const script = `
    import counter from 'counter.js';
    import querystring from 'querystring';
    let here = 0;
    export default {
      content(r) {
        const seen = [globalThis.left, Object.prototype.left, Buffer.left, querystring.left, srv.left, ++here, ++counter.count, 'x'.trim()];
        globalThis.left = Object.prototype.left = Buffer.left = querystring.left = srv.left = 'left';
        String.prototype.trim = () => 'patched';
        r.return(200, JSON.stringify(seen.map((value) => value === undefined ? 'nothing' : value)));
      },
    };
  `;
  const files = { 'counter.js': 'export default { count: 0 };' };
  const host = await testHost(t, { script, files, server: 'location / { js_content main.content; }' });
  const untouched = [...Array.from({ length: 5 }, () => 'nothing'), 1, 1, 'x'];
  for (let request = 1; request <= 12; request++) t.deepEqual(await host.json('/'), untouched, `request ${request}`);
  const together = await Promise.all(Array.from({ length: 12 }, () => host.json('/')));
  t.ok(
    together.every((seen) => JSON.stringify(seen) === JSON.stringify(untouched)),
    'even at the same time',
  );
});

test('realms: a request finds no state of another request on an object that the runtime makes on first use', async (t) => {
  const script = `export default { content(r) {
    const { zone } = srv.shared;
    r.return(200, String(zone.left));
    zone.left = 'left';
  } };`;
  const host = await testHost(t, {
    script,
    http: 'js_shared_dict_zone zone=zone:32k;',
    server: 'location / { js_content main.content; }',
  });
  for (let request = 1; request <= 8; request++) t.equal((await host.ask('/')).text, 'undefined', `request ${request}`);
});

test('realms: top-level code of modules runs once for each request, when it is needed', async (t) => {
  const script = `
    srv.shared.counts.incr('loaded', 1);
    export default { content: (r) => r.return(200, srv.shared.counts.get('loaded')), value: () => 'x' };
  `;
  const host = await testHost(t, {
    script,
    http: 'js_shared_dict_zone zone=counts:32k type=number; js_set $value main.value;',
    server: `location / { js_content main.content; } location /plain { return 200; } location /both { return 200 "$value$value"; }`,
  });
  t.equal((await host.ask('/')).text, '1');
  await host.ask('/plain');
  t.equal((await host.ask('/')).text, '2', 'a request that runs no script loads no module');
  await host.ask('/both');
  t.equal((await host.ask('/')).text, '4', 'once for two variables');
});

test('realms: errors and built-ins belong to the realm', async (t) => {
  const script = `
    function caught(work) { try { work(); return 'nothing'; } catch (error) { return error; } }
    export default {
      async content(r) {
        const imported = await import('nowhere').then(() => 'kept', (reason) => reason);
        r.return(200, JSON.stringify([
          caught(() => { r.variables.nope = 1; }) instanceof TypeError,
          caught(() => r.return(-1)) instanceof RangeError,
          caught(() => srv.shared.zone.set('a', 'x'.repeat(1e5))) instanceof SharedMemoryError,
          imported instanceof TypeError,
          r.requestBuffer instanceof Uint8Array, r.requestBuffer.buffer instanceof ArrayBuffer, r.args instanceof Object,
          Array.isArray(r.rawHeadersIn), r.rawHeadersIn instanceof Array, Object.getPrototypeOf(content) === Function.prototype,
        ]));
        function content() {}
      },
    };
  `;
  const http = 'js_shared_dict_zone zone=zone:32k;';
  const host = await testHost(t, { script, http, server: 'location / { js_content main.content; }' });
  t.deepEqual(
    await host.json('/', { body: 'x' }),
    Array.from({ length: 10 }, () => true),
  );
});

test('realms: names of the globals, and the callbacks of the event exit', async (t) => {
  const script = `
    export default {
      content(r) {
        rt.on('exit', (...values) => { srv.log(srv.INFO, 'exit ' + values.length); });
        rt.on('exit', () => { throw new Error('while ending'); });
        r.return(200, JSON.stringify([rt.version, rt.version_number, srv.version, srv.version_number, srv.worker_id, srv.build,
          srv.conf_file_path.split('/').pop(), srv.conf_prefix === srv.prefix, srv.error_log_path.split('/').pop(), srv.INFO, srv.WARN, srv.ERR]));
      },
    };
  `;
  const host = await testHost(t, { script, server: 'location / { js_content main.content; }' });
  const expected = ['0.9.9', 0x000909, '1.25.0', 1025000, 0, '', 'host.conf', true, 'error.log', 7, 5, 4];
  t.deepEqual(await host.json('/'), expected);
  await host.ask('/');
  const lines = host.log().map((line) => line.replace(/^.*#\d+: /, '').replace(/, client.*$/, ''));
  t.ok(lines.includes('*1 js: exit 0'));
  t.ok(lines.includes('*1 js exception: Error: while ending'));
});
