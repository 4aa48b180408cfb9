import test from 'tape';
import { isTaken } from '../../../../generators/build/testing/share.js';
import { depths, imports, live, lookout, ports, served, spies } from '../../../testing/escape.js';
import { testHost } from '../../../testing/host.js';
import { calls } from '../../../testing/purity.js';

test('escapes: whatever a script replaces, it receives no object of the host', {
  skip: !isTaken('replaced members'),
}, async (t) => {
  const script = `${imports}
      async function content(r) {
        const answer = r.return.bind(r);
        ${lookout} ${spies} ${calls} ${ports}
        const replaced = spyOnAll();
        let failure = '';
        try { await outcomes(); } catch (error) { failure = 'outcomes: ' + error.message; }
        for (const name in ports) attempt(name);
        isInside = true;
        answer(200, replaced + ' ' + noted + ' ' + report() + failure);
      }
      export default { content, handled: () => 'handled' };`;
  const host = await testHost(t, { ...served, script });
  const [replaced = '', noted = '', ...found] = (await host.ask('/', { body: 'body' })).text.split(' ');
  t.ok(Number(replaced) > 700, `${replaced} places are replaced`);
  t.ok(Number(noted) > 100, `${noted} objects are seen`);
  t.deepEqual(found, [''], host.log().slice(-2).join('\n'));
});

/** Objects of each kind that scripts receive besides globals; they lead to the members of their classes. */
const roots = `{ global: globalThis, r, crypto, querystring, fs, xml, zlib, zone: srv.shared.zone, hash: crypto.createHash('md5'), hmac: crypto.createHmac('md5', 'k'),
  stat: fs.statSync('/'), entry: fs.readdirSync('/', { withFileTypes: true })[0], handle: await fs.promises.open('/dev/null'), decoder: new TextDecoder(), encoder: new TextEncoder(),
  buffer: Buffer.from('abc'), node: xml.parse('<a><b/></a>').a, timer: setTimeout(() => 0, 1), key: await globalThis.crypto.subtle.importKey('raw', new Uint8Array(16), 'AES-CBC', true, ['encrypt']), reply: await r.subrequest('/reply') }`;

/** Calls of these members would end the response, or processes. */
const notCalled = /^(?:set )?r\.(?:return|send|sendHeader|sendBuffer|finish|done|decline|internalRedirect)$|\.kill$/;

test('escapes: each member of the runtime, called at several hundred stack depths, throws only errors of the realm', {
  skip: !isTaken('escapes of members'),
}, async (t) => {
  const script = `${imports}
    async function content(r) {
      ${lookout} ${depths} ${live}
      const members = membersOf(${roots}).filter(([way]) => !${notCalled}.test(way));
      for (const [way, self, member] of members)
        atDepths(way, ...[[], [srv.conf_prefix + 'nope', srv.conf_prefix + 'x']].map((values) => () => apply(member, self, values)));
      await new Promise((resolve) => setTimeout(resolve, 20));
      srv.shared.zone.set('calls', members.length + ' ' + report());
      r.return(200, 'through');
    }
    export default { content, handled: () => 'handled', calls: (r) => r.return(200, srv.shared.zone.get('calls')) };`;
  const reply = 'location = /reply { return 200; } location = /calls { js_content main.calls; }';
  const host = await testHost(t, { ...served, server: `${served.server} ${reply}`, script });
  await host.ask('/');
  const [members = '', ...found] = (await host.ask('/calls')).text.split(' ');
  t.ok(Number(members) > 200, `${members} members are called`);
  t.deepEqual(found, [''], host.log().slice(-2).join('\n'));
});

/** Code that makes Node call a function of its own, or once did. */
const callbacks: Readonly<Record<string, string>> = {
  'the stack of an error': "new Error('x').stack",
  'the stack of an error of the engine': '{ try { null.x; } catch (e) { return e.stack; } }',
  'a stack whose error throws': '{ const e = new Error(); e.name = Symbol(); return e.stack; }',
  'a stack that a script prepares':
    '{ Error.prepareStackTrace = new Proxy(() => 1, { apply: (t, self, values) => note("prepare", values) }); return new Error().stack; }',
  'a stack of any length': '{ Error.stackTraceLimit = 50; return new TypeError().stack; }',
  'import()': "import('x')",
  'import() of a value without a string': 'import({ toString() { throw new Error(); } })',
  'import() in evaluated code': '(0, eval)(\'import("fs")\')',
  'import() in a constructed function': 'Function(\'return import("fs")\')()',
  'import() with options': '(0, eval)(\'import("fs", { with: { type: "json" } })\')',
  'a warning of the compiler': 'Function(\'"use asm"; function f() { return "x"; } return f;\')()',
  'import.meta': 'metas[at++ % metas.length]()',
  'a rejected promise': "Promise.reject(new Error('x')).catch(() => 0)",
  'an async function that throws': '(async () => { throw new Error(); })().catch(() => 0)',
  'a registry': 'new FinalizationRegistry(() => 0).register({}, 1)',
  'a wait': 'Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1).value',
  'a number in a locale': '(1).toLocaleString() + new Date(0).toLocaleString() + "a".localeCompare("b")',
};

