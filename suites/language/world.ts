/**
 * The API of a probe or handler inside a target, typed after the documents. Names are the documents'; each target binds them
 * to its own (`srv` may be `ngx`, `rt` may be `njs`).
 */
import type {
  CryptoModule,
  FilePromises,
  FileSystem,
  GlobalCrypto,
  HttpRequest,
  QueryString,
  RuntimeObject,
  SharedDict,
  StreamSession,
  Xml,
  Zlib,
} from './generated/objects.js';
import type { Stepper } from './steps.js';

/** The members of `srv` that probes use; others are read by `at`. */
interface HostGlobal {
  readonly shared: { readonly [zone: string]: SharedDict };
  readonly INFO: number;
  readonly ERR: number;
  readonly worker_id: number;
  log(level: number, message: string | Uint8Array): void;
}

/** The argument of a handler of the http module. */
export type HttpRequestObject = HttpRequest;

/** The argument of a handler of the stream module. */
export type StreamSessionObject = StreamSession;

/** The subject of a handler. */
export type HandlerArgument = HttpRequestObject | StreamSessionObject;

/** The module `fs`. */
interface FileSystemModule extends FileSystem {
  readonly promises: FilePromises;
}

/** The outcome of `attempt`: the result of a call, or the name of the error it threw. */
export type Attempt = readonly ['returned', unknown] | readonly ['threw', string];

export interface World {
  readonly srv: HostGlobal;
  readonly rt: RuntimeObject;
  readonly querystring: QueryString;
  readonly crypto: CryptoModule;
  readonly fs: FileSystemModule;
  readonly xml: Xml;
  readonly zlib: Zlib;
  /** The global `crypto`, a different object from the module. */
  webCrypto(): GlobalCrypto;
  /** The request that carries the evaluation, or the handler's own. Absent in command-line runtimes. */
  readonly r: HttpRequestObject;
  /** Calls `on[name](...args)` with arguments of any types, for wrong arguments and for tables of member names. */
  invoke(on: unknown, name: string, args: readonly unknown[]): unknown;
  /** Reads or constructs by name: the value at a dotted path from a root such as `Buffer`, `srv`, `r`, `querystring`. */
  at(path: string): unknown;
  /**
   * The same for a law about presence: `undefined` if the module or the global is missing, which `at` makes inconclusive.
   */
  look(path: string): unknown;
  /** Ends the probe: a required part is missing, which the clause names. */
  lacking(what: string): never;
  /** The shared dictionary with that name; throws if there is none. */
  zone(name: string): SharedDict;
  /** Calls `f` and returns how it ended, so that one probe can try several calls. */
  attempt(f: () => unknown): Attempt;
  /** The same for a call that may return a promise: waits for it, and returns how it ended. */
  outcome(f: () => unknown): Promise<Attempt>;
  /**
   * Ends the probe: something is missing that its requirement needs and another one judges, so the case is inconclusive.
   * `why` names it (`clear() left entries`) and is the same in every run. In a conversation, throw `NotObservable`.
   */
  unobservable(why: string): never;
  /** The input of the trial for a request or session, like that of a probe; see `WireRequest.input` and `sessionInput`. */
  input<T>(subject: HandlerArgument): T;
  /**
   * Answers a request with a value in the tagged encoding, with status 200 by default; for a session, sets `$spec_answer` to
   * it.
   */
  answer(subject: HandlerArgument, value: unknown, status?: number): void;
  /** Runs steps, `spec/types/step.ts`; returns a promise if one of them waits. */
  steps: Stepper;
  /** JSON in ASCII for a header, a log line or a body. Unlike JSON.stringify, it accepts any string and ignores toJSON. */
  json(value: unknown): string;
  /** Resolves after this number of milliseconds of the target's own clock. */
  wait(milliseconds: number): Promise<undefined>;
}
