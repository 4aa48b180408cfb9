/**
 * A realm that its scripts have left as it was made may serve another owner. The host looks at objects; what the runtime itself
 * remembers of an owner is forgotten here, and what goes on behind the host's back is noted.
 */
import { apply, defineProperty, type Growing, growing, ownProperty, proxyOf, push } from './intrinsics.js';
import { matches } from './text.js';

const forgetting: Growing<() => void> = growing();
const handed: Growing<object> = growing();
let goesOn = false;

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

/** Forgets the owner. Returns false where code of a script may run later although nothing is pending. */
export function renew(): boolean {
  if (goesOn) return false;
  for (let at = 0; at < forgetting.length; at += 1) forgetting[at]?.();
  return true;
}

const nothing = /(?:)/;
// The last match shows in properties of RegExp that are no data.
onRenewal(() => matches(nothing, ''));

/** Notes calls of a method that leaves work which neither the host nor the end of all jobs tells of. */
function noteUse(holder: object, name: string): void {
  const property = ownProperty(holder, name);
  if (typeof property?.value !== 'function') return;
  const value = proxyOf(property.value, {
    __proto__: null,
    apply: (method, receiver, values) => {
      goesOn = true;
      return apply(method, receiver, values);
    },
  });
  defineProperty(holder, name, { ...property, value });
  // What a script does to the proxy, it does to the method.
  hand(property.value);
}

// Its callback runs once something was collected; a wait ends by itself.
noteUse(FinalizationRegistry.prototype, 'register');
noteUse(Atomics, 'waitAsync');
