import type { Script } from 'node:vm';
import { nativeScript } from './natives.js';

/**
 * A function that throws if fewer bytes of the stack are left than its argument. Evaluated in a realm, it throws a RangeError of that
 * realm. It keeps the host from starting work that it could not finish.
 */
export const stackCheck: Script = compiled('(bytes) => %StackGuardWithGap(bytes)', 1);

/** A function that returns whether a value is a proxy, without calling its traps. */
export const proxyTest: Script = compiled('(value) => %IsJSProxy(value)', {});

function compiled(source: string, given: unknown): Script {
  const script = nativeScript(source, [given]);
  if (script === undefined) throw new Error(`this Node cannot run scripts: its engine does not have ${source}`);
  return script;
}
