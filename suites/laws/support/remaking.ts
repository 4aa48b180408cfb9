/** Changes of values inside targets: arrays and objects in another form, and overwritten results. Lifted with probes. */

/** The same array, object or bytes in another form, by a name of an axis; `undefined` if there is none for its kind. */
export const remaking = (value: unknown, how: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined;
  const partOf = (bytes: Uint8Array): Uint8Array => {
    const memory = Buffer.alloc(bytes.length + 9, 0xee);
    memory.set(bytes, 5);
    const part = memory.subarray(5, 5 + bytes.length);
    return Buffer.isBuffer(bytes) ? part : new Uint8Array(part.buffer, part.byteOffset, part.length);
  };
  if (value instanceof Uint8Array) return how === 'part' ? partOf(value) : undefined;
  const isList = Array.isArray(value);
  const of: { [name: string]: unknown } = Object(value);
  const withGetters = (first: (made: unknown, name: string) => unknown): unknown => {
    const made: unknown = isList ? [] : {};
    Object.keys(of).forEach((name, i) => {
      const get = (): unknown => (i === 0 ? first(made, name) : of[name]);
      Object.defineProperty(made, name, { get, enumerable: true, configurable: true });
    });
    return made;
  };
  const copied = (change: (member: unknown, at: number) => unknown): unknown => {
    const made = Object(isList ? [] : {});
    Object.keys(of).forEach((name, at) => {
      made[name] = change(of[name], at);
    });
    return made;
  };
  const place = ['object-first', 'object-second', 'object-third'].indexOf(how);
  if (place >= 0) return copied((member, at) => (at === place ? {} : member));
  const ways: { readonly [how: string]: () => unknown } = {
    frozen: () => Object.freeze(value),
    /** For an object, its bytes. */
    part: () => {
      const hasBytes = !isList && Object.keys(of).some((name) => of[name] instanceof Uint8Array);
      return hasBytes ? copied((member) => (member instanceof Uint8Array ? partOf(member) : member)) : undefined;
    },
    getters: () => withGetters((_, name) => of[name]),
    failing: () =>
      withGetters(() => {
        throw new RangeError('a getter');
      }),
    'without-prototype': () => (isList ? undefined : Object.assign(Object.create(null), value)),
    inheriting: () => (isList ? undefined : Object.create(value)),
    named: () => (isList ? Object.assign(value, { named: 'more' }) : undefined),
    sparse: () => (isList && delete of['0'] ? value : undefined),
    emptied: () =>
      withGetters((made, name) => {
        if (Array.isArray(made)) made.length = 0;
        return of[name];
      }),
    longer: () =>
      withGetters((made, name) => {
        if (Array.isArray(made) && made.length < 50) made.push(of[name], of[name], of[name]);
        return of[name];
      }),
  };
  const way = ways[how];
  return way === undefined ? undefined : way();
};

/** Writes to a result and its members, wherever that is possible. */
export const scribbling = (value: unknown): void => {
  const set = (on: object, name: string): void => {
    try {
      Object(on)[name] = 'scribbled';
    } catch (_) {
      // Read-only values stay.
    }
  };
  const write = (of: unknown, depth: number): void => {
    if (typeof of !== 'object' || of === null || depth > 3) return;
    const object: { [name: string]: unknown } = Object(of);
    if (of instanceof ArrayBuffer) write(new Uint8Array(of), depth);
    else if (of instanceof Uint8Array) for (let i = 0; i < of.length; i++) of[i] = 255 - (of[i] || 0);
    else if (Array.isArray(of) || Object.getPrototypeOf(of) === Object.prototype) {
      Object.keys(of).forEach((name) => {
        // Its members are written to, and still exist.
        if (typeof object[name] === 'object' && object[name] !== null) write(object[name], depth + 1);
        else set(of, name);
      });
      set(of, Array.isArray(of) ? `${of.length}` : 'scribbled');
    }
  };
  write(value, 0);
};
