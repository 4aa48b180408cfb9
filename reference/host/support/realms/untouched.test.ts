import { Script } from 'node:vm';
import test from 'tape';
import { stubPort, stubSubject } from '../../../testing/stub-host.js';
import { HostCrypto } from '../../script/crypto/crypto-port.js';
import { HostFileSystem } from '../../script/file-system/file-system-port.js';
import { timerPort } from '../../script/timers.js';
import { PendingWork } from './pending.js';
import { Realm } from './realm.js';
import { sameShape } from './same-shape.js';
import { RealmBaseline } from './untouched.js';

/** A realm, both checks that it is untouched, a function that runs a script in it, and the output. */
function fresh() {
  const printed: string[] = [];
  const console = { write: (_: string, ...lines: string[]) => void printed.push(...lines), now: () => 0 };
  const pending = new PendingWork((work) => void work());
  const own = { crypto: new HostCrypto(pending), files: new HostFileSystem() };
  const realm = new Realm({ ...stubPort(), console, timers: timerPort(pending), ...own });
  const modules = ['crypto', 'querystring', 'fs'].map((name) => realm.runtime.builtIn(name));
  const ways = [new RealmBaseline(realm), new RealmBaseline(realm, () => false)];
  const run = (source: string): unknown =>
    realm.enter(() => {
      const made: unknown = new Script(`(function (crypto, querystring, fs) { ${source} })`).runInContext(
        realm.context,
      );
      return typeof made === 'function' ? Reflect.apply(made, undefined, modules) : made;
    });
  return { realm, run, printed, holds: () => ways.map((way) => way.holds()) };
}

