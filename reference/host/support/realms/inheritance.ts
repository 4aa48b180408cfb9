import { types } from 'node:util';

/**
 * Whether a value inherits from a prototype of ours. A script may have replaced the value or a prototype by a proxy, whose traps are not
 * called.
 */
export function inheritsFrom(value: unknown, ancestor: object): boolean {
  let next = value;
  while (((typeof next === 'object' && next !== null) || typeof next === 'function') && !types.isProxy(next)) {
    if (next === ancestor) return true;
    next = Object.getPrototypeOf(next);
  }
  return false;
}
