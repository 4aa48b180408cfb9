import { once } from 'node:events';
import { createServer } from 'node:net';
import test, { type Test } from 'tape';
import { type TestHost, testHost } from '../../testing/host.js';

const script = `
  export default {
    allow: (s) => s.allow(),
    deny: (s) => s.deny(),
    decline: (s) => s.decline(),
    undecided: (s) => {},
    done: (s) => s.done(),
    later: async (s) => { await null; setTimeout(() => s.deny(), 1); },
    throws: (s) => { s.allow(); throw new Error('on purpose'); },
    unhandled: (s) => { s.allow(); Promise.reject(new Error('unhandled')); },
    logs: (s) => { s.log('info'); s.warn('warn'); s.error('error'); s.allow(); },
    seen: (s) => {
      let wrong = '';
      try { s.done(1000); } catch (error) { wrong = error.name; }
      s.variables.note = [s.remoteAddress, s.status, Buffer.isBuffer(s.rawVariables.protocol), s.variables.protocol, wrong].join();
      s.allow();
    },
    computed: (s) => 'computed for ' + s.remoteAddress,
    decidesLate: (s) => { try { s.allow(); return 'decided'; } catch (error) { return error.name; } },
  };
`;

const server = (directives: string) => `server { listen 127.0.0.1:0; ${directives} }`;

/** Starts a host with stream servers of these directives, in order. */
function streams(t: Test, ...directives: readonly string[]): Promise<TestHost> {
  return testHost(t, { script, server: '', stream: `js_var $note; ${directives.map(server).join('\n')}` });
}

test('stream servers: return a text with variables', async (t) => {
  const host = await streams(t, 'return "a $protocol b";', 'js_set $c main.computed; return $c;');
  t.equal(await host.stream(0), 'a TCP b');
  t.equal(await host.stream(1), 'computed for 127.0.0.1');
});

test('stream servers: decisions of access handlers', async (t) => {
  const rows = [
    ['allow', 'in', undefined],
    ['done', 'in', undefined],
    ['decline', 'in', undefined],
    ['deny', '', undefined],
    ['later', '', undefined],
    ['undecided', '', undefined],
    ['throws', '', 'js exception: Error: on purpose'],
    ['unhandled', '', 'js unhandled rejection: Error: unhandled'],
    ['missing', '', 'js function "main.missing" not found'],
  ] as const;
  const host = await streams(t, ...rows.map(([name]) => `js_access main.${name}; return in;`));
  for (const [number, [name, wanted, line]] of rows.entries()) {
    if (name !== 'unhandled') t.equal(await host.stream(number), wanted, name);
    else await host.stream(number);
    if (line !== undefined) t.ok(await host.logged(line), `${name} is logged`);
  }
});

test('stream servers: the session object', async (t) => {
  const host = await streams(t, 'js_access main.seen; return $note;', 'js_set $d main.decidesLate; return $d;');
  t.equal(await host.stream(0), '127.0.0.1,0,true,TCP,RangeError');
  t.equal(await host.stream(1), 'TypeError', 'no phase waits for a variable handler');
});

test('stream servers: log messages of scripts', async (t) => {
  const host = await streams(t, 'js_access main.logs; return in;');
  await host.stream(0);
  const lines = host.log().flatMap((line) => /\[(\w+)\] \S+ \*1 js: (.*)$/.exec(line)?.slice(1) ?? []);
  t.deepEqual(lines, ['info', 'info', 'warn', 'warn', 'error', 'error']);
});

test('stream servers: proxy_pass connects both sides', async (t) => {
  const upstream = createServer({ allowHalfOpen: true }, (socket) => {
    socket.write('answer to ');
    socket.pipe(socket);
  });
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  t.teardown(() => upstream.close());
  const address = upstream.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const host = await streams(t, `proxy_pass 127.0.0.1:${port};`, 'proxy_pass unix:nowhere.sock;');
  const long = 'x'.repeat(1_000_000);
  const answer = `answer to ${long}`;
  t.ok((await host.streamUntil(0, long, answer.length)) === answer, 'however long');
  t.equal(await host.stream(1), '');
  t.ok(
    host.log().some((line) => line.includes('connect() to unix:nowhere.sock failed (2: No such file or directory)')),
  );
});
