/** A model of files that are open: what flags say, on files as POSIX has them. */

/** What the table of flags says of one. */
export interface FlagFacts {
  /** `read` and `write` at any place, `append` at the end, `create` where it is missing, `fail` where it exists, `replace` what it holds. */
  readonly does: readonly ('read' | 'write' | 'append' | 'create' | 'fail' | 'replace')[];
}

export interface FlagEffects {
  readonly reads: boolean;
  readonly writes: boolean;
  readonly appends: boolean;
  readonly creates: boolean;
  readonly fails: boolean;
  readonly replaces: boolean;
}

export const doesOf = ({ does }: FlagFacts): FlagEffects => ({
  reads: does.includes('read'),
  writes: does.includes('write') || does.includes('append'),
  appends: does.includes('append'),
  creates: does.includes('create'),
  fails: does.includes('fail'),
  replaces: does.includes('replace'),
});

/** The same of a flag by its letters. */
export function effectsOf(flag: string): FlagEffects {
  const [isRead, isWritten, isBoth] = [flag.startsWith('r'), flag.startsWith('w'), flag.includes('+')];
  return {
    reads: isRead || isBoth,
    writes: !isRead || isBoth,
    appends: flag.startsWith('a'),
    creates: !isRead,
    fails: flag.includes('x'),
    replaces: isWritten,
  };
}

/** What descriptors of one file share. */
export interface FileData {
  bytes: Buffer;
  readonly isPipe?: boolean;
}

/** A file that was opened. Where a position is no number, operations are where the last one ended. */
export class OpenFile<D extends FileData = FileData> {
  readonly data: D;
  readonly does: FlagEffects;
  #position = 0;

  constructor(data: D, does: FlagEffects) {
    this.data = data;
    this.does = does;
  }

  /** Of a pipe it takes what it reads. */
  read(length: number, at: unknown): Buffer {
    const { data } = this;
    const start = typeof at === 'number' ? at : this.#position;
    const read = data.bytes.subarray(start, start + length);
    if (data.isPipe) data.bytes = data.bytes.subarray(read.length);
    else if (typeof at !== 'number') this.#position += read.length;
    return Buffer.from(read);
  }

  /** What is appended goes to the end, whatever the position, which only a write without one changes. */
  write(bytes: Uint8Array, at?: unknown): void {
    const { data } = this;
    if (bytes.length === 0) return;
    const isPlaced = typeof at === 'number';
    const start = this.does.appends || data.isPipe ? data.bytes.length : isPlaced ? at : this.#position;
    const end = start + bytes.length;
    const all = Buffer.alloc(Math.max(end, data.bytes.length));
    data.bytes.copy(all);
    all.set(bytes, start);
    data.bytes = all;
    if (!isPlaced && !data.isPipe) this.#position = end;
  }
}

/** What is found where a path leads. */
export type PathState =
  | { readonly kind: 'file'; readonly content: string; readonly readable?: false; readonly writable?: false }
  /** Nothing; `inDangling` where a link leads there. */
  | { readonly kind: 'nothing'; readonly creatable?: false; readonly inDangling?: true }
  | { readonly kind: 'folder' }
  /** The path cannot be followed. */
  | { readonly kind: 'unreachable' };

/** The file, or `undefined` where opening fails. */
export function opened(flag: FlagFacts, state: PathState): OpenFile | undefined {
  const does = doesOf(flag);
  switch (state.kind) {
    case 'nothing':
      if (!does.creates || state.creatable === false || (does.fails && state.inDangling)) return undefined;
      return new OpenFile({ bytes: Buffer.alloc(0) }, does);
    case 'file': {
      const isRefused = (does.reads && state.readable === false) || (does.writes && state.writable === false);
      if (does.fails || isRefused) return undefined;
      return new OpenFile({ bytes: Buffer.from(does.replaces ? '' : state.content) }, does);
    }
    default:
      return undefined;
  }
}
