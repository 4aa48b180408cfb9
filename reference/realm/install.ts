import type { Ending, Outcome, Port, Runtime } from '../port.js';
import { atob, btoa } from './base64.js';
import { Buffer } from './buffer.js';
import { createConsole } from './console.js';
import { createCryptoModule } from './crypto-module.js';
import { describe } from './describe.js';
import { createHostGlobal } from './host-global.js';
import { createHttpRequest } from './http-request.js';
import { createProcess } from './process.js';
import { querystring } from './querystring.js';
import { createRuntimeObject } from './rt.js';
import { sealed } from './seal.js';
import { SharedMemoryError } from './shared-memory-error.js';
import { TextDecoder } from './text-decoder.js';
import { TextEncoder } from './text-encoder.js';
import { createTimers } from './timers.js';

/** Puts the documented globals in place and hands the host what it enters the realm by. */
export function install(hostPort: Port): Runtime {
  const port = sealed(hostPort);
  removeUndocumented();
  const rt = createRuntimeObject(port.runtime);
  define('console', createConsole(port.console));
  define('process', createProcess(port.process));
  const timers = createTimers(port.timers);
  define('setTimeout', timers.setTimeout);
  define('clearTimeout', timers.clearTimeout);
  for (const [name, value] of Object.entries({ Buffer, TextDecoder, TextEncoder, atob, btoa })) define(name, value);
  define(port.bindings.rt, rt.object);
  if (port.host !== undefined) {
    define(port.bindings.srv, createHostGlobal(port.host));
    define('SharedMemoryError', SharedMemoryError);
  }
  const modules = new Map([
    ['querystring', querystring],
    ['crypto', createCryptoModule(port.hash)],
  ]);
  return createRuntime(rt.runExitCallbacks, modules);
}

/** Names that the engine brings along and neither the documents nor ECMAScript know. */
const undocumented = ['WebAssembly', 'Intl', 'console'];

function removeUndocumented(): void {
  for (const name of undocumented) Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(Error, 'captureStackTrace');
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
}

type Handler = (request: object) => unknown;

function createRuntime(exit: () => void, modules: ReadonlyMap<string, object>): Runtime {
  const exposed = new Map<string, unknown>();
  return {
    builtIn: (name) => modules.get(name),
    error: (name, message) => (name === 'SyntaxError' ? new SyntaxError(message) : new Error(message)),
    expose: (name, value) => void exposed.set(name, value),
    callHttp: (name, requestPort, settled) =>
      ending(() => find(exposed, name)(createHttpRequest(sealed(requestPort))), settled),
    callVariable: (name, requestPort) => variable(() => find(exposed, name)(createHttpRequest(sealed(requestPort)))),
    describe,
    exit,
  };
}

/** The function that a handler name such as `main.hello` stands for. */
function find(exposed: ReadonlyMap<string, unknown>, name: string): Handler {
  const [first = '', ...path] = name.split('.');
  let found: unknown = exposed.get(first);
  for (const part of path) found = isObject(found) ? Reflect.get(found, part) : undefined;
  if (!isHandler(found)) throw new ReferenceError(`"${name}" is not a function`);
  return found;
}

function ending(work: () => unknown, settled: (ending: Ending) => void): Ending {
  try {
    const result = work();
    if (!(result instanceof Promise)) return { kind: 'done' };
    result.then(
      () => settled({ kind: 'done' }),
      (thrown: unknown) => settled({ kind: 'thrown', message: describe(thrown) }),
    );
    return { kind: 'pending' };
  } catch (thrown) {
    return { kind: 'thrown', message: describe(thrown) };
  }
}

function variable(work: () => unknown): Outcome<string | undefined> {
  try {
    const result = work();
    return { ok: true, value: result === undefined || result === null ? undefined : String(result) };
  } catch (thrown) {
    return { ok: false, name: 'Error', message: describe(thrown) };
  }
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}
