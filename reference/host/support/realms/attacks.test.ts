import test from 'tape';
import { isTaken } from '../../../../generators/build/testing/share.js';
import { imports, lookout } from '../../../testing/escape.js';
import { testHost } from '../../../testing/host.js';

/** Names that the host reads from a realm's values, or that Node reads from promises and errors. */
const read =
  'then ok value kind message name place stack length text bytes last flags args method body toJSON get set has next done return throw cause code errno path status uri key init error port log print settle cancel fd encoding mode flag level writable enumerable configurable';

/** Bodies of handlers, each a different attack; `saw` receives the values that a script was given. */
const bodies: Readonly<Record<string, string>> = {
  'Error is replaced': `const Own = Error;
    for (const value of [undefined, 1, {}, hostile]) { globalThis.Error = value; saw(new Own('x').stack); try { null.x; } catch (e) { saw(e); saw(e.stack); } }
    Object.defineProperty(globalThis, 'Error', { get() { saw(this); return { prepareStackTrace: hostile }; } }); saw(new Own('y').stack);`,
  'stacks are prepared': `for (const one of [Error, TypeError, Object.prototype]) { one.prepareStackTrace = hostile; saw(new TypeError('x').stack); }
    Object.defineProperty(Error, 'prepareStackTrace', { get() { saw(this); return hostile; } }); saw(new Error('x').stack);`,
  'members of errors are getters': `for (const key of ['name', 'message', 'toString', 'constructor', 'stack', 'cause']) for (const get of [() => { throw 1; }, function () { saw(this); return Symbol(); }, () => ({})])
    { const error = new Error('x'); Object.defineProperty(error, key, { get }); trying(() => error.stack); Promise.reject(error); console.log(error); }`,
  'stack of the prototype': `const error = new Error('x'); error.stack = {}; saw(error.stack); delete error.stack; Object.defineProperty(Error.prototype, 'stack', { get() { saw(this); }, set(v) { saw(v); } }); saw(new Error('z').stack); saw(error.stack);`,
  'imports with options': `for (const options of ['{ with: { type: "json" } }', '{ get with() { throw new Error(); } }', '{ with: new Proxy({}, { ownKeys() { throw new Error(); } }) }', '1'])
    trying(() => (0, eval)('import("x", ' + options + ')'));`,
  'the runtime evaluates': `globalThis.saw = saw; const code = 'import("fs").then(saw, saw)'; setTimeout(eval, 1, code); setTimeout(Function, 1, code); [1].forEach(eval.bind(null, code)); Promise.resolve(code).then(eval); r.subrequest('/ok', eval.bind(null, code)); await later(9);`,
  'prototypes of rejected promises': `for (const trap of ['get', 'has', 'getPrototypeOf', 'getOwnPropertyDescriptor', 'ownKeys']) Object.setPrototypeOf(Promise.reject(new Error('r')), new Proxy({}, { [trap](...values) { for (const one of values) saw(one); return Reflect[trap](...values); } })); await later(5);`,
  'constructors of rejected promises': `Object.defineProperty(Promise.prototype, 'constructor', { get() { saw(this); return hostile; } }); Promise.reject(1); await null; await later(5);`,
  'then is replaced': `const then = Promise.prototype.then; Promise.prototype.then = function (...values) { for (const one of values) saw(one); return then.apply(this, values); }; await r.subrequest('/ok'); await fs.promises.stat('/'); await crypto.subtle.digest('SHA-1', new Uint8Array(1)); Promise.reject(1); await later(5);`,
  'constructed functions': `for (const Made of [Function, (async () => 0).constructor, (function* () {}).constructor, (async function* () {}).constructor, Object.getPrototypeOf((async () => 0).constructor)])
    { saw(Made); saw(Made('return this')); class Sub extends Made { constructor() { super('return this'); } } saw(new Sub()); trying(() => Made('(')); trying(() => Made({ toString() { throw new Error(); } })); }`,
  'callers of sloppy functions': `const sloppy = Function('saw', 'return function own() { saw(own.caller); saw(own.arguments); saw(arguments.callee.caller); saw(this); }')(saw); sloppy(); setTimeout(sloppy, 1); [1].map(sloppy); 'a'.replace(/a/, sloppy); rt.on('exit', sloppy); r.subrequest('/ok', sloppy); Promise.resolve().then(sloppy); await later(9);`,
  registries: `class Sub extends FinalizationRegistry {} saw(new Sub(() => 0)); saw(Reflect.construct(FinalizationRegistry, [() => 0], Object)); trying(() => new FinalizationRegistry(1)); trying(() => FinalizationRegistry(() => 0)); trying(() => FinalizationRegistry.prototype.register.call({}, {}));`,
  'symbols of Node': `const inspect = Symbol.for('nodejs.util.inspect.custom'); const error = new Error('x'); error[inspect] = (...values) => { for (const one of values) saw(one); return 'x'; }; console.log(error); trying(() => r.log(error)); Promise.reject(error); await later(5);`,
  'names that the host reads': `for (const name of '${read} 0 1'.split(' ')) Object.defineProperty(Object.prototype, name, { __proto__: null, configurable: true, get() { saw(this); }, set(value) { saw(this); saw(value); Object.defineProperty(this, name, { __proto__: null, value, writable: true, configurable: true, enumerable: true }); } }); everything();`,
  'elements of lists': `for (const at of [0, 1, 2]) Object.defineProperty(Array.prototype, at, { __proto__: null, configurable: true, get() { saw(this); }, set(value) { saw(this); saw(value); } }); everything();`,
  'well-known symbols': `for (const name of ['species', 'isConcatSpreadable', 'toStringTag', 'toPrimitive', 'hasInstance', 'iterator', 'asyncIterator']) for (const holder of [Object, Array, Function, Error, Promise, Uint8Array, String]) trying(() => Object.defineProperty(holder.prototype, Symbol[name], { configurable: true, get() { saw(this); } })); everything();`,
  conversions: `const values = [{ [Symbol.toPrimitive](hint) { saw(this); saw(arguments); return 'x'; } }, { toString() { throw new Error(); } }, { toString: () => ({}), valueOf: () => ({}) }, Symbol(), 1n, hostile];
    for (const v of values) for (const one of [() => r.log(v), () => srv.log(v, v), () => { r.headersOut[v] = v; }, () => r.variables[v], () => srv.shared.zone.set(v, v), () => fs.statSync(v), () => fs.openSync('/dev/null', v, v), () => setTimeout(() => 0, v), () => Buffer.alloc(v), () => xml.parse(v), () => zlib.deflateSync(v, { level: v }), () => new TextDecoder(v, { fatal: v }), () => querystring.parse(v, v, v), () => process.kill(v, v), () => rt.on(v, v), () => crypto.subtle.digest(v, v), () => r.subrequest('/ok', { args: v, body: v })]) trying(one);`,
  'detached memory': `const memory = new ArrayBuffer(64); const bytes = new Uint8Array(memory); const gone = () => { memory.transfer?.(0); return 1; }; for (const one of [() => zlib.deflateSync(bytes, { get level() { return gone(); } }), () => fs.writeFileSync('/dev/null', bytes, { get flag() { gone(); return 'w'; } }), () => crypto.subtle.importKey('raw', bytes, { get name() { gone(); return 'AES-CBC'; } }, true, []), () => new TextDecoder().decode(bytes, { get stream() { return gone(); } })]) trying(one);`,
  'names of prototypes': `saw(r.args); saw(r.args.__proto__); saw(querystring.parse('__proto__=1&constructor=2')); r.headersOut['__proto__'] = 'x'; saw(r.headersOut.__proto__); srv.shared.zone.set('__proto__', 'x'); saw(srv.shared.zone.items()); saw(srv.shared.__proto__); trying(() => xml.parse('<__proto__ __proto__="1"/>')); saw(r.variables.constructor);`,
  'async generators and thenables': `async function* gen() { try { yield { get then() { saw(this); return (a, b) => { saw(a); saw(b); a({ then: (c) => { saw(c); c(1); } }); }; } }; yield r.subrequest('/ok'); yield fs.promises.stat('/'); } finally { saw(await fs.promises.stat('/nope').catch((e) => e)); } }
    for await (const v of gen()) { saw(v); } for await (const v of { [Symbol.asyncIterator]() { saw(this); return { next() { saw(this); return { get then() { return (a) => { saw(a); a({ done: true }); }; } }; }, return() { saw(this); } }; } }) saw(v);
    for await (const v of [fs.promises.stat('/'), crypto.subtle.digest('SHA-1', new Uint8Array(1)), { then(a, b) { saw(a); saw(b); a(1); } }]) saw(v);
    const g = gen(); trying(() => g.return({ get then() { saw(this); throw 1; } })); trying(() => g.throw(new Error('t'))); await later(5);`,
  'combinators of promises': `const tricky = { then(a, b) { saw(a); saw(b); saw(arguments); b(1); } }; for (const f of ['all', 'race', 'any', 'allSettled']) { trying(() => Promise[f]([tricky, fs.promises.stat('/'), r.subrequest('/ok')])); trying(() => Promise[f].call(function (e) { saw(e); e((v) => saw(v), (v) => saw(v)); return { get then() { saw(this); } }; }, [1])); trying(() => Promise[f].call(Object, [fs.promises.stat('/')])); } await later(10);`,
  'revoked proxies': `const rev = () => { const { proxy, revoke } = Proxy.revocable(function () {}, {}); revoke(); return proxy; }; for (const one of [() => r.log(rev()), () => r.subrequest('/ok', rev()), () => r.subrequest(rev()), () => r.subrequest('/ok', {}, rev()), () => setTimeout(rev(), 1), () => fs.statSync(rev()), () => fs.writeFileSync('/dev/null', rev()), () => Buffer.from(rev()), () => Buffer.concat(rev()), () => Buffer.concat([rev()]), () => xml.parse(rev()), () => zlib.deflateSync('a', rev()), () => crypto.subtle.digest(rev(), rev()), () => crypto.subtle.importKey('jwk', rev(), rev(), true, rev()), () => querystring.stringify(rev()), () => querystring.stringify({ a: rev() }), () => rt.dump(rev()), () => rt.dump({ a: rev() }), () => console.log(rev()), () => rt.on('exit', rev()), () => { r.headersOut.A = rev(); }, () => { r.headersOut.A = [rev()]; }, () => { r.variables.x = rev(); }, () => new TextDecoder(rev()), () => new TextDecoder('utf-8', rev()), () => new TextDecoder().decode(rev()), () => srv.shared.zone.set(rev(), 'x'), () => clearTimeout(rev()), () => Promise.reject(rev()), () => JSON.stringify(rev()), () => new FinalizationRegistry(rev()), () => Symbol.for(rev()), () => Function(rev()), () => r.return(200, rev()), () => setTimeout(() => { throw rev(); }, 1), () => import(rev()), () => atob(rev())]) trying(one); await later(10);`,
  'classes of the runtime': `const Sub = (C) => class extends C {}; for (const C of [Buffer, TextDecoder, TextEncoder, SharedMemoryError, crypto.constructor, r.constructor, r.headersOut.constructor, fs.statSync('/').constructor, setTimeout(() => 0, 1).constructor, fs.constructor, srv.constructor, srv.shared.constructor, srv.shared.zone.constructor, xml.parse('<a/>').constructor, process.constructor, rt.constructor, console.constructor, fs.promises.constructor, console.log, r.return, setTimeout, Buffer.from]) { for (const v of [[], ['x'], [{}], [hostile, hostile]]) { trying(() => new C(...v)); trying(() => Reflect.construct(C, v, hostile)); trying(() => Reflect.construct(C, v, Array)); trying(() => new (Sub(C))(...v)); trying(() => C.call(Object.create(C.prototype), ...v)); trying(() => C(...v)); } saw(C.prototype); }`,
  'resizable memory': `const shrink = (ab) => ({ valueOf() { ab.resize?.(0); return 0; }, toString() { ab.resize?.(0); return 'utf8'; }, get level() { ab.resize?.(1); return 1; }, get name() { ab.resize?.(1); return 'SHA-1'; }, get stream() { ab.resize?.(0); return true; }, get flag() { ab.resize?.(0); return 'w'; } });
   for (const make of [() => new ArrayBuffer(64, { maxByteLength: 128 }), () => new SharedArrayBuffer(64, { maxByteLength: 128 }), () => new SharedArrayBuffer(64)]) for (const View of [Uint8Array, Int32Array, DataView, BigInt64Array, Float64Array]) { const fresh = () => { const ab = make(); return [ab, new View(ab), new View(ab, 8, 2)]; };
    for (const one of [(ab, v, w) => fs.writeFileSync('/dev/null', v, shrink(ab)), (ab, v, w) => { const fd = fs.openSync('/dev/zero', 'r+'); try { fs.readSync(fd, v, shrink(ab), 8); fs.readSync(fd, w, 0, shrink(ab)); fs.writeSync(fd, w, 0, shrink(ab)); } finally { fs.closeSync(fd); } }, (ab, v, w) => zlib.deflateSync(v, shrink(ab)), (ab, v, w) => zlib.deflateSync('a', { dictionary: v, get level() { ab.resize?.(0); return 1; } }), (ab, v, w) => new TextDecoder().decode(v, shrink(ab)), (ab, v, w) => new TextDecoder().decode(ab), (ab, v, w) => crypto.subtle.digest(shrink(ab), v), (ab, v, w) => crypto.subtle.digest('SHA-1', ab), (ab, v, w) => crypto.getRandomValues(v), (ab, v, w) => crypto.subtle.importKey('raw', v, { get name() { ab.resize?.(1); return 'AES-CBC'; } }, true, ['encrypt']), (ab, v, w) => Buffer.from(ab, shrink(ab), 8), (ab, v, w) => Buffer.from(ab).toString('hex', shrink(ab)), (ab, v, w) => Buffer.from(ab).write('abcdef', shrink(ab), 6), (ab, v, w) => Buffer.from(ab).fill('ab', shrink(ab), 64), (ab, v, w) => Buffer.from(ab).copy(Buffer.alloc(9), shrink(ab)), (ab, v, w) => Buffer.from(ab).indexOf('x', shrink(ab)), (ab, v, w) => Buffer.from(ab).readUInt32LE(shrink(ab)), (ab, v, w) => Buffer.from(ab).writeDoubleLE(shrink(ab), 8), (ab, v, w) => Buffer.from(ab).swap16(), (ab, v, w) => Buffer.from(ab).subarray(shrink(ab), 60), (ab, v, w) => Buffer.from(ab).equals(v), (ab, v, w) => Buffer.concat([Buffer.from(ab), v], shrink(ab)), (ab, v, w) => Buffer.compare(Buffer.from(ab), v), (ab, v, w) => r.log(v), (ab, v, w) => { r.headersOut.A = v; }, (ab, v, w) => xml.parse(v), (ab, v, w) => rt.dump(v), (ab, v, w) => rt.dump(ab), (ab, v, w) => { const b = Buffer.from(ab); ab.resize?.(128); saw(b.length); ab.resize?.(0); saw(b.toString()); saw(b.toJSON()); }, (ab, v, w) => r.subrequest('/ok', { body: v, get args() { ab.resize?.(0); return 'a'; } }), (ab, v, w) => { const h = globalThis.crypto; }, (ab, v, w) => fs.promises.open('/dev/zero', 'r+').then((h) => h.read(v, 0, 64).then(saw, saw).then(() => h.write(w)).then(saw, saw).then(() => h.close()))]) { trying(() => one(...fresh())); trying(() => { const [ab, v, w] = fresh(); ab.resize?.(4); return one(ab, v, w); }); trying(() => { const [ab, v, w] = fresh(); ab.grow?.(128); return one(ab, v, w); }); } } await later(30);`,
  species: `class Evil extends Buffer { static get [Symbol.species]() { saw(this); return function (...v) { saw(v); return hostile; }; } } for (const H of [Buffer, Uint8Array, ArrayBuffer, Array, Promise, RegExp, Map, getPrototypeOf(Uint8Array)]) try { defineProperty(H, Symbol.species, { configurable: true, get() { saw(this); return function (...v) { saw(v); for (const one of v) saw(one); return new Proxy(new Uint8Array(1), {}); }; } }); } catch (e) { saw(e); } everything(); for (const one of [() => Buffer.from('abc').slice(1), () => Buffer.from('abc').subarray(1), () => Buffer.from('abc').map((x) => x), () => Buffer.concat([Buffer.from('a')]), () => fs.readFileSync('/proc/self/status').slice(0, 3), () => r.requestBuffer, () => zlib.inflateSync(zlib.deflateSync('abc')), () => new TextEncoder().encode('abc').slice(1), () => crypto.getRandomValues(new Uint8Array(4)).slice(0), () => r.subrequest('/ok')]) trying(one); await later(10);`,
  'symbols of classes': `for (const H of [Buffer, TextDecoder, Uint8Array, ArrayBuffer, Error, Promise, Function, Object, Array, String, Date, RegExp, Map]) for (const s of ['hasInstance', 'toPrimitive', 'unscopables', 'match', 'matchAll', 'replace', 'search', 'split', 'iterator']) for (const t of [H, H.prototype]) try { defineProperty(t, Symbol[s], { configurable: true, get() { saw(this); return (...v) => { saw(v); for (const one of v) saw(one); return s === 'hasInstance' ? false : hostile; }; } }); } catch (e) { saw(e); } everything(); for (const one of [() => Buffer.from('abc') instanceof Buffer, () => rt.dump(new Date()), () => rt.dump(/a/), () => rt.dump(new Map([[1, 2]])), () => console.log(new Error('x')), () => querystring.parse('a=b'), () => r.log(new Date()), () => JSON.stringify({ a: new Date() })]) trying(one); await later(10);`,
  'prototypes that are proxies': `for (const H of [Function.prototype, Array.prototype, Error.prototype, Promise.prototype, Uint8Array.prototype, Buffer.prototype, Buffer]) try { setPrototypeOf(H, new Proxy(Object.create(getPrototypeOf(H)), { get: (t, k, rec) => { saw(t); saw(rec); return Reflect.get(t, k, rec); }, has: (t, k) => { saw(t); return Reflect.has(t, k); }, set: (t, k, v, rec) => { saw(v); saw(rec); return Reflect.set(t, k, v, rec); } })); } catch (e) { saw(e); } everything(); Promise.reject(new Error('q')); setTimeout(() => { throw new Error('w'); }, 1); await later(10);`,
  'all is frozen': `for (const n of ownKeys(globalThis)) { const v = globalThis[n]; if (v && (typeof v === 'object' || typeof v === 'function') && n !== 'globalThis') { Object.freeze(v); if (v.prototype) Object.freeze(v.prototype); } } everything(); Object.freeze(r); trying(() => r.subrequest('/ok')); Promise.reject(1); await later(5);`,
  'all is deleted': `for (const n of ownKeys(globalThis)) if (n !== 'ngx' && n !== 'srv') delete globalThis[n]; everything(); for (const p of [Array.prototype, Promise.prototype, Error.prototype, String.prototype, Function.prototype, Uint8Array.prototype]) for (const k of ownKeys(p)) delete p[k]; everything(); await null;`,
};

