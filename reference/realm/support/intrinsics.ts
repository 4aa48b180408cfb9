/**
 * ECMAScript's own functions as they were before any script ran: those of objects, errors, numbers and lists. A script may
 * replace them, and would then be handed what the realm's code works on. Functions of the realm use what was taken here, in
 * `text.ts` and in `bytes.ts` alone, which `generators/structure/intrinsics.ts` checks.
 */
export const { apply, construct, deleteProperty, get: getProperty, has: hasProperty, set: setProperty } = Reflect;
export const { create, getPrototypeOf, hasOwn, is, keys: keysOf } = Object;
export const { isArray } = Array;
/** `JSON.parse`; what it makes meets no setter of a script. */
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

/** What ECMAScript makes a number of, by a script's own methods where it is an object. */
export const numberOf: (value: unknown) => number = Number;

/** Whether ECMAScript takes a value for true. */
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

/** `instanceof`, whatever a script made of the class. */
export function isInstance<T>(value: unknown, Class: abstract new (...values: never[]) => T): value is T {
  return apply(hasInstance, Class, [value]);
}

/** Without a prototype, to which a script could add what is then read here. */
export interface Bare {
  readonly __proto__: null;
}

const { defineProperty: defineAny, getOwnPropertyDescriptor } = Object;

const { stringify } = JSON;

/** `JSON.stringify`, of what asks no `toJSON`. */
export function jsonOf(value: string | number | boolean | null): string {
  return stringify(value);
}

/** `Object.defineProperty`. */
export function defineProperty(target: object, name: PropertyKey, property: PropertyDescriptor & Bare): void {
  defineAny(target, name, property);
}

/** Gives an object a property of its own, past any setter on a prototype. */
export function define(target: object, name: PropertyKey, value: unknown): void {
  defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
}

/** `Object.getOwnPropertyDescriptor`. */
export function ownProperty(target: object, name: PropertyKey): (PropertyDescriptor & Bare) | undefined {
  const property = getOwnPropertyDescriptor(target, name);
  return property === undefined ? undefined : { __proto__: null, ...property };
}

const OwnProxy = Proxy;

/** A proxy whose traps are those of the handler alone. */
export function proxyOf<T extends object>(target: T, handler: ProxyHandler<T> & Bare): T {
  return new OwnProxy(target, handler);
}

const { freeze, setPrototypeOf } = Object;

/** The global object: a script may make `globalThis` another one. */
export const globalObject: object = globalThis;

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

/** An option of options that are an object; others have none. */
export function optionNamed(options: unknown, name: string): unknown {
  return typeof options === 'object' && options !== null ? getProperty(options, name) : undefined;
}

/** Freezes an object that from then on inherits nothing. */
export function freezeBare(object: object): void {
  freeze(setPrototypeOf(object, null));
}

/** Leaves the objects of a class what the class declares, and nothing that a script could add to. */
export function makeBare(Class: { readonly prototype: object }): void {
  setPrototypeOf(Class.prototype, null);
}

const OwnArray = Array;
const { of: arrayOf, prototype: listPrototype } = Array;

/** A list that inherits nothing, so that what is added to it meets no setter of a script. */
export type Growing<T> = T[] & Bare;

/** An empty list that grows. */
export function growing<T>(): Growing<T> {
  return setPrototypeOf([], null);
}

/** Adds an element at a list's end. */
export function push<T>(list: Growing<T>, element: T): void {
  list[list.length] = element;
}

/** The same list, grown, as one that scripts may have. */
export function grown<T>(list: Growing<T>): T[] {
  return setPrototypeOf(list, listPrototype);
}

/** A list of the realm with the elements of any other. */
export function listOf<T>(elements: readonly T[]): T[] {
  return apply(arrayOf, OwnArray, elements);
}

/** A list of what is made of each element. */
export function mapped<T, R>(list: readonly T[], made: (element: T, at: number) => R): R[] {
  const result = growing<R>();
  for (let at = 0; at < list.length; at += 1) push(result, made(elementOf(list, at), at));
  return grown(result);
}

/** An element within a list's length. */
function elementOf<T>(list: readonly T[], at: number): T {
  return getProperty(list, at);
}

/** Puts something in the place of an element that the list has. */
export function replaceElement(list: unknown[], at: number, element: unknown): void {
  list[at] = element;
}

/** A list that begins with one more element. */
export function prepended<F, T>(first: F, list: readonly T[]): [F, ...T[]] {
  const result: [F, ...T[]] = [first];
  for (let at = 0; at < list.length; at += 1) define(result, at + 1, list[at]);
  return result;
}

/** Does something with each element. */
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
