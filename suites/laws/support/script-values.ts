/** Values of scripts that data cannot represent: created inside the target by name, for laws about values of every kind. */
import type { World } from '../../language/world.js';
import { liftedWith } from './lifted-with.js';

/** Functions that create a new value for each name. All are in the probe language, and are lifted together. */
type ValueMakers = { readonly [name: string]: () => unknown };

const primitives = (t: World): ValueMakers => ({
  'negative-zero': () => -0,
  symbol: () => Symbol('described'),
  'symbol-without-text': () => Symbol(),
  bigint: () => {
    const made = t.at('globalThis.BigInt') === undefined ? t.lacking('BigInt is missing') : t.at('globalThis');
    return t.invoke(made, 'BigInt', [12]);
  },
  'long-text': () => new Array(20001).join('x'),
  'held-text': () => Object('held'),
  'held-number': () => Object(12),
  'held-boolean': () => Object(true),
  'held-symbol': () => Object(Symbol('described')),
});

const functions = (): ValueMakers => ({
  function: () =>
    function named(): number {
      return 1;
    },
  'function-without-name': () => Object.defineProperty(() => 1, 'name', { value: '' }),
  'function-with-member': () => Object.assign(() => 1, { more: 2 }),
  'built-in-function': () => Math.max,
});

const objects = (): ValueMakers => ({
  'symbol-key': () => Object.assign({ plain: 1 }, { [Symbol('described')]: 2 }),
  'without-prototype': () => Object.assign(Object.create(null), { plain: 1 }),
  inheriting: () => Object.create({ inherited: 1 }),
  'own-class': () => {
    function Made(this: unknown): void {
      Object.assign(Object(this), { own: 1 });
    }
    Made.prototype = { method: () => 1 };
    const construct = (f: unknown): f is new () => object => typeof f === 'function';
    const made: unknown = Made;
    return construct(made) ? new made() : undefined;
  },
  'holding-nothing': () => ({ one: undefined, other: null, list: [undefined, null] }),
  frozen: () => Object.freeze({ plain: 1 }),
  'own-tag': () => Object.assign({ plain: 1 }, { [Symbol.toStringTag]: 'Tagged' }),
  'prototype-of-date': () => Object.create(Date.prototype),
  'prototype-of-text': () => Object.create(String.prototype),
  'prototype-of-pattern': () => Object.create(RegExp.prototype),
  'prototype-of-error': () => Object.create(Error.prototype),
  'prototype-of-list': () => Object.create(Array.prototype),
});

const accessors = (): ValueMakers => {
  const having = (of: object, key: string | symbol, property: object): object =>
    Object.defineProperty(of, key, Object.assign({ enumerable: true, configurable: true }, property));
  const failing = (): never => {
    throw new RangeError('asked');
  };
  return {
    hidden: () => having({ plain: 1 }, 'covered', { value: 2, enumerable: false }),
    getter: () => having({ plain: 1 }, 'got', { get: () => 2 }),
    setter: () => having({ plain: 1 }, 'put', { set: () => undefined }),
    'getter-and-setter': () => having({ plain: 1 }, 'both', { get: () => 2, set: () => undefined }),
    'failing-getter': () => having({ plain: 1 }, 'got', { get: failing }),
    'failing-element': () => having(['first'], '1', { get: failing }),
    'failing-texts': () => ({ plain: 1, toString: failing, valueOf: failing, toJSON: failing }),
    'failing-name': () => having(() => 1, 'name', { get: failing, enumerable: false }),
    'failing-message': () => having(new Error('said'), 'message', { get: failing }),
    'failing-tag': () => Object.defineProperty({ plain: 1 }, Symbol.toStringTag, { get: failing }),
  };
};

