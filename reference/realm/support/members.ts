import {
  create,
  define,
  defineProperties,
  defineProperty,
  each,
  getProperty,
  isAmong,
  keysOf,
  OwnObject,
  ownKeys,
  ownProperty,
  toStringTag,
} from './intrinsics.js';
import { keepReachable } from './renewal.js';

/** Adds methods with the attributes of ECMAScript's own: writable and configurable, not enumerable. */
export function defineMethods(target: object, methods: Readonly<Record<string, unknown>>): void {
  const names = keysOf(methods);
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? '';
    defineProperty(target, name, {
      __proto__: null,
      value: getProperty(methods, name),
      writable: true,
      enumerable: false,
      configurable: true,
    });
  }
}

/** A property that scripts can read and cannot assign. */
export function defineReadOnly(target: object, name: string, value: unknown): void {
  defineProperty(target, name, { __proto__: null, value, writable: false, enumerable: true, configurable: true });
}

/** For classes whose objects scripts receive but cannot construct: makes the class unreachable. */
export function hideConstructor(prototype: object): void {
  defineMethods(prototype, { constructor: OwnObject });
  keepReachable(prototype);
}

/** The tag that `Object.prototype.toString` shows for objects with this prototype. */
export function defineTag(prototype: object, name: string): void {
  defineProperty(prototype, toStringTag, { __proto__: null, value: name, configurable: true });
}

/** Sets the name of a class, which a bundler may have changed to avoid conflicts. */
export function defineName(target: object, name: string): void {
  defineProperty(target, 'name', { __proto__: null, value: name, configurable: true });
}

let areListed = false;

/** From now on, objects list their members, so that `JSON.stringify` and `rt.dump` show them. */
export function listMembers(): void {
  areListed = true;
}

/**
 * Gives objects the members of their prototype as own properties, if members are listed. As on real hosts, variables and the `unlisted`
 * members are not enumerable. Members are collected once, since a realm makes an object for each request.
 */
export function lister(prototype: object, unlisted: readonly string[] = []): <T extends object>(object: T) => T {
  let members: PropertyDescriptorMap | undefined;
  return (object) => {
    if (!areListed) return object;
    members ??= membersOf(prototype, unlisted);
    return defineProperties(object, members);
  };
}

function membersOf(prototype: object, unlisted: readonly string[]): PropertyDescriptorMap {
  const members: PropertyDescriptorMap = create(null);
  each(ownKeys(prototype), (name) => {
    if (typeof name === 'symbol' || name === 'constructor') return;
    const enumerable = !isAmong(unlisted, name) && name !== 'variables' && name !== 'rawVariables';
    define(members, name, { __proto__: null, ...ownProperty(prototype, name), enumerable, configurable: false });
  });
  return members;
}
