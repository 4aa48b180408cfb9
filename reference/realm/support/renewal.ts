/**
 * A realm whose state its scripts have not changed may serve another owner. The host inspects the objects. This module clears what the
 * runtime remembers of an owner, and records invisible effects.
 */
import { type Growing, growing, push } from './intrinsics.js';
import { matches } from './text.js';

const forgetting: Growing<() => void> = growing();
const reachable: Growing<object> = growing();
let isTraceless = true;

/** Registers a function that clears remembered state of an owner. */
export function onRenewal(forget: () => void): void {
  push(forgetting, forget);
}

/** Records an object that lasts as long as the realm and that scripts receive although no global leads to it. */
export function keepReachable(object: object): void {
  push(reachable, object);
}

/** Visits each such object so far. */
export function eachReachable(visit: (object: object) => void): void {
  for (let at = 0; at < reachable.length; at += 1) {
    const object = reachable[at];
    if (object !== undefined) visit(object);
  }
}

/** Records a possible invisible effect: code that runs later although nothing is pending, or a private name on an object that lasts. */
export function leaveTraces(): void {
  isTraceless = false;
}

/** Clears the state of the owner. Returns false if it may have had such effects. */
export function renew(): boolean {
  if (!isTraceless) return false;
  for (let at = 0; at < forgetting.length; at += 1) forgetting[at]?.();
  return true;
}

const nothing = /(?:)/;
// The last match is visible in accessors of RegExp.
onRenewal(() => matches(nothing, ''));
