import { allocate, bytesBehind, copyOf, memoryBehind } from '../../support/bytes.js';
import { OwnTypeError, parseJson } from '../../support/intrinsics.js';
import { promised } from '../../support/promised.js';
import { textOf } from '../../support/text.js';
import { decodeUtf8, encodeUtf8 } from '../../support/utf8.js';
import type { HeaderList } from '../headers/header-list.js';

/** What a body is made of. */
type BodyKind = 'none' | 'text' | 'bytes';

/** What a Request or a Response carries, which can be read once. */
export class FetchBody {
  /** Nobody changes them. */
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

  /** Throws TypeError where the body was used. */
  use(): Uint8Array {
    if (this.#isUsed) throw new OwnTypeError('body stream already read');
    this.#isUsed = true;
    return this.bytes;
  }

  /** A body of its own, which is used where this one is. */
  copy(): FetchBody {
    const copy = new FetchBody(this.bytes, this.kind);
    copy.#isUsed = this.#isUsed;
    return copy;
  }
}

/** What a script passes as a body: bytes are copied, and of all else but nothing a string is made; only a string counts as text. */
export function bodyGiven(value: unknown): FetchBody {
  if (value === undefined || value === null) return new FetchBody(allocate(0), 'none');
  const bytes = bytesBehind(value);
  if (bytes !== undefined) return new FetchBody(copyOf(bytes), 'bytes');
  return new FetchBody(encodeUtf8(textOf(value)), typeof value === 'string' ? 'text' : 'bytes');
}

/** Fetch Standard, 5.4: a text has a type, unless the headers name one. */
export function addType({ kind }: FetchBody, headers: HeaderList): void {
  if (kind === 'text' && !headers.has('Content-Type')) headers.append('Content-Type', 'text/plain;charset=UTF-8');
}

/** 2/request-and-response-body-methods: as on real hosts a second call throws, and one for another object does nothing. */
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
