/** What operations on names do, after POSIX: folders, files, links, and how paths go through them. */
import { type ExpectedEntry, type ExpectedTree, fileWith, folderWith, linkTo } from '../../../language/disk.js';
import { attempted, type Expectation, throws } from '../../../language/expectation.js';
import { type Entry, file, folder, link, type Tree } from '../../../language/fixture.js';
import type { TreeOperation } from './tree-steps.js';

interface FileData {
  bytes: Buffer;
}
interface LinkData {
  readonly to: string;
}
interface FolderData {
  readonly entries: Map<string, NameNode>;
}
type NameNode = FileData | LinkData | FolderData;

/** The fixture of a model: texts are files, and objects folders. */
export type TreePlan = { readonly [name: string]: string | LinkData | { readonly entries: TreePlan } };

export const treeOf = (plan: TreePlan): Tree =>
  Object.fromEntries(Object.entries(plan).map(([name, of]): [string, Entry] => [name, entryOf(of)]));

function entryOf(of: TreePlan[string]): Entry {
  if (typeof of === 'string') return file(of);
  return 'to' in of ? link(of.to) : folder(treeOf(of.entries));
}

const nodesOf = (plan: TreePlan): Map<string, NameNode> =>
  new Map(Object.entries(plan).map(([name, of]) => [name, nodeOf(of)]));

function nodeOf(of: TreePlan[string]): NameNode {
  if (typeof of === 'string') return { bytes: Buffer.from(of) };
  return 'to' in of ? of : { entries: nodesOf(of.entries) };
}

/** The operation fails, and changes nothing. */
class Refused extends Error {}

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

  constructor(plan: TreePlan) {
    this.#root = { entries: nodesOf(plan) };
  }

  /** Does an operation, and says how it must end. */
  step([operation, ...args]: TreeOperation): Expectation {
    try {
      return attempted(this.#done(String(operation), args));
    } catch (error) {
      if (error instanceof Refused) return attempted(throws());
      throw error;
    }
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
        return this.#told(operation, path);
    }
  }

  /** Operations that only look. */
  #told(operation: string, path: string): unknown {
    const place = this.#place(path, operation !== 'lstat' && operation !== 'readlink');
    if (place.node === undefined) throw new Refused();
    switch (operation) {
      case 'stat':
      case 'lstat':
        return kindOf(place.node);
      case 'readlink':
        if (!('to' in place.node)) throw new Refused();
        return place.node.to;
      case 'readdir':
        return [...folderOf(place.node).entries.keys()].sort();
      case 'realpath':
        return place.path.join('/');
      default:
        return undefined;
    }
  }

  /** Where a path leads, from the root or the folder of a link; the last link is followed or not. */
  #place(path: string, follows = true, from: readonly string[] = [], links = 0): PathResolution {
    if (links > MOST_LINKS || path === '') throw new Refused();
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
    if (flag.includes('x') && this.#place(path, false).node !== undefined) throw new Refused();
    const place = this.#place(path);
    if (place.node === undefined) {
      if (flag.startsWith('r')) throw new Refused();
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
    if (place.node !== undefined) throw new Refused();
    place.parent.entries.set(place.name, node);
    return undefined;
  }

  #unlink({ parent, name, node }: PathResolution): undefined {
    if (node === undefined || 'entries' in node) throw new Refused();
    parent.entries.delete(name);
    return undefined;
  }

  #removeFolder({ parent, name, node }: PathResolution): undefined {
    if (folderOf(node).entries.size > 0) throw new Refused();
    parent.entries.delete(name);
    return undefined;
  }

  #rename(from: string, to: string): undefined {
    const old = this.#place(from, false);
    const place = this.#place(to, false);
    if (old.node === undefined) throw new Refused();
    if (old.node === place.node) return undefined;
    const isFolder = 'entries' in old.node;
    const isInside = old.path.every((name, i) => place.path[i] === name);
    if (isFolder && isInside) throw new Refused();
    if (place.node !== undefined) {
      if ('entries' in place.node !== isFolder) throw new Refused();
      if ('entries' in place.node && place.node.entries.size > 0) throw new Refused();
    }
    old.parent.entries.delete(old.name);
    place.parent.entries.set(place.name, old.node);
    return undefined;
  }
}

function folderOf(node: NameNode | undefined): FolderData {
  if (node === undefined || !('entries' in node)) throw new Refused();
  return node;
}

function fileAt({ node }: PathResolution): FileData {
  if (node === undefined || !('bytes' in node)) throw new Refused();
  return node;
}

const kindOf = (node: NameNode): readonly unknown[] => {
  if ('to' in node) return ['link', Buffer.byteLength(node.to)];
  return 'entries' in node ? ['folder'] : ['file', node.bytes.length, 1];
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