/** Each leaves something that another script could find. */
const touches: readonly string[] = [
  // Globals
  'globalThis.left = 1;',
  'left = 1;',
  "(0, eval)('var left = 1');",
  'delete globalThis.escape;',
  'globalThis.Map = Set;',
  'const all = Object.getOwnPropertyDescriptors(globalThis); delete globalThis.Map; globalThis.Map = all.Map.value;',
  'Object.defineProperty(globalThis, "hidden", { value: 1, configurable: true });',
  'Object.setPrototypeOf(globalThis, { __proto__: Object.getPrototypeOf(globalThis) });',
  'Object.preventExtensions(globalThis);',
  'const kept = { n: 1 }; Buffer.keep = () => kept.n++;',
  'globalThis.crypto.left = 1;',
  'globalThis.crypto.getRandomValues.left = 1;',
  // Prototypes
  'Object.prototype.left = 1;',
  'Array.prototype[0] = 1;',
  'Array.prototype.length = 3;',
  'Array.prototype.push = () => 0;',
  'delete Array.prototype.at;',
  'Object.defineProperty(String.prototype, "trim", { enumerable: true });',
  'Object.defineProperty(String.prototype, "trim", { writable: false });',
  'Object.defineProperty(String.prototype, "trim", { configurable: false });',
  'const { trim } = String.prototype; Object.defineProperty(String.prototype, "trim", { get: () => trim });',
  'const { size } = Object.getOwnPropertyDescriptors(Map.prototype); Object.defineProperty(Map.prototype, "size", { get: () => size.get });',
  'Object.defineProperty(RegExp.prototype, "flags", { set() {} });',
  'Map.prototype.__defineGetter__("x", () => 1);',
  'Symbol.prototype[Symbol("left")] = 1;',
  'const { at } = Array.prototype; delete Array.prototype.at; Object.defineProperty(Array.prototype, "at", { value: at, writable: true, configurable: true });',
  'delete JSON[Symbol.toStringTag]; Object.defineProperty(JSON, Symbol.species, { value: "JSON", configurable: true });',
  'class Back { constructor(o) { return o; } } class Field extends Back { toString = Object.prototype.toString; } new Field(Object.prototype);',
  'Object.freeze(Math);',
  'Object.seal(JSON);',
  'Object.preventExtensions(Promise.prototype);',
  'Set.prototype.__proto__ = Map.prototype;',
  'Object.setPrototypeOf(Array.prototype, new Proxy(Object.prototype, { getPrototypeOf() { throw 1; }, ownKeys() { throw 1; } }));',
  'Object.setPrototypeOf(Function.prototype, new Proxy(Object.prototype, { getPrototypeOf() { throw 1; }, ownKeys() { throw 1; } }));',
  'Math.PI2 = -0; Object.defineProperty(Math, "sumPrecise", { value: 1 });',
  // Functions
  'Math.max.left = 1;',
  'Math.max[0] = 1;',
  'Object.defineProperty(Math.max, 5, { value: 1 });',
  'Object.defineProperty(Math.max, "hidden", { value: 1 });',
  'Object.defineProperty(Math.max, "name", { value: "max", writable: true });',
  'Object.defineProperty(Math.max, "name", { value: "max" }); Object.defineProperty(Math.max, "length", { value: 3 });',
  'delete Math.max.length;',
  'Object.setPrototypeOf(Math.max, Array);',
  'Object.freeze(Math.max);',
  'Object.preventExtensions(Math.max);',
  'Object.getOwnPropertyDescriptor(Map.prototype, "size").get.left = 1;',
  'Error.stackTraceLimit = 3;',
  'Error.prepareStackTrace = () => 1;',
  'Promise.resolve.left = 1;',
  'Array.from.call(function () { return Array.prototype; }, [1]);',
  // Functions whose names were computed
  'Buffer.prototype.readInt8.left = 1;',
  'Buffer.prototype.readInt8[0] = 1;',
  'Object.defineProperty(Buffer.prototype.readInt8, "name", { value: "left" });',
  'Object.defineProperty(Buffer.prototype.readInt8, "name", { get() { throw 1; } });',
  'Object.defineProperty(Buffer.prototype.readInt8, "name", { writable: true });',
  'Object.defineProperty(Buffer.prototype.readInt8, "length", { value: 7 });',
  'delete Buffer.prototype.readInt8.name; Object.setPrototypeOf(Buffer.prototype.readInt8, { __proto__: Function.prototype, name: "readInt8" });',
  'Object.freeze(Buffer.prototype.readInt8);',
  // Objects that only syntax leads to
  'Object.getPrototypeOf(function* () {}).left = 1;',
  'Object.getPrototypeOf(function* () {}).prototype.next = 1;',
  'Object.getPrototypeOf(async function () {}).left = 1;',
  'Object.getPrototypeOf(async function* () {}).prototype.left = 1;',
  'Object.getPrototypeOf(Object.getPrototypeOf(async function* () {}).prototype).left = 1;',
  'Object.getPrototypeOf([].values()).next = 1;',
  'Object.getPrototypeOf(Object.getPrototypeOf([].values())).left = 1;',
  'Object.getPrototypeOf(new Map().keys()).left = 1;',
  'Object.getPrototypeOf(new Set().keys()).left = 1;',
  'Object.getPrototypeOf(""[Symbol.iterator]()).left = 1;',
  'Object.getPrototypeOf("".matchAll(/a/g)).left = 1;',
  'Object.getPrototypeOf(Uint8Array).left = 1;',
  'Object.getOwnPropertyDescriptor((function () { "use strict"; return arguments; })(), "callee").get.constructor.left = 1;',
  // The runtime
  'Buffer.left = 1;',
  'Buffer.prototype.toString = 1;',
  'console.log = 1;',
  'process.env.LEFT = "1";',
  'process.argv.push("left");',
  'rt.left = 1;',
  'TextDecoder.prototype.decode.left = 1;',
  'const timer = setTimeout(() => {}, 1); clearTimeout(timer); Object.getPrototypeOf(timer).left = 1;',
  'crypto.createHash = 1;',
  'Object.getPrototypeOf(crypto.createHash("md5")).left = 1;',
  'querystring.escape = 1;',
  'fs.readFileSync = 1;',
  'fs.promises.readFile.left = 1;',
  'delete fs.constants.F_OK;',
  'Object.getPrototypeOf(fs.statSync("/")).left = 1;',
  'Object.getPrototypeOf(fs.readdirSync("/", { withFileTypes: true })[0]).left = 1;',
  'fs.promises.open("/").then((handle) => { Object.getPrototypeOf(handle).left = 1; });',
  'FinalizationRegistry.prototype.register.left = 1;',
  'delete Atomics.waitAsync.name;',
];

