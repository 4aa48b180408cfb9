/**
 * What the engine leaves to its host it asks of Node: the text of `stack`, what `import()` gives, what is in `import.meta`. Node answers with functions
 * of its own realm, at any depth of the stack, and what these throw or make reaches the script. While code of a realm runs, functions of that realm
 * answer instead. `realmFlags` have Node show how to replace its callbacks.
 */
import { createRequire } from 'node:module';
import type { EngineCallbacks } from '../../../port/runtime.js';

/** What has become of a promise, in Node's numbers. */
const rejectedUnhandled = 0;
const handledLater = 1;

/** Hears of each promise that is rejected while nothing handles it, and of each that is handled later. */
export interface RejectionListener {
  readonly rejected: (promise: object, reason: unknown) => void;
  readonly handled: (promise: object) => void;
}

interface InternalBinding {
  (name: 'errors'): { readonly setPrepareStackTraceCallback: (callback: unknown) => void };
  (
    name: 'module_wrap',
  ): {
    readonly setImportModuleDynamicallyCallback: (callback: EngineCallbacks['importModule']) => void;
    readonly setInitializeImportMetaObjectCallback: (callback: EngineCallbacks['importMeta']) => void;
  };
  (
    name: 'task_queue',
  ): {
    readonly setPromiseRejectCallback: (callback: (event: number, promise: object, reason: unknown) => void) => void;
  };
}

interface Internals {
  readonly realmAnswers: (callbacks: EngineCallbacks) => void;
  readonly nodeAnswers: () => void;
  readonly listen: (listener: RejectionListener) => void;
}

/** `undefined` in a program that was started without the flag. */
function opened(): Internals | undefined {
  const load = createRequire(import.meta.url);
  try {
    const { internalBinding: binding }: { readonly internalBinding: InternalBinding } = load('internal/test/binding');
    const { prepareStackTraceCallback }: { readonly prepareStackTraceCallback: unknown } = load('internal/errors');
    const { initializeESM }: { readonly initializeESM: () => void } = load('internal/modules/esm/utils');
    const [errors, modules] = [binding('errors'), binding('module_wrap')];
    return {
      realmAnswers: ({ stack, importModule, importMeta }) => {
        errors.setPrepareStackTraceCallback(stack);
        modules.setImportModuleDynamicallyCallback(importModule);
        modules.setInitializeImportMetaObjectCallback(importMeta);
      },
      nodeAnswers: () => {
        errors.setPrepareStackTraceCallback(prepareStackTraceCallback);
        initializeESM();
      },
      listen: ({ rejected, handled }) =>
        binding('task_queue').setPromiseRejectCallback((event, promise, reason) => {
          if (event === rejectedUnhandled) rejected(promise, reason);
          if (event === handledLater) handled(promise);
        }),
    };
  } catch {
    return undefined;
  }
}

const internals = opened();

let answering: EngineCallbacks | undefined;

/** Lets a realm answer the engine, or Node where there is none. Returns who answered before. */
export function answerBy(callbacks: EngineCallbacks | undefined): EngineCallbacks | undefined {
  const before = answering;
  if (callbacks === before) return before;
  answering = callbacks;
  if (callbacks === undefined) internals?.nodeAnswers();
  else internals?.realmAnswers(callbacks);
  return before;
}

/** Hears of rejected promises of all realms of the thread, Node's own among them, in the place of Node. */
export function listenToRejections(listener: RejectionListener): void {
  if (internals === undefined) throw new Error('a program that runs scripts was started without its flags');
  internals.listen(listener);
}