const containers = (t: World): ValueMakers => {
  const newOf = (type: string): object => {
    const found = t.at(`globalThis.${type}`);
    const canMake = (f: unknown): f is new () => object => typeof f === 'function';
    if (found === undefined) t.lacking(`${type} is missing`);
    return canMake(found) ? new found() : t.unobservable(`${type} is not a constructor`);
  };
  const filled = (type: string, member: string, args: readonly unknown[]): object => {
    const made = newOf(type);
    t.invoke(made, member, args);
    return made;
  };
  return {
    map: () => filled('Map', 'set', ['key', { plain: 1 }]),
    set: () => filled('Set', 'add', ['item']),
    'weak-map': () => newOf('WeakMap'),
    'cyclic-map': () => {
      const map = filled('Map', 'set', ['title', 'round']);
      t.invoke(map, 'set', ['self', map]);
      return map;
    },
  };
};

const builtIns = (): ValueMakers => ({
  date: () => new Date(0),
  'no-date': () => new Date(NaN),
  pattern: () => /ab+c/gi,
  error: () => new TypeError('said'),
  'error-without-text': () => new Error(''),
  'error-with-member': () => Object.assign(new Error('said'), { code: 12 }),
  buffer: () => Buffer.from('ab'),
  'typed-array': () => new Uint16Array([1, 65535]),
  fractions: () => new Float64Array([1.5, -0, NaN]),
  memory: () => new ArrayBuffer(3),
  view: () => new DataView(new ArrayBuffer(3)),
  promise: () => Promise.resolve(1),
  arguments: () =>
    (function list(..._: unknown[]): unknown {
      // biome-ignore lint/complexity/noArguments: it is the object itself that is wanted
      return arguments;
    })(1, 2),
  math: () => Math,
  json: () => JSON,
  global: () => globalThis,
});

const lists = (): ValueMakers => {
  const withLast = (index: number): unknown[] => {
    const list: unknown[] = ['first'];
    list[index] = 'last';
    return list;
  };
  const cyclicList = (): unknown[] => {
    const list: unknown[] = ['round'];
    list.push(list);
    return list;
  };
  return {
    holes: () => withLast(3),
    'holes-alone': () => new Array(5),
    'far-hole': () => withLast(4000000000),
    'longest-list': () => {
      const list: unknown[] = [];
      list.length = 4294967295;
      return list;
    },
    'list-with-member': () => Object.assign(['first'], { named: 'more' }),
    'long-list': () => {
      const list: number[] = [];
      for (let i = 0; i < 20000; i++) list.push(i);
      return list;
    },
    'cyclic-list': cyclicList,
    'cyclic-inside': () => ({ title: 'outside', held: cyclicList() }),
  };
};

const nestings = (): ValueMakers => {
  const nested = (depth: number): unknown => {
    let value: unknown = { innermost: 'reached' };
    for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { in: value };
    return value;
  };
  return {
    shared: () => {
      const one = { twice: 1 };
      return [one, one];
    },
    cyclic: () => {
      const value: { [name: string]: unknown } = { title: 'round', list: [] };
      value.self = value;
      value.list = [value, { up: value }];
      return value;
    },
    'cyclic-pair': () => {
      const one: { [name: string]: unknown } = { title: 'one' };
      one.other = { title: 'two', other: one };
      return one;
    },
    'cyclic-three': () => {
      const three: { [name: string]: unknown } = { title: 'three' };
      three.next = { title: 'one', next: { title: 'two', next: three } };
      return three;
    },
    'nested-12': () => nested(12),
    'nested-100': () => nested(100),
    'nested-10000': () => nested(10000),
    'nested-100000': () => nested(100000),
  };
};

/** Creates a new value for a name. */
export const makeValue = liftedWith(
  (name: string, t: World, ...groups: readonly ((t: World) => ValueMakers)[]): unknown => {
    const makers = groups.map((group) => group(t)).filter((group) => group[name] !== undefined)[0];
    const make = makers === undefined ? undefined : makers[name];
    return make === undefined ? t.unobservable(`no value is called ${name}`) : make();
  },
  primitives,
  functions,
  objects,
  accessors,
  containers,
  builtIns,
  lists,
  nestings,
);
