import { type Growing, unbound } from '../../support/intrinsics.js';
import { codePointAt } from '../../support/text.js';

const sort: <T>(list: T[], compare: (one: T, other: T) => number) => unknown = unbound(Array.prototype.sort);

/** Compares by code points, as Canonical XML requires; JavaScript compares code units. */
export function compareText(one: string, other: string): number {
  for (let at = 0; at < one.length && at < other.length; at += 1) {
    const difference = (codePointAt(one, at) ?? 0) - (codePointAt(other, at) ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}

/** Sorts a list. */
export function order<T>(list: Growing<T>, compare: (one: T, other: T) => number): void {
  sort(list, compare);
}
