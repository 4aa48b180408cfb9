import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/** Threads of a process share its flags: another one may reset the flag before a function is compiled. */
const attempts = 100;

/**
 * A script for a function that uses the engine's native functions; no script of a user can call these. `given` are arguments of a first
 * call without effects. `undefined` if this engine has no such native function.
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
    // The engine compiles a function at its first call, and must not discard the code: it could not compile it again.
    setFlagsFromString('--no-flush-bytecode');
    if (typeof made === 'function') Reflect.apply(made, undefined, given);
    return script;
  } catch {
    return undefined;
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}
