/** Calls of `crypto.subtle`, one after the other, of which each is given what earlier ones made. */
import { type Expectation, satisfies } from '../../../language/expectation.js';
import type { Probe } from '../../../language/trial.js';

/**
 * What the call gives is known by a name to those that follow: in arguments `$key` is what the call of that name gave, and
 * `$pair.publicKey` a member of it, and a `View` a view of its bytes. Bytes under the name `spoils` are overwritten once the call was
 * made and before it is waited for.
 */
export interface Call {
  readonly as: string;
  readonly call: string;
  readonly args: readonly unknown[];
  readonly spoils?: string;
  /** What it gives is a key that is used, and not looked at. */
  readonly unseen?: boolean;
  /** Other requirements judge it: where it is refused, nothing is observed. */
  readonly presumed?: boolean;
}

/** The bytes, as a view of that kind sees them within a memory that holds others before and behind them. */
export interface View {
  readonly seenBy: string;
  readonly bytes: Uint8Array;
}

export interface Play {
  /** What calls are given besides, by name. */
  readonly given: { readonly [name: string]: unknown };
  readonly calls: readonly Call[];
  /** Keys are used, and not looked at. */
  readonly blind?: boolean;
}

export const call = (as: string, member: string, ...args: readonly unknown[]): Call => ({ as, call: member, args });

/** Tells of each call what it gave; that it was refused, whether it threw or its promise was rejected; or that it could not be made. */
export const played: Probe<Play> = ({ given, calls, blind }, t) => {
  const found: { [name: string]: unknown } = Object.assign({}, given);
  const memberOf = (on: unknown, name: string): unknown => Object(on)[name];
  const isPlain = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  const referred = (text: string): unknown => {
    const parts = text.slice(1).split('.');
    const name = parts[0] || '';
    if (!(name in found)) throw { skipped: true };
    return parts.slice(1).reduce(memberOf, found[name]);
  };
  const viewed = (kind: unknown, bytes: ArrayLike<number>): unknown => {
    const length = bytes.length;
    if (kind === 'ArrayBuffer') return new Uint8Array(bytes).buffer;
    const memory = new ArrayBuffer(length + 24);
    const all = new Uint8Array(memory);
    all.fill(165);
    all.set(bytes, 8);
    switch (kind) {
      case 'Int8Array':
        return new Int8Array(memory, 8, length);
      case 'Uint8ClampedArray':
        return new Uint8ClampedArray(memory, 8, length);
      case 'Uint16Array':
        return new Uint16Array(memory, 8, length / 2);
      case 'Int32Array':
        return new Int32Array(memory, 8, length / 4);
      case 'Float64Array':
        return new Float64Array(memory, 8, length / 8);
      case 'DataView':
        return new DataView(memory, 8, length);
      case 'Buffer':
        return Buffer.from(memory, 8, length);
      default:
        return all.subarray(8, 8 + length);
    }
  };
  const resolved = (value: unknown): unknown => {
    if (typeof value === 'string') return value.charAt(0) === '$' ? referred(value) : value;
    if (Array.isArray(value)) return value.map(resolved);
    if (!isPlain(value)) return value;
    const copy: { [name: string]: unknown } = {};
    const of: { readonly [name: string]: unknown } = Object(value);
    if (of['seenBy'] !== undefined) return viewed(of['seenBy'], Object(of['bytes']));
    Object.keys(of).forEach((name) => {
      copy[name] = resolved(of[name]);
    });
    return copy;
  };
  const isBytesOrPlain = (value: unknown): boolean => typeof value !== 'object' || value instanceof ArrayBuffer;
  const isKey = (value: unknown): boolean => Array.isArray(memberOf(value, 'usages'));
  /** The list that a key tells; what is then added to the list gives the key no other usages. */
  const usagesOf = (key: unknown): unknown => {
    const usages = memberOf(key, 'usages');
    if (!Array.isArray(usages)) return usages;
    const told = usages.slice();
    t.attempt(() =>
      usages.push('decrypt', 'deriveBits', 'deriveKey', 'encrypt', 'sign', 'unwrapKey', 'verify', 'wrapKey'),
    );
    return told;
  };
  const keyShown = (key: unknown): unknown => {
    const algorithm: { [name: string]: unknown } = {};
    ['name', 'hash', 'length', 'namedCurve', 'modulusLength', 'publicExponent'].forEach((name) => {
      const value = memberOf(memberOf(key, 'algorithm'), name);
      if (value !== undefined) algorithm[name] = value;
    });
    return {
      type: memberOf(key, 'type'),
      extractable: memberOf(key, 'extractable'),
      usages: usagesOf(key),
      algorithm,
    };
  };
  const shown = (value: unknown): unknown => {
    if (blind === true) return isBytesOrPlain(value) ? value : 'key';
    if (isKey(value)) return keyShown(value);
    const privateKey = memberOf(value, 'privateKey');
    return privateKey === undefined
      ? value
      : { privateKey: shown(privateKey), publicKey: shown(memberOf(value, 'publicKey')) };
  };
  const subtle = t.webCrypto().subtle;
  const spoil = (name: string | undefined): void => {
    const bytes = name === undefined ? undefined : found[name];
    if (bytes instanceof Uint8Array) for (let i = 0; i < bytes.length; i++) bytes[i] = 255 - (bytes[i] || 0);
  };
  const told: { [name: string]: unknown } = {};
  const made = (one: Call): unknown => {
    const began = t.invoke(subtle, one.call, one.args.map(resolved));
    spoil(one.spoils);
    return began;
  };
  const waited = (one: Call): Promise<void> =>
    Promise.resolve(one)
      .then(made)
      .then(
        (value) => {
          found[one.as] = value;
          told[one.as] = ['gave', one.unseen === true ? 'key' : shown(value)];
        },
        (e) => {
          if (one.presumed === true) t.unobservable(`${one.call} of ${one.as} is refused`);
          told[one.as] = memberOf(e, 'skipped') === true ? ['skipped'] : ['refused', `${memberOf(e, 'name')}`];
        },
      );
  // Without `await`: the oldest hosts lose variables of functions around it.
  return calls.reduce((before, one) => before.then(() => waited(one)), Promise.resolve()).then(() => told);
};

