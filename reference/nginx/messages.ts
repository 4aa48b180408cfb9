import type { GlobalNames } from '../port/runtime.js';
import type { Address } from './core/listen.js';

/** How a host is started. */
export interface StartOptions {
  /** Path of the configuration file, relative to the prefix. */
  readonly configuration: string;
  /** Folder of relative paths. */
  readonly prefix: string;
  /** Names of the host and runtime globals where they differ from the documents'. */
  readonly bindings?: GlobalNames;
  /** What scripts see as the command line of the host. */
  readonly arguments?: readonly string[];
  /** What the runtime is to be like; the newest version of the documents unless it is given. */
  readonly runtimeVersion?: string;
  /** Scripts of a plain form are compiled once for all realms, and it is not asked whether they are modules. */
  readonly trusted?: boolean;
  /** Milliseconds that a handler may hold the thread or process that serves, which is ended then; any time unless it is given. */
  readonly handlerTimeout?: number;
  /** Bytes that a process that serves may have of the machine; 2.5 GB unless it is given. */
  readonly workerMemory?: number;
  /** Megabytes for what is young in the thread that serves, where that is worth more than memory is; 12 unless it is given. */
  readonly youngMb?: number;
  /** By which the thread shows that no handler holds it. */
  readonly beats?: Int32Array;
  /** Whether scripts' errors are shown on the standard error with the lines around, besides the log. */
  readonly showsScriptErrors?: boolean;
  /** Where errors go that no `error_log` takes: `stderr` or a path. */
  readonly errorLog?: string;
  /** Leaves out directives that the host does not have, where neither scripts nor clients see what they change. */
  readonly skipsUnsupported?: boolean;
  /** Address of the file that the thread runs; that of the build unless it is given. */
  readonly thread?: string;
  /** Directives that stand in front of the configuration file. */
  readonly globals?: string;
  /** Number of the worker, from 0. */
  readonly workerId?: number;
  /** The part of the file of counts that a worker counts in. */
  readonly countsPlace?: number;
  /** Where a host listened that this one takes over from, in the order of the configuration. */
  readonly addresses?: readonly Address[];
}

/** What the serving thread tells the one that started it. */
export type FromHost =
  | { readonly kind: 'listening'; readonly addresses: readonly Address[] }
  | { readonly kind: 'refused'; readonly message: string; readonly file: string; readonly line: number };

/** What the serving thread is told: to end at once, or when the requests under way are answered. */
export type ToHost = 'stop' | 'quit';
