import { constants, Script } from 'node:vm';
import { answerBy } from './engine-callbacks.js';

/** Compiled at run time: V8's cached code of a bundle has lost the callback of its `import()`. */
const script = new Script('(specifier) => import(specifier)', {
  filename: import.meta.url,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});

const load: <T>(specifier: string) => Promise<T> = script.runInThisContext();

/**
 * `import()` for code in a bundle; a path is relative to this folder, or to any other of the host's. Node answers, even while a script
 * waits.
 */
export function importModule<T>(specifier: string): Promise<T> {
  const before = answerBy(undefined);
  try {
    return load(specifier);
  } finally {
    answerBy(before);
  }
}
