import test, { type Test } from 'tape';
import { type TestHost, testHost } from '../../testing/host.js';
import { until } from '../../testing/waiting.js';

const script = `
  let runs = 0;
  const zone = srv.shared && srv.shared.runs;
  export default {
    counts() { runs += 1; srv.log(srv.INFO, 'run ' + runs); },
    throws() { setTimeout(() => srv.log(srv.INFO, 'not cancelled'), 50); throw new Error('boom'); },
    inTimer() { setTimeout(() => { throw new Error('in timer'); }, 1); setTimeout(() => srv.log(srv.INFO, 'not cancelled'), 500); },
    rejects: async () => { throw new Error('rejected'); },
    never: async () => { srv.log(srv.INFO, 'begins'); await new Promise(() => undefined); },
    slow() { srv.log(srv.INFO, 'begins'); setTimeout(() => srv.log(srv.INFO, 'outlived'), 100000); },
    sees(s) {
      const names = ['remote_addr', 'server_addr', 'connection', 'host', 'uri', 'request', 'protocol', 'missing', 'v', 'bad', 'tag'];
      const before = names.map((name) => s.variables[name]).join('|');
      s.variables.v = 'assigned';
      s.rawVariables.w = Buffer.from([255]);
      srv.log(srv.INFO, [before, s.variables.v, s.rawVariables.w.toString('hex'), Object.prototype.toString.call(s)].join('|'));
    },
    bad() { throw new Error('in a variable'); },
    tag: (s) => Object.prototype.toString.call(s),
    adds() { srv.shared.runs.incr('n', 1, 0); },
    answers(r) { r.return(200, String(srv.shared.runs.get('n'))); },
  };
`;

const variables = 'js_var $v initial; js_var $w; js_set $bad main.bad; js_set $tag main.tag;';

/** A host that calls a handler of the script in one of the protocols. */
function calling(t: Test, protocol: string, words: string, settings = ''): Promise<TestHost> {
  const periodic = `js_periodic main.${words};`;
  if (protocol === 'http')
    return testHost(t, {
      script,
      http: `${settings} ${variables}`,
      server: `server_name a; location @p { ${periodic} }`,
    });
  const stream = `${settings} ${variables} server { listen 127.0.0.1:0; return x; ${periodic} }`;
  return testHost(t, { script, server: '', stream });
}

/** Waits until that many log lines match; resolves with them, from the level on. */
async function lines(host: TestHost, pattern: RegExp, count: number): Promise<readonly string[]> {
  const found = () => host.log().filter((line) => pattern.test(line));
  await until(`${count} lines with ${pattern}`, () => found().length >= count);
  return found()
    .slice(0, count)
    .map((line) => line.slice(line.indexOf('[')).replace(/\d+#\d+: /, ''));
}

for (const protocol of ['http', 'stream']) {
  test(`js_periodic in ${protocol}: runs have their own realms, or share one`, async (t) => {
    const counted = async (settings: string) =>
      lines(await calling(t, protocol, 'counts interval=5ms', settings), /run/, 3);
    t.deepEqual(
      await counted(''),
      ['run 1', 'run 1', 'run 1'].map((run) => `[info] js: ${run}`),
    );
    t.deepEqual(
      await counted('js_engine qjs;'),
      ['run 1', 'run 2', 'run 3'].map((run) => `[info] js: ${run}`),
    );
  });

  test(`js_periodic in ${protocol}: a failure ends only its own run`, async (t) => {
    const failed = async (handler: string) =>
      lines(await calling(t, protocol, `${handler} interval=500ms`), /\[(error|info)\].*(js|pending)/, 4);
    t.deepEqual(
      await failed('throws'),
      ['js exception: Error: boom', 'pending events', 'js exception: Error: boom', 'pending events'].map(error),
    );
    t.deepEqual(
      await failed('inTimer'),
      ['js exception: Error: in timer', 'pending events', 'js exception: Error: in timer', 'pending events'].map(error),
    );
    t.deepEqual(await failed('rejects'), Array(4).fill(error('js unhandled rejection: Error: rejected')));
    t.deepEqual(await failed('missing'), Array(4).fill(error('js function "main.missing" not found')));
  });

  test(`js_periodic in ${protocol}: an unfinished run is ended before the next`, async (t) => {
    const host = await calling(t, protocol, 'slow interval=20ms');
    const ended = `${protocol} js periodic "main.slow" is already running, killing previous instance`;
    const round = ['[info] js: begins', error(ended), error('pending events')];
    t.deepEqual(await lines(host, /js|pending/, 6), [...round, ...round]);
    const never = await calling(t, protocol, 'never interval=5ms');
    t.deepEqual(await lines(never, /js/, 3), Array(3).fill('[info] js: begins'), 'a promise alone keeps no run alive');
  });

  test(`js_periodic in ${protocol}: variables of a session`, async (t) => {
    const host = await calling(t, protocol, 'sees interval=20ms');
    const own = protocol === 'http' ? ['a', '/', '', ''] : ['', '', '', 'TCP'];
    const seen = [
      '',
      '',
      '0',
      ...own,
      '',
      'initial',
      '',
      '[object PeriodicSession]',
      'assigned',
      'ff',
      '[object PeriodicSession]',
    ];
    t.deepEqual(await lines(host, /PeriodicSession/, 2), Array(2).fill(`[info] js: ${seen.join('|')}`));
    await lines(host, /js exception: Error: in a variable/, 2);
  });
}

function error(message: string): string {
  return `[error] ${message}`;
}

test('js_periodic: the first runs start at once, and requests see their effects', async (t) => {
  const host = await testHost(t, {
    script,
    http: 'js_shared_dict_zone zone=runs:64k type=number;',
    server:
      'location /a { js_content main.answers; location /a/b { js_periodic main.adds interval=999999999999; js_periodic main.adds interval=1h; } }',
  });
  let answer = '';
  await until(
    'both have run',
    () => answer === '2',
    async () => {
      answer = (await host.ask('/a')).text;
    },
  );
  t.equal(answer, '2');
});

test('js_periodic: no modules, no run', async (t) => {
  const host = await testHost(t, { server: '', stream: '' });
  t.deepEqual(
    host.log().filter((line) => line.includes('periodic')),
    [],
  );
  const files = {
    'host.conf': `error_log error.log info; events {} http { server { listen 127.0.0.1:0; location / { js_periodic main.p interval=5ms; } } }`,
  };
  const bare = await testHost(t, { files, server: '' });
  const missing = error('no "js_import" directives found for "js_periodic" handler "main.p" in the current scope');
  t.deepEqual(await lines(bare, /js_import/, 2), [missing, missing]);
});
