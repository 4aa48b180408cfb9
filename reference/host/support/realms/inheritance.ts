import { types } from 'node:util';

/** Whether a value inherits from a prototype of ours. A script may have put a proxy in the place of the value or of a prototype, which is not asked. */
export function inheritsFrom(value: unknown, ancestor: object): boolean {
  let next = value;
  while (((typeof next === 'object' && next !== null) || typeof next === 'function') && !types.isProxy(next)) {
    if (next === ancestor) return true;
    next = Object.getPrototypeOf(next);
  }
  return false;
}
