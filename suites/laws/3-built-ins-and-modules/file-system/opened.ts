/** A model of what opening with a flag does: what the flags table says, on files as POSIX has them. */

/** What the table says of a flag. */
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

/** What is found where a path leads. */
export type PathState =
  | { readonly kind: 'file'; readonly content: string; readonly readable?: false; readonly writable?: false }
  /** Nothing; `inDangling` where a link leads there. */
  | { readonly kind: 'nothing'; readonly creatable?: false; readonly inDangling?: true }
  | { readonly kind: 'folder' }
  /** The path cannot be followed. */
  | { readonly kind: 'unreachable' };

/** A file that was opened: what is read and written, and what it holds then. */
export class OpenFileModel {
  content: Buffer;
  readonly #does: FlagEffects;
  #position = 0;

  constructor(does: FlagEffects, content: string) {
    this.#does = does;
    this.content = Buffer.from(content);
  }

  /** `undefined` where it fails. */
  read(length: number, at: number | null): Buffer | undefined {
    if (!this.#does.reads) return undefined;
    const from = at ?? this.#position;
    const bytes = this.content.subarray(from, from + length);
    if (at === null) this.#position = from + bytes.length;
    return Buffer.from(bytes);
  }

  write(text: string): number | undefined {
    if (!this.#does.writes) return undefined;
    const bytes = Buffer.from(text);
    const at = this.#does.appends ? this.content.length : this.#position;
    const gap = Buffer.alloc(Math.max(0, at - this.content.length));
    this.content = Buffer.concat([this.content.subarray(0, at), gap, bytes, this.content.subarray(at + bytes.length)]);
    this.#position = at + bytes.length;
    return bytes.length;
  }

  /** Somebody else appends to the file. */
  grow(text: string): void {
    this.content = Buffer.concat([this.content, Buffer.from(text)]);
  }
}

/** The file, or `undefined` where opening fails. */
export function opened(flag: FlagFacts, state: PathState): OpenFileModel | undefined {
  const does = doesOf(flag);
  switch (state.kind) {
    case 'nothing':
      if (!does.creates || state.creatable === false || (does.fails && state.inDangling)) return undefined;
      return new OpenFileModel(does, '');
    case 'file': {
      const isRefused = (does.reads && state.readable === false) || (does.writes && state.writable === false);
      return does.fails || isRefused ? undefined : new OpenFileModel(does, does.replaces ? '' : state.content);
    }
    default:
      return undefined;
  }
}
