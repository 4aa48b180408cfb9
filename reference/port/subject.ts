import type { Allocate } from './bytes.js';
import type { HttpRequestPort } from './http-request.js';
import type { PeriodicSessionPort } from './periodic-session.js';
import type { StreamSessionPort } from './stream-session.js';

/**
 * What a handler is called for. The realm makes one object of it, however many handlers get it: the host keeps one
 * subject for one request or session, and the realm tells subjects apart by identity.
 */
export type HandlerSubject =
  | { readonly kind: 'http'; readonly port: HttpRequestPort }
  | { readonly kind: 'stream'; readonly port: StreamSessionPort }
  | { readonly kind: 'periodic'; readonly port: PeriodicSessionPort };

/** What a handler gets after its subject: a primitive, a part of a body as a string or as a Buffer, or what is said of the part. */
export type Argument =
  | string
  | number
  | boolean
  | undefined
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: (allocate: Allocate) => Uint8Array }
  | { readonly kind: 'flags'; readonly last: boolean };
