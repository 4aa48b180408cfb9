/** 3/file-system-module: which bytes of a view whole-file operations write, and with which permissions they make files. */
import { diskExample, fileWith, type InFolder, onDisk } from '../../../language/disk.js';
import { attempted, either, list, record, throws } from '../../../language/expectation.js';
import { FOLDER, file, type Tree } from '../../../language/fixture.js';
import type { Probe } from '../../../language/trial.js';
import { pattern } from './contents.js';
import { widthOf } from './descriptor-model.js';

const A = `${FOLDER}/a`;

/** A view of memory that begins inside of it, of a kind that is made in the target. */
interface ViewWriteRow {
  readonly kind: string;
  readonly offset: number;
  /** In elements. */
  readonly length: number;
  readonly operation: 'writeFile' | 'appendFile';
  readonly promised: boolean;
  /** A part of the view is written, cut by its own `subarray`. */
  readonly cut?: boolean;
}

const MEMORY = pattern(64);

const viewProbe: Probe<InFolder<ViewWriteRow & { memory: Uint8Array }>> = async ({ folder, given }, t) => {
  const canMake = (f: unknown): f is new (...args: unknown[]) => unknown => typeof f === 'function';
  const memory = new ArrayBuffer(given.memory.length);
  new Uint8Array(memory).set(given.memory);
  const Kind = t.at(given.kind);
  if (!canMake(Kind)) return t.lacking(`${given.kind} is missing`);
  const whole: unknown =
    given.kind === 'ArrayBuffer'
      ? memory
      : given.kind === 'Buffer'
        ? Buffer.from(memory, given.offset, given.length)
        : new Kind(memory, given.offset, given.length);
  const data = given.cut === true ? t.invoke(whole, 'subarray', [1, given.length - 1]) : whole;
  const args = [`${folder}/a`, data];
  const ended = given.promised
    ? await t.outcome(() => t.invoke(t.fs.promises, given.operation, args))
    : t.attempt(() => t.invoke(t.fs, `${given.operation}Sync`, args));
  // The memory that was written is as it was.
  return { ended: ended[0] === 'threw' ? ended : ['returned'], memory: Buffer.from(new Uint8Array(memory)) };
};

const viewed = ({ kind, offset, length, cut = false }: ViewWriteRow): Buffer => {
  if (kind === 'ArrayBuffer') return MEMORY;
  const width = widthOf(kind);
  const [from, to] = cut ? [offset + width, offset + width * (length - 1)] : [offset, offset + width * length];
  return MEMORY.subarray(from, to);
};

/** The text that an object is turned into where a text is wanted. */
const textOf = ({ kind }: ViewWriteRow): string => `[object ${kind}]`;

const views = (isTaken: boolean) =>
  diskExample({
    disk: () => ({ a: file('old') }),
    input: (data: ViewWriteRow) => ({ ...data, memory: Uint8Array.from(MEMORY) }),
    probe: viewProbe,
    expect: (data) => {
      const old = data.operation === 'appendFile' ? 'old' : '';
      const leaving = (content: string | Buffer) =>
        onDisk(record({ ended: list('returned'), memory: MEMORY }), { a: fileWith(content) });
      const taken = leaving(Buffer.concat([Buffer.from(old), viewed(data)]));
      if (isTaken) return taken;
      const refused = record({ ended: attempted(throws('TypeError')), memory: MEMORY });
      return either(taken, onDisk(refused, { a: file('old') }), leaving(`${old}${textOf(data)}`));
    },
  });

/** The bytes that a view shows. */
export const writesViews = views(true);
/** The same, or a TypeError and nothing written, or the text that other objects are turned into. */
export const writesOtherViews = views(false);

/** A file that is made gets the permissions that it is to be made with, as far as the umask leaves them; one that is there keeps its own. */
interface ModeRow {
  readonly operation: 'open' | 'writeFile' | 'appendFile';
  readonly promised: boolean;
  /** Left out for the default. */
  readonly mode?: number;
  readonly exists?: boolean;
}

const modeProbe: Probe<InFolder<{ promised: boolean; operation: string; args: readonly unknown[] }>> = async (
  { given },
  t,
) => {
  const made = given.promised
    ? await t.outcome(() => t.invoke(t.fs.promises, given.operation, given.args))
    : t.attempt(() => t.invoke(t.fs, `${given.operation}Sync`, given.args));
  if (given.operation === 'open' && made[0] === 'returned') {
    if (given.promised) await t.outcome(() => t.invoke(made[1], 'close', []));
    else t.attempt(() => t.fs.closeSync(Number(made[1])));
  }
  return [made[0]];
};

export const makes = diskExample({
  disk: ({ exists = false }: ModeRow): Tree => (exists ? { a: file('old', { mode: 0o640 }) } : {}),
  input: ({ operation, promised, mode }) => ({
    operation,
    promised,
    args:
      operation === 'open'
        ? [A, 'a', ...(mode === undefined ? [] : [mode])]
        : [A, 'x', ...(mode === undefined ? [] : [{ mode }])],
  }),
  probe: modeProbe,
  expect: ({ operation, mode = 0o666, exists = false }) => {
    const old = exists && operation !== 'writeFile' ? 'old' : '';
    const content = operation === 'open' ? old : `${old}x`;
    return onDisk(list('returned'), { a: fileWith(content, exists ? { mode: 0o640 } : { made: mode }) });
  },
});

/** A mode and a flag in the same options: both count. */
interface ModeAndFlagRow {
  readonly operation: 'writeFile' | 'appendFile';
  readonly promised: boolean;
  readonly flag: string;
  readonly exists: boolean;
  /** What the file holds then; without, the call fails. */
  readonly leaves?: string;
}

export const heedsBoth = diskExample({
  disk: ({ exists }: ModeAndFlagRow): Tree => (exists ? { a: file('old', { mode: 0o640 }) } : {}),
  input: ({ operation, promised, flag }) => ({ operation, promised, args: [A, 'x', { mode: 0o606, flag }] }),
  probe: modeProbe,
  expect: ({ exists, leaves }) =>
    onDisk(list(leaves === undefined ? 'threw' : 'returned'), {
      a: fileWith(leaves ?? 'old', exists ? { mode: 0o640 } : { made: 0o606 }),
    }),
});
