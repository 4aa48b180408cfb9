import test, { type Test } from 'tape';
import { type TestHost, testHost } from '../../testing/host.js';
import { echo, TestConnection, tcpServer } from '../../testing/tcp.js';

/** A filter, the pieces that a client sends with the number of bytes in each answer, and all that it receives. */
type Row = readonly [body: string, pieces: readonly (string | Buffer)[], answers: readonly number[], got: string];

const pass = `s.on('download', (d, f) => s.send(d, f));`;
const both = `s.on('upload', (d, f) => s.send(d, f)); ${pass}`;

/** Starts a host whose servers each have one handler, and forward sessions to a server that sends back its input. */
async function served(t: Test, directive: string, bodies: readonly string[], more = ''): Promise<TestHost> {
  const port = await tcpServer(t, echo);
  const handlers = bodies.map((body, at) => `h${at}(s) { ${body} }`);
  const server = (_: string, at: number) =>
    `server { listen 127.0.0.1:0; access_log ${at}.log s; ${directive} main.h${at}; proxy_pass 127.0.0.1:${port}; ${more} }`;
  return testHost(t, {
    script: `const tried = (call) => { try { return call(); } catch (e) { return e.name; } }; export default { ${handlers.join(', ')} };`,
    server: '',
    stream: `log_format s '$status $bytes_received $bytes_sent'; js_var $note; ${bodies.map(server).join('\n')}`,
  });
}

/** Messages logged by scripts, in order. */
function messages(host: TestHost): readonly string[] {
  return host.log().flatMap((line) => /\*\d+ js: (.*)$/.exec(line)?.[1] ?? []);
}

test('js_filter: data that callbacks have changed', async (t) => {
  const rows: readonly Row[] = [
    ['', ['ab', 'cd'], [2, 2], 'abcd'],
    [both, ['ab', 'cd'], [2, 2], 'abcd'],
    [`s.on('upload', (d) => { s.send('<'); s.send(d); s.send('>'); });`, ['ab'], [4], '<ab>'],
    [`s.on('download', (d, f) => { s.send('<'); s.send(d + '>', f); });`, ['ab'], [4], '<ab>'],
    [`s.on('upload', (d) => s.send(d.toUpperCase()));`, ['ab', 'cd'], [2, 2], 'ABCD'],
    [`s.on('upload', (d) => s.sendDownstream('!' + d));`, ['ab'], [3], '!ab!'],
    [`s.on('download', (d) => { if (d === 'a') s.sendUpstream('more'); s.send(d); });`, ['a'], [5], 'amore'],
    [`s.on('upload', (d) => { s.off('upload'); s.send('1' + d); });`, ['a', 'b'], [2, 1], '1ab'],
    [`s.on('upload', (d) => s.send(d, { last: true }));`, ['a', 'b'], [1, 1], 'ab'],
    [`s.on('upload', (d) => { s.send(''); s.send(Buffer.from([0, 255])); s.send(d); });`, ['a'], [3], '\0\xffa'],
    [`s.on('upstream', (d, f) => { d[0] += 1; s.send(d, f); });`, [Buffer.from([0, 200])], [2], '\x01\xc8'],
    [
      `s.on('downstream', (d, f) => s.send(String(Buffer.isBuffer(d)) + d.length, f));`,
      [Buffer.from([255])],
      [5],
      'true1',
    ],
    [
      `let asked = 0; Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), 'byteLength', { get: () => asked++ }); s.on('upstream', (d, f) => { s.send(d, f); s.send(String(asked)); });`,
      ['a'],
      [2],
      'a0',
    ],
    [`s.on('upload', (d) => setTimeout(() => s.sendUpstream('late ' + d), 1));`, ['a'], [6], 'late a'],
    [`s.on('upload', (d, f) => { setTimeout(() => s.send('late ' + d, f), 1); });`, ['a'], [6], 'late a'],
    [`s.on('upload', async (d) => { await null; s.send('soon ' + d); });`, ['a'], [6], 'soon a'],
    [`s.on('upload', (d) => s.send(d.length + d));`, [Buffer.from([0xe2, 0x82, 0xac])], [4], '1\xe2\x82\xac'],
    [`s.on('upload', (d, f) => s.send(d, f));`, [Buffer.from([0xff])], [3], '\xef\xbf\xbd'],
  ];
  const host = await served(
    t,
    'js_filter',
    rows.map(([body]) => body),
  );
  for (const [at, [body, pieces, answers, got]] of rows.entries()) {
    const talk = await new TestConnection(host.connect(at)).send(pieces, answers);
    talk.socket.end();
    t.equal(await talk.rest(), got, body);
  }
  t.deepEqual(
    host.log().filter((line) => line.includes('js exception')),
    [],
  );
});

