import type { EngineName, GlobalNames } from '../../port/runtime.js';

/** The data from which a thread makes its realm. */
export interface RealmWork {
  readonly bindings: GlobalNames;
  readonly runtimeVersion: string | undefined;
  readonly engine: EngineName;
  /** What scripts see as `process.argv`. */
  readonly commandLine: readonly string[];
  /** Absolute paths of the folders searched for modules, after the folder of the importing file. */
  readonly folders: readonly string[];
  readonly ignoresRejections: boolean;
}

/** The start data of a thread that runs a script. */
export interface ScriptWork extends RealmWork {
  /** The name of the script in messages: its absolute path, `-c` or `-`. */
  readonly name: string;
  readonly text: string;
  readonly isModule: boolean;
  readonly failureStatus: number;
}
