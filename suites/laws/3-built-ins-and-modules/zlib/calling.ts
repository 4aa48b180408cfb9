/** Calls of the module, many in one trial, and what is looked at of what they give. */
import { type Expectation, satisfies } from '../../../language/expectation.js';
import type { Probe } from '../../../language/trial.js';

/**
 * In options a text such as `$Z_RLE` is the constant of that name. Data and the dictionary are `$name` of what is given to all calls,
 * or a `Seen`.
 */
export interface Call {
  readonly member: string;
  readonly data: unknown;
  readonly options?: unknown;
}

/** The bytes, as a view of that kind sees them within a memory that holds others before and behind them. */
export interface Seen {
  readonly seenBy: string;
  readonly bytes: unknown;
}

export interface Calls {
  readonly given: { readonly [name: string]: unknown };
  readonly calls: readonly Call[];
}

/** Tells of each call what it gave, or the name of the error. */
export const called: Probe<Calls> = ({ given, calls }, t) => {
  const viewed = (kind: unknown, bytes: ArrayLike<number>): unknown => {
    const length = bytes.length;
    const memory = new ArrayBuffer(length + 24);
    const all = new Uint8Array(memory);
    all.fill(165);
    all.set(bytes, 8);
    switch (kind) {
      case 'ArrayBuffer':
        return new Uint8Array(bytes).buffer;
      case 'Int8Array':
        return new Int8Array(memory, 8, length);
      case 'Uint8ClampedArray':
        return new Uint8ClampedArray(memory, 8, length);
      case 'Int16Array':
        return new Int16Array(memory, 8, length / 2);
      case 'Uint16Array':
        return new Uint16Array(memory, 8, length / 2);
      case 'Int32Array':
        return new Int32Array(memory, 8, length / 4);
      case 'Uint32Array':
        return new Uint32Array(memory, 8, length / 4);
      case 'Float32Array':
        return new Float32Array(memory, 8, length / 4);
      case 'Float64Array':
        return new Float64Array(memory, 8, length / 8);
      case 'DataView':
        return new DataView(memory, 8, length);
      case 'Buffer':
        return Buffer.from(memory, 8, length);
      case 'part-of-buffer':
        return Buffer.from(memory).subarray(8, 8 + length);
      case 'part-of-part':
        return Buffer.from(memory, 4)
          .subarray(2)
          .subarray(2, 2 + length);
      case 'whole-uint8':
        return new Uint8Array(bytes);
      default:
        return all.subarray(8, 8 + length);
    }
  };
  const resolved = (value: unknown): unknown => {
    if (typeof value === 'string' && value.charAt(0) === '$') {
      const name = value.slice(1);
      return name in given ? given[name] : Object(t.at('zlib.constants'))[name];
    }
    const seen: { readonly seenBy?: unknown; readonly bytes?: unknown } = Object(value);
    return seen.seenBy === undefined ? value : viewed(seen.seenBy, Object(resolved(seen.bytes)));
  };
  const optionsOf = (options: unknown): unknown => {
    if (typeof options !== 'object' || options === null) return options;
    const of: { readonly [name: string]: unknown } = Object(options);
    const copy: { [name: string]: unknown } = {};
    Object.keys(of).forEach((name) => {
      copy[name] = resolved(of[name]);
    });
    return copy;
  };
  return calls.map((call) => {
    const data = resolved(call.data);
    const args = 'options' in call ? [data, optionsOf(call.options)] : [data];
    return t.attempt(() => t.invoke(t.zlib, call.member, args));
  });
};

/** Something that was told is not as it must be. */
class Wrong extends Error {}

/** Ends a check: what is said is wrong. */
export function demand(holds: boolean, wrong: string): asserts holds {
  if (!holds) throw new Wrong(wrong);
}

/** What is found wrong within is told with what it is about. */
export function about<T>(what: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    throw error instanceof Wrong ? new Wrong(`${what}: ${error.message}`) : error;
  }
}

/** What a call gave, or that it was refused. */
export type Outcome = { readonly gave: Buffer } | { readonly refused: true };

/** Outcomes of as many calls as there were. */
function outcomesOf(told: unknown, count: number): readonly Outcome[] {
  demand(Array.isArray(told) && told.length === count, 'other calls are told than were made');
  return told.map((one: unknown) => {
    const [how, value]: readonly unknown[] = Array.isArray(one) ? one : [];
    if (how === 'threw') return { refused: true };
    demand(how === 'returned' && Buffer.isBuffer(value), 'a call gives something else than a Buffer');
    return { gave: value };
  });
}

export function gave(outcome: Outcome | undefined): Buffer {
  demand(outcome !== undefined && 'gave' in outcome, 'the call is refused');
  return outcome.gave;
}

export const isRefused = (outcome: Outcome | undefined): boolean => outcome !== undefined && 'refused' in outcome;

/** What `check` finds wrong with the outcomes of so many calls is told. */
export const checked = (name: string, count: number, check: (of: readonly Outcome[]) => void): Expectation =>
  satisfies(name, (told) => {
    try {
      check(outcomesOf(told, count));
      return true;
    } catch (error) {
      if (error instanceof Wrong) return error.message;
      throw error;
    }
  });
