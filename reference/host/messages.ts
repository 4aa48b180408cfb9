import type { Bindings } from '../port.js';
import type { Address } from './http/sockets.js';

/** How a host is started. */
export interface StartOptions {
  /** Path of the configuration file, relative to the prefix. */
  readonly configuration: string;
  /** Folder of relative paths. */
  readonly prefix: string;
  /** Names of the host and runtime globals where they differ from the documents'. */
  readonly bindings?: Bindings;
}

/** What the serving thread tells the one that started it. */
export type FromWorker =
  | { readonly kind: 'listening'; readonly addresses: readonly Address[] }
  | { readonly kind: 'refused'; readonly message: string; readonly file: string; readonly line: number };
