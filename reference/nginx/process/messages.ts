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
  /** The master has what the plan asks for: it may do what no client asks for. */
  | { readonly kind: 'serve' }
  /** Comes with a socket, accepted where the plan's address of this number is. */
  | { readonly kind: 'connection'; readonly address: number }
  | { readonly kind: 'reopen' }
  | { readonly kind: 'quit' }
  | { readonly kind: 'stop' };

/** What a worker refuses: a configuration, or the files of a valid one. */
export type RefusalSubject = 'the configuration' | 'its files';

export type WorkerMessage =
  | { readonly kind: 'planned'; readonly plan: ProcessPlan }
  /** With the lines of a script that are to blame, for a person. */
  | {
      readonly kind: 'refused';
      readonly messages: readonly string[];
      readonly excerpt: string;
      readonly what: RefusalSubject;
    }
  /** A connection has arrived. */
  | { readonly kind: 'took' }
  /** Comes again and again as long as no handler holds the process. */
  | { readonly kind: 'beat' };
