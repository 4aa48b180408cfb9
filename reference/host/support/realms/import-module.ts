import { constants, Script } from 'node:vm';
import { answerBy } from './engine-callbacks.js';

/** Compiled here and now: code that V8 made of a bundle has forgotten who answers its `import()`. */
const script = new Script('(specifier) => import(specifier)', {
  filename: import.meta.url,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});

const load: <T>(specifier: string) => Promise<T> = script.runInThisContext();

/** `import()` for what a bundle may hold; a path is one from this folder, or from any other of the host's. Node answers, also where a script waits. */
export function importModule<T>(specifier: string): Promise<T> {
  const before = answerBy(undefined);
  try {
    return load(specifier);
  } finally {
    answerBy(before);
  }
}
