import type { Bindings, RealmPort, Runtime } from '../port/runtime.js';
import { SharedMemoryError } from './2-host-objects/shared-dict/shared-memory-error.js';
import { createHostGlobal } from './2-host-objects/srv/host-global.js';
import { Buffer } from './3-built-ins-and-modules/buffer/buffer.js';
import { createConsole } from './3-built-ins-and-modules/console/console.js';
import { createCryptoModule } from './3-built-ins-and-modules/crypto-module/crypto-module.js';
import { createProcess } from './3-built-ins-and-modules/process/process.js';
import { querystring } from './3-built-ins-and-modules/querystring/querystring.js';
import { RuntimeObject } from './3-built-ins-and-modules/rt/rt.js';
import './3-built-ins-and-modules/strings/byte-strings.js';
import { TextDecoder } from './3-built-ins-and-modules/text-decoder/text-decoder.js';
import { TextEncoder } from './3-built-ins-and-modules/text-encoder/text-encoder.js';
import { atob, btoa } from './3-built-ins-and-modules/timers-and-base64/base64.js';
import { createTimers } from './3-built-ins-and-modules/timers-and-base64/timers.js';
import { BuiltInModules } from './built-in-modules.js';
import { Handlers, rejection } from './handlers.js';
import { describe } from './support/describe.js';
import { defineProperty, deleteProperty, OwnError, promisePrototype } from './support/intrinsics.js';
import { defineMethods } from './support/members.js';
import { errorOf } from './support/outcome.js';
import { sealed } from './support/seal.js';
import { becomeVersion, isSince, type Version } from './support/versions.js';

/** Puts the documented globals in place and hands the host what it enters the realm by. */
export function install(hostPort: RealmPort): Runtime {
  const port = sealed(hostPort);
  becomeVersion(port.runtime.isNewest ? undefined : port.runtime.version);
  removeUndocumented();
  if (port.host !== undefined) forgoFrames();
  const rt = new RuntimeObject(port.runtime);
  for (const { name, value, since } of globalsOf(port, rt)) {
    if (since === undefined || isSince(since)) defineMethods(globalThis, { [name]: value });
  }
  return createRuntime(port, rt);
}

/** Names that the engine brings along and neither the documents nor ECMAScript know. */
const undocumented = { __proto__: null, WebAssembly: true, Intl: true, console: true };

function removeUndocumented(): void {
  for (const name in undocumented) deleteProperty(globalThis, name);
  deleteProperty(OwnError, 'captureStackTrace');
}

/**
 * Without frames to write down nothing of Node's runs when a script reads `stack`, and runs out of stack there. On the command
 * line a script is its user's own, who wants to see them.
 */
function forgoFrames(): void {
  defineProperty(OwnError, 'stackTraceLimit', { __proto__: null, value: undefined });
}

interface Global {
  readonly name: string;
  readonly value: unknown;
  readonly since?: Version;
}

function globalsOf(port: RealmPort, rt: RuntimeObject): readonly Global[] {
  const timers = createTimers(port.timers);
  return [
    { name: 'Buffer', value: Buffer },
    { name: 'TextDecoder', value: TextDecoder, since: '0.4.3' },
    { name: 'TextEncoder', value: TextEncoder, since: '0.4.3' },
    { name: 'atob', value: atob },
    { name: 'btoa', value: btoa },
    { name: 'setTimeout', value: timers.setTimeout },
    { name: 'clearTimeout', value: timers.clearTimeout },
    // 3/versioning/0-8-2, 3/versioning/0-2-6
    { name: 'console', value: createConsole(port.console), since: port.host === undefined ? '0.2.6' : '0.8.2' },
    { name: 'process', value: createProcess(port.process), since: '0.3.3' },
    ...named('rt', port.bindings, rt.object, '0.2.0'),
    ...(port.host === undefined ? [] : hostGlobals(port.host, port.bindings)),
  ];
}

/** A global under each of its names. */
function named(which: 'srv' | 'rt', bindings: Bindings, value: unknown, since: Version): readonly Global[] {
  const global = { name: bindings[which], value, since };
  return bindings.also === undefined ? [global] : [global, { ...global, name: bindings.also[which] }];
}

function hostGlobals(host: NonNullable<RealmPort['host']>, bindings: Bindings): readonly Global[] {
  return [
    { name: 'SharedMemoryError', value: SharedMemoryError, since: '0.8.0' },
    ...named('srv', bindings, createHostGlobal(host), '0.5.0'),
  ];
}

function createRuntime(port: RealmPort, rt: RuntimeObject): Runtime {
  const handlers = new Handlers();
  const modules = new BuiltInModules({
    querystring: { since: '0.4.3', make: () => querystring },
    crypto: { make: () => createCryptoModule(port.hash) },
  });
  return {
    promisePrototype: promisePrototype,
    builtIn: (name) => modules.get(name),
    error: errorOf,
    expose: (name, value) => handlers.expose(name, value),
    call: (name, subject, args, settled) => handlers.call(name, subject, args, settled),
    describe,
    describeRejection: rejection,
    exit: (told) => rt.exit(told),
  };
}
