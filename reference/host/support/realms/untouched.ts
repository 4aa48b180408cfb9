import { isDeepStrictEqual, types } from 'node:util';
import { Script } from 'node:vm';
import type { Realm } from './realm.js';
import { type SameShape, sameShape } from './same-shape.js';

/** Objects of ECMAScript to which no global leads, but syntax or a call. */
const syntax = new Script(
  `(() => [
    async function () {}, (function* () {})(), (async function* () {})(),
    [].values(), new Map().keys(), new Set().keys(), ''[Symbol.iterator](), ''.matchAll(/a/g),
    ...(typeof Iterator === 'function' ? [[].values().map(() => 0), Iterator.from({ next() {} })] : []),
  ])()`,
);

/** Functions with nothing but a name and a length, none of which a script ever gets. */
const twins = new Script(`'use strict'; [Proxy.revocable({}, {}).revoke, { m() {} }.m, () => 0]`);

/** The same, whose name was computed: it is a value like others then, and no part of the shape. */
const namedTwins = new Script(`'use strict'; [{ ['m']() {} }.m]`);

/** What a realm's object has in common with that of every other realm: one of them stands for all, which is quicker to read. */
interface Outline {
  readonly isExtensible: boolean;
  readonly keys: readonly PropertyKey[];
  /** Each property's attributes, as bits. */
  readonly attributes: readonly number[];
}

/** An object as it was: all that a script can change of it. */
interface ObjectState extends Outline {
  readonly object: object;
  readonly prototype: object | null;
  /** Of each property the value, or both accessors. */
  readonly values: readonly unknown[];
}

/** A function that is like another one which no script can have changed. */
interface FunctionTwin {
  readonly object: object;
  readonly twin: object;
  /** Its name, where that is a value. */
  readonly name: unknown;
}

/** The outlines of a realm's objects in the order in which they are found, which is the same for most realms. */
let known: readonly Outline[] = [];

/**
 * The objects of a realm that last, as they were before any script ran. Whatever a script leaves behind for another one hangs on one of them:
 * they are all that both of them reach. Looking at them runs no code of a script: none of them is a proxy of a script's.
 */
export class RealmBaseline {
  readonly #found: readonly ObjectState[];
  readonly #alike: readonly FunctionTwin[];
  readonly #named: readonly FunctionTwin[];
  readonly #sameShape: SameShape;

  /** `realm` has run no script; its modules are linked. */
  constructor({ context, runtime }: Realm, isSameShape: SameShape = sameShape ?? (() => false)) {
    const objects = new Set<object>();
    const add = (value: unknown): void => {
      // The runtime's own proxies keep nothing; what is behind them was told of, where it lasts.
      if (isObject(value) && !types.isProxy(value)) objects.add(value);
    };
    add(context);
    runtime.eachHanded(add);
    for (const object of listIn(context, syntax)) add(Reflect.getPrototypeOf(object));
    const all: ObjectState[] = [];
    // A set goes on with what is added meanwhile.
    for (const object of objects) all.push(look(object, add, known[all.length]));
    known = all.map(({ isExtensible, keys, attributes }) => ({ isExtensible, keys, attributes }));
    const likeOneOf = (script: Script) => {
      const candidates = listIn(context, script);
      return all.flatMap(({ object }): FunctionTwin[] => {
        const twin = candidates.find((candidate) => isSameShape(object, candidate));
        return twin === undefined ? [] : [{ object, twin, name: Reflect.get(object, 'name') }];
      });
    };
    this.#alike = likeOneOf(twins);
    this.#named = likeOneOf(namedTwins);
    const alike = new Set([...this.#alike, ...this.#named].map(({ object }) => object));
    this.#found = all.filter(({ object }) => !alike.has(object));
    this.#sameShape = isSameShape;
  }

  /** Whether everything is as it was. */
  holds(): boolean {
    // The prototypes of functions are looked at first: enumerating asks no proxy then.
    return (
      this.#found.every(isAsFound) &&
      this.#alike.every((one) => this.#isAlike(one)) &&
      this.#named.every((one) => this.#isAlike(one) && Reflect.get(one.object, 'name') === one.name)
    );
  }

  #isAlike({ object, twin }: FunctionTwin): boolean {
    return this.#sameShape(object, twin) && !hasEnumerable(object);
  }
}

/** Elements are no part of a shape. Those that are not enumerable make another one of it, too. */
function hasEnumerable(object: object): boolean {
  for (const _ in object) return true;
  return false;
}

function listIn(context: object, script: Script): readonly object[] {
  const made: unknown = script.runInContext(context);
  return Array.isArray(made) ? made.filter(isObject) : [];
}

function look(object: object, add: (value: unknown) => void, like: Outline | undefined): ObjectState {
  const prototype = Reflect.getPrototypeOf(object);
  add(prototype);
  const keys = Reflect.ownKeys(object);
  const properties = keys.map((key) => Reflect.getOwnPropertyDescriptor(object, key) ?? {});
  const values = properties.flatMap((one) => (isAccessor(one) ? [one.get, one.set] : [one.value]));
  for (const value of values) add(value);
  const outline = { isExtensible: Reflect.isExtensible(object), keys, attributes: properties.map(attributesOf) };
  return { object, prototype, values, ...(like !== undefined && isDeepStrictEqual(like, outline) ? like : outline) };
}

const isAccessor = ({ get, set }: PropertyDescriptor): boolean => get !== undefined || set !== undefined;

function attributesOf(property: PropertyDescriptor): number {
  return (
    (property.writable === true ? 1 : 0) |
    (property.enumerable === true ? 2 : 0) |
    (property.configurable === true ? 4 : 0) |
    (isAccessor(property) ? 8 : 0)
  );
}

/** Written for speed: a thousand properties are looked at after each request. */
function isAsFound({ object, prototype, isExtensible, keys, attributes, values }: ObjectState): boolean {
  if (Reflect.getPrototypeOf(object) !== prototype || Reflect.isExtensible(object) !== isExtensible) return false;
  const now = Reflect.ownKeys(object);
  if (now.length !== keys.length) return false;
  let next = 0;
  for (let at = 0; at < now.length; at += 1) {
    const key = now[at];
    // The order in which they were added shows, too.
    if (key === undefined || key !== keys[at]) return false;
    const property = Reflect.getOwnPropertyDescriptor(object, key);
    if (property === undefined || attributesOf(property) !== attributes[at]) return false;
    if (!isAccessor(property)) {
      if (!Object.is(property.value, values[next++])) return false;
    } else if (property.get !== values[next++] || property.set !== values[next++]) return false;
  }
  return true;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
