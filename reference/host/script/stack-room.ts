import type { Script } from 'node:vm';
import { nativeScript } from './natives.js';

/**
 * A function that throws where fewer bytes of the stack are left than it is given. Evaluated in a realm, it throws a RangeError of that realm: so the
 * host begins nothing that it could not end.
 */
export const stackRoom: Script = compiled();

function compiled(): Script {
  const script = nativeScript('(bytes) => %StackGuardWithGap(bytes)', [1]);
  if (script === undefined)
    throw new Error('this Node cannot run scripts: its engine does not say how much stack is left');
  return script;
}
