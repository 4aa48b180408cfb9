/** A model of POSIX: the resolution of paths through folders and links, operations on names, and permissions. */
import { type ExpectedEntry, type ExpectedTree, fileWith, folderWith, linkTo } from '../../../language/disk.js';
import { attempted, type Expectation, throws } from '../../../language/expectation.js';
import { type EntryFacts, FOLDER } from '../../../language/fixture.js';
import { plainBytes } from '../../support/bytes.js';
import { effectsOf, type FileData, newFile, OpenFile } from './open-file.js';
import { type EntryDescription, entryOf, type TreeDescription } from './trees.js';

interface FileNode {
  readonly data: FileData;
  readonly mode?: number | undefined;
  /** The expected remaining entry, if it differs from the model. */
  left?: ExpectedEntry;
}
interface LinkNode {
  readonly to: string;
}
interface FolderNode {
  readonly entries: Map<string, NameNode>;
  readonly mode?: number | undefined;
}
export type NameNode = FileNode | LinkNode | FolderNode;

/** An operation of a model fails, and changes nothing. */
export class OperationFailure extends Error {}

/** The expected end of a model's operation. */
export function modelOutcome(operation: () => Expectation): Expectation {
  try {
    return operation();
  } catch (error) {
    if (error instanceof OperationFailure) return attempted(throws());
    throw error;
  }
}

/** A name in a folder, and its entry, if there is one. */
interface PathResolution {
  readonly parent: FolderNode;
  readonly name: string;
  readonly node: NameNode | undefined;
  /** The names of the path, without links. */
  readonly path: readonly string[];
}

/** More links in a path than that are a loop. */
const MOST_LINKS = 40;

/** The permissions of the owner. */
const [READ, WRITE] = [0o400, 0o200];

export class PosixModel {
  readonly #root: FolderNode = { entries: new Map() };
  readonly #isBound: boolean;
  /** Other names of files, which are created once all files exist. */
  readonly #again: (() => void)[] = [];

