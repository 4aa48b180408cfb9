/**
 * The one typed way from a realm to the host. Everything that crosses is a primitive, a callback, or bytes that the realm
 * owns; records and lists are read and copied by the realm's own code and never handed on to a script. Compiled in both
 * worlds, so it holds types alone.
 */

/** How a port call ended. Errors cross as a name and a message; the realm throws its own error object. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly name: string; readonly message: string };

/** Gives the host `length` bytes of the realm's memory to write into. */
export type Allocate = (length: number) => Uint8Array;

/** The names under which scripts see the globals that the documents call `srv` and `rt`. */
export interface Bindings {
  readonly srv: string;
  readonly rt: string;
}

/** What the runtime as a whole needs of its host. */
export interface Port {
  readonly bindings: Bindings;
  readonly runtime: RuntimePort;
  readonly console: ConsolePort;
  readonly timers: TimerPort;
  readonly process: ProcessPort;
  readonly hash: HashPort;
  /** Absent on the command line, where no host serves requests. */
  readonly host?: HostGlobalPort;
}

/** Behind `rt`. */
export interface RuntimePort {
  readonly version: string;
  readonly versionNumber: number;
  /** Bytes claimed from the operating system. */
  readonly memorySize: () => number;
}

export type ConsoleLevel = 'info' | 'warn' | 'error';

/** Behind `console`. */
export interface ConsolePort {
  /** Messages are separate; whether they share a line is the host's affair. */
  readonly write: (level: ConsoleLevel, messages: readonly string[]) => void;
  /** Milliseconds from an arbitrary start, with fractions. */
  readonly now: () => number;
}

/** Behind the timer functions. The host drains the realm's jobs after each callback. */
export interface TimerPort {
  readonly set: (milliseconds: number, callback: () => Ending) => number;
  readonly clear: (id: number) => void;
}

/** Behind `process`. */
export interface ProcessPort {
  readonly arguments: readonly string[];
  /** Names and values in turn. */
  readonly environment: readonly string[];
  readonly pid: number;
  readonly ppid: number;
  readonly kill: (pid: number, signal: number | string) => Outcome<boolean>;
}

/** Behind `srv`. */
export interface HostGlobalPort {
  readonly build: string;
  readonly configurationPath: string;
  readonly configurationPrefix: string;
  readonly errorLogPath: string;
  readonly prefix: string;
  readonly version: string;
  readonly versionNumber: number;
  readonly workerId: number;
  /** Numbers of the levels, which scripts see as constants. */
  readonly levels: { readonly INFO: number; readonly WARN: number; readonly ERR: number };
  /** Names of the shared dictionaries, in the order of the configuration. */
  readonly dictionaryNames: () => readonly string[];
  readonly dictionary: (name: string) => DictionaryPort | undefined;
  readonly log: (level: number, message: string | Uint8Array) => Outcome<undefined>;
}

/** Behind an HTTP request object `r`. Strings are Unicode here; the host keeps what came over the wire as bytes. */
export interface HttpRequestPort {
  readonly method: () => string;
  readonly uri: () => string;
  readonly httpVersion: () => string;
  readonly remoteAddress: () => string;
  readonly internal: () => boolean;
  /** The query string as received. */
  readonly args: () => string;
  readonly headersIn: HeaderListPort;
  readonly headersOut: HeaderListPort & WritableHeaderListPort;
  readonly status: () => number;
  readonly setStatus: (status: number) => void;
  readonly variables: VariablePort;
  /** `undefined` when there is no body, or none in memory. */
  readonly requestText: () => Outcome<string | undefined>;
  readonly requestBuffer: (allocate: Allocate) => Outcome<Uint8Array | undefined>;
  readonly return: (status: number, text: string | Uint8Array | undefined) => Outcome<undefined>;
  readonly send: (part: string | Uint8Array) => Outcome<undefined>;
  readonly sendHeader: () => Outcome<undefined>;
  readonly finish: () => Outcome<undefined>;
  readonly log: (level: ConsoleLevel, message: string | Uint8Array) => void;
  /** Sets the value of a variable handler. */
  readonly setReturnValue: (value: string | Uint8Array) => void;
}

/** Headers of one direction; the host applies the rules for single and joined values. */
export interface HeaderListPort {
  /** The value or values scripts see under a name, in any case; `undefined` when absent. */
  readonly get: (name: string) => string | readonly string[] | undefined;
  /** Names without repetition, as first received or set. */
  readonly names: () => readonly string[];
  /** Names and values in turn, exactly as on the wire. */
  readonly raw: () => readonly string[];
}

