/** 3/versioning: since when operations are there. */
import { equal } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';

interface Named {
  /** Below `fs`. */
  readonly members: readonly string[];
  readonly type: 'function' | 'object' | 'undefined';
}

/** All of them are of this type. */
export const are = example({
  needs: ['file-system'],
  input: ({ members }: Named) => members,
  probe: (members, t) => members.map((name) => [name, typeof t.at(`fs.${name}`)]),
  expect: ({ members, type }: Named) => equal(members.map((name) => [name, type])),
});
