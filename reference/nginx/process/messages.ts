import type { LogLevel } from '../../host/logging/error-log.js';
import type { ZoneDeclaration } from '../../host/support/scripting/zone-declaration.js';
import type { Address } from '../core/listen.js';
import type { StartOptions } from '../messages.js';
import type { Note } from '../notes.js';

/** A configuration's requirements for the process that owns sockets, shared dictionaries and workers. */
export interface ProcessPlan {
  /** Path of the configuration file. */
  readonly file: string;
  /** The addresses to listen on, in the order of the configuration. */
  readonly addresses: readonly Address[];
  readonly zones: readonly ZoneDeclaration[];
  readonly workers: number;
  /** Whether nginx would have a master: without one it ends at once on a quit command, and always accepts. */
  readonly hasMaster: boolean;
  readonly daemon?: boolean;
  readonly pid?: string;
  readonly errorLogs: readonly { readonly path: string; readonly level: LogLevel }[];
  /** Files of the configuration and of its scripts. */
  readonly files: readonly string[];
  /** Files of the configuration with their texts, if a dump is requested. */
  readonly dump?: readonly (readonly [path: string, text: string])[];
  /** Notes on an accepted configuration. */
  readonly notes: readonly Note[];
  /** Shows whether another worker read the same configuration. */
  readonly digest: string;
}

/** The task of a worker: it reads the configuration; opens logs and links scripts in addition; or continues to serve. */
export type WorkerTask = 'read' | 'test' | 'serve';

export type ToWorker =
  | { readonly kind: 'begin'; readonly task: WorkerTask; readonly options: StartOptions }
  /** The master is ready: the worker may start work that needs no client. */
  | { readonly kind: 'serve' }
  /** Sent with a socket, which was accepted at the plan's address with this number. */
  | { readonly kind: 'connection'; readonly address: number }
  | { readonly kind: 'reopen' }
  | { readonly kind: 'quit' }
  | { readonly kind: 'stop' };

/** What a worker refuses: a configuration, or the files of a valid one. */
type RefusalSubject = 'the configuration' | 'its files';

export type WorkerMessage =
  | { readonly kind: 'planned'; readonly plan: ProcessPlan }
  /** With the lines of a script that caused the failure, for the user. */
  | {
      readonly kind: 'refused';
      readonly messages: readonly string[];
      readonly excerpt: string;
      readonly what: RefusalSubject;
    }
  /** A connection has arrived. */
  | { readonly kind: 'took' }
  /** Sent repeatedly as long as no handler blocks the process. */
  | { readonly kind: 'beat' };