  /** `isBound` is false for a user without restrictions. */
  constructor(tree: TreeDescription, isBound = false) {
    this.#isBound = isBound;
    this.#make(tree, this.#root);
    for (const make of this.#again) make();
  }

  /** The remaining tree on disk. */
  tree(): ExpectedTree {
    return leftIn(this.#root);
  }

  open(path: string, flag: string): OpenFile {
    const does = effectsOf(flag);
    if (does.includes('fail') && this.place(path, false).node !== undefined) throw new OperationFailure();
    const found = this.place(path);
    const node = found.node ?? (does.includes('create') ? this.#create(found) : undefined);
    if (node === undefined || 'to' in node) throw new OperationFailure();
    if ('entries' in node && !path.endsWith('/')) return this.#openFolder(does.includes('read') && does.length === 1);
    if ('entries' in node || path.endsWith('/')) throw new OperationFailure();
    const file = new OpenFile(node.data, does);
    if ((file.reads && !this.#may(READ, node)) || (file.writes && !this.#may(WRITE, node)))
      throw new OperationFailure();
    if (does.includes('replace')) node.data.bytes = Buffer.alloc(0);
    return file;
  }

  #openFolder(onlyReads: boolean): OpenFile {
    if (!onlyReads) throw new OperationFailure();
    return new OpenFile(newFile('', 'folder'), effectsOf('r'));
  }

  /** Sets another expectation for a file. */
  expect(path: string, left: ExpectedEntry): void {
    const { node } = this.place(path);
    if (node !== undefined && 'data' in node) node.left = left;
  }

  add(path: string, node: NameNode): void {
    const place = this.place(path, false);
    if (place.node !== undefined) throw new OperationFailure();
    place.parent.entries.set(place.name, node);
  }

  unlink(path: string): void {
    const { parent, name, node } = this.place(path, false);
    if (node === undefined || 'entries' in node) throw new OperationFailure();
    forget(node);
    parent.entries.delete(name);
  }

  rmdir(path: string): void {
    const { parent, name, node } = this.place(path, false);
    if (folderOf(node).entries.size > 0) throw new OperationFailure();
    parent.entries.delete(name);
  }

  rename(from: string, to: string): void {
    const old = this.place(from, false);
    const place = this.place(to, false);
    if (old.node === undefined) throw new OperationFailure();
    if (old.node === place.node) return;
    const isFolder = 'entries' in old.node;
    if (isFolder && old.path.every((name, i) => place.path[i] === name)) throw new OperationFailure();
    if (place.node !== undefined) {
      const isOther = 'entries' in place.node !== isFolder;
      if (isOther || ('entries' in place.node && place.node.entries.size > 0)) throw new OperationFailure();
      forget(place.node);
    }
    old.parent.entries.delete(old.name);
    place.parent.entries.set(place.name, old.node);
  }

  /** The target of a path, from the root or the folder of a link; the last link is followed or not. */
  place(path: string, follows = true, from: readonly string[] = [], links = 0): PathResolution {
    if (links > MOST_LINKS || path === '') throw new OperationFailure();
    const way = path.startsWith(FOLDER) ? [] : [...from];
    const names = path
      .replace(FOLDER, '')
      .split('/')
      .filter((name) => name !== '' && name !== '.');
    for (const [i, name] of names.entries()) {
      const isLast = i === names.length - 1;
      const parent = this.#folderAt(way);
      if (name === '..') {
        if (way.pop() === undefined) throw new Error('a path leads out of the folder');
        continue;
      }
      const node = parent.entries.get(name);
      if (node !== undefined && 'to' in node && (!isLast || follows)) {
        const rest = names.slice(i + 1).join('/');
        return this.place(rest === '' ? node.to : `${node.to}/${rest}`, follows, way, links + 1);
      }
      if (isLast) return { parent, name, node, path: [...way, name] };
      folderOf(node);
      way.push(name);
    }
    // A path that ends in dots names a folder.
    return { parent: this.#folderAt(way.slice(0, -1)), name: '', node: this.#folderAt(way), path: way };
  }

  #folderAt(way: readonly string[]): FolderNode {
    return way.reduce((at, name) => folderOf(at.entries.get(name)), this.#root);
  }

  #may(permission: number, { mode = 0o777 }: FileNode | FolderNode): boolean {
    return !this.#isBound || (mode & permission) !== 0;
  }

  #create({ parent, name }: PathResolution): FileNode {
    if (!this.#may(WRITE, parent)) throw new OperationFailure();
    const node: FileNode = { data: newFile() };
    parent.entries.set(name, node);
    return node;
  }

  #make(tree: TreeDescription, into: FolderNode): void {
    for (const [name, of] of Object.entries(tree)) {
      if (typeof of === 'object' && 'same' in of) this.#again.push(() => into.entries.set(name, this.#fileAt(of.same)));
      else into.entries.set(name, this.#nodeOf(of));
    }
  }

  #nodeOf(of: EntryDescription): NameNode {
    if (typeof of === 'string') return { data: newFile(of) };
    if ('link' in of) return { to: of.link };
    if ('file' in of) return { data: newFile(plainBytes(of.file)), mode: of.mode };
    if (!('folder' in of)) return { data: newFile('', 'pipe'), left: entryOf(of) };
    const folder: FolderNode = { entries: new Map(), mode: of.mode };
    this.#make(of.folder, folder);
    return folder;
  }

  #fileAt(path: string): FileNode {
    const { node } = this.place(path);
    if (node === undefined || !('data' in node)) throw new Error(`there is no file ${path}`);
    node.data.names++;
    return node;
  }
}

/** Removes one name of a file. */
function forget(node: NameNode): void {
  if ('data' in node) node.data.names--;
}

/** The folder that exists. */
export function folderOf(node: NameNode | undefined): FolderNode {
  if (node === undefined || !('entries' in node)) throw new OperationFailure();
  return node;
}

const modeOf = ({ mode }: { readonly mode?: number | undefined }): EntryFacts => (mode === undefined ? {} : { mode });

const leftIn = ({ entries }: FolderNode): ExpectedTree =>
  Object.fromEntries([...entries].map(([name, node]): [string, ExpectedEntry] => [name, leftOf(node)]));

function leftOf(node: NameNode): ExpectedEntry {
  if ('to' in node) return linkTo(node.to);
  if ('entries' in node) return folderWith(leftIn(node), modeOf(node));
  return node.left ?? fileWith(node.data.bytes, modeOf(node));
}
