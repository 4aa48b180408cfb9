/** 3/introduction/p1, 3/what-the-service-does/p1: the globals and modules that the document describes. */
import { equal } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';

/** The type of the value at a dotted path, from a global or from an imported module. */
export const exists = example({
  input: ({ path }: { readonly path: string; readonly type: 'object' | 'function' }) => path,
  probe: (path, t) => typeof t.look(path),
  expect: ({ type }) => equal(type),
});

/** A module is not a global: the script chooses the name of its import. */
export const isNoGlobal = example({
  input: ({ path }: { readonly path: string }) => path,
  probe: (path) => {
    const on: { readonly [name: string]: unknown } = Object(globalThis);
    return typeof on[path];
  },
  expect: () => equal('undefined'),
});