/** Something that was told is not as it must be. */
class Wrong extends Error {}

/** Ends a check: what is said is wrong. */
export function demand(holds: boolean, wrong: string): asserts holds {
  if (!holds) throw new Wrong(wrong);
}

/** What was told of calls, by their names. */
export class Told {
  readonly #of: object;

  constructor(of: unknown) {
    demand(typeof of === 'object' && of !== null, 'nothing was told of the calls');
    this.#of = of;
  }

  #outcome(name: string): readonly unknown[] {
    const outcome: unknown = Reflect.get(this.#of, name);
    demand(Array.isArray(outcome), `nothing was told of ${name}`);
    return outcome;
  }

  /** What a call gave. */
  value(name: string): unknown {
    const [how, value] = this.#outcome(name);
    demand(how === 'gave', `${name} was ${how}${value === undefined ? '' : ` with ${value}`}`);
    return value;
  }

  /** Whether a call that was made gave something, and was not refused. */
  isGiven(name: string): boolean {
    const [how] = this.#outcome(name);
    demand(how === 'gave' || how === 'refused', `${name} was ${how}`);
    return how === 'gave';
  }

  /** Whether a call that was made gave this value. */
  gave(name: string, value: unknown): boolean {
    return this.isGiven(name) && this.value(name) === value;
  }

  /** The bytes that a call gave, which are an ArrayBuffer. */
  bytes(name: string): Buffer {
    const value = this.value(name);
    demand(value instanceof ArrayBuffer, `${name} gave no ArrayBuffer`);
    return Buffer.from(value);
  }

  /** The members of the object that a call gave. */
  object(name: string): { readonly [member: string]: unknown } {
    return objectOf(this.value(name), name);
  }

  /** Whether a call was refused. */
  isRefused(name: string): boolean {
    return this.#outcome(name)[0] === 'refused';
  }

  /** That a call was refused; one that could not be made proves nothing. */
  refused(name: string): void {
    const [how] = this.#outcome(name);
    demand(how === 'refused', how === 'gave' ? `${name} was not refused` : `${name} was ${how}`);
  }
}

export function objectOf(value: unknown, name: string): { readonly [member: string]: unknown } {
  demand(typeof value === 'object' && value !== null, `${name} is no object`);
  return Object.fromEntries(Object.entries(value));
}

/** That a check of what was told finds nothing wrong. What it reads by means of Node must be readable. */
export const checked = (name: string, check: (told: Told) => void): Expectation =>
  satisfies(name, (value) => {
    try {
      check(new Told(value));
      return true;
    } catch (error) {
      if (error instanceof Wrong) return error.message;
      return `Node cannot read it: ${error instanceof Error ? error.message : error}`;
    }
  });
