/** 3/versioning: since when operations are there. */
import { diskExample } from '../../../language/disk.js';
import { attempted, equal, record, throws } from '../../../language/expectation.js';
import { file } from '../../../language/fixture.js';
import { example } from '../../../language/law.js';

/** All of these members of `fs` are of this type. */
export const are = example({
  needs: ['file-system'],
  input: ({ members }: { readonly members: readonly string[]; readonly type: 'function' | 'object' | 'undefined' }) =>
    members,
  probe: (members, t) => members.map((name) => [name, typeof t.at(`fs.${name}`)]),
  expect: ({ members, type }) => equal(members.map((name) => [name, type])),
});

interface ValueKindRow {
  readonly operation: 'readFileSync' | 'readdirSync';
  readonly encoding?: string;
  readonly gives: 'string' | 'Buffer' | 'error';
}

/** What kind of value an operation gives of a file, or of the first name in a folder. */
export const givesKind = diskExample({
  disk: () => ({ a: file('abc') }),
  input: ({ operation, encoding }: ValueKindRow) => ({ operation, more: encoding === undefined ? [] : [encoding] }),
  probe: ({ folder, given }, t) => {
    const path: unknown[] = [given.operation === 'readdirSync' ? folder : `${folder}/a`];
    return t.attempt(() => {
      const came = t.invoke(t.fs, given.operation, path.concat(given.more));
      const one: unknown = Array.isArray(came) ? came[0] : came;
      return Buffer.isBuffer(one) ? 'Buffer' : typeof one;
    });
  },
  expect: ({ gives }) => record({ gave: attempted(gives === 'error' ? throws() : gives) }),
});
