/**
 * The versions that the documents give. Each is beside its member, as `members(prototype, { … })` or `removedMembers(…)` after a class.
 * `isSince('…')` is for members whose behaviour changed with a version.
 */
import {
  defineProperty,
  deleteProperty,
  type Growing,
  growing,
  keysOf,
  numberOf,
  ownProperty,
  push,
} from './intrinsics.js';
import { charAt } from './text.js';

/** major.minor.patch */
export type RuntimeVersion = `${number}.${number}.${number}`;

/** The version of the realm, as one number; `undefined` for the newest, which is the default until `becomeVersion` is called. */
let current: number | undefined;

/** Functions to call once the version is known; `undefined` from then on. */
let waiting: Growing<() => void> | undefined = growing();

/**
 * Makes this a realm of a version; `undefined` means the newest. Members that the version does not have are absent, also those of objects
 * that are made later.
 */
export function becomeVersion(version: string | undefined): void {
  current = version === undefined ? undefined : wholeOf(version);
  const works = waiting ?? growing();
  waiting = undefined;
  if (current !== undefined) {
    for (let at = 0; at < works.length; at += 1) works[at]?.();
  }
}

/** Declares since when an object has its members; members that are not named exist in every version. */
export function members(target: object, since: Readonly<Record<string, RuntimeVersion>>): void {
  whenKnown(() => {
    const names = keysOf(since);
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at] ?? '';
      if (!isSince(ownProperty(since, name)?.value)) deleteProperty(target, name);
    }
  });
}

/** Adds the members of `source` that were removed in a version, if the realm is older. */
export function removedMembers(target: object, removed: RuntimeVersion, source: object): void {
  whenKnown(() => {
    if (isSince(removed)) return;
    const names = keysOf(source);
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at] ?? '';
      const property = ownProperty(source, name);
      if (property !== undefined) defineProperty(target, name, { ...property, enumerable: false });
    }
  });
}

function whenKnown(work: () => void): void {
  if (waiting !== undefined) push(waiting, work);
  else if (current !== undefined) work();
}

/** Whether the realm has this version or a later one. */
export function isSince(version: RuntimeVersion): boolean {
  return current === undefined || current >= wholeOf(version);
}

function wholeOf(version: string): number {
  let whole = 0;
  let part = 0;
  for (let at = 0; at < version.length; at += 1) {
    const digit = charAt(version, at);
    if (digit === '.') {
      whole = whole * 256 + part;
      part = 0;
    } else part = part * 10 + numberOf(digit);
  }
  return whole * 256 + part;
}
