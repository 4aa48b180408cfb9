import type { Test } from 'tape';
import { testHost } from './host.js';

/** A function, or an object of another realm, that a script can reach. */
export interface ReachableObject {
  /** How it was first reached, for example `globalThis.Buffer.from`. */
  readonly path: string;
  readonly kind: 'function' | 'object';
  /** The engine's own code, not the runtime's. */
  readonly native: boolean;
  /** Its prototypes do not end in those of the realm. */
  readonly foreign: boolean;
}

/**
 * Walks through everything that is reachable from `roots`: properties, getters, symbol keys, prototypes and errors of getters. The function
 * is copied into the realm as source, so it must not refer to anything outside.
 */
export function walk(roots: Readonly<Record<string, unknown>>): ReachableObject[] {
  const seen = new Set<unknown>();
  const findings: ReachableObject[] = [];

  function visit(path: string, value: object): (readonly [string, unknown])[] {
    const ancestors = [value];
    for (let next = Object.getPrototypeOf(value); next !== null; next = Object.getPrototypeOf(next))
      ancestors.push(next);
    const foreign = ancestors.length > 1 && ancestors.at(-1) !== Object.prototype;
    const isFunction = typeof value === 'function';
    const native = isFunction && Function.prototype.toString.call(value).includes('[native code]');
    if (isFunction || foreign) findings.push({ path, kind: isFunction ? 'function' : 'object', native, foreign });
    if (foreign) return [];
    const inherited = ancestors.flatMap((ancestor) => Reflect.ownKeys(ancestor));
    return [
      [`${path}.[[Prototype]]`, Object.getPrototypeOf(value)],
      ...Reflect.ownKeys(value).flatMap((key) => accessors(`${path}.${String(key)}`, value, key)),
      ...inherited.map((key) => read(`${path}.${String(key)}`, value, key)),
    ];
  }

  function accessors(path: string, holder: object, key: string | symbol): (readonly [string, unknown])[] {
    const property = Object.getOwnPropertyDescriptor(holder, key);
    return [
      [`${path}.[[Get]]`, property?.get],
      [`${path}.[[Set]]`, property?.set],
    ];
  }

  function read(path: string, holder: object, key: string | symbol): readonly [string, unknown] {
    try {
      return [path, Reflect.get(holder, key)];
    } catch (thrown) {
      return [`${path}.[[Thrown]]`, thrown];
    }
  }

  // One root after the other, so that ECMAScript's own objects have paths of ECMAScript.
  for (const root of Object.entries(roots)) {
    const queue: (readonly [string, unknown])[] = [root];
    // The list grows meanwhile. Calling `shift` would move all remaining elements each time.
    for (const [path, value] of queue) {
      if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value)) continue;
      seen.add(value);
      queue.push(...visit(path, value));
    }
  }
  return findings;
}

