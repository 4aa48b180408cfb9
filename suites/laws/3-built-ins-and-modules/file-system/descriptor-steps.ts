/**
 * What a script does with descriptors, as steps that one probe takes with the synchronous functions, with FileHandles, or with
 * the synchronous functions on the number of a FileHandle:
 *
 *     [open, f, path, flags, mode]   [close, f]   [stat, f]   [move, path, path]   [remove, path]
 *     [read, f, view, offset, length, position]   [write, f, view, offset, length, position]   [text, f, string, position, encoding]
 *
 * `f` is a name of the script's own. What an operation is given behind it and the first argument may be left out.
 */
import type { InFolder } from '../../../language/disk.js';
import type { Probe } from '../../../language/trial.js';

/** `handle`: FileHandles; `number`: the synchronous functions on the number of a FileHandle. */
export type FdForm = 'sync' | 'handle' | 'number';

export type FdStep = readonly unknown[];

/** A view of a memory whose bytes are told afterwards. */
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
  readonly steps: readonly FdStep[];
}

/** Takes the steps in the trial's folder, closes what is open then, and tells how each step ended. */
export const taken: Probe<InFolder<FdScript>> = ({ folder, given }, t) => {
  const form = given.form;
  const opened: { [name: string]: unknown } = {};
  const isOpen: { [name: string]: boolean } = {};
  const memberOf = (on: unknown, name: string): unknown => Object(on)[name];
  const pathOf = (name: unknown): string => `${folder}/${name}`;
  const canMake = (f: unknown): f is new (...args: unknown[]) => unknown => typeof f === 'function';
  // Byte by byte: not every engine copies views that begin inside their memory.
  const copied = (bytes: ArrayLike<number>): Uint8Array => {
    const all = new Uint8Array(bytes.length);
    for (let i = 0; i < bytes.length; i++) all[i] = bytes[i] || 0;
    return all;
  };
  const made = (kind: string, memory: ArrayBufferLike, from: number, length: number): unknown => {
    if (kind === 'Buffer') return t.invoke(Buffer, 'from', [memory, from, length]);
    const Kind = t.at(kind);
    return canMake(Kind) ? new Kind(memory, from, length) : t.lacking(`${kind} is missing`);
  };
  const viewOf = (viewed: unknown, memory: ArrayBufferLike): unknown => {
    const within = memberOf(viewed, 'within');
    const kind = `${memberOf(viewed, 'kind')}`;
    const whole = made(kind, memory, Number(memberOf(viewed, 'from')), Number(memberOf(viewed, 'length')));
    return Array.isArray(within) ? t.invoke(whole, 'subarray', within) : whole;
  };
  /** What the operation gives in either form; a FileHandle's number is asked for each time. */
  const operated = (member: string, step: FdStep, args: readonly unknown[]): unknown => {
    const file = opened[`${step[1]}`];
    if (form === 'handle') return t.invoke(file, member, args);
    const all: unknown[] = [form === 'sync' ? file : memberOf(file, 'fd')];
    return t.invoke(t.fs, member === 'stat' ? 'fstatSync' : `${member}Sync`, all.concat(args));
  };
  const after = (value: unknown, told: (value: unknown) => unknown): unknown =>
    value instanceof Promise ? value.then(told) : told(value);
  const openedOn = (step: FdStep): unknown => {
    const args: unknown[] = [pathOf(step[2])];
    const opening =
      form === 'sync'
        ? t.invoke(t.fs, 'openSync', args.concat(step.slice(3)))
        : t.invoke(t.fs.promises, 'open', args.concat(step.slice(3)));
    return after(opening, (file) => {
      opened[`${step[1]}`] = file;
      isOpen[`${step[1]}`] = true;
      return form === 'sync' ? file : memberOf(file, 'fd');
    });
  };
  const closed = (step: FdStep): unknown => {
    const file = opened[`${step[1]}`];
    isOpen[`${step[1]}`] = false;
    return form === 'sync' ? t.invoke(t.fs, 'closeSync', [file]) : t.invoke(file, 'close', []);
  };
  /** How many bytes it says it moved, what the memory holds now, and in the result of a promise the buffer. */
  const moved = (member: string, counted: string, step: FdStep): unknown => {
    const memory = typeof step[2] === 'string' ? undefined : copied(Object(memberOf(step[2], 'memory'))).buffer;
    const data = memory === undefined ? step[2] : viewOf(step[2], memory);
    const args: unknown[] = [data];
    return after(operated(member, step, args.concat(step.slice(3))), (value) => {
      const told: { [name: string]: unknown } = { count: form === 'handle' ? memberOf(value, counted) : value };
      if (memory !== undefined) told.memory = copied(new Uint8Array(memory));
      if (form === 'handle')
        told.buffer = memberOf(value, 'buffer') === data ? 'the one given' : memberOf(value, 'buffer');
      return told;
    });
  };
  const statTold = (stat: unknown): unknown => ({
    size: memberOf(stat, 'size'),
    nlink: memberOf(stat, 'nlink'),
    ino: memberOf(stat, 'ino'),
    dev: memberOf(stat, 'dev'),
    file: t.invoke(stat, 'isFile', []),
    folder: t.invoke(stat, 'isDirectory', []),
    pipe: t.invoke(stat, 'isFIFO', []),
  });
  const actions: { readonly [action: string]: (step: FdStep) => unknown } = {
    open: openedOn,
    close: closed,
    stat: (step) => after(operated('stat', step, []), statTold),
    read: (step) => moved('read', 'bytesRead', step),
    write: (step) => moved('write', 'bytesWritten', step),
    text: (step) => moved('write', 'bytesWritten', step),
    move: (step) => t.invoke(t.fs, 'renameSync', [pathOf(step[1]), pathOf(step[2])]),
    remove: (step) => t.invoke(t.fs, 'unlinkSync', [pathOf(step[1])]),
  };
  const outcomes: unknown[] = [];
  const act = (step: FdStep): unknown => {
    const action = actions[`${step[0]}`];
    return action === undefined ? t.unobservable('there is no such step') : action(step);
  };
  const tell = (how: string, value: unknown): void => {
    outcomes.push([how, value]);
  };
  const nameOf = (error: unknown): string => `${memberOf(error, 'name')}`;
  const left = (): FdStep[] =>
    Object.keys(isOpen)
      .filter((name) => isOpen[name])
      .map((name) => ['close', name]);
  if (form === 'sync') {
    // Nothing else of the target comes between: a number that was closed may be another's then.
    given.steps.forEach((step) => {
      const came = t.attempt(() => act(step));
      tell(came[0], came[1]);
    });
    left().map((step) => t.attempt(() => closed(step)));
    return outcomes;
  }
  // Without `await`: the oldest hosts lose variables of functions around it.
  return given.steps
    .reduce(
      (before: Promise<unknown>, step) =>
        before
          .then(() => act(step))
          .then(
            (value) => tell('returned', value),
            (error) => tell('threw', nameOf(error)),
          ),
      Promise.resolve(),
    )
    .then(() =>
      Promise.all(
        left().map((step) =>
          Promise.resolve(step)
            .then(closed)
            .catch(() => 0),
        ),
      ),
    )
    .then(() => outcomes);
};
