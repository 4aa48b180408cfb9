/**
 * A realm that its scripts have left as it was made may serve another owner. The host looks at objects; what the runtime itself
 * remembers of an owner is forgotten here, and what leaves traces that nobody can see is noted.
 */
import { type Growing, growing, push } from './intrinsics.js';
import { matches } from './text.js';

const forgetting: Growing<() => void> = growing();
const handed: Growing<object> = growing();
let isTraceless = true;

/** Says how something that the runtime remembers of an owner is forgotten. */
export function onRenewal(forget: () => void): void {
  push(forgetting, forget);
}

/** Makes an object known that lasts as long as the realm, and which scripts get although no global leads to it. */
export function hand(object: object): void {
  push(handed, object);
}

/** Tells of each such object so far. */
export function eachHanded(tell: (object: object) => void): void {
  for (let at = 0; at < handed.length; at += 1) {
    const object = handed[at];
    if (object !== undefined) tell(object);
  }
}

/** Notes that a script may have left what cannot be seen: code that runs later although nothing is pending, or a private name on an object that lasts. */
export function leaveTraces(): void {
  isTraceless = false;
}

/** Forgets the owner. Returns false where it may have left such traces. */
export function renew(): boolean {
  if (!isTraceless) return false;
  for (let at = 0; at < forgetting.length; at += 1) forgetting[at]?.();
  return true;
}

const nothing = /(?:)/;
// The last match shows in properties of RegExp that are no data.
onRenewal(() => matches(nothing, ''));
