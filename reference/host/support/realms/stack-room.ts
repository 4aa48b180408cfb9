import type { Script } from 'node:vm';
import { nativeScript } from './natives.js';

/**
 * A function that throws where fewer bytes of the stack are left than it is given. Evaluated in a realm, it throws a RangeError of that realm: so the
 * host begins nothing that it could not end.
 */
export const stackRoom: Script = compiled('(bytes) => %StackGuardWithGap(bytes)', 1);

/** A function that says whether a value is a proxy, without asking it. */
export const proxyTest: Script = compiled('(value) => %IsJSProxy(value)', {});

function compiled(source: string, given: unknown): Script {
  const script = nativeScript(source, [given]);
  if (script === undefined) throw new Error(`this Node cannot run scripts: its engine does not have ${source}`);
  return script;
}
