/** Targets of flags: each place is a fixture, and a path into it. */
import type { EntryDescription, TreeDescription } from './trees.js';

/** The content of each file. */
const CONTENT = 'old content';

interface FlagPlace {
  readonly tree: TreeDescription;
  /** From the fixture's folder. */
  readonly path: string;
}

const place = (tree: TreeDescription, path = 'a'): FlagPlace => ({ tree, path });

const KEPT: EntryDescription = { folder: { kept: 'kept' } };

/** The fixture's folder, in texts of links and in names of files. */
const IN = 'IN/';

const PLACES = {
  missing: place({}),
  existing: place({ a: CONTENT }),
  empty: place({ a: '' }),
  'read-only': place({ a: { file: CONTENT, mode: 0o444 } }),
  'write-only': place({ a: { file: CONTENT, mode: 0o222 } }),
  'no-permissions': place({ a: { file: CONTENT, mode: 0 } }),
  'missing-in-read-only-directory': place({ dir: { folder: {}, mode: 0o555 } }, 'dir/a'),
  'existing-in-read-only-directory': place({ dir: { folder: { a: CONTENT }, mode: 0o555 } }, 'dir/a'),
  directory: place({ a: KEPT }),
  'link-to-directory': place({ a: { link: 'dir' }, dir: KEPT }),
  link: place({ a: { link: 'real' }, real: CONTENT }),
  'link-by-path': place({ a: { link: `{folder}/${IN}real` }, real: CONTENT }),
  'link-to-link': place({ a: { link: 'next' }, next: { link: 'real' }, real: CONTENT }),
  'dangling-link': place({ a: { link: 'nowhere' } }),
  'hard-link': place({ a: CONTENT, other: { same: `${IN}a` } }),
  'link-to-itself': place({ a: { link: 'a' } }),
  'below-a-file': place({ a: CONTENT }, 'a/b'),
  'in-a-missing-directory': place({}, 'none/a'),
  'file-with-a-slash': place({ a: CONTENT }, 'a/'),
  'by-two-dots': place({ a: CONTENT, dir: { folder: {} } }, 'dir/../a'),
} satisfies { readonly [name: string]: FlagPlace };

export type PlaceName = keyof typeof PLACES;

/** The place's path, if its fixture is in a folder with this name. */
export const pathAt = (name: PlaceName, folder: string): string => `${folder}/${PLACES[name].path}`;

/** The place's fixture in a folder with this name. */
export function placeIn(name: PlaceName, folder: string): EntryDescription {
  const inFolder = (path: string): string => path.replace(IN, `${folder}/`);
  const entries = Object.entries(PLACES[name].tree).map(([key, entry]): [string, EntryDescription] => {
    if (typeof entry === 'object' && 'link' in entry) return [key, { link: inFolder(entry.link) }];
    return [key, typeof entry === 'object' && 'same' in entry ? { same: inFolder(entry.same) } : entry];
  });
  return { folder: Object.fromEntries(entries) };
}
