import type { ConsolePort } from './console.js';
import type { CryptoPort } from './crypto.js';
import type { FileSystemPort } from './file-system.js';
import type { HashPort } from './hash.js';
import type { HostGlobalPort } from './host-global.js';
import type { PortOutcome, Rejection, RunEnd, Thrown } from './outcome.js';
import type { ProcessPort } from './process.js';
import type { Argument, HandlerSubject } from './subject.js';
import type { TimerPort } from './timers.js';
import type { XmlPort } from './xml.js';
import type { ZlibPort } from './zlib.js';

/**
 * The one typed way from a realm to the host. Everything that crosses is a primitive, a callback, or bytes that the realm
 * owns; records and lists of the host are read and copied by the realm's own code and never handed on to a script, and
 * the realm gives lists as rest parameters, because methods of its arrays may be a script's. Compiled in both worlds, so
 * these files hold types alone.
 */
export interface RealmPort {
  readonly bindings: GlobalNames;
  readonly runtime: RuntimePort;
  readonly console: ConsolePort;
  readonly timers: TimerPort;
  readonly process: ProcessPort;
  readonly hash: HashPort;
  readonly crypto: CryptoPort;
  readonly files: FileSystemPort;
  readonly xml: XmlPort;
  readonly zlib: ZlibPort;
  /** Absent on the command line, where no host serves requests. */
  readonly host?: HostGlobalPort;
  /** Enters the realm for a callback that the engine calls by itself; does nothing once the realm works for nobody. */
  readonly enter: (work: () => RunEnd) => void;
  /** Says where `Runtime.lastThrown` was made; absent where nobody asks. */
  readonly place?: () => string | undefined;
}

/** The names under which scripts see the globals that the documents call `srv` and `rt`. */
export interface GlobalNames {
  readonly srv: string;
  readonly rt: string;
  /** Further names of the same globals. */
  readonly also?: { readonly srv: string; readonly rt: string };
}

/** Real hosts have two engines; what scripts see of the difference follows from which one they ask for. */
export type Engine = 'njs' | 'qjs';

/** Behind `rt`. */
export interface RuntimePort {
  readonly engine: Engine;
  /** Decides which members there are and how they behave. */
  readonly version: string;
  /** Whether it has all that the documents know, and nothing that they know to be removed. */
  readonly isNewest: boolean;
  readonly versionNumber: number;
  /** Bytes claimed from the operating system. */
  readonly memorySize: () => number;
}

/** How a call of a handler stands when its synchronous part is through. */
export type HandlerReturn =
  | { readonly kind: 'not found' }
  | Thrown
  /** `value` is what was returned, or given to `setReturnValue` in its place, as text or bytes. */
  | { readonly kind: 'returned'; readonly value: () => PortOutcome<string | Uint8Array> }
  /** It returned a promise; its value is what `setReturnValue` was given so far. */
  | { readonly kind: 'promised'; readonly value: () => PortOutcome<string | Uint8Array> };

/** A frame of a stack as the engine describes it. Of built-in functions and evaluated code there is no file. */
export interface EngineFrame {
  getScriptNameOrSourceURL(): string | null | undefined;
  getFunctionName(): string | null;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
  isEval(): boolean;
  toString(): string;
}

/** What answers the engine while code of a realm runs; all are functions of the realm. */
export interface EngineCallbacks {
  /** The text of an error's `stack`; `global` is the global object of the error's realm, and the innermost frame is first. */
  readonly stack: (global: object, error: object, frames: readonly EngineFrame[]) => string;
  /** What a dynamic import comes to. */
  readonly importModule: () => Promise<never>;
  /** Fills `import.meta`, in which there is nothing. */
  readonly importMeta: () => void;
}

/** What the runtime inside a realm offers its host. */
export interface Runtime {
  readonly callbacks: EngineCallbacks;
  /** Object behind `import … from 'name'`, or `undefined` when there is no such module. */
  readonly builtIn: (name: string) => object | undefined;
  /** Error of the realm, for module loading that fails inside the host. */
  readonly error: (name: string, message: string) => unknown;
  /** Makes the default export of a module a global, from which handler names such as `main.hello` start. */
  readonly expose: (name: string, value: unknown) => void;
  /** Makes what a JSON text stands for a global that cannot be changed within. */
  readonly preload: (name: string, json: string) => void;
  /** Removes what was exposed and preloaded. Returns false where a script has changed one of these globals. */
  readonly conceal: () => boolean;
  /** The one entry for handlers. A promise of theirs that is rejected is one that nothing handles. */
  readonly call: (handler: string, subject: HandlerSubject, args: readonly Argument[]) => HandlerReturn;
  /** What is told of a thrown value. */
  readonly failure: (thrown: unknown) => Thrown;
  /** What is told of a rejected promise that nobody handled. From then on it counts as handled. */
  readonly rejection: (reason: unknown, promise: object) => Rejection;
  /** The value that is being told of, which the host hands to the engine and does not look into. */
  readonly lastThrown: () => unknown;
  /** Whether there are callbacks of the event `exit`. */
  readonly awaitsExit: () => boolean;
  /** Runs the callbacks of the event `exit`, and tells how each ended. */
  readonly exit: (told: (ending: RunEnd) => void) => void;
  /** Tells of the lasting objects that scripts get although no global leads to them. */
  readonly eachHanded: (tell: (object: object) => void) => void;
  /**
   * Forgets what the runtime remembers of an owner, but for the objects of the realm. Returns false where code of a script may
   * run later although nothing is pending.
   */
  readonly renew: () => boolean;
}
