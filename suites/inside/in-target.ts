/**
 * The code that runs inside the target beside the probes. `inTarget` is lifted into the bundle by its source. So it refers only to its own
 * parameters, ECMAScript and timers, and is written in the probe language.
 */
import type { Plain } from '../../spec/types/requirement.js';
import type { SharedDict } from '../language/generated/objects.js';
import type { Stepper } from '../language/steps.js';
import type { Attempt, HandlerArgument, HttpRequestObject, World } from '../language/world.js';
import type { StepTools } from './steps.js';

/**
 * How a probe ended: `['returned', tagged value]`, `['threw', name, message]`, `['unobservable', why]`, `['lacked', missing feature]`;
 * after a vain look for a feature, `['returned', tagged value, missing feature]`.
 */
type ProbeEnd =
  | readonly ['returned', Plain]
  | readonly ['returned', Plain, string]
  | readonly ['threw', string, string]
  | readonly ['unobservable', string]
  | readonly ['lacked', string];

/** A job with its probe's index, as `Session.evaluate` gets it. */
type Jobs = readonly { readonly probe: number; readonly inputs: readonly Plain[] }[];

type ProbeFunction = (first: unknown, t: World, ...more: unknown[]) => unknown;

interface TargetSide {
  /** Handler that answers a request whose body is `Jobs` with the outcomes. */
  evaluate(r: HttpRequestObject): Promise<void>;
  /**
   * The same for a command-line runtime, whose scripts have no request: passes the outcomes, as JSON in ASCII cut into pieces, to `print`.
   */
  printAll(jobs: Jobs, print: (piece: string) => void, r: HttpRequestObject): Promise<void>;
  /** Runs the first probe alone, for its output; `print` gets a missing feature that it needs. */
  run(input: Plain, r: HttpRequestObject, print: (what: string) => void): void;
  /** Runs a handler with its subject, a request or a session, and the host's further arguments. */
  handle(index: number, subject: HandlerArgument, a: unknown, b: unknown): unknown;
}

