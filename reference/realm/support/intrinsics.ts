/**
 * ECMAScript's own functions as they were before any script ran: those of objects, errors, numbers and lists. A script may replace them,
 * and its replacement would then receive the values of the realm's code. Functions of the realm therefore use only the copies taken here,
 * in `text.ts` and in `bytes.ts`; `generators/structure/intrinsics.ts` checks this.
 */
export const {
  apply,
  construct,
  deleteProperty,
  get: getProperty,
  has: hasProperty,
  ownKeys,
  set: setProperty,
} = Reflect;
export const { create, getPrototypeOf, hasOwn, is, keys: keysOf } = Object;
export const { isArray } = Array;
/** `JSON.parse`; it calls no setter of a script. */
export const { parse: parseJson }: { readonly parse: (text: string) => unknown } = JSON;
export const { floor, max, min, sign, trunc } = Math;
export const { isFinite: isFiniteNumber, isNaN: isNotANumber, isSafeInteger } = Number;
export const OwnError = Error;
export const OwnTypeError = TypeError;
export const OwnRangeError = RangeError;
export const OwnSyntaxError = SyntaxError;
export const OwnObject = Object;
export const OwnDate = Date;
export const OwnPromise = Promise;
export const OwnSymbol = Symbol;
export const { toStringTag } = Symbol;
export const promiseThen = Promise.prototype.then;
export const promiseReject = OwnPromise.reject;

/** Converts a value to a number as ECMAScript does, which may call a script's methods. */
export const numberOf: (value: unknown) => number = Number;

/** Whether ECMAScript treats a value as true. */
export const isTrue: (value: unknown) => boolean = Boolean;

const { bind, call } = Function.prototype;

/** A method as a function that takes its receiver first. */
export const unbound: <T, A extends readonly unknown[], R>(
  method: (this: T, ...values: A) => R,
) => (receiver: T, ...values: A) => R = apply(bind, bind, [call]);

/** The getter of a property as a function of its receiver. */
export function getterOf<R>(prototype: object, name: PropertyKey): (receiver: unknown) => R {
  const get = ownProperty(prototype, name)?.get;
  if (get === undefined) throw new OwnTypeError('there is no such getter');
  return unbound(get);
}

const hasInstance = Function.prototype[Symbol.hasInstance];

/** `instanceof`, whatever a script did to the class. */
export function isInstance<T>(value: unknown, Class: abstract new (...values: never[]) => T): value is T {
  return apply(hasInstance, Class, [value]);
}

/** Without a prototype, so that no property of a script can be read here. */
export interface Bare {
  readonly __proto__: null;
}

const { defineProperty: defineAny, defineProperties: defineAll, getOwnPropertyDescriptor } = Object;

const { stringify } = JSON;

/** `JSON.stringify`, of values without `toJSON`. */
export function jsonOf(value: string | number | boolean | null): string {
  return stringify(value);
}

/** `Object.defineProperty`. */
export function defineProperty(target: object, name: PropertyKey, property: PropertyDescriptor & Bare): void {
  defineAny(target, name, property);
}

/** `Object.defineProperties`; the property descriptors are bare, too. */
export function defineProperties<T extends object>(target: T, properties: PropertyDescriptorMap): T {
  return defineAll(target, properties);
}

/** Defines an own property; no setter of a prototype is called. */
export function define(target: object, name: PropertyKey, value: unknown): void {
  defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

/** `Object.getOwnPropertyDescriptor`. */
export function ownProperty(target: object, name: PropertyKey): (PropertyDescriptor & Bare) | undefined {
  const property = getOwnPropertyDescriptor(target, name);
  return property === undefined ? undefined : { __proto__: null, ...property };
}

const OwnProxy = Proxy;

/** A proxy that has only the handler's own traps. */
export function proxyOf<T extends object>(target: T, handler: ProxyHandler<T> & Bare): T {
  return new OwnProxy(target, handler);
}

const { freeze, setPrototypeOf } = Object;

/** The global object; a script may reassign `globalThis`. */
export const globalObject: object = globalThis;

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** An option of an options object; other values have no options. */
export function optionNamed(options: unknown, name: string): unknown {
  return typeof options === 'object' && options !== null ? getProperty(options, name) : undefined;
}

/** Freezes an object and removes its prototype. */
export function freezeBare(object: object): void {
  freeze(setPrototypeOf(object, null));
}

/** Freezes the prototype of a class and removes its parent, so that a script can add nothing to its objects. */
export function makeBare(Class: { readonly prototype: object }): void {
  setPrototypeOf(Class.prototype, null);
}

const OwnArray = Array;
const { of: arrayOf, prototype: listPrototype } = Array;

/** A list that inherits nothing, so that adding to it calls no setter of a script. */
export type Growing<T> = T[] & Bare;

/** An empty list that grows. */
export function growing<T>(): Growing<T> {
  return setPrototypeOf([], null);
}

/** Appends an element to a list. */
export function push<T>(list: Growing<T>, element: T): void {
  list[list.length] = element;
}

/** The same list as an ordinary array for scripts. */
export function grown<T>(list: Growing<T>): T[] {
  return setPrototypeOf(list, listPrototype);
}

/** A list of the realm with the same elements. */
export function listOf<T>(elements: readonly T[]): T[] {
  return apply(arrayOf, OwnArray, elements);
}

/** A list of the results for each element. */
export function mapped<T, R>(list: readonly T[], made: (element: T, at: number) => R): R[] {
  const result = growing<R>();
  for (let at = 0; at < list.length; at += 1) push(result, made(elementOf(list, at), at));
  return grown(result);
}

/** An element within a list's length. */
function elementOf<T>(list: readonly T[], at: number): T {
  return getProperty(list, at);
}

/** Replaces an existing element of a list. */
export function replaceElement(list: unknown[], at: number, element: unknown): void {
  list[at] = element;
}

/** A list with one more element at its beginning. */
export function prepended<F, T>(first: F, list: readonly T[]): [F, ...T[]] {
  const result: [F, ...T[]] = [first];
  for (let at = 0; at < list.length; at += 1) define(result, at + 1, list[at]);
  return result;
}

/** Calls a function for each element. */
export function each<T>(list: readonly T[], work: (element: T) => void): void {
  for (let at = 0; at < list.length; at += 1) work(elementOf(list, at));
}

/** Whether an element is in a list. */
export function isAmong<T>(list: readonly T[], sought: T): boolean {
  for (let at = 0; at < list.length; at += 1) if (list[at] === sought) return true;
  return false;
}

/** A Set of strings whose methods no script can replace. */
export class PrivateSet {
  #members: Record<string, true> & Bare = create(null);

  has(member: string): boolean {
    return this.#members[member] === true;
  }

  add(member: string): void {
    this.#members[member] = true;
  }

  delete(member: string): void {
    deleteProperty(this.#members, member);
  }

  clear(): void {
    this.#members = create(null);
  }
}

/** A Map of strings whose methods no script can replace. */
export class PrivateRecord<V> {
  #values: Record<string, V> & Bare = create(null);

  get(name: string): V | undefined {
    return this.#values[name];
  }

  set(name: string, value: V): void {
    this.#values[name] = value;
  }

  delete(name: string): void {
    deleteProperty(this.#values, name);
  }

  clear(): void {
    this.#values = create(null);
  }
}
