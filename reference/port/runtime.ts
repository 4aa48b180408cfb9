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
 * The one typed interface from a realm to the host. Whatever crosses is a primitive, a callback, or bytes that the realm owns. The realm's
 * own code reads and copies records and lists of the host, and never passes them to a script.
 * The realm passes lists as rest parameters, because a script may have replaced methods of its arrays. These files contain only types,
 * since both sides compile them.
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
  /** Enters the realm for a callback that the engine calls by itself. Does nothing once the realm has no owner. */
  readonly enter: (work: () => RunEnd) => void;
  /** Returns where `Runtime.lastThrown` was thrown; absent where nothing shows it. */
  readonly place?: () => string | undefined;
}

/** The names under which scripts see the globals that the documents call `srv` and `rt`. */
export interface GlobalNames {
  readonly srv: string;
  readonly rt: string;
  /** Further names of the same globals. */
  readonly also?: { readonly srv: string; readonly rt: string };
}

/** Real hosts have two engines; some differences between them are visible to scripts. */
export type EngineName = 'njs' | 'qjs';

/** The host side of `rt`. */
export interface RuntimePort {
  readonly engine: EngineName;
  /** Decides which members exist and how they behave. */
  readonly version: string;
  /** Whether the runtime has everything in the documents except what they list as removed. */
  readonly isNewest: boolean;
  readonly versionNumber: number;
  /** Bytes claimed from the operating system. */
  readonly memorySize: () => number;
}

/** The result of a call to a handler when its synchronous part has ended. */
export type HandlerReturn =
  | { readonly kind: 'not found' }
  | Thrown
  /** `value` is the result, or the argument of `setReturnValue` in its place, as text or bytes. */
  | { readonly kind: 'returned'; readonly value: () => PortOutcome<string | Uint8Array> }
  /** The handler returned a promise; `value` is the argument of `setReturnValue` so far. */
  | { readonly kind: 'promised'; readonly value: () => PortOutcome<string | Uint8Array> };

/** A stack frame as the engine describes it. Built-in functions and evaluated code have no file. */
export interface EngineFrame {
  getScriptNameOrSourceURL(): string | null | undefined;
  getFunctionName(): string | null;
  getLineNumber(): number | null;
  getColumnNumber(): number | null;
  isEval(): boolean;
  toString(): string;
}

/** Functions of the realm that the engine calls while code of the realm runs. */
export interface EngineCallbacks {
  /** The text of an error's `stack`; `global` is the global object of the error's realm, and the innermost frame is first. */
  readonly stack: (global: object, error: object, frames: readonly EngineFrame[]) => string;
  /** The result of a dynamic import. */
  readonly importModule: () => Promise<never>;
  /** Fills `import.meta`, which is empty. */
  readonly importMeta: () => void;
}

/** What the runtime inside a realm offers its host. */
export interface Runtime {
  readonly callbacks: EngineCallbacks;
  /** Object behind `import … from 'name'`, or `undefined` when there is no such module. */
  readonly builtIn: (name: string) => object | undefined;
  /** Makes an error of the realm, for module loading that fails inside the host. */
  readonly error: (name: string, message: string) => unknown;
  /** Makes the default export of a module a global. Handler names such as `main.hello` start from one. */
  readonly expose: (name: string, value: unknown) => void;
  /** Makes the value of a JSON text a deeply frozen global. */
  readonly preload: (name: string, json: string) => void;
  /** Removes what `expose` and `preload` added. Returns false if a script has changed one of these globals. */
  readonly conceal: () => boolean;
  /** Calls a handler; there is no other entry for handlers. If it returns a promise that rejects, the rejection is unhandled. */
  readonly call: (handler: string, subject: HandlerSubject, args: readonly Argument[]) => HandlerReturn;
  /** Describes a thrown value. */
  readonly failure: (thrown: unknown) => Thrown;
  /** Describes the reason of an unhandled rejection, which counts as handled from then on. */
  readonly rejection: (reason: unknown, promise: object) => Rejection;
  /** The value that is being described. The host passes it to the engine without inspecting it. */
  readonly lastThrown: () => unknown;
  /** Whether there are callbacks of the event `exit`. */
  readonly awaitsExit: () => boolean;
  /** Runs the callbacks of the event `exit`, and reports how each ended. */
  readonly exit: (report: (ending: RunEnd) => void) => void;
  /** Visits the lasting objects that scripts receive although no global leads to them. */
  readonly eachReachable: (visit: (object: object) => void) => void;
  /**
   * Forgets what the runtime remembers of an owner, except the objects of the realm. Returns false if code of a script may run later
   * although nothing is pending.
   */
  readonly renew: () => boolean;
}
