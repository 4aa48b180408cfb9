import type { Allocate } from './bytes.js';
import type { HttpRequestPort } from './http-request.js';
import type { PeriodicSessionPort } from './periodic-session.js';
import type { StreamSessionPort } from './stream-session.js';

/**
 * The object that a handler is called for. The host keeps one subject for each request or session. The realm distinguishes subjects by
 * identity, and makes one object of each, however many handlers receive it.
 */
export type HandlerSubject =
  | { readonly kind: 'http'; readonly port: HttpRequestPort }
  | { readonly kind: 'stream'; readonly port: StreamSessionPort }
  | { readonly kind: 'periodic'; readonly port: PeriodicSessionPort };

/** What a handler receives after its subject: a primitive, a part of a body as a string or a Buffer, or facts about the part. */
export type Argument =
  | string
  | number
  | boolean
  | undefined
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: (allocate: Allocate) => Uint8Array }
  | { readonly kind: 'flags'; readonly last: boolean };
