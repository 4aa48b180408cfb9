import type { Port, Runtime } from '../port.js';
import { atob, btoa } from './base64.js';
import { Buffer } from './buffer.js';
import { createConsole } from './console.js';
import { createCryptoModule } from './crypto-module.js';
import { describe } from './describe.js';
import { Handlers, rejection } from './handlers.js';
import { createHostGlobal } from './host-global.js';
import { defineMethods } from './members.js';
import { errorOf } from './outcome.js';
import { createProcess } from './process.js';
import { querystring } from './querystring.js';
import { RuntimeObject } from './rt.js';
import { sealed } from './seal.js';
import { SharedMemoryError } from './shared-memory-error.js';
import { TextDecoder } from './text-decoder.js';
import { TextEncoder } from './text-encoder.js';
import { createTimers } from './timers.js';

/** Puts the documented globals in place and hands the host what it enters the realm by. */
export function install(hostPort: Port): Runtime {
  const port = sealed(hostPort);
  const rt = new RuntimeObject(port.runtime);
  removeUndocumented();
  defineMethods(globalThis, { Buffer, TextDecoder, TextEncoder, atob, btoa });
  defineMethods(globalThis, createTimers(port.timers));
  defineMethods(globalThis, { console: createConsole(port.console), process: createProcess(port.process) });
  defineMethods(globalThis, { [port.bindings.rt]: rt.object });
  if (port.host !== undefined) {
    defineMethods(globalThis, { SharedMemoryError, [port.bindings.srv]: createHostGlobal(port.host) });
  }
  return createRuntime(port, rt);
}

/** Names that the engine brings along and neither the documents nor ECMAScript know. */
const undocumented = ['WebAssembly', 'Intl'];

function removeUndocumented(): void {
  for (const name of undocumented) Reflect.deleteProperty(globalThis, name);
  Reflect.deleteProperty(Error, 'captureStackTrace');
}

function createRuntime(port: Port, rt: RuntimeObject): Runtime {
  const handlers = new Handlers();
  const modules = new Map([
    ['querystring', querystring],
    ['crypto', createCryptoModule(port.hash)],
  ]);
  return {
    promisePrototype: Promise.prototype,
    builtIn: (name) => modules.get(name),
    error: errorOf,
    expose: (name, value) => handlers.expose(name, value),
    callHttp: (name, request, failed) => handlers.callHttp(name, request, failed),
    callVariable: (name, request, failed) => handlers.callVariable(name, request, failed),
    describe,
    describeRejection: rejection,
    exit: () => rt.exit(),
  };
}
