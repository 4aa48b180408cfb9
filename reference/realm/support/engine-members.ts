/**
 * Functions of the engine that scripts get in another form, because their effects would outlive the script. The replacements record this,
 * or have the realm keep what it can release later.
 */
import type { RunEnd } from '../../port/outcome.js';
import { isCallback, run } from './callback.js';
import {
  apply,
  type Bare,
  construct,
  create,
  define,
  defineProperty,
  getProperty,
  mapped,
  OwnSymbol,
  OwnTypeError,
  ownProperty,
  PrivateRecord,
  proxyOf,
} from './intrinsics.js';
import { defineMethods } from './members.js';
import { keepReachable, leaveTraces, onRenewal } from './renewal.js';
import { indexOf, textOf } from './text.js';

type ArgumentValues = readonly unknown[];

/**
 * Replaces a member by a function that sees the arguments of each call first. Properties that a script sets on it are set on the original.
 */
function replace(holder: object, name: string, seen: (values: ArgumentValues) => ArgumentValues): object | null {
  const property = ownProperty(holder, name);
  const original: unknown = property?.value;
  if (!isCallback(original)) return null;
  const value = proxyOf(original, {
    __proto__: null,
    apply: (called, receiver, values) => apply(called, receiver, seen(values)),
    construct: (called, values, newTarget) => construct(called, seen(values), newTarget),
  });
  keepReachable(original);
  defineProperty(holder, name, { __proto__: null, ...property, value });
  return value;
}

function leavingTraces(values: ArgumentValues): ArgumentValues {
  leaveTraces();
  return values;
}

// Its callback runs once an object is garbage-collected; a wait ends by itself.
replace(FinalizationRegistry.prototype, 'register', leavingTraces);
replace(Atomics, 'waitAsync', leavingTraces);

let enter: (work: () => RunEnd) => void = () => undefined;

/** Lets the host enter the realm for callbacks that the engine calls by itself. */
export function enterCallbacks(by: (work: () => RunEnd) => void): void {
  enter = by;
}

/** The callback of a registry is called like all code of scripts. */
function entering(values: ArgumentValues): ArgumentValues {
  return mapped(values, (value) => (isCallback(value) ? (held: unknown) => enter(() => run(value, [held])) : value));
}

const Registry = replace(globalThis, 'FinalizationRegistry', entering);
defineMethods(FinalizationRegistry.prototype, { constructor: Registry });

/** Evaluated code may add private names to any object. It needs the character `#` for that. */
function evaluating(values: ArgumentValues): ArgumentValues {
  return mapped(values, (value) => {
    const text = textOf(value);
    if (indexOf(text, '#') >= 0) leaveTraces();
    return text;
  });
}

const EvaluatedFunction = replace(globalThis, 'Function', evaluating);
defineMethods(Function.prototype, { constructor: EvaluatedFunction });
for (const made of [async () => undefined, function* () {}, async function* () {}]) {
  Object.setPrototypeOf(made.constructor, EvaluatedFunction);
  replace(Object.getPrototypeOf(made), 'constructor', evaluating);
}

const { eval: evaluate } = globalThis;
// A read returns the engine's own function, without which a direct call is impossible.
defineProperty(globalThis, 'eval', {
  __proto__: null,
  get: () => {
    leaveTraces();
    return evaluate;
  },
  set: (value: unknown) => defineMethods(globalThis, { eval: value }),
  enumerable: false,
  configurable: true,
});

const registered = new PrivateRecord<symbol>();
let keys: Record<symbol, string> & Bare = create(null);

onRenewal(() => {
  registered.clear();
  keys = create(null);
});

// The engine never releases a registered symbol.
defineMethods(Symbol, {
  for(key: unknown): symbol {
    const text = textOf(key);
    const known = registered.get(text);
    if (known !== undefined) return known;
    const symbol = OwnSymbol(text);
    registered.set(text, symbol);
    define(keys, symbol, text);
    return symbol;
  },
  keyFor(symbol: unknown): string | undefined {
    if (typeof symbol !== 'symbol') throw new OwnTypeError('the argument is not a symbol');
    return getProperty(keys, symbol);
  },
});
