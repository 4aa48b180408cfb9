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

/** A file `a` beside what else the fixture has. */
const single = (tree: Tree, state: (bound: boolean) => PathState, path = 'a'): FlagPlace => ({
  tree,
  path,
  state,
  left: (of) => (of === undefined ? tree : { ...tree, a: of }),
});

/** A place that nothing is written to. */
const closed = (tree: Tree, path: string, state: PathState): FlagPlace => ({
  tree,
  path,
  state: () => state,
  left: () => tree,
});

const withMode = (mode: number): Entry => file(CONTENT, { mode });

/** The file that a link leads to is changed, and the link stays. */
const linked = (tree: Tree, name: string, state: PathState): FlagPlace => ({
  tree,
  path: 'a',
  state: () => state,
  left: (of) => (of === undefined ? tree : { ...tree, [name]: of }),
});

/** The fixture's folder, in texts of links. */
const IN = 'IN/';

const PLACES = {
  missing: single({}, () => ({ kind: 'nothing' })),
  existing: single({ a: file(CONTENT) }, () => FILE),
  empty: single({ a: file('') }, () => ({ kind: 'file', content: '' })),
  'read-only': single({ a: withMode(0o444) }, (bound) => (bound ? { ...FILE, writable: false } : FILE)),
  'write-only': single({ a: withMode(0o222) }, (bound) => (bound ? { ...FILE, readable: false } : FILE)),
  'no-permissions': single({ a: withMode(0) }, (bound) =>
    bound ? { ...FILE, readable: false, writable: false } : FILE,
  ),
  'missing-in-read-only-directory': {
    tree: { dir: folder({}, { mode: 0o555 }) },
    path: 'dir/a',
    state: (bound) => ({ kind: 'nothing', ...(bound ? { creatable: false } : {}) }),
    left: (of) => ({ dir: folderWith(of === undefined ? {} : { a: of }, { mode: 0o555 }) }),
  },
  'existing-in-read-only-directory': {
    tree: { dir: folder({ a: file(CONTENT) }, { mode: 0o555 }) },
    path: 'dir/a',
    state: () => FILE,
    left: (of) => ({ dir: folderWith({ a: of ?? file(CONTENT) }, { mode: 0o555 }) }),
  },
  directory: closed({ a: folder({ kept: file('kept') }) }, 'a', { kind: 'folder' }),
  'link-to-directory': closed({ a: link('dir'), dir: folder({ kept: file('kept') }) }, 'a', { kind: 'folder' }),
  link: linked({ a: link('real'), real: file(CONTENT) }, 'real', FILE),
  'link-by-path': linked({ a: link(`{folder}/${IN}real`), real: file(CONTENT) }, 'real', FILE),
  'link-to-link': linked({ a: link('next'), next: link('real'), real: file(CONTENT) }, 'real', FILE),
  'dangling-link': linked({ a: link('nowhere') }, 'nowhere', { kind: 'nothing', inDangling: true }),
  'hard-link': {
    tree: { a: file(CONTENT), other: hardLink(`${IN}a`) },
    path: 'a',
    state: () => FILE,
    left: (of) => ({ a: of ?? file(CONTENT), other: of ?? file(CONTENT) }),
  },
  'link-to-itself': closed({ a: link('a') }, 'a', { kind: 'unreachable' }),
  'below-a-file': closed({ a: file(CONTENT) }, 'a/b', { kind: 'unreachable' }),
  'in-a-missing-directory': closed({}, 'none/a', { kind: 'unreachable' }),
  'file-with-a-slash': closed({ a: file(CONTENT) }, 'a/', { kind: 'unreachable' }),
  'by-two-dots': {
    tree: { a: file(CONTENT), dir: folder() },
    path: 'dir/../a',
    state: () => FILE,
    left: (of) => ({ a: of ?? file(CONTENT), dir: folder() }),
  },
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