/** Default exports, each with a handler `content`. */
const exports: Readonly<Record<string, string>> = {
  'a proxy':
    "new Proxy({}, { get(target, key, receiver) { saw(target); saw(receiver); return key === 'content' ? content : undefined; } })",
  'a promise': 'Object.assign(Promise.resolve(1), { content })',
  'a thenable': '{ then(...values) { for (const one of values) saw(one); }, content }',
  'a getter': '{ get content() { saw(this); return function (r) { saw(this); return content(r); }; } }',
  'a handler that is a proxy':
    '{ content: new Proxy(content, { apply(target, self, values) { saw(self); saw(values); return target(...values); } }) }',
  'a handler that is a revoked proxy':
    '{ content: (() => { const { proxy, revoke } = Proxy.revocable(content, {}); revoke(); return proxy; })() }',
  'a handler that is a class': '{ content: class { constructor(...values) { saw(values); } } }',
  'a handler that is eval': '{ content: eval }',
  'a handler that is Function': '{ content: Function }',
  'a handler that returns a thenable':
    '{ content(r) { return { get then() { saw(this); return (...values) => { for (const one of values) saw(one); }; } }; } }',
  'a handler that returns a promise subclass':
    '{ content(r) { class Own extends Promise { then(...values) { for (const one of values) saw(one); return super.then(...values); } } return new Own((resolve) => setTimeout(resolve, 1)); } }',
};

