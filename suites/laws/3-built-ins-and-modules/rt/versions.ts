/** 3/versioning: since when members are there. */
import { equal } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';

/** Paths, and the type of what stands there. */
interface Typed {
  readonly types: readonly (readonly [path: string, type: string])[];
}

export const are = example({
  input: ({ types }: Typed) => types.map(([path]) => path),
  probe: (paths: readonly string[], t) => paths.map((path) => [path, typeof t.at(path)]),
  expect: ({ types }: Typed) => equal(types),
});
