import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

/** Whether two objects have the same prototype and the same properties with the same attributes, elements and values aside. */
export type SameShape = (one: object, other: object) => boolean;

/**
 * V8's own comparison of what it calls maps, which no script can call; `undefined` where V8 has none. A walk over the properties of the
 * five hundred functions of a realm takes thirty times as long.
 */
export const sameShape: SameShape | undefined = compiled();

function compiled(): SameShape | undefined {
  setFlagsFromString('--allow-natives-syntax');
  try {
    const made: unknown = new Script('(one, other) => %HaveSameMap(one, other)').runInThisContext();
    // V8 compiles a function when it is called, and is not to throw that away: it could not compile it again.
    setFlagsFromString('--no-flush-bytecode');
    return isSameShape(made) && made({}, {}) && !made({}, []) ? made : undefined;
  } catch {
    return undefined;
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
  }
}

function isSameShape(value: unknown): value is SameShape {
  return typeof value === 'function';
}