/** Code that leaves nothing. */
const harmless: readonly string[] = [
  'return 1;',
  'const own = new Map([[Object.prototype, 1]]); new WeakMap().set(Math.max, own); return own.get(Object.prototype);',
  'class List extends Array { #x = 1; x() { return this.#x; } } return new List(3).x();',
  'fs.promises.open("/"); return [fs.openSync("/"), fs.statSync("/"), fs.readdirSync("/"), fs.existsSync("/nope")];',
  'Object.create(Buffer.prototype); return Reflect.ownKeys(globalThis).length;',
  'globalThis.left = 1; delete globalThis.left;',
  'try { null.x; } catch (error) { return error.stack; }',
  'return [/(a)(b)?/.exec("ab"), "x".replace(/x/, "y"), JSON.stringify({ a: [1] }), new Date(0).toISOString(), Symbol.for("left")];',
  'for (const key in globalThis) if (globalThis[key] === undefined) throw key; for (const key in Math.max) throw key;',
  'return [..."abc"].map((c) => Buffer.from(c).toString("hex")).concat(crypto.createHash("md5").update("a").digest("hex"));',
  '(async () => { for await (const one of [1, Promise.resolve(2)]) await one; })(); (function* () { yield 1; })().next();',
  'Object.defineProperty(Math, "PI", { value: Math.PI }); Math.max = Math.max; Object.freeze({}); Object.setPrototypeOf({}, null);',
];

test('a realm: everything that a script leaves in it is detected', (t) => {
  t.ok(sameShape, 'V8 compares shapes');
  for (const source of touches) {
    const { run, holds } = fresh();
    run(source);
    t.deepEqual(holds(), [false, false], source);
  }
  t.end();
});

test('a realm: nothing is detected if nothing is left, and the check leaves nothing', (t) => {
  const { run, holds } = fresh();
  t.deepEqual(holds(), [true, true]);
  for (const source of harmless) {
    run(source);
    t.deepEqual(holds(), [true, true], source);
  }
  t.end();
});

const statics =
  'return ["$1", "$2", "$9", "input", "$_", "lastMatch", "$&", "lastParen", "$+", "leftContext", "rightContext"].map((name) => RegExp[name]).join("|");';

test('a realm: what it remembers besides its objects is cleared', (t) => {
  const { realm, run, printed } = fresh();
  const before = run(statics);
  run('"abc".replace(/(b)(c)/, ""); RegExp.input = "left"; console.time("left");');
  t.notEqual(run(statics), before);
  t.ok(realm.runtime.renew());
  t.equal(run(statics), before, 'the last match');
  run('console.timeEnd("left");');
  t.deepEqual(printed, [`Timer "left" doesn't exist.`], 'labels');
  const subject = stubSubject();
  const call = () => realm.enter((runtime) => runtime.call('main.f', subject, []).kind);
  realm.runtime.expose('main', run('return { f() {} };'));
  t.equal(call(), 'returned');
  t.ok(realm.runtime.conceal());
  t.equal(call(), 'not found', 'handlers');
  t.end();
});

test('a realm: globals of the configuration are removed, unless a script has changed them', (t) => {
  const changes = [
    'main = 1;',
    'delete globalThis.main;',
    'Object.freeze(globalThis);',
    'g = { a: 1 };',
    'delete globalThis.g;',
  ];
  for (const change of ['main.f = 5;', ...changes]) {
    const { realm, run, holds } = fresh();
    realm.runtime.preload('g', '{"a":1}');
    realm.runtime.expose('main', run('return { f() {} };'));
    t.deepEqual(holds(), [false, false], 'they are seen');
    run(change);
    const isConcealed = realm.runtime.conceal();
    t.equal(isConcealed, !changes.includes(change), change);
    if (isConcealed) t.deepEqual(holds(), [true, true], 'nothing is left');
  }
  t.end();
});

test('a realm: if code may run later, it is not renewed', (t) => {
  for (const source of [
    'new FinalizationRegistry(() => {}).register({}, 1);',
    'Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);',
  ]) {
    const { realm, run } = fresh();
    run('new FinalizationRegistry(() => {}); Atomics.load(new Int32Array(1), 0);');
    t.ok(realm.runtime.renew());
    run(source);
    t.notOk(realm.runtime.renew(), source);
  }
  t.end();
});
