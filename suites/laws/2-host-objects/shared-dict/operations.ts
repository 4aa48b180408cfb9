/**
 * 2/shared-dict-operations: the effect of each operation on its key, one row for each operation. The models, the drawn calls
 * and the parallel requests all use these rows.
 */
import { between, type Expectation, type ExpectedValue, either, throws } from '../../../language/expectation.js';
import type { SharedDict } from '../../../language/generated/objects.js';
import type { DictValue } from './zones.js';

/** The value of a key, and its time to live in milliseconds. */
export type DictEntry = { readonly value: DictValue; readonly lives: number };

type Under = DictEntry | undefined;
type DictArgs = readonly DictValue[];

interface DictOperation {
  /** Arguments after the key: a value of the dictionary's type, or whole numbers. `init` may be omitted. */
  readonly takes?: readonly ('value' | 'delta' | 'init')[];
  /** Whether a timeout may follow them. */
  readonly timed?: true;
  readonly returns: (under: Under, args: DictArgs) => ExpectedValue;
  /** The new value of the key; by default it is unchanged. */
  readonly leaves?: (under: Under, args: DictArgs) => DictValue | undefined;
  /** Whether a call that returned this has stored something. Only such operations need memory and start a time to live. */
  readonly writes?: (returned: unknown) => boolean;
  /** How it ends without enough memory. */
  readonly full?: Expectation;
}

const always = (): boolean => true;
const ifTrue = (returned: unknown): boolean => returned === true;
const isHeld = (under: Under) => under !== undefined;
const held = (under: Under) => under?.value;
const heldOrGiven = (under: Under, [value]: DictArgs) => under?.value ?? value;
const given = (_: Under, [value]: DictArgs) => value;
const gone = () => undefined;
const sum = (under: Under, [delta, init = 0]: DictArgs): number => Number(under?.value ?? init) + Number(delta);

/** 2/errors/shared-dict */
export const FULL = throws('SharedMemoryError');

/** The key was missing. A separate requirement judges whether `delete` then returns `false`. */
const MISSING = either(false, undefined);

/** Operations without a key. */
export type Keyless = 'capacity' | 'name' | 'type' | 'clear' | 'freeSpace' | 'items' | 'keys' | 'size';
export type OperationName = Exclude<keyof SharedDict, Keyless>;

export const OPERATIONS: { readonly [name in OperationName]: DictOperation } = {
  add: { takes: ['value'], timed: true, returns: (under) => under === undefined, leaves: heldOrGiven, writes: ifTrue },
  delete: { returns: (under) => under !== undefined || MISSING, leaves: gone },
  get: { returns: held },
  has: { returns: isHeld },
  // A separate requirement judges its error without enough memory.
  incr: { takes: ['delta', 'init'], timed: true, returns: sum, leaves: sum, writes: always, full: throws() },
  pop: { returns: held, leaves: gone },
  replace: { takes: ['value'], returns: isHeld, leaves: (under, [value]) => under && value, writes: ifTrue },
  set: { takes: ['value'], timed: true, returns: () => ({ itself: true }), leaves: given, writes: always },
  ttl: { returns: (under) => under && between(Math.max(1, under.lives - 10_000), under.lives) },
};
