/** What descriptors do, after POSIX: names, the files behind them, and what each descriptor has opened. */
import { type ExpectedTree, fileWith, folderWith, linkTo, onDisk } from '../../../language/disk.js';
import {
  anything,
  attempted,
  type Expectation,
  either,
  equal,
  list,
  satisfies,
  throws,
} from '../../../language/expectation.js';
import { fifo } from '../../../language/fixture.js';
import { type FdForm, type FdScript, type FdStep, isAction, isView, leftOpen } from './descriptor-steps.js';
import { effectsOf, type FileData, OpenFile } from './opened.js';
import { encodingOf } from './options.js';
import { modelOutcome, OperationFailure } from './tree-model.js';
import type { EntryDescription, TreeDescription } from './trees.js';

interface FileNode extends FileData {
  readonly kind: 'file' | 'folder' | 'pipe';
  names: number;
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

/** An opened file gives its number. */
export const OPENED = attempted(list(NUMBER));

/** What a read or write of so many bytes gives; a FileHandle gives the data as well. */
export const moved = (form: FdForm, count: number, ...memory: readonly Uint8Array[]): Expectation =>
  attempted(equal([count, ...memory, ...(form === 'handle' ? [true] : [])]));

export class DescriptorModel {
  readonly #names = new Map<string, FileNode | { readonly link: string }>();
  readonly #opened = new Map<string, OpenFile<FileNode>>();
  readonly #form: FdForm;
  readonly #outside: BoundsRule;

  constructor(tree: TreeDescription, form: FdForm, outside: BoundsRule = 'refused') {
    for (const [name, content] of Object.entries(tree)) this.#names.set(name, nodeOf(content));
    this.#form = form;
    this.#outside = outside;
  }

  /** Takes a step, and says how it must end. */
  step(step: FdStep): Expectation {
    return isAction(step) ? modelOutcome(() => this.#taken(step)) : anything;
  }

  isOpen(name: unknown): boolean {
    return this.#opened.has(String(name));
  }

  /** What is left on disk. */
  tree(): ExpectedTree {
    return Object.fromEntries([...this.#names].map(([name, node]) => [name, leftOf(node)]));
  }

  #taken([action, first, second, ...args]: readonly unknown[]): Expectation {
    switch (action) {
      case 'open':
        return this.#open(String(first), String(second), String(args[0] ?? 'r'));
      case 'close':
        this.#of(first);
        this.#opened.delete(String(first));
        return attempted(undefined);
      case 'stat':
        return statOf(this.#of(first).data);
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

  #of(name: unknown): OpenFile<FileNode> {
    const opened = this.#opened.get(String(name));
    if (opened === undefined) throw new OperationFailure();
    return opened;
  }

  #open(descriptor: string, path: string, flag: string): Expectation {
    const does = effectsOf(flag);
    if (does.fails && this.#names.has(path)) throw new OperationFailure();
    const { name, node: found } = this.#followed(path);
    const node = found ?? (does.creates ? this.#create(name) : undefined);
    if (node === undefined || (node.kind === 'folder' && does.writes)) throw new OperationFailure();
    if (does.replaces && node.kind === 'file') node.bytes = Buffer.alloc(0);
    this.#opened.set(descriptor, new OpenFile(node, does));
    return OPENED;
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

  #read(file: OpenFile<FileNode>, view: ByteRange, [offset, length, position]: readonly unknown[]): Expectation {
    const [from, to] = this.#bounds(view, offset, length);
    if (!file.does.reads || file.data.kind === 'folder') return this.#misused(to - from, view.memory);
    const read = file.read(to - from, position);
    view.memory.set(read, view.from + from);
    return moved(this.#form, read.length, view.memory);
  }

  #write(file: OpenFile<FileNode>, view: ByteRange, [offset, length, position]: readonly unknown[]): Expectation {
    const [from, to] = this.#bounds(view, offset, length);
    if (!file.does.writes) return this.#misused(to - from, view.memory);
    file.write(view.memory.subarray(view.from + from, view.from + to), position);
    return moved(this.#form, to - from, view.memory);
  }

  #text(file: OpenFile<FileNode>, text: string, [position, encoding]: readonly unknown[]): Expectation {
    const bytes = Buffer.from(text, encodingOf(encoding));
    if (!file.does.writes) return this.#misused(bytes.length);
    file.write(bytes, position);
    return moved(this.#form, bytes.length);
  }

  /** A file that is not open for it: of no bytes some hosts do not ask the system. */
  #misused(count: number, ...memory: readonly Uint8Array[]): Expectation {
    return count > 0 ? attempted(throws()) : either(attempted(throws()), moved(this.#form, 0, ...memory));
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

/** How the steps of a script and the closing of what it leaves open must end, if these are the outcomes of its own. */
export const outcomesOf = ({ steps }: FdScript, outcomes: readonly unknown[]): Expectation =>
  list(...outcomes, ...leftOpen(steps).map(() => anything));

/** Each step ends as the model says, and what is left on disk is what the model has. */
export function asDescribed(script: FdScript, tree: TreeDescription, outside?: BoundsRule): Expectation {
  const model = new DescriptorModel(tree, script.form, outside);
  const outcomes = script.steps.map((step) => model.step(step));
  return onDisk(outcomesOf(script, outcomes), model.tree());
}

function nodeOf(entry: EntryDescription): FileNode | { readonly link: string } {
  if (typeof entry === 'string') return { kind: 'file', bytes: Buffer.from(entry), names: 1 };
  if ('link' in entry) return entry;
  const isFolder = 'folder' in entry;
  return { kind: isFolder ? 'folder' : 'pipe', isPipe: !isFolder, bytes: Buffer.alloc(0), names: 1 };
}

function leftOf(node: FileNode | { readonly link: string }): ExpectedTree[string] {
  if ('link' in node) return linkTo(node.link);
  if (node.kind === 'file') return fileWith(node.bytes);
  return node.kind === 'folder' ? folderWith() : fifo();
}

const statOf = ({ kind, bytes, names }: FileNode): Expectation => {
  const counts = kind === 'file' ? [bytes.length, names] : [anything, anything];
  return attempted(list(...counts, kind === 'file', kind === 'folder', kind === 'pipe'));
};

/** Bytes of an element; what is not named here has elements of one. */
const WIDTHS: { readonly [kind: string]: number } = {
  Int16Array: 2, Uint16Array: 2, Int32Array: 4, Uint32Array: 4, Float32Array: 4, Float64Array: 8,
}; // biome-ignore format: a table

export const widthOf = (kind: string): number => WIDTHS[kind] ?? 1;

function bytesOf(viewed: unknown): ByteRange {
  if (!isView(viewed)) throw new Error('the step has no view');
  const { kind, memory, from, length, within = [0, length] } = viewed;
  const width = widthOf(kind);
  return { memory: Uint8Array.from(memory), from: from + within[0] * width, length: (within[1] - within[0]) * width };
}
