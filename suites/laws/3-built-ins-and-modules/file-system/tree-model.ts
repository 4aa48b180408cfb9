/** What operations on names do, after POSIX: folders, files, links, and how paths go through them. */
import { type ExpectedEntry, type ExpectedTree, fileWith, folderWith, linkTo } from '../../../language/disk.js';
import { anything, attempted, type Expectation, list, throws } from '../../../language/expectation.js';
import { FOLDER } from '../../../language/fixture.js';
import type { FileData } from './opened.js';
import type { EntryDescription, TreeDescription } from './trees.js';

/** An operation by its name without `Sync`, with its arguments; paths begin at the trial's folder. */
export type TreeOperation = readonly unknown[];

interface LinkData {
  readonly to: string;
}
interface FolderData {
  readonly entries: Map<string, NameNode>;
}
type NameNode = FileData | LinkData | FolderData;

const nodesOf = (tree: TreeDescription): Map<string, NameNode> =>
  new Map(Object.entries(tree).map(([name, of]) => [name, nodeOf(of)]));

/** Fixtures of this model have files, links and folders alone. */
function nodeOf(of: EntryDescription): NameNode {
  if (typeof of === 'string') return { bytes: Buffer.from(of) };
  if ('link' in of) return { to: of.link };
  return { entries: nodesOf('folder' in of ? of.folder : {}) };
}

/** An operation of a model fails, and changes nothing. */
export class OperationFailure extends Error {}

/** How an operation of a model must end. */
export function modelOutcome(operation: () => Expectation): Expectation {
  try {
    return operation();
  } catch (error) {
    if (error instanceof OperationFailure) return attempted(throws());
    throw error;
  }
}

/** A name in a folder, and what is there, if anything. */
interface PathResolution {
  readonly parent: FolderData;
  readonly name: string;
  readonly node: NameNode | undefined;
  /** The names on the way, without links. */
  readonly path: readonly string[];
}

/** More links on the way than that are a circle. */
const MOST_LINKS = 40;

export class NameModel {
  readonly #root: FolderData;

  constructor(tree: TreeDescription) {
    this.#root = { entries: nodesOf(tree) };
  }