test('js_filter: the last buffer of each flow, and when the handler is called', async (t) => {
  const body = `s.log('begun'); s.on('upload', (d, f) => { s.log('up ' + d + f.last); s.send(d, f); }); s.on('download', (d, f) => { s.log('down ' + d + f.last); s.send(d, f); });`;
  const host = await served(t, 'js_filter', [body]);
  const talk = await new TestConnection(host.connect(0)).send(['ab', 'cd'], [2, 2]);
  talk.socket.end();
  await talk.rest();
  t.deepEqual(messages(host), ['begun', 'up abfalse', 'down abfalse', 'up cdfalse', 'down cdfalse', 'up true']);
  t.equal(await host.logged('', '0.log'), '200 4 4');
  const line = await host.logged('disconnected');
  t.match(line, /\[info\] \S+ \*1 client disconnected, bytes from\/to client:4\/4, bytes from\/to upstream:4\/4$/);
});

test('js_filter: methods that cannot be called', async (t) => {
  const errors = `s.log([() => s.send('x'), () => s.sendUpstream('x'), () => s.sendDownstream('x'), () => s.done()].map(tried).join());`;
  const rows: readonly (readonly [body: string, wanted: string])[] = [
    [errors, 'TypeError,TypeError,TypeError,TypeError'],
    [
      `s.on('upload', (d, f) => { s.log([() => s.allow(), () => s.decline(), () => s.deny(), () => s.done(0)].map(tried).join()); s.off('upload'); s.send(d, f); });`,
      'TypeError,TypeError,TypeError,TypeError',
    ],
    [
      `s.on('upload', (d, f) => { s.off('upload'); setTimeout(() => { s.log([() => s.send('x'), () => s.send('x', { last: false }), () => s.send(d, f)].map(tried).join()); }, 1); });`,
      'TypeError,TypeError,',
    ],
    [
      `s.on('upload', (d, f) => { s.off('upload'); s.log(tried(() => s.send(Symbol()))); s.send(d, f); });`,
      'TypeError',
    ],
  ];
  const host = await served(
    t,
    'js_filter',
    rows.map(([body]) => body),
  );
  for (const at of rows.keys()) {
    const talk = await new TestConnection(host.connect(at)).send(['ab'], [2]);
    talk.socket.end();
    await talk.rest();
  }
  t.deepEqual(
    messages(host),
    rows.map(([, wanted]) => wanted),
  );
});

test('js_filter: an error ends the session', async (t) => {
  const doing = (what: string) => `while proxying and sending to ${what}`;
  const rows: readonly (readonly [body: string, line: string, access: RegExp])[] = [
    [`throw new Error('a');`, doing('upstream'), /^200 2 0$/],
    [`s.on('upload', () => { s.send('x'); throw new Error('b'); });`, doing('upstream'), /^200 2 0$/],
    [`s.on('download', () => { throw new Error('c'); });`, doing('client'), /^200 2 0$/],
    [`setTimeout(() => { throw new Error('d'); }, 1);`, 'while proxying connection', /^500 2 [02]$/],
    [`s.on('upload', async () => { s.sendDownstream('x'); s.off('upload'); throw new Error('e'); });`, '', /^200 2 1$/],
  ];
  const host = await served(
    t,
    'js_filter',
    rows.map(([body]) => body),
  );
  for (const [at, [body, line, access]] of rows.entries()) {
    const talk = new TestConnection(host.connect(at));
    talk.socket.write('ab');
    if (line === '') talk.socket.end();
    await talk.rest();
    t.match(await host.logged('', `${at}.log`), access, body);
    if (line !== '') await host.logged(`${line}, client: 127.0.0.1`);
  }
  t.ok(await host.logged('js unhandled rejection: Error: e'));
});