/** Values that a handler throws, or rejects with. */
const thrown: readonly string[] = [
  'null',
  'Symbol()',
  'Object.create(null)',
  'hostile',
  '(() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })()',
  '{ get stack() { throw 3; } }',
  'Object.assign(Object.create(Error.prototype), { stack: {} })',
  'new Proxy(new Error(), {})',
  'Object.create(new Proxy({}, { getPrototypeOf() { throw 4; } }))',
  'Object.create((() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; })())',
  "Object.create(new Proxy({}, { get: (t, key) => (typeof key === 'symbol' && /inspect/.test(String(key)) ? hostile : undefined) }), { f: { value() {}, enumerable: true } })",
];

/** Makes a job of the engine throw a value, which no code can catch. */
const thrownByJob = (value: string): string =>
  `class Own { constructor(executor) { executor(() => { throw ${value}; }, (reason) => { saw(reason); throw ${value}; }); } }
    const promise = Promise.resolve(1); promise.constructor = { [Symbol.species]: Own }; promise.then(() => 1); await later(1);`;

/** A module with a handler. `saw` receives the values that it is given; host objects among them are recorded for the next request. */
function moduleOf(content: string, exported = '{ content }'): string {
  return `${imports.replace("import crypto from 'crypto'; ", '')}
    ${lookout}
    const { zone: table } = srv.shared; const set = table.set;
    const saw = (value) => { note('seen', value); if (report() !== '') apply(set, table, ['found', 'it']); return value; };
    const trying = (work) => { try { const result = saw(work()); if (result instanceof Promise) result.then(saw, saw); } catch (e) { saw(e); } };
    const later = (time) => new Promise((resolve) => setTimeout(resolve, time));
    const hostile = new Proxy(function () {}, { get: (t, key, receiver) => { saw(t); saw(receiver); return key === Symbol.toPrimitive ? undefined : () => 1; }, apply: (t, self, values) => { saw(self); saw(values); for (const one of values) saw(one); return 1; }, construct: (t, values) => { saw(values); for (const one of values) saw(one); return {}; } });
    let everything = () => undefined;
    async function content(r) {
      everything = () => { for (const one of [() => r.log('x'), () => { r.headersOut.A = ['a', 'b']; }, () => r.rawHeadersIn, () => r.args, () => r.variables.uri, () => srv.shared.zone.set('a', 'b').items(), () => fs.statSync('/'), () => fs.readdirSync('/', { withFileTypes: true }), () => fs.promises.stat('/'), () => crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-1' }, true, ['sign']), () => zlib.deflateSync('a'), () => xml.parse('<a b="c"/>'), () => rt.dump([1]), () => console.log({ a: 1 }), () => r.subrequest('/ok'), () => setTimeout(() => 0, 0), () => new Error('x').stack, () => import('x'), () => null.x, () => Promise.reject(new Error('q'))]) trying(one); };
      ${content}
      r.return(200, 'through');
    }
    export default ${exported};`;
}

