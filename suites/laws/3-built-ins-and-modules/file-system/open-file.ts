/** Open files, after POSIX, and the effects of flags. */

/** `read` and `write` anywhere, `append` at the end, `create` if missing, `fail` if existing, `replace` the content. */
type FlagEffect = 'read' | 'write' | 'append' | 'create' | 'fail' | 'replace';
type FlagEffects = readonly FlagEffect[];

/** 3/file-system-flags */
const FLAGS: { readonly [flag: string]: FlagEffects } = {
  a: ['append', 'create'],
  ax: ['append', 'create', 'fail'],
  'a+': ['read', 'append', 'create'],
  'ax+': ['read', 'append', 'create', 'fail'],
  as: ['append', 'create'],
  'as+': ['read', 'append', 'create'],
  r: ['read'],
  'r+': ['read', 'write'],
  'rs+': ['read', 'write'],
  w: ['write', 'create', 'replace'],
  wx: ['write', 'create', 'fail'],
  'w+': ['read', 'write', 'create', 'replace'],
  'wx+': ['read', 'write', 'create', 'fail'],
};

export function effectsOf(flag: string): FlagEffects {
  const effects = FLAGS[flag];
  if (effects === undefined) throw new Error(`there is no flag ${flag}`);
  return effects;
}

/** Data that descriptors of one file share. */
export interface FileData {
  readonly kind: 'file' | 'folder' | 'pipe';
  bytes: Buffer;
  names: number;
}

export const newFile = (content: Uint8Array | string = '', kind: FileData['kind'] = 'file'): FileData => ({
  kind,
  bytes: Buffer.from(content),
  names: 1,
});

/** An opened file. If a position is not a number, operations continue where the last one ended. */
export class OpenFile {
  readonly data: FileData;
  readonly #does: FlagEffects;
  #position = 0;

  constructor(data: FileData, does: FlagEffects) {
    this.data = data;
    this.#does = does;
  }

  get reads(): boolean {
    return this.#does.includes('read');
  }

  get writes(): boolean {
    return this.#does.includes('write') || this.#does.includes('append');
  }

  /** Reading a pipe consumes the data. */
  read(length: number, at?: unknown): Buffer {
    const { data } = this;
    const start = typeof at === 'number' ? at : this.#position;
    const read = data.bytes.subarray(start, start + length);
    if (data.kind === 'pipe') data.bytes = data.bytes.subarray(read.length);
    else if (typeof at !== 'number') this.#position += read.length;
    return Buffer.from(read);
  }

  /** Appended data goes to the end, whatever the position, which only a write without one changes. */
  write(bytes: Uint8Array, at?: unknown): void {
    const { data } = this;
    if (bytes.length === 0) return;
    const isPlaced = typeof at === 'number';
    const isAtEnd = this.#does.includes('append') || data.kind === 'pipe';
    const start = isAtEnd ? data.bytes.length : isPlaced ? at : this.#position;
    const end = start + bytes.length;
    const all = Buffer.alloc(Math.max(end, data.bytes.length));
    data.bytes.copy(all);
    all.set(bytes, start);
    data.bytes = all;
    if (!isPlaced && data.kind === 'file') this.#position = end;
  }
}