test('escapes: Node’s callbacks for the engine, at several hundred stack depths, throw only errors of the realm', {
  skip: !isTaken('escapes by Node'),
}, async (t) => {
  const metas = Array.from({ length: 60 }, (_, at) => `meta${at}`);
  const script = `${metas.map((name) => `import ${name} from '${name}.js';`).join('\n')}
    const metas = [${metas.join()}]; let at = 0;
    async function content(r) {
      ${lookout} ${depths}
      const atEach = { ${Object.entries(callbacks)
        .map(([way, source]) => `${JSON.stringify(way)}: () => ${source}`)
        .join(',\n')} };
      for (const way in atEach) atDepths(way, atEach[way]);
      await new Promise((resolve) => setTimeout(resolve, 20));
      r.return(200, noted + ' ' + report());
    }
    export default { content };`;
  const files = Object.fromEntries(metas.map((name) => [`${name}.js`, 'export default () => import.meta;\n']));
  const host = await testHost(t, { script, files, server: served.server });
  const [noted = '', ...found] = (await host.ask('/')).text.split(' ');
  t.ok(Number(noted) > 1000, `${noted} objects are seen`);
  t.deepEqual(found, [''], host.log().slice(-2).join('\n'));
});

test('escapes: random tampering, getters, proxies and thrown values, with a fixed seed', {
  skip: !isTaken('escapes by chance'),
}, async (t) => {
  const script = `${imports}
    let state = 20240611;
    const chance = (most) => { state = (state * 1103515245 + 12345) % 2147483648; return state % most; };
    export default { handled: () => { throw handlers[chance(3)]; }, async content(r) {
      state += Number(r.args.seed);
      const answer = r.return.bind(r);
      ${lookout} ${ports}
      const roots = [Object, Array, String, Number, Function, Error, TypeError, RangeError, Promise, Map, Set, WeakMap, RegExp, Symbol, Uint8Array, getPrototypeOf(Uint8Array), ArrayBuffer, DataView, Proxy];
      const holders = [...roots, ...roots.map((one) => one.prototype).filter((one) => one), Reflect, JSON, Math, globalThis, getPrototypeOf([].values())];
      const places = holders.flatMap((holder) => ownKeys(holder).filter((key) => key !== 'prototype' && getOwnPropertyDescriptor(holder, key).configurable).map((key) => [holder, key]));
      const hostile = new Proxy(function () {}, new Proxy({}, { get: (_, trap) => (...values) => { for (const one of values) note('trap', one); throw values; } }));
      const things = [undefined, null, 1, 'x', Symbol('s'), create(null), hostile, { then: hostile }, { toString: hostile }];
      const keep = (what) => things[what % things.length];
      for (let round = 0; round < 25; round += 1) {
        const [holder, key] = places[chance(places.length)];
        const before = getOwnPropertyDescriptor(holder, key);
        const [how, what] = [chance(3), chance(things.length)];
        const spy = function (...values) { note('spy', this); for (let at = 0; at < values.length; at += 1) note('spy', values[at]); if (how === 2) throw things[what]; return things[what]; };
        try { defineProperty(holder, key, how === 0 ? { get: spy, set: spy, configurable: true } : { value: spy, configurable: true, writable: true }); } catch {}
        for (const name in ports) { try { note(name, ports[name]()); } catch (error) { try { note(name, error); } catch {} } }
        try { defineProperty(holder, key, before); } catch {}
      }
      answer(200, noted + ' ' + report());
    } };
    const handlers = [1, Symbol('s'), new Proxy({}, { get() { throw 1; } })];`;
  const host = await testHost(t, { ...served, script });
  for (let seed = 1; seed <= 12; seed += 1) {
    const { text } = await host.ask(`/?seed=${seed}`, { body: 'body' });
    const [noted = '', ...found] = text.split(' ');
    t.deepEqual(found, [''], `seed ${seed}: ${noted} objects are seen`);
  }
  t.notOk(
    host.log().some((line) => line.includes('bug in the host')),
    'the host meets none of it',
  );
});
