import test from 'tape';
import { testHost } from '../../testing/host.js';
import { calls } from '../../testing/purity.js';

/**
 * Script text: `note(way, value)` looks whether a value is of the host's world. The chain of its prototypes must end in the realm's
 * own or be none, and its constructors must not lead to Node.
 */
const lookout = `
  const { getPrototypeOf, getOwnPropertyDescriptor, defineProperty, setPrototypeOf, create } = Object;
  const { ownKeys, apply, construct } = Reflect;
  const [root, has, add] = [Object.prototype, WeakSet.prototype.has, WeakSet.prototype.add];
  const leads = Function('v', 'try { return typeof v.constructor.constructor("return process.binding")(); } catch { return ""; }');
  const [known, found] = [new WeakSet(), create(null)];
  let noted = 0;
  function note(way, value, depth = 2) {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || apply(has, known, [value])) return;
    apply(add, known, [value]);
    noted += 1;
    let last = value;
    for (let next = getPrototypeOf(last); next !== null; next = getPrototypeOf(last)) last = next;
    if ((last !== root && last !== value) || leads(value) === 'function') found[way] = true;
    if (depth === 0) return;
    const keys = ownKeys(value);
    for (let at = 0; at < keys.length && at < 40; at += 1) {
      const property = getOwnPropertyDescriptor(value, keys[at]);
      if (property !== undefined) note(way, property.value, depth - 1);
    }
  }
  const report = () => { let list = ''; for (const way in found) list += way + ' '; return list; };
`;

/** Script text: `spyOnAll()` replaces every function and accessor that the globals lead to, and tells how many. */
const spies = `
  let isInside = false;
  function seen(way, receiver, values) {
    if (isInside) return;
    isInside = true;
    note(way, receiver);
    for (let at = 0; at < values.length; at += 1) note(way, values[at]);
    isInside = false;
  }
  function spied(way, original) {
    if (typeof original !== 'function') return original;
    function spy(...values) {
      seen(way, this, values);
      const result = new.target === undefined ? apply(original, this, values) : construct(original, values, new.target === spy ? original : new.target);
      seen(way, result, []);
      return result;
    }
    setPrototypeOf(spy, original);
    if ('prototype' in original) spy.prototype = original.prototype;
    return spy;
  }
  function spyOnAll() {
    const places = [];
    const visited = new Set();
    const queue = [['', globalThis], ...[[].values(), new Map().keys(), new Set().keys(), ''[Symbol.iterator](), 'a'.matchAll(/a/g), Uint8Array]
      .map((one) => ['', getPrototypeOf(one)])];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [path, holder] = next;
      if (visited.has(holder) || (holder === null) || (typeof holder !== 'object' && typeof holder !== 'function')) continue;
      visited.add(holder);
      queue.push([path + '.proto', getPrototypeOf(holder)]);
      for (const key of ownKeys(holder)) {
        const property = getOwnPropertyDescriptor(holder, key);
        const name = path + '.' + String(key);
        for (const part of [property.value, property.get, property.set]) queue.push([name, part]);
        if (property.configurable && key !== 'constructor' && key !== 'prototype') places.push([name, holder, key, property]);
      }
    }
    const all = places.map(([name, holder, key, property]) => [holder, key, { ...property, ...('value' in property
      ? { value: spied(name, property.value) } : { get: spied(name, property.get), set: spied(name, property.set) }) }]);
    for (let at = 0; at < all.length; at += 1) { try { defineProperty(all[at][0], all[at][1], all[at][2]); } catch {} }
    for (const name of ['ok', 'kind', 'message', 'log', 'text', 'port', 'settle']) defineProperty(root, name, { configurable: true,
      get() { seen('get ' + name, this, []); }, set(value) { seen('set ' + name, this, [value]); } });
    return all.length;
  }
`;

/** Script text: every port call, in the least words. */
const ports = `
  const ports = {
    header: () => r.headersOut['X-A'], setHeader: () => { r.headersOut['X-A'] = ['a', 'b']; }, names: () => { for (const n in r.headersIn); },
    raw: () => r.rawHeadersIn, args: () => r.args, body: () => r.requestBuffer, text: () => r.requestText, uri: () => r.uri, internal: () => r.internal,
    variable: () => r.variables.uri, handled: () => r.variables.handled, rawVariable: () => r.rawVariables.uri, assign: () => { r.variables.seen = 'x'; }, noVariable: () => { r.variables.nope = 1; },
    log: () => r.log('x'), srvLog: () => srv.log(7, 'x'), noLevel: () => srv.log(99, 'x'), status: () => { r.status = 201; return r.status; },
    get: () => srv.shared.zone.get('a'), set: () => srv.shared.zone.set('a', 'b'), items: () => srv.shared.zone.items(), keys: () => srv.shared.zone.keys(), full: () => srv.shared.zone.set('a', long), zones: () => Object.keys(srv.shared),
    console: () => console.log('x'), timer: () => clearTimeout(setTimeout(() => {}, 1000)), time: () => { console.time('a'); console.timeEnd('a'); },
    hash: () => crypto.createHash('md5').update('a').digest(), hmac: () => crypto.createHmac('md5', 'k').update('a').digest('hex'), noHash: () => crypto.createHash('nope'), copy: () => crypto.createHash('md5').copy(),
    kill: () => process.kill(process.pid, 0), noKill: () => process.kill(process.pid, 'SIGNOPE'), memory: () => rt.memoryStats, dump: () => rt.dump({ a: [1] }), exit: () => rt.on('nope', () => {}),
    stack: () => new Error('x').stack, imported: () => import('x').then((v) => note('imported', v), (e) => note('imported', e)), meta: () => import.meta.url,
    buffer: () => Buffer.from('a').toString('hex'), decode: () => new TextDecoder().decode(new Uint8Array(3)), query: () => querystring.parse('a=1'), base64: () => atob('YQ=='),
  };
  const long = 'x'.repeat(100000);
  function attempt(name) { try { note(name, ports[name]()); } catch (error) { note(name + ' throws', error); } }
`;

const imports = `import crypto from 'crypto'; import querystring from 'querystring';`;
const served = {
  http: 'js_shared_dict_zone zone=zone:32k; js_var $seen; js_set $handled main.handled;',
  server: 'location / { js_content main.content; }',
};

test('escapes: whatever a script replaces, it is handed nothing of the host', async (t) => {
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

test('escapes: a stack that runs out in a port call leaves errors of the realm alone', async (t) => {
  const script = `${imports}
    export default { handled: () => 'handled', async content(r) {
      ${lookout} ${ports}
      for (const name in ports) for (let pad = 0; pad < 6; pad += 1) {
        const own = Array.from({ length: pad * 3 }, (_, at) => 'p' + at);
        const dive = Function('work', 'note', 'left', 'dive', ...own, 'try { dive(work, note, left, dive, ' + own.map((p) => '1').join() + '); } catch (e) { note("depth", e); } if (left.n-- > 0) work();');
        dive(() => attempt(name), note, { n: 12 }, dive);
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
      r.return(200, noted + ' ' + report());
    } };`;
  const host = await testHost(t, { ...served, script });
  const [noted = '', ...found] = (await host.ask('/', { body: 'body' })).text.split(' ');
  t.ok(Number(noted) > 100, `${noted} objects are seen`);
  t.deepEqual(found, [''], host.log().slice(-2).join('\n'));
});

test('escapes: tampering, getters, proxies and thrown things by chance, with a fixed seed', async (t) => {
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
    'nothing of it is met in the host',
  );
});
