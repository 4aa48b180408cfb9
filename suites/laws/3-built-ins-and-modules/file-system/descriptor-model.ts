/** What descriptors do, after POSIX: names, the files behind them, and what each descriptor has opened. */
import { type ExpectedTree, fileWith, folderWith, linkTo } from '../../../language/disk.js';
import {
  attempted,
  type Expectation,
  either,
  equal,
  record,
  satisfies,
  throws,
} from '../../../language/expectation.js';
import { fifo } from '../../../language/fixture.js';
import type { FdForm, FdStep, MemoryView } from './descriptor-steps.js';
import { encodingOf } from './options.js';
import { modelOutcome, OperationFailure } from './tree-model.js';
import type { EntryDescription, TreeDescription } from './trees.js';

interface FileNode {
  readonly kind: 'file' | 'folder' | 'pipe';
  bytes: Buffer;
  names: number;
}

interface OpenFileDescription {
  readonly node: FileNode;
  readonly reads: boolean;
  readonly writes: boolean;
  readonly appends: boolean;
  position: number;
}

/** A view as bytes of a memory; each step has one of its own. */
interface ByteRange {
  readonly memory: Uint8Array;
  readonly from: number;
  readonly length: number;
}

/** What becomes of bounds that lie outside of a view: the call is refused, or they are cut to those inside. */
export type BoundsRule = 'refused' | 'cut';

