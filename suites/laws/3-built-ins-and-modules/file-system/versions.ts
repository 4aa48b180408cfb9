/** 3/versioning: the versions since which operations exist. */
import { equal } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';

/** All of these members of `fs` have this type. */
export const areOfType = example({
  needs: ['file-system'],
  input: ({ members }: { readonly members: readonly string[]; readonly type: 'function' | 'object' | 'undefined' }) =>
    members,
  probe: (members, t) => members.map((name) => [name, typeof t.at(`fs.${name}`)]),
  expect: ({ members, type }) => equal(members.map((name) => [name, type])),
});