  /** Does an operation, and says how it must end. */
  step([operation, ...args]: TreeOperation): Expectation {
    return modelOutcome(() => attempted(this.#done(String(operation), args)));
  }

  tree(): ExpectedTree {
    return leftIn(this.#root);
  }

  #done(operation: string, [first, second, options]: readonly unknown[]): unknown {
    const path = String(first);
    switch (operation) {
      case 'writeFile':
        return this.#write(path, bytesOf(second), flagIn(options) ?? 'w');
      case 'appendFile':
        return this.#write(path, bytesOf(second), flagIn(options) ?? 'a');
      case 'readFile':
        return fileAt(this.#place(path)).bytes;
      case 'rename':
        return this.#rename(path, String(second));
      case 'symlink':
        return this.#add(String(second), { to: path });
      case 'mkdir':
        return this.#add(path, { entries: new Map() });
      case 'rmdir':
        return this.#removeFolder(this.#place(path, false));
      case 'unlink':
        return this.#unlink(this.#place(path, false));
      default:
        return this.#looked(operation, path);
    }
  }

  /** Operations that only look. */
  #looked(operation: string, path: string): unknown {
    const place = this.#place(path, operation !== 'lstat' && operation !== 'readlink');
    if (place.node === undefined) throw new OperationFailure();
    switch (operation) {
      case 'stat':
      case 'lstat':
        return kindOf(place.node);
      case 'readlink':
        if (!('to' in place.node)) throw new OperationFailure();
        return place.node.to;
      case 'readdir':
        return [[...folderOf(place.node).entries.keys()].sort()];
      case 'realpath':
        return [FOLDER, ...place.path].join('/');
      default:
        return undefined;
    }
  }

  /** Where a path leads, from the root or the folder of a link; the last link is followed or not. */
  #place(path: string, follows = true, from: readonly string[] = [], links = 0): PathResolution {
    if (links > MOST_LINKS || path === '') throw new OperationFailure();
    const way = [...from];
    const names = path.split('/').filter((name) => name !== '' && name !== '.');
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
        return this.#place(rest === '' ? node.to : `${node.to}/${rest}`, follows, way, links + 1);
      }
      if (isLast) return { parent, name, node, path: [...way, name] };
      folderOf(node);
      way.push(name);
    }
    return this.#here(way);
  }

  /** A path that ends in dots names a folder. */
  #here(way: readonly string[]): PathResolution {
    const node = this.#folderAt(way);
    return { parent: this.#folderAt(way.slice(0, -1)), name: '', node, path: way };
  }

  #folderAt(way: readonly string[]): FolderData {
    return way.reduce((at, name) => folderOf(at.entries.get(name)), this.#root);
  }

  #write(path: string, bytes: Buffer, flag: string): undefined {
    if (flag.includes('x') && this.#place(path, false).node !== undefined) throw new OperationFailure();
    const place = this.#place(path);
    if (place.node === undefined) {
      if (flag.startsWith('r')) throw new OperationFailure();
      place.parent.entries.set(place.name, { bytes });
      return undefined;
    }
    const of = fileAt(place);
    if (flag.startsWith('a')) of.bytes = Buffer.concat([of.bytes, bytes]);
    else of.bytes = flag.startsWith('r') ? Buffer.concat([bytes, of.bytes.subarray(bytes.length)]) : bytes;
    return undefined;
  }

  #add(path: string, node: NameNode): undefined {
    const place = this.#place(path, false);
    if (place.node !== undefined) throw new OperationFailure();
    place.parent.entries.set(place.name, node);
    return undefined;
  }

  #unlink({ parent, name, node }: PathResolution): undefined {
    if (node === undefined || 'entries' in node) throw new OperationFailure();
    parent.entries.delete(name);
    return undefined;
  }

  #removeFolder({ parent, name, node }: PathResolution): undefined {
    if (folderOf(node).entries.size > 0) throw new OperationFailure();
    parent.entries.delete(name);
    return undefined;
  }

  #rename(from: string, to: string): undefined {
    const old = this.#place(from, false);
    const place = this.#place(to, false);
    if (old.node === undefined) throw new OperationFailure();
    if (old.node === place.node) return undefined;
    const isFolder = 'entries' in old.node;
    const isInside = old.path.every((name, i) => place.path[i] === name);
    if (isFolder && isInside) throw new OperationFailure();
    if (place.node !== undefined) {
      if ('entries' in place.node !== isFolder) throw new OperationFailure();
      if ('entries' in place.node && place.node.entries.size > 0) throw new OperationFailure();
    }
    old.parent.entries.delete(old.name);
    place.parent.entries.set(place.name, old.node);
    return undefined;
  }
}

function folderOf(node: NameNode | undefined): FolderData {
  if (node === undefined || !('entries' in node)) throw new OperationFailure();
  return node;
}

function fileAt({ node }: PathResolution): FileData {
  if (node === undefined || !('bytes' in node)) throw new OperationFailure();
  return node;
}

/** Whether it is a link, a folder or a file; its size, and how many names it has. */
const kindOf = (node: NameNode): Expectation => {
  if ('to' in node) return list(true, false, false, Buffer.byteLength(node.to), anything);
  return 'entries' in node
    ? list(false, true, false, anything, anything)
    : list(false, false, true, node.bytes.length, 1);
};

const bytesOf = (data: unknown): Buffer => (data instanceof Uint8Array ? Buffer.from(data) : Buffer.from(String(data)));

const flagIn = (options: unknown): string | undefined => {
  const flag: unknown = Object(options).flag;
  return typeof flag === 'string' ? flag : undefined;
};

const leftIn = ({ entries }: FolderData): ExpectedTree =>
  Object.fromEntries([...entries].map(([name, node]): [string, ExpectedEntry] => [name, leftOf(node)]));

function leftOf(node: NameNode): ExpectedEntry {
  if ('to' in node) return linkTo(node.to);
  return 'entries' in node ? folderWith(leftIn(node)) : fileWith(node.bytes);
}
