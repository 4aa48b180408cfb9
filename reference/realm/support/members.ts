import { defineProperty, getProperty, keysOf, OwnObject, toStringTag } from './intrinsics.js';
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