const attacks: readonly (readonly [name: string, module: string])[] = [
  ...Object.entries(bodies).map(([name, body]) => [name, moduleOf(body)] as const),
  ...Object.entries(exports).map(([name, exported]) => [`the export is ${name}`, moduleOf('', exported)] as const),
  ...thrown.map(
    (value) => [`thrown: ${value}`, moduleOf(`Promise.reject(${value}); await later(1); throw ${value};`)] as const,
  ),
  ...thrown.map((value) => [`thrown by a job: ${value}`, moduleOf(thrownByJob(value))] as const),
  [
    'then is replaced at the top level',
    moduleOf('').replace(
      'export default',
      "const then = Promise.prototype.then; Promise.prototype.then = function (...values) { for (const one of values) saw(one); return then.apply(this, values); }; Object.defineProperty(Promise.prototype, 'constructor', { get() { saw(this); } }); export default",
    ),
  ],
  ['the trial itself', moduleOf('saw({ constructor: { constructor: () => () => () => 1 } });')],
];

test('attacks: no script receives an object of the host, and none ends the host', {
  skip: !isTaken('scripts that attack'),
}, async (t) => {
  const host = await testHost(t, {
    http: 'js_shared_dict_zone zone=zone:64k;',
    files: Object.fromEntries(attacks.map(([, module], at) => [`a${at}.js`, module])),
    script:
      "export default { found(r) { r.return(200, srv.shared.zone.pop('found') ?? 'nothing'); }, begin(r) { srv.shared.zone.set('begun', 'yes'); r.return(200); }, begun(r) { r.return(200, srv.shared.zone.get('begun')); } };",
    server: `location = /ok { return 200 ok; } location = /found { js_content main.found; } location = /begin { js_content main.begin; } location = /begun { js_content main.begun; }
      ${attacks.map((_, at) => `location = /a${at} { js_import a${at}.js; js_content a${at}.content; }`).join('\n')}`,
  });
  await host.ask('/begin');
  for (const [at, [name]] of attacks.entries()) {
    await host.ask(`/a${at}`);
    t.equal((await host.ask('/found')).text, name === 'the trial itself' ? 'it' : 'nothing', name);
  }
  // A host that was restarted meanwhile has lost its records.
  t.equal((await host.ask('/begun')).text, 'yes');
});

