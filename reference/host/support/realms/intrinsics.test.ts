import test from 'tape';
import { testHost } from '../../../testing/host.js';
import { calls } from '../../../testing/purity.js';

/**
 * Replaces each function of ECMAScript that a script can replace by a spy. Records those that receive an object of the host, whose
 * prototypes do not end in the realm's. The function is copied into the realm as source.
 */
function spyOnIntrinsics(note: (found: string) => void): void {
  const { getPrototypeOf, getOwnPropertyDescriptor, defineProperty } = Object;
  const { apply, construct, ownKeys } = Reflect;
  const root = Object.prototype;
  let inside = false;

  function isForeign(value: unknown): boolean {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
    let last: object = value;
    let steps = 0;
    for (let next = getPrototypeOf(last); next !== null; next = getPrototypeOf(next)) {
      last = next;
      steps += 1;
    }
    return steps > 0 && last !== root;
  }

  /** Checks a value and, one level deep, its members. */
  function look(path: string, value: unknown, deep: boolean): void {
    if (isForeign(value)) note(path);
    else if (deep && typeof value === 'object' && value !== null) {
      const keys = ownKeys(value);
      for (let at = 0; at < keys.length && at < 50; at += 1) {
        const property = getOwnPropertyDescriptor(value, keys[at] ?? '');
        if (property !== undefined) look(path, property.value, false);
      }
    }
  }

  function spied(path: string, original: (...values: unknown[]) => unknown): unknown {
    function spy(this: unknown, ...values: unknown[]): unknown {
      if (!inside) {
        inside = true;
        look(path, this, true);
        for (let at = 0; at < values.length; at += 1) look(path, values[at], true);
        inside = false;
      }
      return new.target === undefined
        ? apply(original, this, values)
        : construct(original, values, new.target === spy ? original : new.target);
    }
    // Constructors keep their static members and their instances.
    Object.setPrototypeOf(spy, original);
    if ('prototype' in original) spy.prototype = original.prototype;
    return spy;
  }

  function replace(path: string, holder: object): void {
    for (const key of ownKeys(holder)) {
      const property = getOwnPropertyDescriptor(holder, key);
      if (key === 'constructor' || property?.configurable !== true || typeof property.value !== 'function') continue;
      defineProperty(holder, key, { ...property, value: spied(`${path}.${String(key)}`, property.value) });
    }
  }

  const prototypes: readonly (readonly [string, { readonly prototype: object }])[] = [
    ['Array', Array],
    ['Map', Map],
    ['Set', Set],
    ['WeakMap', WeakMap],
    ['Promise', Promise],
    ['String', String],
    ['Date', Date],
    ['RegExp', RegExp],
    ['ArrayBuffer', ArrayBuffer],
    ['TypedArray', getPrototypeOf(Uint8Array)],
    ['Function', Function],
  ];
  const iterators = [[][Symbol.iterator](), new Map().entries(), new Set().values(), ''[Symbol.iterator]()];
  for (const iterator of iterators) replace('Iterator', getPrototypeOf(iterator));
  for (const [name, { prototype }] of prototypes) replace(`${name}.prototype`, prototype);
  for (const [name, holder] of [
    ['Reflect', Reflect],
    ['Object', Object],
    ['Array', Array],
    ['JSON', JSON],
    ['Number', Number],
  ] as const)
    replace(name, holder);
  for (const name of [
    'String',
    'Number',
    'RangeError',
    'TypeError',
    'Error',
    'Uint8Array',
    'Map',
    'WeakMap',
    'Promise',
    'Date',
  ]) {
    const property = getOwnPropertyDescriptor(globalThis, name);
    if (property !== undefined) defineProperty(globalThis, name, { ...property, value: spied(name, property.value) });
  }
  // Assignments that would reach a prototype when the property is not the object's own.
  for (const name of ['0', 'ok', 'name', 'kind', 'log', 'text']) {
    const take = (value: unknown) => look(`setter of ${name}`, value, true);
    defineProperty(name === '0' ? Array.prototype : root, name, {
      set: take,
      get: () => undefined,
      configurable: true,
    });
  }
}

/** The newest runtime, and one with byte strings. */
for (const runtimeVersion of ['0.9.9', '0.8.4'])
  test(`intrinsics: a script's replacements receive no object of the host (${runtimeVersion})`, async (t) => {
    const script = `
    import crypto from 'crypto';
    import fs from 'fs';
    import querystring from 'querystring';
    import xml from 'xml';
    import zlib from 'zlib';
    const found = Object.create(null);
    let first;
    async function content(r) {
      ${calls}
      (${spyOnIntrinsics})((path) => { found[path] = true; });
      try { await outcomes(); } catch (error) { first = String(error.stack); }
      let list = '';
      for (const path in found) list += path + '\\n';
      r.return(200, list + (first ?? ''));
    }
    export default { content };
  `;
    const http = 'js_shared_dict_zone zone=zone:32k;';
    const server = 'location = /inner { return 200 inner; } location / { js_content main.content; }';
    const host = await testHost(t, { script, http, server, runtimeVersion });
    const answer = await host.ask('/', { body: 'body' });
    t.equal(answer.status, 200, host.log().join('\n'));
    t.equal(answer.text, '');
  });
