import { type Growing, unbound } from '../../support/intrinsics.js';
import { codePointAt } from '../../support/text.js';

const sort: <T>(list: T[], compare: (one: T, other: T) => number) => unknown = unbound(Array.prototype.sort);

/** By code points, as Canonical XML asks; JavaScript itself compares code units. */
export function compareText(one: string, other: string): number {
  for (let at = 0; at < one.length && at < other.length; at += 1) {
    const difference = (codePointAt(one, at) ?? 0) - (codePointAt(other, at) ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Puts a list in order. */
export function order<T>(list: Growing<T>, compare: (one: T, other: T) => number): void {
  sort(list, compare);
}
