/** Trees of fixtures, and their expected changes, in tables. */
import type { Plain } from '../../../../spec/types/requirement.js';
import {
  type ExpectedEntry,
  type ExpectedTree,
  fileWith,
  flat,
  flatEntry,
  folderWith,
} from '../../../language/disk.js';
import {
  device,
  type Entry,
  type EntryFacts,
  fifo,
  file,
  folder,
  hardLink,
  link,
  socket,
  type Tree,
} from '../../../language/fixture.js';
import { plainBytes } from '../../support/bytes.js';

interface FileDescription extends EntryFacts {
  /** Text, or bytes in the form of steps. */
  readonly file: Plain | Uint8Array;
  readonly size?: number;
}
interface FolderDescription extends EntryFacts {
  readonly folder: TreeDescription;
}

/** One entry in a table: a string is a file with that content. */
export type EntryDescription =
  | string
  | FileDescription
  | FolderDescription
  | { readonly link: string }
  /** Another name of the file at this path. */
  | { readonly same: string }
  | (EntryFacts & { readonly fifo: true })
  | (EntryFacts & { readonly socket: true })
  | (EntryFacts & { readonly device: 'character' | 'block'; readonly major: number; readonly minor: number });

export interface TreeDescription {
  readonly [name: string]: EntryDescription;
}

/** An entry that was created with permissions, reduced by the umask; or a file with this number of names. */
type MadeEntry =
  | (FileDescription & ({ readonly made: number } | { readonly nlink: number }))
  | (FolderDescription & { readonly made: number });

/** The change of an entry: it is gone, or it exists with this content. */
type EntryChange = EntryDescription | MadeEntry | null;

/** By path from the trial's folder. */
export interface TreeChanges {
  readonly [path: string]: EntryChange;
}

/** An entry of a fixture. */
export const entryOf = (of: EntryDescription): Entry => {
  if (typeof of === 'string') return file(of);
  if ('file' in of) return file(plainBytes(of.file), of);
  if ('folder' in of) return folder(treeOf(of.folder), of);
  if ('link' in of) return link(of.link);
  if ('same' in of) return hardLink(of.same);
  if ('device' in of) return device(of.device, of.major, of.minor, of);
  return 'fifo' in of ? fifo(of) : socket(of);
};

/** The fixture that a table describes. */
export const treeOf = (of: TreeDescription): Tree =>
  Object.fromEntries(Object.entries(of).map(([name, one]) => [name, entryOf(one)]));

/** The whole tree of a fixture after these changes. */
export function treeAfter(of: TreeDescription, changes: TreeChanges): ExpectedTree {
  const all = new Map<string, ExpectedEntry>(flat('', treeOf(of)));
  for (const [path, left] of Object.entries(changes)) {
    for (const other of [...all.keys()]) if (other === path || other.startsWith(`${path}/`)) all.delete(other);
    if (left !== null) for (const [name, entry] of flatEntry(path, changedTo(left))) all.set(name, entry);
  }
  return Object.fromEntries(all);
}

function changedTo(left: Exclude<EntryChange, null>): ExpectedEntry {
  if (typeof left === 'string') return entryOf(left);
  if ('nlink' in left) return fileWith(plainBytes(left.file), { nlink: left.nlink });
  if ('made' in left && 'folder' in left) return folderWith(treeOf(left.folder), { made: left.made });
  return 'made' in left ? fileWith(plainBytes(left.file), { made: left.made }) : entryOf(left);
}