export interface WritableHeaderListPort {
  /** Deletes all earlier values; one line for each value, none to delete. */
  readonly set: (name: string, values: readonly (string | Uint8Array)[]) => Outcome<undefined>;
}

/** Host variables of one request or session. */
export interface VariablePort {
  readonly text: (name: string) => Outcome<string | undefined>;
  readonly bytes: (name: string, allocate: Allocate) => Outcome<Uint8Array | undefined>;
  readonly set: (name: string, value: string | Uint8Array) => Outcome<undefined>;
}

/** How a call into a realm ended. */
export type Ending =
  | { readonly kind: 'done' }
  | { readonly kind: 'not found' }
  | { readonly kind: 'thrown'; readonly message: string };

/** What the runtime inside a realm offers its host. */
export interface Runtime {
  /** Tells the realm's promises from others. */
  readonly promisePrototype: object;
  /** Object behind `import … from 'name'`, or `undefined` when there is no such module. */
  readonly builtIn: (name: string) => object | undefined;
  /** Error of the realm, for module loading that fails inside the host. */
  readonly error: (name: string, message: string) => unknown;
  /** Makes the default export of a module known to handler names such as `main.hello`. */
  readonly expose: (name: string, value: unknown) => void;
  /** Calls an HTTP handler; `failed` is told when its promise is rejected. */
  readonly callHttp: (handler: string, request: HttpRequestPort, failed: (message: string) => void) => Ending;
  /** Calls a variable handler for its value; one set on the request goes before it. */
  readonly callVariable: (
    handler: string,
    request: HttpRequestPort,
    failed: (message: string) => void,
  ) => Outcome<string | Uint8Array>;
  /** A thrown value as the log shows it. */
  readonly describe: (thrown: unknown) => string;
  /** The reason of a rejected promise that nobody handled, as the log shows it. */
  readonly describeRejection: (reason: unknown) => string;
  /** Runs the callbacks of the event `exit`. */
  readonly exit: () => readonly Ending[];
}

export type DictionaryType = 'string' | 'number';
export type DictionaryValue = string | number;

/**
 * Behind one shared dictionary. The realm checks types and timeouts before it calls: values are of the dictionary's `type`,
 * `incr` reaches number dictionaries alone, timeouts are whole milliseconds from 1 and given only where `hasTimeout`.
 * What fails for want of room fails as `SharedMemoryError` and changes nothing.
 */
export interface DictionaryPort {
  readonly name: string;
  /** Bytes of the whole zone. */
  readonly capacity: number;
  readonly type: DictionaryType;
  /** Whether the zone was declared with a timeout. */
  readonly hasTimeout: boolean;
  readonly add: (key: string, value: DictionaryValue, timeout: number | undefined) => Outcome<boolean>;
  readonly clear: () => void;
  readonly delete: (key: string) => boolean;
  /** Bytes of the pages that hold nothing. */
  readonly freeSpace: () => number;
  readonly get: (key: string) => DictionaryValue | undefined;
  readonly has: (key: string) => boolean;
  readonly incr: (key: string, delta: number, init: number, timeout: number | undefined) => Outcome<number>;
  /** Visits at most `maxCount` entries; the realm builds the lists that scripts see. */
  readonly each: (maxCount: number, visit: (key: string, value: DictionaryValue) => void) => void;
  readonly pop: (key: string) => DictionaryValue | undefined;
  readonly replace: (key: string, value: DictionaryValue) => Outcome<boolean>;
  readonly set: (key: string, value: DictionaryValue, timeout: number | undefined) => Outcome<undefined>;
  readonly size: () => number;
  /** Milliseconds left. */
  readonly ttl: (key: string) => number | undefined;
}

/** Behind the Crypto module. An algorithm that the host's OpenSSL lacks fails as `TypeError`. */
export interface HashPort {
  readonly createHash: (algorithm: string) => Outcome<HashStatePort>;
  readonly createHmac: (algorithm: string, key: Uint8Array) => Outcome<DigestPort>;
}

/** A digest in the making. The realm calls nothing after `digest`. */
export interface DigestPort {
  readonly update: (bytes: Uint8Array) => void;
  readonly digest: (allocate: Allocate) => Uint8Array;
}

export interface HashStatePort extends DigestPort {
  readonly copy: () => HashStatePort;
}