/** A descriptor is a whole number. */
const NUMBER = satisfies('the number of a descriptor', (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? true : 'it is no such number',
);

export class DescriptorModel {
  readonly #names = new Map<string, FileNode | { readonly link: string }>();
  readonly #opened = new Map<string, OpenFileDescription>();
  readonly #form: FdForm;
  readonly #outside: BoundsRule;

  constructor(tree: TreeDescription, form: FdForm, outside: BoundsRule = 'refused') {
    for (const [name, content] of Object.entries(tree)) this.#names.set(name, nodeOf(content));
    this.#form = form;
    this.#outside = outside;
  }

  /** Takes a step, and says how it must end. */
  step(step: FdStep): Expectation {
    return modelOutcome(() => this.#taken(step));
  }

  isOpen(name: unknown): boolean {
    return this.#opened.has(String(name));
  }

  /** What is left on disk. */
  tree(): ExpectedTree {
    return Object.fromEntries([...this.#names].map(([name, node]) => [name, leftOf(node)]));
  }

  #taken([action, first, second, ...args]: FdStep): Expectation {
    switch (action) {
      case 'open':
        return this.#open(String(first), String(second), String(args[0] ?? 'r'));
      case 'close':
        this.#of(first);
        this.#opened.delete(String(first));
        return attempted(undefined);
      case 'stat':
        return attempted(statOf(this.#of(first).node));
      case 'read':
        return this.#read(this.#of(first), bytesOf(second), args);
      case 'write':
        return this.#write(this.#of(first), bytesOf(second), args);
      case 'text':
        return this.#text(this.#of(first), String(second), args);
      case 'move':
        return this.#move(String(first), String(second));
      default:
        return this.#remove(String(first));
    }
  }

  #of(name: unknown): OpenFileDescription {
    const opened = this.#opened.get(String(name));
    if (opened === undefined) throw new OperationFailure();
    return opened;
  }

  #open(descriptor: string, path: string, flag: string): Expectation {
    const [onlyReads, both] = [flag.startsWith('r'), flag.includes('+')];
    if (flag.includes('x') && this.#names.has(path)) throw new OperationFailure();
    const { name, node: found } = this.#followed(path);
    const node = found ?? (onlyReads ? undefined : this.#create(name));
    if (node === undefined) throw new OperationFailure();
    const access = { reads: onlyReads || both, writes: !onlyReads || both, appends: flag.startsWith('a') };
    if (node.kind === 'folder' && access.writes) throw new OperationFailure();
    if (flag.startsWith('w') && node.kind === 'file') node.bytes = Buffer.alloc(0);
    this.#opened.set(descriptor, { node, ...access, position: 0 });
    return attempted(NUMBER);
  }

  /** The name where links end, and what is there. */
  #followed(path: string): { readonly name: string; readonly node: FileNode | undefined } {
    let name = path;
    for (let links = 0; links <= this.#names.size; links++) {
      const node = this.#names.get(name);
      if (node === undefined || 'bytes' in node) return { name, node };
      name = node.link;
    }
    throw new OperationFailure();
  }

  #create(name: string): FileNode {
    const node: FileNode = { kind: 'file', bytes: Buffer.alloc(0), names: 1 };
    this.#names.set(name, node);
    return node;
  }

  #read(opened: OpenFileDescription, view: ByteRange, [offset, length, position]: readonly unknown[]): Expectation {
    const [from, to] = this.#bounds(view, offset, length);
    const { node, reads } = opened;
    if (!reads || node.kind === 'folder') return this.#misused(to - from, view);
    const isPlaced = typeof position === 'number';
    const start = isPlaced ? position : opened.position;
    const read = node.bytes.subarray(start, start + to - from);
    view.memory.set(read, view.from + from);
    if (node.kind === 'pipe') node.bytes = node.bytes.subarray(read.length);
    else if (!isPlaced) opened.position += read.length;
    return attempted(this.#moved(read.length, view));
  }

  #write(opened: OpenFileDescription, view: ByteRange, [offset, length, position]: readonly unknown[]): Expectation {
    const [from, to] = this.#bounds(view, offset, length);
    if (!opened.writes) return this.#misused(to - from, view);
    put(opened, view.memory.subarray(view.from + from, view.from + to), position);
    return attempted(this.#moved(to - from, view));
  }

  #text(opened: OpenFileDescription, text: string, [position, encoding]: readonly unknown[]): Expectation {
    const bytes = Buffer.from(text, encodingOf(encoding));
    const told = this.#written(bytes);
    if (!opened.writes) return bytes.length > 0 ? attempted(throws()) : either(attempted(throws()), attempted(told));
    put(opened, bytes, position);
    return attempted(told);
  }

  /** A text that was written is the buffer of the result itself. */
  #written({ length: count }: Buffer): Expectation {
    return equal({ count, ...(this.#form === 'handle' ? { buffer: 'the one given' } : {}) });
  }

  #moved(count: number, { memory }: ByteRange): Expectation {
    return equal({ count, memory, ...(this.#form === 'handle' ? { buffer: 'the one given' } : {}) });
  }

  /** A file that is not open for it: of no bytes some hosts do not ask the system. */
  #misused(count: number, view: ByteRange): Expectation {
    return count > 0 ? attempted(throws()) : either(attempted(throws()), attempted(this.#moved(0, view)));
  }

  #bounds({ length }: ByteRange, offset: unknown = 0, size?: unknown): [from: number, to: number] {
    const from = Number(offset);
    const to = size === undefined ? Math.max(from, length) : from + Number(size);
    if (from >= 0 && from <= length && to >= from && to <= length) return [from, to];
    if (this.#outside === 'refused') throw new OperationFailure();
    const start = Math.min(Math.max(from, 0), length);
    return [start, Math.min(Math.max(to, start), length)];
  }

  #move(from: string, to: string): Expectation {
    const node = this.#names.get(from);
    if (node === undefined) throw new OperationFailure();
    if (from === to) return attempted(undefined);
    this.#forget(to);
    this.#names.delete(from);
    this.#names.set(to, node);
    return attempted(undefined);
  }

  #remove(name: string): Expectation {
    if (!this.#names.has(name)) throw new OperationFailure();
    this.#forget(name);
    return attempted(undefined);
  }

  #forget(name: string): void {
    const node = this.#names.get(name);
    if (node !== undefined && 'names' in node) node.names--;
    this.#names.delete(name);
  }
}

function nodeOf(entry: EntryDescription): FileNode | { readonly link: string } {
  if (typeof entry === 'string') return { kind: 'file', bytes: Buffer.from(entry), names: 1 };
  return 'link' in entry ? entry : { kind: 'folder' in entry ? 'folder' : 'pipe', bytes: Buffer.alloc(0), names: 1 };
}

function leftOf(node: FileNode | { readonly link: string }): ExpectedTree[string] {
  if ('link' in node) return linkTo(node.link);
  if (node.kind === 'file') return fileWith(node.bytes);
  return node.kind === 'folder' ? folderWith() : fifo();
}

const statOf = ({ kind, bytes, names }: FileNode): Expectation =>
  record({
    ...(kind === 'file' ? { size: bytes.length, nlink: names } : {}),
    file: kind === 'file',
    folder: kind === 'folder',
    pipe: kind === 'pipe',
  });

/** Writes; what is appended goes to the end, whatever the position, which only a write without one changes. */
function put(opened: OpenFileDescription, bytes: Uint8Array, position: unknown): void {
  if (bytes.length === 0) return;
  const { node } = opened;
  const isPlaced = typeof position === 'number';
  const start = opened.appends || node.kind === 'pipe' ? node.bytes.length : isPlaced ? position : opened.position;
  const end = start + bytes.length;
  const all = Buffer.alloc(Math.max(end, node.bytes.length));
  node.bytes.copy(all);
  all.set(bytes, start);
  node.bytes = all;
  if (!isPlaced && node.kind === 'file') opened.position = end;
}

/** Bytes of an element; what is not named here has elements of one. */
const WIDTHS: { readonly [kind: string]: number } = {
  Int16Array: 2, Uint16Array: 2, Int32Array: 4, Uint32Array: 4, Float32Array: 4, Float64Array: 8,
}; // biome-ignore format: a table

export const widthOf = (kind: string): number => WIDTHS[kind] ?? 1;

const isViewed = (value: unknown): value is MemoryView =>
  typeof value === 'object' && value !== null && 'memory' in value;

function bytesOf(viewed: unknown): ByteRange {
  if (!isViewed(viewed)) throw new Error('the step has no view');
  const { kind, memory, from, length, within = [0, length] } = viewed;
  const width = widthOf(kind);
  return { memory: Uint8Array.from(memory), from: from + within[0] * width, length: (within[1] - within[0]) * width };
}