/** Ways to run code of a script at the end of its request; `lasting` starts an endless chain of timers. */
const endings: readonly string[] = [
  "Promise.reject({ toString() { lasting(); return 'x'; } });",
  "Promise.reject(Object.defineProperty(new Error(), 'stack', { get() { lasting(); return 'x'; } }));",
  'Object.defineProperty(Promise.reject(1), "constructor", { get() { lasting(); return Promise; } });',
  "Promise.reject({ toString() { r.subrequest('/ok', lasting); return 'x'; } });",
  "Promise.reject({ toString() { rt.on('exit', lasting); return 'x'; } });",
  "rt.on('exit', lasting);",
  "rt.on('exit', () => { Promise.resolve().then(lasting); });",
  "rt.on('exit', () => { throw { toString() { lasting(); return 'x'; } }; });",
  "rt.on('exit', () => { Promise.reject({ toString() { lasting(); return 'x'; } }); });",
];

for (const engine of ['njs', 'qjs'])
  test(`attacks: no code of a script runs after the end of its request, ${engine}`, async (t) => {
    const host = await testHost(t, {
      http: 'js_shared_dict_zone zone=zone:32k type=number;',
      script: `const { zone } = srv.shared;
        const ${endings.map((ending, at) => `ending${at} = (r) => { const lasting = () => { zone.incr('${at}', 1, 0); setTimeout(lasting, 0); }; r.return(200); ${ending} }`).join(', ')};
        const seen = (r) => setTimeout(() => r.return(200, String(zone.get(r.args.at) ?? 0)), 20);
        export default { seen, ${endings.map((_, at) => `ending${at}`).join()} };`,
      server: `js_engine ${engine}; location = /ok { return 200; } location = /seen { js_content main.seen; } ${endings.map((_, at) => `location = /${at} { js_content main.ending${at}; }`).join(' ')}`,
    });
    for (const [at, ending] of endings.entries()) {
      await host.ask(`/${at}`);
      t.ok(Number((await host.ask(`/seen?at=${at}`)).text) < 2, ending);
      t.equal((await host.ask(`/seen?at=${at}`)).status, 200, 'no other request fails');
    }
  });
