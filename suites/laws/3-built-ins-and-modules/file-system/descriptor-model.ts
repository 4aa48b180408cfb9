/** How the steps of a script with descriptors end, after POSIX. */
import { diskExample, type ExpectedTree, onDisk } from '../../../language/disk.js';
import {
  anything,
  attempted,
  type Expectation,
  either,
  equal,
  list,
  presumed,
  satisfies,
  throws,
} from '../../../language/expectation.js';
import type { Law } from '../../../language/trial.js';
import { followOne } from '../../support/steps.js';
import { descriptorOrder, type FdForm, type FdScript, type FdStep, isView, leftOpen } from './descriptor-steps.js';
import type { FileData, OpenFile } from './open-file.js';
import { encodingOf } from './options.js';
import { modelOutcome, OperationFailure, PosixModel } from './posix.js';
import { treeOf } from './trees.js';

/** A view as bytes of a memory; each step has its own. */
interface ViewedBytes {
  readonly memory: Uint8Array;
  readonly from: number;
  readonly length: number;
}

/** How bounds outside a view are treated: the call is refused, or they are limited to those inside. */
type BoundsRule = 'refused' | 'cut';

/** A descriptor is a whole number. */
const NUMBER = satisfies('the number of a descriptor', (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? true : 'it is no such number',
);

/** Opening a file returns its number. */
const OPENED = attempted(list(NUMBER));

/** The result of a read or write of this number of bytes; a FileHandle also returns the data. */
const moved = (form: FdForm, count: number, ...memory: readonly Uint8Array[]): Expectation =>
  attempted(equal([count, ...memory, ...(form === 'handle' ? [true] : [])]));

interface ModelOptions {
  readonly outside?: BoundsRule;
  /** Whether permissions restrict the user. */
  readonly isBound?: boolean;
}

export class DescriptorModel {
  readonly #files: PosixModel;
  readonly #opened = new Map<string, OpenFile>();
  readonly #form: FdForm;
  readonly #outside: BoundsRule;

  constructor(
    { files, form }: Pick<FdScript, 'files' | 'form'>,
    { outside = 'refused', isBound = false }: ModelOptions = {},
  ) {
    this.#files = new PosixModel(files, isBound);
    this.#form = form;
    this.#outside = outside;
  }

  /** Performs a step, and returns its expected outcome. */
  step(step: FdStep): Expectation {
    return modelOutcome(() => this.#taken(step));
  }

  isOpen(name: unknown): boolean {
    return this.#opened.has(String(name));
  }

  /** The remaining tree on disk. */
  tree(): ExpectedTree {
    return this.#files.tree();
  }

  #taken([action, first, second, ...args]: FdStep): Expectation {
    switch (action) {
      case 'open':
        this.#opened.set(String(first), this.#files.open(String(second), String(args[0] ?? 'r')));
        return OPENED;
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
      case 'append':
        return presumed(
          'appendFileSync()',
          modelOutcome(() => this.#append(String(first), String(second))),
        );
      case 'move':
        this.#files.rename(String(first), String(second));
        return attempted(undefined);
      default:
        this.#files.unlink(String(first));
        return attempted(undefined);
    }
  }

  #of(name: unknown): OpenFile {
    const opened = this.#opened.get(String(name));
    if (opened === undefined) throw new OperationFailure();
    return opened;
  }

  /** Those who may read the file see its new content. */
  #append(path: string, text: string): Expectation {
    const file = this.#files.open(path, 'a');
    file.write(Buffer.from(text));
    const seen = attempted(list(file.data.bytes.toString()));
    return modelOutcome(() => this.#files.open(path, 'r') && seen) === seen ? seen : anything;
  }

  #read(file: OpenFile, view: ViewedBytes, [offset, length, position]: readonly unknown[]): Expectation {
    const [from, to] = this.#bounds(view, offset, length);
    if (!file.reads || file.data.kind === 'folder') return this.#misused(to - from, view.memory);
    const read = file.read(to - from, position);
    view.memory.set(read, view.from + from);
    return moved(this.#form, read.length, view.memory);
  }

  #write(file: OpenFile, view: ViewedBytes, [offset, length, position]: readonly unknown[]): Expectation {
    const [from, to] = this.#bounds(view, offset, length);
    if (!file.writes) return this.#misused(to - from, view.memory);
    file.write(view.memory.subarray(view.from + from, view.from + to), position);
    return moved(this.#form, to - from, view.memory);
  }

  #text(file: OpenFile, text: string, [position, encoding]: readonly unknown[]): Expectation {
    const bytes = Buffer.from(text, encodingOf(encoding));
    if (!file.writes) return this.#misused(bytes.length);
    file.write(bytes, position);
    return moved(this.#form, bytes.length);
  }

  /** A file that was opened for another purpose. For zero bytes some hosts do not call the system. */
  #misused(count: number, ...memory: readonly Uint8Array[]): Expectation {
    return count > 0 ? attempted(throws()) : either(attempted(throws()), moved(this.#form, 0, ...memory));
  }

  #bounds({ length }: ViewedBytes, offset: unknown = 0, size?: unknown): [from: number, to: number] {
    const from = Number(offset);
    const to = size === undefined ? Math.max(from, length) : from + Number(size);
    if (from >= 0 && from <= length && to >= from && to <= length) return [from, to];
    if (this.#outside === 'refused') throw new OperationFailure();
    const start = Math.min(Math.max(from, 0), length);
    return [start, Math.min(Math.max(to, start), length)];
  }
}

/** The expected outcomes of a script's steps and of closing the files that it leaves open, given its outcomes. */
export const outcomesOf = ({ steps }: FdScript, outcomes: readonly unknown[]): Expectation =>
  list(...outcomes, ...leftOpen(steps).map(() => anything));

/** Each step ends as in the model, and the tree on disk equals that of the model. */
export function asDescribed(script: FdScript, options?: ModelOptions): Expectation {
  const model = new DescriptorModel(script, options);
  const outcomes = script.steps.map((step) => model.step(step));
  return onDisk(outcomesOf(script, outcomes), model.tree());
}

/** A law of the script that is derived from data. */
export const scripted = <D>(
  scriptOf: (data: D) => FdScript,
  expect: (data: D) => Expectation = (data) => asDescribed(scriptOf(data)),
): Law<D> =>
  diskExample({
    disk: (data: D) => treeOf(scriptOf(data).files),
    inputOf: (data: D) => descriptorOrder(scriptOf(data)),
    probe: followOne,
    expect,
  });

const statOf = ({ kind, bytes, names }: FileData): Expectation => {
  const counts = kind === 'file' ? [bytes.length, names] : [anything, anything];
  return attempted(list(...counts, kind === 'file', kind === 'folder', kind === 'pipe'));
};

/** Bytes of an element; the default is one. */
const WIDTHS: { readonly [kind: string]: number } = {
  Int16Array: 2, Uint16Array: 2, Int32Array: 4, Uint32Array: 4, Float32Array: 4, Float64Array: 8,
}; // biome-ignore format: a table

export const widthOf = (kind: string): number => WIDTHS[kind] ?? 1;

function bytesOf(viewed: unknown): ViewedBytes {
  if (!isView(viewed)) throw new Error('the step has no view');
  const { kind, memory, from, length, within = [0, length] } = viewed;
  const width = widthOf(kind);
  return { memory: Uint8Array.from(memory), from: from + within[0] * width, length: (within[1] - within[0]) * width };
}
