/**
 * What conversations share, so that a run sends and creates no more than its requirements need. What is made here may not wait for
 * others (`quiet`): they may be waiting for it.
 */
import type { Endpoint } from '../../../language/endpoint.js';
import { TargetDown } from '../../../language/failures.js';

type Making<K extends string, T> = (to: Endpoint, key: K) => Promise<T>;

interface Entry<T> {
  readonly by: Endpoint;
  readonly result: Promise<T>;
}

/** Made once for each scope and key. */
function memo<K extends string, T>(make: Making<K, T>) {
  const made = new WeakMap<object, Map<K, Entry<T>>>();
  const makeNow = (to: Endpoint, key: K): Entry<T> => {
    const by = to.apart();
    return { by, result: make(by, key) };
  };
  return async (scope: object, to: Endpoint, key: K): Promise<T> => {
    const ofScope = made.get(scope) ?? new Map<K, Entry<T>>();
    made.set(scope, ofScope);
    const { by, result } = ofScope.get(key) ?? makeNow(to, key);
    ofScope.set(key, { by, result });
    try {
      return await result;
    } catch (error) {
      // A crash or a hang is tried once more before it is reported.
      if (error instanceof TargetDown && ofScope.get(key)?.result === result) ofScope.delete(key);
      throw error;
    } finally {
      to.includes(by);
    }
  };
}

/** Made by the first conversation of a session that needs it: what is only read needs no record of its own. */
export function once<K extends string, T>(make: Making<K, T>): Making<K, T> {
  const of = memo(make);
  return (to, key) => of(to.session, to, key);
}

/** Made after the call, once for all conversations of a session that have come so far: what each has led to is seen in one answer. */
export function afterwards<K extends string, T>(make: Making<K, T>): Making<K, T> {
  const of = memo(make);
  return async (to, key) => of(await to.quiet(), to, key);
}
