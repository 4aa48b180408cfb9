/** Scripts that search for objects of the host, and the directives that they need. */

/**
 * Script text: `note(way, value)` checks whether a value belongs to the host. The chain of its prototypes must end in the realm's own or be
 * empty, and its constructors must not lead to Node.
 */
export const lookout = `
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

/** Script text: `spyOnAll()` replaces every function and accessor that the globals lead to, and returns how many. */
export const spies = `
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

/** Script text: every port call, in the shortest form. */
export const ports = `
  const Bytes = Uint8Array;
  const ports = {
    header: () => r.headersOut['X-A'], setHeader: () => { r.headersOut['X-A'] = ['a', 'b']; }, cookies: () => { r.headersOut['Set-Cookie'] = ['a', 'b']; return r.headersOut['Set-Cookie']; }, names: () => { for (const n in r.headersIn); },
    raw: () => r.rawHeadersIn, args: () => r.args, body: () => r.requestBuffer, text: () => r.requestText, uri: () => r.uri, internal: () => r.internal,
    variable: () => r.variables.uri, handled: () => r.variables.handled, failing: () => r.variables.failing, rawVariable: () => r.rawVariables.uri, assign: () => { r.variables.seen = 'x'; }, noVariable: () => { r.variables.nope = 1; },
    log: () => r.log('x'), srvLog: () => srv.log(7, 'x'), noLevel: () => srv.log(99, 'x'), status: () => { r.status = 201; return r.status; },
    get: () => srv.shared.zone.get('a'), set: () => srv.shared.zone.set('a', 'b'), items: () => srv.shared.zone.items(), keys: () => srv.shared.zone.keys(), full: () => srv.shared.zone.set('a', long), zones: () => ownKeys(srv.shared),
    console: () => console.log('x'), timer: () => clearTimeout(setTimeout(() => {}, 1000)), time: () => { console.time('a'); console.timeEnd('a'); },
    hash: () => crypto.createHash('md5').update('a').digest(), hmac: () => crypto.createHmac('md5', 'k').update('a').digest('hex'), noHash: () => crypto.createHash('nope'), copy: () => crypto.createHash('md5').copy(),
    kill: () => process.kill(process.pid, 0), noKill: () => process.kill(process.pid, 'SIGNOPE'), memory: () => rt.memoryStats, dump: () => rt.dump({ a: [1] }), exit: () => rt.on('nope', () => {}),
    stack: () => new Error('x').stack, imported: () => import('x').then((v) => note('imported', v), (e) => note('imported', e)), meta: () => import.meta.url,
    stat: () => fs.statSync('/').isFile(), noStat: () => fs.statSync('/nope'), kinds: () => fs.readdirSync('/', { withFileTypes: true })[0].isFile(), names: () => fs.readdirSync('/', 'buffer'), noPath: () => fs.unlinkSync(1),
    file: () => fs.readFileSync('/proc/self/status'), opened: () => { const fd = fs.openSync('/dev/null', 'r+'); try { return [fs.readSync(fd, new Bytes(3), 0), fs.writeSync(fd, new Bytes(3)), fs.fstatSync(fd)]; } finally { fs.closeSync(fd); } },
    written: () => fs.writeFileSync('/dev/null', new DataView(new Bytes(3).buffer), { mode: 0o600, flag: 'r+' }), real: () => fs.realpathSync('/proc/self/..', 'hex'), noLink: () => fs.readlinkSync('/', 'buffer'), noFolder: () => fs.mkdirSync('/proc', { recursive: false }), noClose: () => fs.closeSync(1),
    later: () => fs.promises.lstat('/nope', { throwIfNoEntry: true }).then((v) => note('later', v), (e) => note('later fails', e)), handle: () => fs.promises.open('/dev/null').then((h) => (note('handle', h), h.read(new Bytes(3), 0).then((v) => note('read', v)), h.close())),
    buffer: () => Buffer.from('a').toString('hex'), decode: () => new TextDecoder().decode(new Bytes(3)), query: () => querystring.parse('a=1'), base64: () => atob('YQ=='),
    packed: () => zlib.deflateSync('a', { level: 1, dictionary: Buffer.from('b') }), unpacked: () => zlib.inflateRawSync(zlib.deflateRawSync(new Bytes(3))), noPacked: () => zlib.inflateSync('a'), noZlibLevel: () => zlib.deflateSync('a', { level: 99 }), noDictionary: () => zlib.deflateSync('a', { dictionary: 1 }),
    xml: () => xml.parse('<a k="1">t<b/></a>').a.$tags, noXml: () => xml.parse('<a>'), form: () => xml.exclusiveC14n(xml.parse('<a xmlns="u:u"><b/></a>'), null, true, 'a b'), edit: () => { const { a } = xml.parse('<a/>'); a.setAttribute('k', 'v'); a.addChild(a); a.$tags = [a, a.a]; return [a.$text, a.$attrs, a.$ns]; }, xmlBytes: () => xml.parse(Buffer.from('<a/>')),
  };
  const long = 'x'.repeat(100000);
  function attempt(name) { try { note(name, ports[name]()); } catch (error) { note(name + ' throws', error); } }
`;

/** Modules that the texts use. */
export const imports = `import crypto from 'crypto'; import querystring from 'querystring'; import fs from 'fs'; import xml from 'xml'; import zlib from 'zlib';`;
/** Directives that they need. */
export const served = {
  http: 'js_shared_dict_zone zone=zone:32k; js_var $seen; js_set $handled main.handled; js_set $failing main.failing;',
  server: 'location / { js_content main.content; }',
};

/**
 * Script text: `atDepths(way, ...works)` runs one work after the other at several hundred depths of the stack. These are each of the last
 * depths before its end, and every thirteenth before those, where the host may still be called. Results and errors are recorded.
 */
export const depths = `
  function atDepths(way, ...works) {
    const last = 150;
    let left = 1400;
    const tried = (work) => { try { const result = work(); note(way, result); if (result instanceof Promise) result.then((v) => note(way, v), (e) => note(way, e)); } catch (e) { note(way, e); } };
    (function dive() {
      try { dive(); } catch (e) { note('the end of the stack', e); }
      left -= 1;
      if (left > 1400 - last || (left > 0 && left % 13 === 0)) tried(works[left % works.length]);
    })();
  }
`;

/** Script text: `membersOf(roots)` lists the functions and accessors of the runtime that the roots lead to, each with its receiver. */
export const live = `
  function membersOf(roots) {
    const [known, members, queue] = [new Set(), [], Object.entries(roots).map(([way, root]) => [way, undefined, root])];
    const add = (way, self, one) => {
      if (typeof one !== 'function' || known.has(one) || Function.prototype.toString.call(one).includes('[native code]')) return;
      known.add(one);
      members.push([way, self, one]);
    };
    for (const [way, self, value] of queue) {
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null || known.has(value)) continue;
      add(way, self, value);
      known.add(value);
      for (let holder = value; holder !== null && holder !== Object.prototype && holder !== Function.prototype; holder = getPrototypeOf(holder))
        for (const key of ownKeys(holder)) {
          const { get, set, value: found } = getOwnPropertyDescriptor(holder, key) ?? {};
          const name = way + '.' + String(key);
          add('get ' + name, value, get);
          add('set ' + name, value, set);
          queue.push([name, value, found]);
        }
    }
    return members;
  }
`;