test('js_filter: a text that `return` sends', async (t) => {
  const script = `export default {
    f: (s) => s.on('download', (d, f) => { s.send('<'); s.send(d + f.last + '>', f); }),
    up: (s) => s.on('download', (d, f) => { s.send(String((() => { try { s.sendUpstream('x'); } catch (e) { return e.name; } })())); s.send(d, f); }),
    fails: (s) => { throw new Error('x'); },
  };`;
  const server = (rest: string, at: number) => `server { listen 127.0.0.1:0; access_log ${at}.log s; ${rest} }`;
  const servers = [
    'js_filter main.f; return in;',
    'js_filter main.f; return $note;',
    'js_filter main.fails; return in;',
  ];
  const stream = `log_format s $status; js_var $note; ${servers.map(server).join('\n')}`;
  const host = await testHost(t, { script, server: '', stream });
  t.deepEqual([await host.stream(0), await host.stream(1), await host.stream(2)], ['<intrue>', '', '']);
  t.deepEqual([host.log('0.log'), host.log('1.log'), host.log('2.log')], [['200'], ['200'], ['500']]);
});

test('js_preread: a handler is called once, its callback with all received data', async (t) => {
  const rows: readonly (readonly [decide: string, pieces: readonly string[], got: string, status: string])[] = [
    ['if (d.length > 3) s.allow();', ['ab', 'cd'], 'abcd', '200'],
    ['if (d.length > 3) s.decline();', ['ab', 'cd'], 'abcd', '200'],
    ['if (d.length > 3) s.deny();', ['ab', 'cd'], '', '403'],
    ['if (d.length > 3) s.done(503);', ['ab', 'cd'], '', '503'],
    [`if (d.length > 3) s.off('upload');`, ['ab', 'cd'], '', '500'],
    [`if (d.length > 3) throw new Error('x');`, ['ab', 'cd'], '', '500'],
    ['if (d.length > 3) { s.deny(); s.allow(); }', ['ab', 'cd'], 'abcd', '200'],
    [`if (d.length > 3) { s.off('upload'); setTimeout(() => s.allow(), 1); }`, ['ab', 'cd'], 'abcd', '200'],
    ['if (d.length === 8) s.allow();', ['ab', '345678'], 'ab345678', '200'],
    ['', ['ab', '345678'], '', '400'],
  ];
  const bodies = rows.map(([decide], at) => `s.on('upload', (d) => { s.log('${at} ' + d + '.'); ${decide} });`);
  const host = await served(t, 'js_preread', bodies, 'preread_buffer_size 8;');
  for (const [at, [decide, pieces, got, status]] of rows.entries()) {
    const talk = new TestConnection(host.connect(at));
    await host.logged(`js: ${at} .`);
    let sent = '';
    for (const piece of pieces) {
      sent += piece;
      talk.socket.write(piece);
      await host.logged(`js: ${at} ${sent}.`);
    }
    await talk.got(got.length || 1);
    talk.socket.end();
    t.equal(await talk.rest(), got, decide);
    t.equal((await host.logged('', `${at}.log`)).split(' ')[0], status, decide);
  }
  t.match(
    await host.logged('preread buffer full'),
    /\[error\] .* preread buffer full while prereading client data, cl/,
  );
});

