/**
 * The versions that the documents give. Each stands beside the member that it belongs to, as `members(prototype, { … })`
 * after a class, or as `isSince('…')` where a member behaves differently from a version on.
 */

/** major.minor.patch */
export type Version = `${number}.${number}.${number}`;

/** Since when a member is there, and from when on no longer. A version alone says since when. */
export type Life = Version | { readonly since?: Version; readonly removed?: Version };

/** Members whose life is known before the version of the realm is. */
const waiting: { readonly target: object; readonly lives: Readonly<Record<string, Life>> }[] = [];

/** Version of the realm, as one number; of the newest runtime until a realm is told. */
let current = Number.POSITIVE_INFINITY;
let told = false;

/** Makes this a realm of a version: members that it does not have are deleted, also those of objects that are made later. */
export function becomeVersion(version: string): void {
  current = numberOf(version);
  told = true;
  for (const { target, lives } of waiting) deleteAbsent(target, lives);
}

/** Says since when an object has its members; those not named are there in every version. */
export function members(target: object, lives: Readonly<Record<string, Life>>): void {
  if (told) deleteAbsent(target, lives);
  else waiting[waiting.length] = { target, lives };
}

/** Whether the realm is of this version or a later one. */
export function isSince(version: Version): boolean {
  return current >= numberOf(version);
}

export function isAlive(life: Life | undefined): boolean {
  if (life === undefined) return true;
  if (typeof life === 'string') return isSince(life);
  const { since, removed } = life;
  return (since === undefined || isSince(since)) && (removed === undefined || !isSince(removed));
}

function deleteAbsent(target: object, lives: Readonly<Record<string, Life>>): void {
  for (const name in lives) if (!isAlive(lives[name])) Reflect.deleteProperty(target, name);
}

/** Written without ECMAScript's methods, because it also runs after scripts, which may have replaced them. */
function numberOf(version: string): number {
  let whole = 0;
  let part = 0;
  for (let at = 0; at < version.length; at += 1) {
    if (version[at] === '.') {
      whole = whole * 256 + part;
      part = 0;
    } else part = part * 10 + +(version[at] ?? 0);
  }
  return whole * 256 + part;
}
