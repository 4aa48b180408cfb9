/** Trees of fixtures, and what is left of them, as tables write them. */
import type { ExpectedEntry, ExpectedTree } from '../../../language/disk.js';
import { fileWith, folderWith, linkTo } from '../../../language/disk.js';
import { type Expectation, record } from '../../../language/expectation.js';
import {
  device,
  type Entry,
  type Facts,
  fifo,
  file,
  folder,
  hardLink,
  link,
  socket,
  type Tree,
} from '../../../language/fixture.js';

/** One entry as a table writes it: a text is a file with that content. */
export type EntryDescription =
  | string
  | (Facts & { readonly file: string; readonly size?: number })
  | (Facts & { readonly folder: TreeDescription })
  | { readonly link: string }
  /** Another name of the file at this path. */
  | { readonly same: string }
  | (Facts & { readonly fifo: true })
  | (Facts & { readonly socket: true })
  | (Facts & { readonly device: 'character' | 'block'; readonly major: number; readonly minor: number });

export interface TreeDescription {
  readonly [name: string]: EntryDescription;
}

/** What becomes of an entry: it is gone, or it is there with this content, and with the permissions that the umask leaves of `made`. */
export type EntryChange = EntryDescription | { readonly made: number; readonly folder: TreeDescription } | null;

/** By path from the trial's folder. */
export interface TreeChanges {
  readonly [path: string]: EntryChange;
}

const entryOf = (of: EntryDescription): Entry => {
  if (typeof of === 'string') return file(of);
  if ('file' in of) return file(of.file, of);
  if ('folder' in of) return folder(treeOf(of.folder), of);
  if ('link' in of) return link(of.link);
  if ('same' in of) return hardLink(of.same);
  if ('device' in of) return device(of.device, of.major, of.minor, of);
  return 'fifo' in of ? fifo(of) : socket(of);
};

/** The fixture that a table describes. */
export const treeOf = (of: TreeDescription): Tree =>
  Object.fromEntries(Object.entries(of).map(([name, one]) => [name, entryOf(one)]));

/** The whole tree of a fixture once these changes are made to it. */
export function treeAfter(of: TreeDescription, changes: TreeChanges): ExpectedTree {
  const all = new Map<string, ExpectedEntry>(flat('', of));
  for (const [path, left] of Object.entries(changes)) {
    for (const other of [...all.keys()]) if (other === path || other.startsWith(`${path}/`)) all.delete(other);
    if (left !== null) for (const [name, entry] of leftAt(path, left)) all.set(name, entry);
  }
  return Object.fromEntries(all);
}

const flat = (before: string, of: TreeDescription): [string, ExpectedEntry][] =>
  Object.entries(of).flatMap(([name, one]) => leftAt(`${before}${name}`, one));

function leftAt(path: string, left: Exclude<EntryChange, null>): [string, ExpectedEntry][] {
  if (typeof left === 'string') return [[path, fileWith(left)]];
  if ('folder' in left) {
    const facts = 'made' in left ? { made: left.made } : modeOf(left);
    return [[path, folderWith({}, facts)], ...flat(`${path}/`, left.folder)];
  }
  return [[path, leafOf(left)]];
}

function leafOf(left: Exclude<EntryDescription, string | { readonly folder: TreeDescription }>): Expectation {
  if ('file' in left) return fileWith(left.file, modeOf(left));
  if ('link' in left) return linkTo(left.link);
  if ('same' in left) return record({ kind: 'file' });
  const kind = 'device' in left ? left.device : 'fifo' in left ? 'fifo' : 'socket';
  return record({ kind, ...modeOf(left) });
}

const modeOf = ({ mode }: Facts): { readonly mode?: number } => (mode === undefined ? {} : { mode });