test('js_preread: events that end the phase although no callback decides', async (t) => {
  const waits = `s.on('upload', (d) => s.log('got ' + d));`;
  const rows: readonly (readonly [body: string, ends: boolean, got: string, status: string])[] = [
    ['', false, '', '500'],
    [waits, true, '', '200'],
    [waits, false, '', '200'],
    [`setTimeout(() => s.allow(), 1);`, false, 'ab', '200'],
    [`setTimeout(() => setTimeout(() => s.deny(), 1), 1);`, false, '', '403'],
    [`setTimeout(() => {}, 1);`, false, '', '500'],
    [`setTimeout(() => { throw new Error('x'); }, 1);`, false, '', '500'],
    [`${waits} s.allow();`, false, 'ab', '200'],
    [`${waits} setTimeout(() => s.allow(), 1);`, false, 'ab', '200'],
    [`setTimeout(() => s.on('upload', (d) => { if (d !== '') s.allow(); }), 1);`, false, 'ab', '200'],
    [`s.on('upload', () => { s.off('upload'); setTimeout(() => s.allow(), 300); });`, false, 'ab', '200'],
    [`s.on('upstream', (d) => { if (Buffer.isBuffer(d) && d.length === 2) s.allow(); });`, false, 'ab', '200'],
  ];
  const host = await served(
    t,
    'js_preread',
    rows.map(([body]) => body),
    'preread_timeout 200ms;',
  );
  for (const [at, [body, ends, got, status]] of rows.entries()) {
    const talk = new TestConnection(host.connect(at));
    talk.socket.write('ab');
    if (ends) talk.socket.end();
    await talk.got(got.length || 1);
    talk.socket.end();
    t.equal(await talk.rest(), got, body);
    t.equal((await host.logged('', `${at}.log`)).split(' ')[0], status, body);
  }
});

test('scripts of a session: one realm and one object from access to log', async (t) => {
  const port = await tcpServer(t, echo);
  const script = `
    let calls = 0;
    const note = (s, what) => s.log(what + ++calls + (globalThis.first === s));
    export default {
      access: (s) => { globalThis.first = s; note(s, 'access '); s.on('upload', (d) => { note(s, 'access got "' + d + '" '); setTimeout(() => s.allow(), 1); }); },
      preread: (s) => { note(s, 'preread '); s.on('upload', (d) => { note(s, 'preread got "' + d + '" '); if (d !== '') s.allow(); }); },
      filter: (s) => { note(s, 'filter '); s.on('upload', (d, f) => { note(s, 'up "' + d + '" '); s.send(d, f); }); },
      set: (s) => { note(s, 'set ' + s.status + ' '); return 'x'; },
    };`;
  const host = await testHost(t, {
    script,
    server: '',
    stream: `js_set $x main.set; log_format s '$status $x'; server { listen 127.0.0.1:0; access_log a.log s;
      js_access main.access; js_preread main.preread; js_filter main.filter; proxy_pass 127.0.0.1:${port}; }`,
  });
  const talk = await new TestConnection(host.connect(0)).send(['ab'], [2]);
  talk.socket.end();
  t.equal(await talk.rest(), 'ab');
  t.equal(await host.logged('', 'a.log'), '200 x');
  const steps = ['access ', 'access got "" ', 'preread ', 'preread got "" ', 'preread got "ab" ', 'filter ', 'up "" '];
  const all = [...steps, 'up "ab" ', 'up "" ', 'set 200 '].map((what, at) => `${what}${at + 1}true`);
  t.deepEqual(
    messages(host).filter((line) => !line.startsWith('access got') || line === all[1]),
    all,
  );
});

test('s.on, s.off: allowed callbacks', async (t) => {
  const script = `
    const tried = (call) => { try { return call(); } catch (e) { return e.name; } };
    const none = () => {};
    export default { f: (s) => { const all = [
      () => s.on('other', none), () => s.on('upload'), () => s.on('upload', 'x'), () => s.on('upload', none), () => s.on('upload', none),
      () => s.on('upstream', none), () => s.off('other'), () => s.off('upload'), () => s.off('upload'), () => s.off('downstream'),
      () => s.on('upstream', none), () => s.on('download', none), () => s.on('upstream', none),
    ]; s.variables.note = all.map(tried).join(); s.allow(); } };`;
  const server = 'server { listen 127.0.0.1:0; js_access main.f; return $note; }';
  const host = await testHost(t, { script, server: '', stream: `js_var $note; ${server}` });
  const e = 'TypeError';
  t.equal(await host.stream(0), [e, e, e, '', e, e, e, '', '', '', '', e, e].join());
});
