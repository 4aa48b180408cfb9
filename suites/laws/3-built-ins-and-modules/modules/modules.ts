/** 3/introduction/p1, 3/what-the-service-does/p1: the globals and modules that the document is about. */
import { equal } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';

/** The type of what a dotted path leads to, from a global or from a module as scripts import it. */
export const exists = example({
  input: ({ path }: { readonly path: string; readonly type: 'object' | 'function' }) => path,
  probe: (path, t) => typeof t.look(path),
  expect: ({ type }) => equal(type),
});

/** A module is no global: its name is what the script calls its import. */
export const isNoGlobal = example({
  input: ({ path }: { readonly path: string }) => path,
  probe: (path) => {
    const on: { readonly [name: string]: unknown } = Object(globalThis);
    return typeof on[path];
  },
  expect: () => equal('undefined'),
});
