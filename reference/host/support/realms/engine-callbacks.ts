/**
 * The engine asks Node for the text of `stack`, the result of `import()` and the content of `import.meta`. Node answers with functions of
 * its own realm, at any depth of the stack, and their results and errors reach the script. While code of a realm runs, functions of that
 * realm answer instead. `realmFlags` make Node expose how to replace its callbacks.
 */
import { createRequire } from 'node:module';
import type { EngineCallbacks } from '../../../port/runtime.js';

/** States of a promise, in Node's numbers. */
const rejectedUnhandled = 0;
const handledLater = 1;

/** Called for each promise that is rejected without a handler, and for each that is handled later. */
interface RejectionListener {
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

/** Makes a realm answer the engine, or Node if no realm is given. Returns the previous callbacks. */
export function answerBy(callbacks: EngineCallbacks | undefined): EngineCallbacks | undefined {
  const before = answering;
  if (callbacks === before) return before;
  answering = callbacks;
  if (callbacks === undefined) internals?.nodeAnswers();
  else internals?.realmAnswers(callbacks);
  return before;
}

/** Listens to rejected promises of all realms of the thread, including Node's own, in place of Node. */
export function listenToRejections(listener: RejectionListener): void {
  if (internals === undefined) throw new Error('a program for scripts was started without the required flags');
  internals.listen(listener);
}
