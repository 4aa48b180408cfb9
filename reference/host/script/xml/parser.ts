/** 3/xml-module/xml-parse: parses documents with libxml2. */
import type { LibXml2 } from 'libxml2-wasm/lib/libxml2raw.mjs';
import type { PortOutcome } from '../../../port/outcome.js';
import type { XmlPart } from '../../../port/xml.js';
import { fields, Memory } from './memory.js';
import { reportTree } from './tree.js';

/** Replaces entities, adds default attributes, and reads nothing from the network. */
const options = 2 | 8 | 2048;

/** Error codes of libxml2 for external parts that it did not read. */
const codes = { unknownEntity: 27, noFile: 1524, noNetwork: 1543 } as const;

/** One libxml2 instance with its own memory. It keeps nothing of a parsed document. */
export class Parser {
  readonly #library: LibXml2;
  readonly #memory: Memory;
  readonly #onComplaint: number;
  /** The parser context of the current document. */
  #context = 0;
  /** The first of the most severe errors. */
  #refusal: { readonly level: number; readonly text: string } | undefined;
  #isWhole = true;
  #isSound = true;

  constructor(library: LibXml2) {
    this.#library = library;
    this.#memory = new Memory(library);
    library._xmlInitParser();
    // From here on it opens no files, not even those in its virtual file system.
    library._xmlCleanupInputCallbacks();
    this.#onComplaint = library.addFunction((_: number, error: number) => this.#note(error), 'vii');
  }

  /** Bytes claimed from the operating system; they are never released. */
  get size(): number {
    return this.#memory.size;
  }

  /** False once something was thrown inside the library, which leaves it unusable. */
  get isSound(): boolean {
    return this.#isSound;
  }

  /** See `XmlPort`. */
  parse(bytes: Uint8Array, report: (...part: XmlPart) => void): PortOutcome<boolean> {
    this.#refusal = undefined;
    this.#isWhole = true;
    const document = this.#within(() => this.#read(bytes));
    if (document === 0) return refused(this.#refusal);
    try {
      reportTree(this.#memory, document, report);
      return { ok: true, value: this.#isWhole };
    } finally {
      this.#within(() => this.#library._xmlFreeDoc(document));
    }
  }

  /** The address of a document, or 0. */
  #read(bytes: Uint8Array): number {
    const place = this.#memory.place(bytes);
    if (place === undefined) return 0;
    const context = this.#library._xmlNewParserCtxt();
    this.#context = context;
    this.#library._xmlCtxtSetErrorHandler(context, this.#onComplaint, 0);
    const document = this.#library._xmlCtxtReadMemory(context, place, bytes.length, 0, 0, options);
    this.#library._xmlFreeParserCtxt(context);
    this.#library._free(place);
    return document;
  }

  #within<T>(work: () => T): T {
    this.#isSound = false;
    const result = work();
    this.#isSound = true;
    return result;
  }

  #note(error: number): void {
    const at = (field: number) => this.#memory.number(error + field);
    const { code, level, message, line, column } = fields.error;
    this.#isWhole &&= !this.#showsMissingPart(at(code));
    if (this.#refusal !== undefined && this.#refusal.level >= at(level)) return;
    const text = `libxml2: "${this.#memory.text(at(message)).trim()}" at ${at(line)}:${at(column)}`;
    this.#refusal = { level: at(level), text };
  }

  /** A missing external subset may have declared nothing of importance; a missing entity certainly leaves out content. */
  #showsMissingPart(code: number): boolean {
    if (code === codes.unknownEntity) return true;
    const isInside = this.#memory.number(this.#context + fields.context.openElements) > 0;
    return isInside && (code === codes.noFile || code === codes.noNetwork);
  }
}

function refused(complaint: { readonly text: string } | undefined): PortOutcome<never> {
  const message = `failed to parse XML (${complaint?.text ?? 'not enough memory for the document'})`;
  return { ok: false, name: 'SyntaxError', message };
}
