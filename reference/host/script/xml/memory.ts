/** 3/xml-module/xml-parse: the memory of libxml2. */
import type { LibXml2 } from 'libxml2-wasm/lib/libxml2raw.mjs';

/** Offsets of fields in the structures of libxml2, in bytes, with pointers of 32 bits. */
export const fields = {
  node: {
    type: 4,
    name: 8,
    children: 12,
    parent: 20,
    next: 24,
    namespace: 36,
    content: 40,
    attributes: 44,
    declarations: 48,
  },
  declaration: { next: 0, uri: 8, prefix: 12 },
  context: { openElements: 56 },
  error: { code: 4, message: 8, level: 12, line: 20, column: 40 },
} as const;

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The memory of one libxml2 instance. */
export class Memory {
  readonly #library: LibXml2;
  readonly #names = new Map<number, string>();

  constructor(library: LibXml2) {
    this.#library = library;
  }

  /** Bytes claimed from the operating system. */
  get size(): number {
    return this.#library.HEAPU8.length;
  }

  /** A number or a pointer. */
  number(address: number): number {
    return this.#library.HEAP32[address >> 2] ?? 0;
  }

  /** The string behind a pointer to a name. They are cached, because libxml2 stores each name of a document once. */
  name(pointer: number): string {
    const known = this.#names.get(pointer);
    if (known !== undefined) return known;
    const name = this.text(pointer);
    this.#names.set(pointer, name);
    return name;
  }

  /** Clears the cache for the next document. */
  forgetNames(): void {
    this.#names.clear();
  }

  /** The string behind a pointer; a null pointer gives an empty string. */
  text(pointer: number): string {
    if (pointer === 0) return '';
    const { HEAPU8: bytes } = this.#library;
    return decoder.decode(bytes.subarray(pointer, bytes.indexOf(0, pointer)));
  }

  /** Allocates memory with these bytes, which the caller frees; `undefined` if there is no memory. */
  place(bytes: Uint8Array): number | undefined {
    const pointer = this.#library._malloc(bytes.length + 1);
    if (pointer === 0) return undefined;
    this.#library.HEAPU8.set(bytes, pointer);
    this.#library.HEAPU8[pointer + bytes.length] = 0;
    return pointer;
  }
}