export function inTarget(
  json: (value: unknown) => string,
  encode: (value: unknown) => Plain,
  decode: <T = unknown>(plain: Plain) => T,
  roots: Pick<World, 'srv' | 'rt' | 'querystring' | 'crypto' | 'fs' | 'xml' | 'zlib' | 'webCrypto'> & {
    readonly [name: string]: unknown;
  },
  probes: readonly ProbeFunction[],
  handlers: readonly ProbeFunction[],
  missing: readonly string[],
  missingGlobals: readonly string[],
  stepper: (t: StepTools) => Stepper,
): TargetSide {
  // A thrown value may itself throw when it is read.
  const safely = <T>(f: () => T, otherwise: T): T => {
    try {
      return f();
    } catch (_e) {
      return otherwise;
    }
  };
  const read = (f: () => unknown): string =>
    safely(() => {
      const value = f();
      return typeof value === 'symbol' ? value.toString() : `${value}`;
    }, 'unreadable');
  const errorOf = (e: unknown): Error | undefined => safely(() => (e instanceof Error ? e : undefined), undefined);
  const nameOf = (e: unknown): string => {
    const error = errorOf(e);
    return error === undefined ? typeof e : read(() => error.name);
  };
  const messageOf = (e: unknown): string => {
    const error = errorOf(e);
    return read(() => (error === undefined ? e : error.message));
  };
  const property = (of: unknown, name: string): unknown => {
    if (of === undefined || of === null) return undefined;
    const object: { readonly [key: string]: unknown } = Object(of);
    return object[name];
  };
  const invoke = (on: unknown, name: string, args: readonly unknown[]): unknown => {
    const f = property(on, name);
    if (typeof f !== 'function') throw new Error(`srvspec: there is no function ${name}`);
    return f.apply(on, args);
  };
  const unobservable = (why: string): never => {
    throw { srvspecUnobservable: why };
  };
  /** Why a probe ended itself; undefined for other errors. */
  const whyUnobservable = (e: unknown): unknown => safely(() => property(e, 'srvspecUnobservable'), undefined);
  const attempt = (f: () => unknown): Attempt => {
    try {
      return ['returned', f()];
    } catch (e) {
      if (whyUnobservable(e) !== undefined) throw e;
      return ['threw', nameOf(e)];
    }
  };
  const outcome = async (f: () => unknown): Promise<Attempt> => {
    try {
      const value = await f();
      return ['returned', value];
    } catch (e) {
      if (whyUnobservable(e) !== undefined) throw e;
      return ['threw', nameOf(e)];
    }
  };
  // The feature was missing, whatever the probe does with the error.
  const seen = { lacked: '', missed: '' };
  const lacking = (what: string): never => {
    seen.lacked = what;
    throw new Error(`srvspec: ${what}`);
  };
  missingGlobals.forEach((name) => {
    if (name === '') return;
    const get = (): never => lacking(`${name === 'crypto' ? 'the global crypto' : name} is missing`);
    safely(() => Object.defineProperty(globalThis, name, { configurable: true, get }), undefined);
  });
  const root = (name: string): unknown =>
    missing.indexOf(name) < 0 ? roots[name] : lacking(`the module ${name} cannot be imported`);
  const at = (path: string, r: HandlerArgument): unknown => {
    const parts = path.split('.');
    const first = parts[0] || '';
    const found = root(first);
    let value = first === 'r' || first === 's' ? r : found === undefined ? property(globalThis, first) : found;
    for (let i = 1; i < parts.length; i++) value = property(value, parts[i] || '');
    return value;
  };
  const look = (path: string, r: HandlerArgument): unknown => {
    const before = seen.lacked;
    const value = safely(() => at(path, r), undefined);
    if (value === undefined) seen.missed = seen.lacked === before ? `${path} is missing` : seen.lacked;
    seen.lacked = before;
    return value;
  };
  const zone = (name: string): SharedDict => {
    const found = roots.srv === undefined ? undefined : roots.srv.shared[name];
    if (found === undefined) throw new Error(`srvspec: there is no shared dictionary ${name}`);
    return found;
  };
  const has = (subject: HandlerArgument, name: string): subject is HttpRequestObject =>
    property(subject, name) !== undefined;
  // The input of a request with its own method or body is in a header, that of a session in a variable.
  const input = <T>(subject: HandlerArgument): T => {
    const escaped = has(subject, 'headersIn') ? subject.headersIn['X-Srvspec-Input'] : subject.variables.spec_input;
    const text = escaped === undefined ? property(subject, 'requestText') : decodeURIComponent(escaped);
    return decode(JSON.parse(`${text || 'null'}`));
  };
  const answer = (subject: HandlerArgument, value: unknown, status?: number): void => {
    const lacked = seen.lacked;
    const text = json(lacked === '' ? encode(value) : { $lacked: lacked });
    if (has(subject, 'return')) subject.return(status || 200, text);
    else subject.variables.spec_answer = text;
  };
  const wait = (milliseconds: number): Promise<undefined> =>
    new Promise((resolve) => {
      setTimeout(() => resolve(undefined), milliseconds);
    });
  const worldWith = (r: HandlerArgument): World => ({
    srv: roots.srv,
    rt: roots.rt,
    querystring: roots.querystring,
    crypto: roots.crypto,
    fs: roots.fs,
    xml: roots.xml,
    zlib: roots.zlib,
    webCrypto: roots.webCrypto,
    r: r === undefined ? r : Object(r),
    invoke,
    zone,
    attempt,
    outcome,
    unobservable,
    lacking,
    input,
    answer,
    json,
    wait,
    at: (path) => at(path, r),
    look: (path) => look(path, r),
    steps: (order, noted) => stepper({ invoke, attempt, at: (path) => at(path, r), wait })(order, noted),
  });
  const world = (r: HandlerArgument): World => {
    const made = worldWith(r);
    missing.forEach((name) => {
      Object.defineProperty(made, name, { get: () => root(name) });
    });
    return made;
  };
  const thenable = (value: unknown): boolean => typeof property(value, 'then') === 'function';
  const failed = (e: unknown): ProbeEnd => {
    const why = whyUnobservable(e);
    return why === undefined ? ['threw', nameOf(e), messageOf(e)] : ['unobservable', `${why}`];
  };
  const settled = async (promise: unknown): Promise<ProbeEnd> => {
    try {
      const value = await promise;
      return ['returned', encode(value)];
    } catch (e) {
      return failed(e);
    }
  };
  // Waits only where necessary: on the oldest host each wait lengthens the stack, which every error walks.
  const tryOne = (probe: ProbeFunction, plain: Plain, t: World): ProbeEnd | Promise<ProbeEnd> => {
    try {
      const value = probe(decode(plain), t);
      return thenable(value) ? settled(value) : ['returned', encode(value)];
    } catch (e) {
      return failed(e);
    }
  };
  const unlessLacked = (ended: ProbeEnd): ProbeEnd => {
    const lacked = seen.lacked;
    const missed = seen.missed;
    seen.lacked = '';
    seen.missed = '';
    if (lacked !== '') return ['lacked', lacked];
    return missed !== '' && ended[0] === 'returned' ? ['returned', ended[1], missed] : ended;
  };
  // No async function: on older hosts, one that waits hundreds of times loses later results.
  const tryAll = (jobs: Jobs, t: World): Promise<ProbeEnd[][]> =>
    new Promise((resolve) => {
      const all: ProbeEnd[][] = [];
      const at = { job: 0, input: 0 };
      function next(): void {
        while (at.job < jobs.length) {
          const job = jobs[at.job];
          const outcomes = all[at.job] || [];
          all[at.job] = outcomes;
          const probe = job === undefined ? undefined : probes[job.probe];
          while (job !== undefined && probe !== undefined && at.input < job.inputs.length) {
            const input = job.inputs[at.input];
            at.input++;
            const ended = tryOne(probe, input === undefined ? null : input, t);
            if (ended instanceof Promise) {
              ended.then((one) => {
                outcomes.push(unlessLacked(one));
                next();
              });
              return;
            }
            outcomes.push(unlessLacked(ended));
          }
          at.job++;
          at.input = 0;
        }
        resolve(all);
      }
      next();
    });
  // Some command-line runtimes print at most two kilobytes of a line.
  const inPieces = (ascii: string, print: (piece: string) => void): void => {
    // A host that keeps an error of an earlier call prints that instead of the first line.
    print('');
    // Multiplied, since the oldest host adds to a loop variable as if it were text.
    for (let i = 0; i * 1000 < ascii.length; i++) print(ascii.slice(i * 1000, i * 1000 + 1000));
  };
  return {
    evaluate: async (r) => {
      const all = await tryAll(JSON.parse(r.requestText || '[]'), world(r));
      r.return(200, json(all));
    },
    printAll: async (jobs, print, r) => {
      const all = await tryAll(jobs, world(r));
      inPieces(json(all), print);
    },
    run: (input, r, print) => {
      const probe = probes[0];
      try {
        if (probe !== undefined) probe(decode(input), world(r));
      } catch (e) {
        if (seen.lacked === '') throw e;
      }
      if (seen.lacked !== '') print(seen.lacked);
      seen.lacked = '';
    },
    handle: (index, subject, a, b) => {
      const handler = handlers[index];
      if (handler === undefined) throw new Error(`srvspec: there is no handler ${index}`);
      return handler(subject, world(subject), a, b);
    },
  };
}
