import type { FetchRequest } from '../../../port/fetch.js';
import type { ByteString } from '../byte-string.js';
import type { StartFetch } from '../realms/fetch-port.js';
import type { Block } from '../settings/block.js';

/** The origin of a request of `srv.fetch()`. */
export interface FetchSource {
  /** The block whose settings apply to it. */
  readonly block: Block;
  readonly variable: (name: string) => ByteString | undefined;
  /** Writes a log line of the host about it. */
  readonly logLine: (level: 'alert' | 'crit' | 'error', message: ByteString) => void;
}

/** Sends requests of scripts. */
export type SendFetch = (source: FetchSource, request: FetchRequest) => ReturnType<StartFetch>;
