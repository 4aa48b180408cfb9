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

/** Functions that have only a name and a length; no script ever receives them. */
const twins = new Script(`'use strict'; [Proxy.revocable({}, {}).revoke, { m() {} }.m, () => 0]`);

/** The same with computed names, which are ordinary values and not part of the shape. */
const namedTwins = new Script(`'use strict'; [{ ['m']() {} }.m]`);

/** The properties that an object has in every realm. They are stored once, which is faster to read. */
interface Outline {
  readonly isExtensible: boolean;
  readonly keys: readonly PropertyKey[];
  /** The attributes of each property, as bits. */
  readonly attributes: readonly number[];
}

/** The original state of an object: everything about it that a script can change. */
interface ObjectState extends Outline {
  readonly object: object;
  readonly prototype: object | null;
  /** For each property the value, or both accessors. */
  readonly values: readonly unknown[];
}

/** A function with the same shape as another one that no script can have changed. */
interface FunctionTwin {
  readonly object: object;
  readonly twin: object;
  /** Its name, if that is a value. */
  readonly name: unknown;
}

/** The outlines of a realm's objects in the order in which they are found, which is the same for most realms. */
let known: readonly Outline[] = [];

/**
 * The lasting objects of a realm, as they were before any script ran. A script can leave something for another script only on these
 * objects, because both can reach no others. Checking them runs no code of a script, because none of them is a script's proxy.
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
      // The runtime's own proxies have no state; their lasting targets are registered.
      if (isObject(value) && !types.isProxy(value)) objects.add(value);
    };
    add(context);
    runtime.eachReachable(add);
    for (const object of listIn(context, syntax)) add(Reflect.getPrototypeOf(object));
    const all: ObjectState[] = [];
    // The loop over a set includes elements that are added meanwhile.
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

  /** Whether everything is unchanged. */
  holds(): boolean {
    // The prototypes of functions are checked first, so that enumerating calls no proxy.
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

/** Elements are not part of a shape. Elements that are not enumerable change the shape, too. */
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

/** Written for speed: a thousand properties are checked after each request. */
function isAsFound({ object, prototype, isExtensible, keys, attributes, values }: ObjectState): boolean {
  if (Reflect.getPrototypeOf(object) !== prototype || Reflect.isExtensible(object) !== isExtensible) return false;
  const now = Reflect.ownKeys(object);
  if (now.length !== keys.length) return false;
  let next = 0;
  for (let at = 0; at < now.length; at += 1) {
    const key = now[at];
    // The order of properties is visible, too.
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
