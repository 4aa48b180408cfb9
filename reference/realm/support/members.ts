/** Adds methods as ECMAScript's own objects have them: writable and configurable, not enumerable. */
export function defineMethods(target: object, methods: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(target, name, { value, writable: true, enumerable: false, configurable: true });
  }
}

/** What `Object.prototype.toString` says of the objects with this prototype. */
export function defineTag(prototype: object, name: string): void {
  Object.defineProperty(prototype, Symbol.toStringTag, { value: name, configurable: true });
}

/** The name of a class, which a bundler may have changed to keep names apart. */
export function defineName(target: object, name: string): void {
  Object.defineProperty(target, 'name', { value: name, configurable: true });
}
