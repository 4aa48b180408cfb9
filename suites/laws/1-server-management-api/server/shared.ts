/** Data that conversations share, so that a run sends and creates no more than its requirements need. */
import type { Endpoint } from '../../../language/endpoint.js';
import { TargetDown } from '../../../language/failures.js';

type Making<K extends string, T> = (to: Endpoint, key: K) => Promise<T>;

/** Created by the first conversation of a session that needs it, once for each key: read-only data is shared. */
export function once<K extends string, T>(make: Making<K, T>): Making<K, T> {
  const made = new WeakMap<object, Map<K, { readonly by: Endpoint; readonly result: Promise<T> }>>();
  const makeNow = (to: Endpoint, key: K) => {
    const by = to.apart();
    return { by, result: make(by, key) };
  };
  return async (to, key) => {
    const ofSession = made.get(to.session) ?? new Map();
    made.set(to.session, ofSession);
    const { by, result } = ofSession.get(key) ?? makeNow(to, key);
    ofSession.set(key, { by, result });
    try {
      return await result;
    } catch (error) {
      // A crash or a hang is tried once more before it is reported.
      if (error instanceof TargetDown && ofSession.get(key)?.result === result) ofSession.delete(key);
      throw error;
    } finally {
      to.includes(by);
    }
  };
}
