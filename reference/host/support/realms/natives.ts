import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/** Threads of a process share its flags: another one may take the flag back before a function is compiled. */
const attempts = 100;

/**
 * A script that is a function with syntax for the engine's own functions, which no script of a user can call. `given` are arguments of a first call
 * that does no harm. `undefined` where this engine has no such function.
 */
export function nativeScript(source: string, given: readonly unknown[]): Script | undefined {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const script = compiled(source, given);
    if (script !== undefined) return script;
  }
  return undefined;
}

function compiled(source: string, given: readonly unknown[]): Script | undefined {
  setFlagsFromString('--allow-natives-syntax');
  try {
    const script = new Script(source, { filename: 'runtime' });
    const made: unknown = script.runInThisContext();
    // The engine compiles a function when it is called, and is not to throw that away: it could not compile it again.
    setFlagsFromString('--no-flush-bytecode');
    if (typeof made === 'function') Reflect.apply(made, undefined, given);
    return script;
  } catch {
    return undefined;
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}
