import type { LogLevel } from '../../host/logging/error-log.js';
import type { ZoneDeclaration } from '../../host/support/scripting/zone-declaration.js';
import type { Address } from '../core/listen.js';
import type { StartOptions } from '../messages.js';
import type { Note } from '../notes.js';

/** What a configuration asks of the process that owns sockets, shared dictionaries and workers. */
export interface ProcessPlan {
  /** Path of the configuration file. */
  readonly file: string;
  /** Where to listen, in the order of the configuration. */
  readonly addresses: readonly Address[];
  readonly zones: readonly ZoneDeclaration[];
  readonly workers: number;
  /** Whether nginx would have a master: one that has none ends at once when it is told to quit, and always accepts. */
  readonly hasMaster: boolean;
  readonly daemon?: boolean;
  readonly pid?: string;
  readonly errorLogs: readonly { readonly path: string; readonly level: LogLevel }[];
  /** Files of the configuration and of its scripts. */
  readonly files: readonly string[];
  /** Files of the configuration with their texts, where a dump is asked for. */
  readonly dump?: readonly (readonly [path: string, text: string])[];
  /** What is to be said of the configuration although it is accepted. */
  readonly notes: readonly Note[];
  /** Says whether another worker read the same. */
  readonly digest: string;
}

/** How far a worker goes: it reads the configuration, opens logs and links scripts besides, or goes on to serve. */
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

/** What a worker refuses: a configuration, or to go on with one that makes sense. */
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