/** Values that scripts get from calls instead of properties: results, and errors of all kinds. */
export const calls = `
  const attempts = {
    buffer: () => Buffer.from('a'), json: () => Buffer.from('a').toJSON(), view: () => Buffer.from('ab').subarray(1),
    hash: () => crypto.createHash('md5'), digest: () => crypto.createHash('md5').update('').digest(),
    copy: () => crypto.createHash('md5').copy(), hmac: () => crypto.createHmac('md5', ''), noHash: () => crypto.createHash('nope'),
    decoder: () => new TextDecoder(), encoder: () => new TextEncoder(), encoded: () => new TextEncoder().encode('a'),
    encodeInto: () => new TextEncoder().encodeInto('a', new Uint8Array(1)), noText: () => new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([255])),
    parsed: () => querystring.parse('a=1&a=2'), timeout: () => setTimeout(() => {}, 0), noTimeout: () => setTimeout(1),
    items: () => srv.shared.zone.set('a', 'b').items(), keys: () => srv.shared.zone.keys(), noValue: () => srv.shared.zone.set('a', 1),
    noRoom: () => srv.shared.zone.set('a', 'x'.repeat(100000)), noTtl: () => srv.shared.zone.ttl('a'),
    noVariable: () => { r.variables.nope = 1; }, notWritable: () => { r.variables.host = 1; }, headers: () => { r.headersOut.Foo = ['a', 'b']; return r.headersOut.Foo; }, printed: () => console.log('a', { b: 1 }), noHeader: () => { r.headersOut['a b'] = 1; },
    noReturn: () => r.return(1000), noStatus: () => { r.status = 'x'; }, noLevel: () => srv.log(99, ''), noSymbol: () => r.log(Symbol()),
    noSignal: () => process.kill(process.pid, 'SIGNOPE'), noEvent: () => rt.on('nope', () => {}), noDecode: () => atob('?'),
    noReceiver: () => Object.getPrototypeOf(r).log.call({}), imported: () => import('fs'), dumped: () => rt.dump({ a: 1 }),
    inner: () => r.subrequest('/inner'), noInner: () => r.subrequest(''), innerOptions: () => r.subrequest('/inner', { args: 'a=b', body: 'c' }),
    noBuffer: () => r.sendBuffer('a'), noDone: () => r.done(), declined: () => r.decline(),
    doc: () => xml.parse('<a k="1">t<b/></a>'), node: () => xml.parse('<a k="1"><b/></a>').a, tags: () => xml.parse('<a><b/></a>').a.$tags, attrs: () => xml.parse('<a k="1"/>').a.$attrs,
    form: () => xml.c14n(xml.parse('<a/>')), noXml: () => xml.parse('<a>'), noForm: () => xml.c14n({}), noNode: () => { xml.parse('<a/>').a.$name = 1; }, noText: () => xml.parse('<a/>').a.setText(1),
    deepXml: () => { const dive = () => { xml.parse('<a/>'); dive(); }; dive(); },
    raw: () => r.rawVariables.uri, body: () => r.requestBuffer, deep: () => { const dive = () => { r.variables.uri; dive(); }; dive(); },
    digested: () => globalThis.crypto.subtle.digest('SHA-1', new Uint8Array(1)), noDigest: () => globalThis.crypto.subtle.digest('nope'),
    key: () => globalThis.crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-1' }, true, ['sign']), random: () => globalThis.crypto.getRandomValues(new Int8Array(2)),
    pair: () => globalThis.crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']), noRandom: () => globalThis.crypto.getRandomValues(1),
    rsa: () => globalThis.crypto.subtle.generateKey({ name: 'RSA-PSS', hash: 'SHA-256', modulusLength: 512 }, true, ['sign', 'verify']),
    jwk: () => globalThis.crypto.subtle.importKey('jwk', { kty: 'oct', k: 'AAEC' }, 'HKDF', true, []), uuid: () => globalThis.crypto.randomUUID(),
    exported: () => attempts.pair().then(({ publicKey }) => globalThis.crypto.subtle.exportKey('jwk', publicKey)), noKey: () => globalThis.crypto.subtle.exportKey('raw', {}),
    noRsa: () => globalThis.crypto.subtle.generateKey({ name: 'RSA-PSS', hash: 'SHA-256', modulusLength: 513 }, true, 1),
    stats: () => fs.statSync('/'), entries: () => fs.readdirSync('/', { withFileTypes: true }), named: () => fs.readdirSync('/', 'buffer'), content: () => fs.readFileSync('/proc/self/status'),
    noFile: () => fs.readFileSync('/nope'), noPath: () => fs.openSync('/' + 'x'.repeat(5000)), noFlag: () => fs.openSync('/', 'x'), noDescriptor: () => fs.closeSync(0), noEntry: () => fs.promises.access('/nope'),
    handle: () => fs.promises.open('/'), noRead: () => fs.promises.open('/').then((h) => h.read(Buffer.alloc(1), 0)), closed: () => fs.promises.open('/dev/null').then((h) => h.read(Buffer.alloc(1), 0).then((read) => h.close().then(() => read))),
    packed: () => zlib.deflateSync('a'), unpacked: () => zlib.inflateRawSync(zlib.deflateRawSync('a')), noPacked: () => zlib.inflateSync('a'), noZlibLevel: () => zlib.deflateSync('a', { level: 99 }), noDictionary: () => zlib.deflateSync('a', { dictionary: 1 }),
    deepLog: () => { const dive = () => { r.headersIn.host; srv.shared.zone.get('a'); dive(); }; dive(); },
  };
  async function outcomes() {
    const found = {};
    for (const [name, attempt] of Object.entries(attempts)) {
      try {
        const value = attempt();
        found[name] = { value, settled: value instanceof Promise ? await value.then((kept) => kept, (reason) => reason) : undefined };
      } catch (thrown) {
        found[name] = { thrown };
      }
    }
    return found;
  }
`;

/** Everything that a script of a request can reach. */
export async function reachable(t: Test): Promise<readonly ReachableObject[]> {
  const script = `
    import crypto from 'crypto';
    import fs from 'fs';
    import querystring from 'querystring';
    import xml from 'xml';
    import zlib from 'zlib';
    ${walk}
    async function content(r) {
      ${calls}
      r.return(200, JSON.stringify(walk({ globalThis, r, modules: { crypto, fs, querystring, xml, zlib }, outcomes: await outcomes() })));
    }
    export default { content };
  `;
  const http = 'js_shared_dict_zone zone=zone:32k;';
  const host = await testHost(t, {
    script,
    http,
    server: 'location = /inner { return 200 inner; } location / { js_content main.content; }',
  });
  const answer = await host.ask('/', { body: 'body' });
  if (answer.status !== 200) throw new Error(host.log().join('\n'));
  const findings: ReachableObject[] = JSON.parse(answer.text);
  return findings;
}

/** Everything that a script of a stream session can reach in addition: its session, and the errors of its calls. */
export async function reachableFromSession(t: Test): Promise<readonly ReachableObject[]> {
  const script = `
    ${walk}
    const thrown = (attempt) => { try { return attempt(); } catch (error) { return error; } };
    function access(s) {
      const outcomes = [() => s.done('x'), () => s.done(1000), () => s.log(Symbol()), () => { s.variables.nope = 1; },
        () => { s.rawVariables.pid = 1; }, () => s.rawVariables.protocol, () => Object.getPrototypeOf(s).allow.call({})].map(thrown);
      s.variables.found = JSON.stringify(walk({ globalThis, s, outcomes }));
      s.allow();
    }
    export default { access };
  `;
  const stream = 'js_var $found; server { listen 127.0.0.1:0; js_access main.access; return $found; }';
  const host = await testHost(t, { script, server: '', stream });
  const findings: ReachableObject[] = JSON.parse(await host.stream(0));
  return findings.filter(({ path }) => !path.startsWith('globalThis'));
}
