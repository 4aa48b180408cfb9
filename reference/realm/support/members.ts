import { defineProperty, getProperty, keysOf, OwnObject, toStringTag } from './intrinsics.js';
import { hand } from './renewal.js';

/** Adds methods as ECMAScript's own objects have them: writable and configurable, not enumerable. */
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

/** A property that scripts see and cannot assign. */
export function defineReadOnly(target: object, name: string, value: unknown): void {
  defineProperty(target, name, { __proto__: null, value, writable: false, enumerable: true, configurable: true });
}

/** For classes whose objects scripts receive and do not make: keeps the class itself out of their reach. */
export function hideConstructor(prototype: object): void {
  defineMethods(prototype, { constructor: OwnObject });
  hand(prototype);
}

/** What `Object.prototype.toString` says of the objects with this prototype. */
export function defineTag(prototype: object, name: string): void {
  defineProperty(prototype, toStringTag, { __proto__: null, value: name, configurable: true });
}

/** The name of a class, which a bundler may have changed to keep names apart. */
export function defineName(target: object, name: string): void {
  defineProperty(target, 'name', { __proto__: null, value: name, configurable: true });
}
