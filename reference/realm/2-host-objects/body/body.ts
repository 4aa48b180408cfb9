import { allocate, bytesBehind, copyOf, memoryBehind } from '../../support/bytes.js';
import { OwnTypeError, parseJson } from '../../support/intrinsics.js';
import { promised } from '../../support/promised.js';
import { textOf } from '../../support/text.js';
import { decodeUtf8, encodeUtf8 } from '../../support/utf8.js';
import type { HeaderList } from '../headers/header-list.js';

/** The kind of value that a body was made from. */
type BodyKind = 'none' | 'text' | 'bytes';

/** The body of a Request or a Response, which can be read once. */
export class FetchBody {
  /** Never modified. */
  readonly bytes: Uint8Array;
  readonly kind: BodyKind;
  #isUsed = false;

  constructor(bytes: Uint8Array, kind: BodyKind) {
    this.bytes = bytes;
    this.kind = kind;
  }

  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Throws TypeError if the body was read before. */
  use(): Uint8Array {
    if (this.#isUsed) throw new OwnTypeError('body stream already read');
    this.#isUsed = true;
    return this.bytes;
  }

  /** An independent copy, which counts as read if this body was read. */
  copy(): FetchBody {
    const copy = new FetchBody(this.bytes, this.kind);
    copy.#isUsed = this.#isUsed;
    return copy;
  }
}

/**
 * Converts the body that a script passes. Bytes are copied, `null` and `undefined` are no body, and other values become strings. Only a
 * string counts as text.
 */
export function bodyGiven(value: unknown): FetchBody {
  if (value === undefined || value === null) return new FetchBody(allocate(0), 'none');
  const bytes = bytesBehind(value);
  if (bytes !== undefined) return new FetchBody(copyOf(bytes), 'bytes');
  return new FetchBody(encodeUtf8(textOf(value)), typeof value === 'string' ? 'text' : 'bytes');
}

/** Fetch Standard, 5.4: a text sets the content type, unless the headers have one. */
export function addType({ kind }: FetchBody, headers: HeaderList): void {
  if (kind === 'text' && !headers.has('Content-Type')) headers.append('Content-Type', 'text/plain;charset=UTF-8');
}

/** 2/request-and-response-body-methods: as on real hosts, a second call throws, and a call on another object returns `undefined`. */
export function readArrayBuffer(body: FetchBody | undefined): Promise<unknown> | undefined {
  return read(body, (bytes) => memoryBehind(copyOf(bytes)));
}

/** 2/request-and-response-body-methods */
export function readJson(body: FetchBody | undefined): Promise<unknown> | undefined {
  return read(body, (bytes) => parseJson(decodeUtf8(bytes)));
}

/** 2/request-and-response-body-methods */
export function readText(body: FetchBody | undefined): Promise<unknown> | undefined {
  return read(body, decodeUtf8);
}

function read(body: FetchBody | undefined, made: (bytes: Uint8Array) => unknown): Promise<unknown> | undefined {
  if (body === undefined) return undefined;
  const bytes = body.use();
  return promised(() => made(bytes));
}
