import type { GlobalNames, RealmPort, Runtime } from '../port/runtime.js';
import { Headers } from './2-host-objects/headers/headers.js';
import { Request } from './2-host-objects/request/request.js';
import { Response } from './2-host-objects/response/response.js';
import { SharedMemoryError } from './2-host-objects/shared-dict/shared-memory-error.js';
import { createHostGlobal } from './2-host-objects/srv/host-global.js';
import { Buffer } from './3-built-ins-and-modules/buffer/buffer.js';
import { bufferModule } from './3-built-ins-and-modules/buffer/module.js';
import { createConsole } from './3-built-ins-and-modules/console/console.js';
import { createCryptoModule } from './3-built-ins-and-modules/crypto-module/crypto-module.js';
import { createFileSystem } from './3-built-ins-and-modules/file-system/file-system.js';
import { createCrypto } from './3-built-ins-and-modules/global-crypto/crypto.js';
import { createProcess } from './3-built-ins-and-modules/process/process.js';
import { querystring } from './3-built-ins-and-modules/querystring/querystring.js';
import { RuntimeObject } from './3-built-ins-and-modules/rt/rt.js';
import './3-built-ins-and-modules/strings/byte-strings.js';
import { TextDecoder } from './3-built-ins-and-modules/text-decoder/text-decoder.js';
import { TextEncoder } from './3-built-ins-and-modules/text-encoder/text-encoder.js';
import { atob, btoa } from './3-built-ins-and-modules/timers-and-base64/base64.js';
import { createTimers } from './3-built-ins-and-modules/timers-and-base64/timers.js';
import { createXml } from './3-built-ins-and-modules/xml/xml.js';
import { createZlibModule } from './3-built-ins-and-modules/zlib/zlib.js';
import { BuiltInModules, createRequire } from './built-in-modules.js';
import { ConfiguredGlobals } from './configured-globals.js';
import { Handlers } from './handlers.js';
import { enterCallbacks } from './support/engine-members.js';
import { askPlaces, failure, handle, lastThrown, rejection } from './support/failure.js';
import { apply, deleteProperty, each, getProperty, OwnError, OwnPromise, promiseReject } from './support/intrinsics.js';
import { defineMethods, defineTag, listMembers } from './support/members.js';
import { errorOf, InternalError } from './support/outcome.js';
import { eachReachable, renew } from './support/renewal.js';
import { checkStack, sealed } from './support/seal.js';
import { stackOf } from './support/stack.js';
import { becomeVersion, isSince, type RuntimeVersion } from './support/versions.js';

/** Defines the documented globals and returns the functions through which the host enters the realm. */
export function install(hostPort: RealmPort): Runtime {
  const port = sealed(hostPort);
  becomeVersion(port.runtime.isNewest ? undefined : port.runtime.version);
  removeUndocumented();
  enterCallbacks(port.enter);
  if (port.place !== undefined) askPlaces(port.place);
  const rt = new RuntimeObject(port.runtime);
  const modules = builtInModules(port);
  putGlobals(port, rt);
  // Scripts for this engine use them; the other engine has none of them.
  if (port.runtime.engine === 'njs') {
    put('require', createRequire(modules));
    put('global', globalThis);
    listMembers();
  }
  return createRuntime(rt, modules);
}

/** Globals of the engine that neither the documents nor ECMAScript define. */
const undocumented = ['WebAssembly', 'Intl', 'console'];

function removeUndocumented(): void {
  each(undocumented, (name) => deleteProperty(globalThis, name));
  deleteProperty(OwnError, 'captureStackTrace');
}

/** Makes a value a global, in the versions that have it. */
function put(name: string, value: unknown, since?: RuntimeVersion): void {
  if (since === undefined || isSince(since)) defineMethods(globalThis, { [name]: value });
}

function putGlobals(port: RealmPort, rt: RuntimeObject): void {
  const { bindings, host } = port;
  const timers = createTimers(port.timers);
  // As in the newest real host.
  defineTag(globalThis, 'global');
  put('Buffer', Buffer);
  put('TextDecoder', TextDecoder, '0.4.3');
  put('TextEncoder', TextEncoder, '0.4.3');
  put('atob', atob);
  put('btoa', btoa);
  put('crypto', createCrypto(port.crypto), '0.7.0');
  put('setTimeout', timers.setTimeout);
  put('setImmediate', timers.setImmediate);
  put('clearTimeout', timers.clearTimeout);
  put('InternalError', InternalError);
  const console = createConsole(port.console, port.runtime.engine);
  // 3/versioning/0-8-2, 3/versioning/0-2-6
  put('console', console, host === undefined ? '0.2.6' : '0.8.2');
  if (host === undefined) put('print', getProperty(console, 'log'));
  put('process', createProcess(port.process), '0.3.3');
  put(bindings.rt, rt.object, '0.2.0');
  if (bindings.also !== undefined) put(bindings.also.rt, rt.object, '0.2.0');
  if (host !== undefined) putHostGlobals(host, bindings);
}

function putHostGlobals(host: NonNullable<RealmPort['host']>, bindings: GlobalNames): void {
  const srv = createHostGlobal(host);
  // 2/versioning/0-7-10
  put('Headers', Headers, '0.7.10');
  put('Request', Request, '0.7.10');
  put('Response', Response, '0.7.10');
  put('SharedMemoryError', SharedMemoryError, '0.8.0');
  put(bindings.srv, srv, '0.5.0');
  if (bindings.also !== undefined) put(bindings.also.srv, srv, '0.5.0');
}

function builtInModules(port: RealmPort): BuiltInModules {
  return new BuiltInModules({
    querystring: { since: '0.4.3', make: () => querystring },
    crypto: { since: undefined, make: () => createCryptoModule(port.hash) },
    fs: { since: undefined, make: () => createFileSystem(port.files) },
    xml: { since: '0.7.10', make: () => createXml(port.xml) },
    zlib: { since: '0.7.12', make: () => createZlibModule(port.zlib) },
    // Not of the documents, but scripts of real hosts import it.
    buffer: { since: undefined, make: () => bufferModule },
  });
}

function createRuntime(rt: RuntimeObject, modules: BuiltInModules): Runtime {
  const handlers = new Handlers();
  const globals = new ConfiguredGlobals();
  return {
    callbacks: {
      stack: (global, error, frames) => stackOf(error, frames, global === globalThis),
      importModule: () => {
        checkStack();
        return apply(promiseReject, OwnPromise, [errorOf('TypeError', 'dynamic import is not supported')]);
      },
      importMeta: () => undefined,
    },
    builtIn: (name) => modules.get(name),
    error: errorOf,
    expose: (name, value) => globals.expose(name, value),
    preload: (name, json) => globals.preload(name, json),
    conceal: () => globals.conceal(),
    call: (name, subject, args) => handlers.call(name, subject, args),
    failure,
    rejection: (reason, promise) => {
      handle(promise);
      return rejection(reason);
    },
    lastThrown,
    awaitsExit: () => rt.awaitsExit,
    exit: (report) => rt.exit(report),
    eachReachable,
    renew,
  };
}
