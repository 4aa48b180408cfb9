/**
 * ECMAScript's own functions as they were before any script ran. A script may replace them, and would then be handed what
 * the realm's code works on. The code at the border to the host uses these alone, which `generators/structure` checks.
 */
export const { apply, deleteProperty, get: getProperty, has: hasProperty } = Reflect;
export const { create, getOwnPropertyDescriptor, getPrototypeOf } = Object;
export const { isArray } = Array;
export const { isView } = ArrayBuffer;
export const OwnArray = Array;
export const OwnError = Error;
export const OwnTypeError = TypeError;
export const OwnRangeError = RangeError;
export const OwnObject = Object;
export const OwnUint8Array = Uint8Array;
export const OwnPromise = Promise;
export const OwnProxy = Proxy;
export const { toStringTag } = Symbol;
export const OwnString = String;
export const { prototype: promisePrototype } = Promise;
export const promiseThen = promisePrototype.then;

const bytesPrototype = Uint8Array.prototype;
const { of: arrayOf } = Array;
const typedArray = getPrototypeOf(bytesPrototype);
const kind = getterOf<string | undefined>(typedArray, Symbol.toStringTag);
const ofArray = placeIn(typedArray);
const ofData = placeIn(DataView.prototype);

function placeIn(prototype: object) {
  return {
    buffer: getterOf<ArrayBuffer>(prototype, 'buffer'),
    byteOffset: getterOf<number>(prototype, 'byteOffset'),
    byteLength: getterOf<number>(prototype, 'byteLength'),
  };
}

function getterOf<R>(prototype: object, name: PropertyKey): () => R {
  const get = getOwnPropertyDescriptor(prototype, name)?.get;
  if (get === undefined) throw new OwnTypeError('there is no such getter');
  return get;
}

/** Memory of the realm's own, for the host to write into. */
export function allocate(length: number): Uint8Array {
  return new OwnUint8Array(length);
}

/** The bytes behind a view of any kind, whatever properties a script gave it. */
export function memoryOf(view: ArrayBufferView): Uint8Array {
  const { buffer, byteOffset, byteLength } = apply(kind, view, []) === undefined ? ofData : ofArray;
  return new OwnUint8Array(apply(buffer, view, []), apply(byteOffset, view, []), apply(byteLength, view, []));
}

/** Whether these are bytes of the realm as `allocate` gives them. */
export function isOwnMemory(value: unknown): value is Uint8Array {
  return isView(value) && getPrototypeOf(value) === bytesPrototype;
}

/** Whether a value is a Uint8Array, a Buffer among them, whatever its prototypes. */
export function isBytes(value: unknown): value is Uint8Array {
  return isView(value) && apply(kind, value, []) === 'Uint8Array';
}

/** A list of the realm with the elements of any other; nothing is assigned, so that no setter of a script is called. */
export function listOf<T>(elements: readonly T[]): T[] {
  return apply(arrayOf, OwnArray, elements);
}

/** The parts of a text between the separators, each one unit. */
export function split(text: string, separator: string): string[] {
  const parts = [''];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === separator) define(parts, parts.length, '');
    else parts[parts.length - 1] += text[at] ?? '';
  }
  return parts;
}

/** Without a prototype, to which a script could add what is then read here. */
export interface Bare {
  readonly __proto__: null;
}

const { defineProperty: defineAny } = Object;

/** `Object.defineProperty`. */
export function defineProperty(target: object, name: PropertyKey, property: PropertyDescriptor & Bare): void {
  defineAny(target, name, property);
}

/** Gives an object a property of its own, past any setter on a prototype. */
export function define(target: object, name: PropertyKey, value: unknown): void {
  defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

/** A Set of strings whose methods no script can replace. */
export class PrivateSet {
  readonly #members: Record<string, true> = create(null);

  has(member: string): boolean {
    return this.#members[member] === true;
  }

  add(member: string): void {
    this.#members[member] = true;
  }

  delete(member: string): void {
    delete this.#members[member];
  }
}

/** A WeakMap whose methods no script can replace. */
export class PrivateMap<K extends WeakKey, V> {
  static readonly #Map = WeakMap;
  static readonly #get = WeakMap.prototype.get;
  static readonly #set = WeakMap.prototype.set;
  readonly #map = new PrivateMap.#Map<K, V>();

  get(key: K): V | undefined {
    return apply(PrivateMap.#get, this.#map, [key]);
  }

  set(key: K, value: V): void {
    apply(PrivateMap.#set, this.#map, [key, value]);
  }
}
