import type { Port, Runtime } from '../port/port.js';
import { SharedMemoryError } from './2-host-objects/shared-dict/shared-memory-error.js';
import { createHostGlobal } from './2-host-objects/srv/host-global.js';
import { Buffer } from './3-built-ins-and-modules/buffer/buffer.js';
import { createConsole } from './3-built-ins-and-modules/console/console.js';
import { createCryptoModule } from './3-built-ins-and-modules/crypto-module/crypto-module.js';
import { createProcess } from './3-built-ins-and-modules/process/process.js';
import { querystring } from './3-built-ins-and-modules/querystring/querystring.js';
import { RuntimeObject } from './3-built-ins-and-modules/rt/rt.js';
import { TextDecoder } from './3-built-ins-and-modules/text-decoder/text-decoder.js';
import { TextEncoder } from './3-built-ins-and-modules/text-encoder/text-encoder.js';
import { atob, btoa } from './3-built-ins-and-modules/timers-and-base64/base64.js';
import { createTimers } from './3-built-ins-and-modules/timers-and-base64/timers.js';
import { Handlers, rejection } from './handlers.js';
import { describe } from './support/describe.js';
import { defineMethods } from './support/members.js';
import { errorOf } from './support/outcome.js';
import { sealed } from './support/seal.js';

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
