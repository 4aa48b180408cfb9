/**
 * Steps of a script with descriptors, as tables write them: with the synchronous functions, with FileHandles, or with the synchronous
 * functions on the number of a FileHandle.
 *
 * - `[open, f, path, flags, mode]`, `[close, f]`, `[stat, f]`, `[move, path, path]`, `[remove, path]`, `[append, path, text]`
 * - `[read, f, view, offset, length, position]`, `[write, f, view, offset, length, position]`, `[text, f, string, position, encoding]`
 *
 * `f` is a name in the script. The arguments after the first one are optional.
 */
import type { NamedSteps } from '../../../../spec/types/step.js';
import type { StepOrder } from '../../../language/steps.js';
import { pathIn } from './folder.js';
import type { TreeDescription } from './trees.js';

/** `handle`: FileHandles; `number`: the synchronous functions on the number of a FileHandle. */
export type FdForm = 'sync' | 'handle' | 'number';

export type FdStep = readonly unknown[];

/** A view of a memory whose bytes are observed afterwards. */
export interface MemoryView {
  readonly kind: string;
  readonly memory: Uint8Array;
  /** The byte where it begins. */
  readonly from: number;
  /** Elements. */
  readonly length: number;
  /** The view is a part of that one again, counted in elements. */
  readonly within?: readonly [from: number, to: number];
}

export interface FdScript {
  readonly form: FdForm;
  readonly files: TreeDescription;
  readonly steps: readonly FdStep[];
}

/** Makes `$view` and its `$memory`, a copy of the subject `$bytes`, each with the suffix of the name. */
export function viewMakes({ kind, from, length, within }: MemoryView, id: number | string = ''): NamedSteps {
  const memory = `$memory${id}.buffer`;
  const whole =
    kind === 'Buffer' ? { on: kind, call: ['from', memory, from, length] } : { new: [kind, memory, from, length] };
  const named = within === undefined ? 'view' : 'whole';
  return {
    [`memory${id}`]: { make: ['bytes', `$bytes${id}`] },
    [`${named}${id}`]: whole,
    ...(within && { [`view${id}`]: { on: `$whole${id}`, call: ['subarray', ...within] } }),
  };
}

export const isView = (value: unknown): value is MemoryView =>
  typeof value === 'object' && value !== null && 'memory' in value;

const STAT = [
  ['$result.size'],
  ['$result.nlink'],
  ['$result', 'isFile'],
  ['$result', 'isDirectory'],
  ['$result', 'isFIFO'],
];

/** The number of bytes moved, the current content of the memory, and whether a FileHandle returns the data. */
const movedBy = (form: FdForm, counted: string, data: string, memory: readonly string[]) => ({
  as: 'result',
  shown: [
    [form === 'handle' ? `$result.${counted}` : '$result'],
    ...memory.map((name) => [name]),
    ...(form === 'handle' ? [{ make: ['same', '$result.buffer', data] }] : []),
  ],
});

const opening = (form: FdForm, name: unknown, args: readonly unknown[]) =>
  form === 'sync'
    ? { on: 'fs', call: ['openSync', ...args], as: name, shown: [[`$${name}`]] }
    : { on: 'fs.promises', call: ['open', ...args], as: name, await: 'promise', shown: [[`$${name}.fd`]] };

const closing = (form: FdForm, name: unknown) =>
  form === 'sync' ? { on: 'fs', call: ['closeSync', `$${name}`] } : { on: `$${name}`, call: 'close', await: 'promise' };

/** The step of the interpreter for an action; `i` is part of the names of its data. */
function stepOf(form: FdForm, [action, name, second, ...args]: FdStep, i: number): object {
  /** The number of a FileHandle is read each time. */
  const operated = (member: string, given: readonly unknown[]) => {
    if (form === 'handle') return { on: `$${name}`, call: [member, ...given], await: 'promise' };
    const number = form === 'sync' ? `$${name}` : `$${name}.fd`;
    return { on: 'fs', call: [member === 'stat' ? 'fstatSync' : `${member}Sync`, number, ...given] };
  };
  switch (action) {
    case 'open':
      return opening(form, name, [pathIn(second), ...args]);
    case 'close':
      return closing(form, name);
    case 'stat':
      return { ...operated('stat', []), as: 'result', shown: STAT };
    case 'read':
      return {
        ...operated('read', [`$view${i}`, ...args]),
        ...movedBy(form, 'bytesRead', `$view${i}`, [`$memory${i}`]),
      };
    case 'write':
      return {
        ...operated('write', [`$view${i}`, ...args]),
        ...movedBy(form, 'bytesWritten', `$view${i}`, [`$memory${i}`]),
      };
    case 'text':
      return { ...operated('write', [`$text${i}`, ...args]), ...movedBy(form, 'bytesWritten', `$text${i}`, []) };
    case 'append':
      return {
        on: 'fs',
        call: ['appendFileSync', pathIn(name), second],
        shown: [['fs', 'readFileSync', pathIn(name), 'utf8']],
      };
    case 'move':
      return { on: 'fs', call: ['renameSync', pathIn(name), pathIn(second)] };
    case 'remove':
      return { on: 'fs', call: ['unlinkSync', pathIn(name)] };
    default:
      throw new Error(`there is no action ${String(action)} with descriptors`);
  }
}

/** Names that are opened and not closed, in order. */
export function leftOpen(steps: readonly FdStep[]): readonly unknown[] {
  const open = new Set<unknown>();
  for (const [action, name] of steps) {
    if (action === 'open') open.add(name);
    if (action === 'close') open.delete(name);
  }
  return [...open];
}

/**
 * The order of the script; open files are closed at the end. A name that is not open yet is a number that no file has, so
 * that it cannot read or close another file of the target. No step of the form `sync` waits, because the number of a closed
 * file may then belong to another one.
 */
export function descriptorOrder({ form, steps }: Omit<FdScript, 'files'>): StepOrder {
  const subjects: { [name: string]: unknown } = {};
  const make: (readonly [string, unknown])[] = [];
  for (const [i, [action, name, data]] of steps.entries()) {
    if (action === 'open') subjects[`${name}`] = form === 'sync' ? -1 : { fd: -1 };
    if (action === 'text') subjects[`text${i}`] = data;
    if (!isView(data)) continue;
    subjects[`bytes${i}`] = data.memory;
    make.push(...Object.entries(viewMakes(data, i)));
  }
  const own = steps.map((step, i) => stepOf(form, step, i));
  const all = [...own, ...leftOpen(steps).map((name) => closing(form, name))];
  return { subjects, make, steps: all, returned: true, named: true, promises: true };
}
