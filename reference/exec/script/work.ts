import type { Engine, GlobalNames } from '../../port/runtime.js';

/** What a thread is told of the realm that it is to make. */
export interface RealmWork {
  readonly bindings: GlobalNames;
  readonly runtimeVersion: string | undefined;
  readonly engine: Engine;
  /** What scripts see as `process.argv`. */
  readonly commandLine: readonly string[];
  /** Absolute paths of the folders where modules are looked for besides that of the file that imports them. */
  readonly folders: readonly string[];
  readonly ignoresRejections: boolean;
}

/** What the thread is told that runs a script. */
export interface ScriptWork extends RealmWork {
  /** What the script is called in messages: its absolute path, `-c` or `-`. */
  readonly name: string;
  readonly text: string;
  readonly isModule: boolean;
  readonly failureStatus: number;
}
