/** What a flag meets: each place is a fixture, a path into it, and what stands there afterwards. */
import { type ExpectedTree, folderWith } from '../../../language/disk.js';
import type { Expectation } from '../../../language/expectation.js';
import { type Entry, file, folder, hardLink, link, type Tree } from '../../../language/fixture.js';
import type { PathState } from './opened.js';

/** What each file holds. */
export const CONTENT = 'old content';

interface FlagPlace {
  readonly tree: Tree;
  /** From the fixture's folder. */
  readonly path: string;
  /** Where the path leads, for a user that permissions bind or do not bind. */
  state(bound: boolean): PathState;
  /** What is there with this file at the end of the path; without, where nothing was changed. */
  left(file: Expectation | undefined): ExpectedTree;
}

const FILE: PathState = { kind: 'file', content: CONTENT };

/** A place whose file has this name in the fixture. */
const place = (tree: Tree, state: PathState | ((bound: boolean) => PathState), name = 'a', path = 'a'): FlagPlace => ({
  tree,
  path,
  state: typeof state === 'function' ? state : () => state,
  left: (of) => (of === undefined ? tree : { ...tree, [name]: of }),
});

/** A place that nothing is written to. */
const closed = (tree: Tree, path: string, kind: 'folder' | 'unreachable'): FlagPlace => ({
  tree,
  path,
  state: () => ({ kind }),
  left: () => tree,
});

/** A file with permissions, which are those of nobody or of a user whom they forbid this. */
const guarded = (mode: number, forbidden: { readonly readable?: false; readonly writable?: false }): FlagPlace =>
  place({ a: file(CONTENT, { mode }) }, (bound) => (bound ? { ...FILE, ...forbidden } : FILE));

/** What is in a folder that nothing may be made in. */
const inReadOnly = (tree: Tree, state: (bound: boolean) => PathState): FlagPlace => ({
  tree: { dir: folder(tree, { mode: 0o555 }) },
  path: 'dir/a',
  state,
  left: (of) => ({ dir: folderWith(of === undefined ? tree : { a: of }, { mode: 0o555 }) }),
});

/** The fixture's folder, in texts of links. */
const IN = 'IN/';

const PLACES = {
  missing: place({}, { kind: 'nothing' }),
  existing: place({ a: file(CONTENT) }, FILE),
  empty: place({ a: file('') }, { kind: 'file', content: '' }),
  'read-only': guarded(0o444, { writable: false }),
  'write-only': guarded(0o222, { readable: false }),
  'no-permissions': guarded(0, { readable: false, writable: false }),
  'missing-in-read-only-directory': inReadOnly({}, (bound) => ({
    kind: 'nothing',
    ...(bound ? { creatable: false } : {}),
  })),
  'existing-in-read-only-directory': inReadOnly({ a: file(CONTENT) }, () => FILE),
  directory: closed({ a: folder({ kept: file('kept') }) }, 'a', 'folder'),
  'link-to-directory': closed({ a: link('dir'), dir: folder({ kept: file('kept') }) }, 'a', 'folder'),
  link: place({ a: link('real'), real: file(CONTENT) }, FILE, 'real'),
  'link-by-path': place({ a: link(`{folder}/${IN}real`), real: file(CONTENT) }, FILE, 'real'),
  'link-to-link': place({ a: link('next'), next: link('real'), real: file(CONTENT) }, FILE, 'real'),
  'dangling-link': place({ a: link('nowhere') }, { kind: 'nothing', inDangling: true }, 'nowhere'),
  'hard-link': {
    ...place({ a: file(CONTENT), other: hardLink(`${IN}a`) }, FILE),
    left: (of) => ({ a: of ?? file(CONTENT), other: of ?? file(CONTENT) }),
  },
  'link-to-itself': closed({ a: link('a') }, 'a', 'unreachable'),
  'below-a-file': closed({ a: file(CONTENT) }, 'a/b', 'unreachable'),
  'in-a-missing-directory': closed({}, 'none/a', 'unreachable'),
  'file-with-a-slash': closed({ a: file(CONTENT) }, 'a/', 'unreachable'),
  'by-two-dots': place({ a: file(CONTENT), dir: folder() }, FILE, 'a', 'dir/../a'),
} satisfies { readonly [name: string]: FlagPlace };

export type PlaceName = keyof typeof PLACES;

export const flagPlace = (name: PlaceName): FlagPlace => PLACES[name];

/** The place's fixture in a folder of this name. */
export function fixture(name: PlaceName, folderName: string): Tree {
  const within = (entries: Tree): Tree =>
    Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, inFolder(entry)]));
  const inFolder = (entry: Entry): Entry => {
    if (entry.kind === 'folder') return { ...entry, entries: within(entry.entries) };
    return 'to' in entry ? { ...entry, to: entry.to.replace(IN, `${folderName}/`) } : entry;
  };
  return within(flagPlace(name).tree);
}

/** What is expected in that folder. */
export function leftAt(name: PlaceName, folderName: string, file: Expectation | undefined): ExpectedTree {
  const { tree, left } = flagPlace(name);
  const own = fixture(name, folderName);
  return Object.fromEntries(
    Object.entries(left(file)).map(([key, of]) => [key, of === tree[key] ? (own[key] ?? of) : of]),
  );
}
