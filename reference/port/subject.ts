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

/** What a handler gets after its subject. */
export type Argument = string | number | boolean | undefined;
