import type { GlobalNames } from '../port/runtime.js';
import type { Address } from './core/listen.js';

/** Options of a host. */
export interface StartOptions {
  /** Path of the configuration file, relative to the prefix. */
  readonly configuration: string;
  /** The folder of relative paths. */
  readonly prefix: string;
  /** Names of the host and runtime globals, if they differ from the documents'. */
  readonly bindings?: GlobalNames;
  /** The command line of the host that scripts see. */
  readonly arguments?: readonly string[];
  /** The version of the runtime; the newest one by default. */
  readonly runtimeVersion?: string;
  /** Compiles scripts of a plain form once for all realms, without checking that they are valid modules. */
  readonly trusted?: boolean;
  /** Milliseconds for which a handler may block the serving thread or process before that is ended; no limit by default. */
  readonly handlerTimeout?: number;
  /** The memory limit of a serving process in bytes; 2.5 GB by default. */
  readonly workerMemory?: number;
  /** Megabytes for the young generation of the serving thread; 12 by default. A higher value is faster and needs more memory. */
  readonly youngMb?: number;
  /** The shared memory with which the thread signals that no handler blocks it. */
  readonly beats?: Int32Array;
  /** Whether errors of scripts are shown on standard error with the surrounding lines, in addition to the log. */
  readonly showsScriptErrors?: boolean;
  /** Where errors without an `error_log` go: `stderr` or a path. */
  readonly errorLog?: string;
  /** Skips directives that the host lacks and whose effects neither scripts nor clients see. */
  readonly skipsUnsupported?: boolean;
  /** URL of the file that the thread runs; the built file by default. */
  readonly thread?: string;
  /** Directives that precede the configuration file. */
  readonly globals?: string;
  /** Number of the worker, from 0. */
  readonly workerId?: number;
  /** The slot of a worker in the file of counts. */
  readonly countsPlace?: number;
  /** The addresses of the host that this one replaces, in the order of the configuration. */
  readonly addresses?: readonly Address[];
}

/** Messages of the serving thread to the thread that started it. */
export type FromHost =
  | { readonly kind: 'listening'; readonly addresses: readonly Address[] }
  | { readonly kind: 'refused'; readonly message: string; readonly file: string; readonly line: number };

/** Commands for the serving thread: stop immediately, or quit after the active requests. */
export type ToHost = 'stop' | 'quit';
