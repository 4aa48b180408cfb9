/** 3/versioning: since when members are there. */
import { equal } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';

/** Each path leads to a value of its type. */
export const are = example({
  input: ({ types }: { readonly types: readonly (readonly [path: string, type: string])[] }) =>
    types.map(([path]) => path),
  probe: (paths: readonly string[], t) => paths.map((path) => [path, typeof t.at(path)]),
  expect: ({ types }) => equal(types),
});
