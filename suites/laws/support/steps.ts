/**
 * Steps: what a script does, as data. One probe makes the steps of a table's row on subjects that an axis provides (sizes,
 * views, drawn parts of memory …), and tells what came of each; the oracle is the same function of this process, whose Buffer
 * and crypto no target shares.
 *
 * `[on, member, ...args]` is a call, on a path such as `Buffer` or on a value, and `[value]` alone looks at it. `$name` is a
 * subject, `$0` what the first step gave, `$0.length` a member of it, `$size+1` a number beside it. `*$list` as an argument
 * makes the call once for each item. In place of a call there are
 *
 *     [new, Kind, ...args]   [at, object, index]   [set, object, index, value]   [object, valueOfIt]   [same, one, other]   [list, ...items]   [bytes, view] (one by one)
 *     [repeat, bytes, times, rest]   [pieces, bytes, size]   [text, unit, times, rest, way]
 *     [mark] and [fail], functions: one puts its argument between `<` and `>`, the other throws a RangeError
 */
import type fc from 'fast-check';
import type { Plain } from '../../../spec/types/requirement.js';
import { decode } from '../../language/encoding.js';
import { anything, attempted, type Expectation, either, list, record, throws } from '../../language/expectation.js';
import { drawnProperty, example } from '../../language/law.js';
import type { Law } from '../../language/trial.js';
import { copied, TOOLS, type Tools } from './differential.js';

export type Step = readonly Plain[];

/** What is done, as rows have it; what else they say is a subject. */
export interface Doing {
  /** Steps that come first and are not judged, each behind the name of what it gives. */
  readonly make?: readonly Step[];
  readonly steps: readonly Step[];
  /** What changes memory is asked for what it returns, too, which the documents do not say. */
  readonly returned?: boolean;
  /** Errors are told by their names, which the documents say. */
  readonly named?: boolean;
  readonly [said: string]: unknown;
}

export type Subjects = { readonly [name: string]: unknown };

/** What the probe is told. */
export interface Order {
  readonly subjects: Subjects;
  readonly make: readonly (readonly unknown[])[];
  readonly steps: readonly (readonly unknown[])[];
  readonly returned: boolean;
  readonly named: boolean;
  /** The bytes of `$view` after so many steps, where others judge how it is made: nothing else is told where it holds others, or cannot be made. */
  readonly presumed?: { readonly after: number; readonly bytes: Uint8Array };
  /** Of bytes and texts the length and a sum are told that no byte and no place can change unnoticed. */
  readonly sums: boolean;
}

export type Orders = { readonly [name: string]: Order };

/**
 * Makes orders of what is done by a row for drawn subjects; its `make` may be preceded by that of an axis. Subjects that it does
 * not name are left out. What the row says is read once for all.
 */
export function ordering(doing: Doing, first: Order['make'] = []): (drawn: Subjects) => Order {
  const { make: makes = [], steps: given, returned = false, named = false, ...said } = doing;
  const make = [...first, ...makes.map((step) => step.map(decode))];
  const steps = given.map((step) => step.map(decode));
  const used = new Set([...JSON.stringify([make, steps]).matchAll(/"[*]?[$](\w+)/g)].map(([, name = '']) => name));
  const mentioned = Object.entries(said).filter(([name]) => used.has(name));
  const own = Object.fromEntries(mentioned.map(([name, value]) => [name, decode(plainOf(value))]));
  const made = new Set([...make.map(([name]) => name), ...steps.keys()].map(String));
  const needed = [...used].filter((name) => !made.has(name));
  return (drawn) => {
    const subjects: { [name: string]: unknown } = { ...own };
    for (const name of Object.keys(drawn)) if (used.has(name)) subjects[name] = drawn[name];
    // A name that nothing bears would be a text, and prove nothing.
    const unknown = needed.find((name) => !Object.hasOwn(subjects, name));
    if (unknown !== undefined) throw new Error(`steps name $${unknown}, and there is no such subject`);
    return { subjects, make, steps, returned, named, sums: false };
  };
}

/** One order of `ordering`. */
export const orderOf = (doing: Doing, drawn: Subjects, first?: Order['make']): Order => ordering(doing, first)(drawn);

const plainOf = (value: unknown): Plain => JSON.parse(JSON.stringify(value ?? null));

/** A number as outcomes tell it: decimals lose their last bits on older hosts. */
export const shownNumber = (value: unknown): unknown =>
  typeof value === 'number' && Number.isFinite(value) && !Number.isSafeInteger(value) ? Float64Array.of(value) : value;

/** A number as an argument. */
export const exact = (value: unknown): unknown => {
  const shown = shownNumber(value);
  return shown instanceof Float64Array ? { exact: shown } : value;
};

/** For each name the outcomes of its steps, or that what comes first cannot be made. */
export const run = (input: Orders, t: Tools): { [name: string]: unknown } => {
  const canMake = (f: unknown): f is new (...args: unknown[]) => unknown => typeof f === 'function';
  const made = (Kind: unknown, args: readonly unknown[]): unknown => {
    if (!canMake(Kind)) throw new Error('there is no such constructor');
    if (args.length < 2) return args.length === 0 ? new Kind() : new Kind(args[0]);
    return args.length === 2 ? new Kind(args[0], args[1]) : new Kind(args[0], args[1], args[2]);
  };
  const bytesOf = (view: { buffer?: ArrayBuffer; byteOffset?: number; byteLength?: number }): Uint8Array =>
    new Uint8Array(view.buffer || new ArrayBuffer(0), view.byteOffset, view.byteLength);
  /** Byte by byte: not every engine copies views that begin inside their memory. */
  const asItIs = (bytes: Uint8Array): Uint8Array => {
    const now = new Uint8Array(bytes.length);
    for (let i = 0; i < bytes.length; i++) now[i] = bytes[i] || 0;
    return now;
  };
  /** A pattern so many times, and then the rest. */
  const repeated = (unit: Uint8Array, times: number, rest: Uint8Array): Uint8Array => {
    const whole = unit.length * times;
    const out = new Uint8Array(whole + rest.length);
    if (whole > 0) out.set(unit);
    for (let done = unit.length; done < whole; done *= 2) out.set(out.subarray(0, Math.min(done, whole - done)), done);
    if (rest.length > 0) out.set(rest, whole);
    return out;
  };
  const piecesOf = (all: Uint8Array, size: number): Uint8Array[] => {
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < all.length; at += size) pieces.push(all.subarray(at, at + size));
    return pieces;
  };
  /** A text made in one of the ways in which engines store texts differently. */
  const textOf = (unit: string, times: number, rest: string, way: unknown): string => {
    let text = '';
    if (way === 'joined' && times < 200) for (let i = 0; i < times; i++) text += unit;
    else text = unit.repeat(times);
    text += rest;
    return way === 'cut' ? `<${text}>`.slice(1, -1) : text;
  };
  const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
  const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  const isPlain = (value: unknown): boolean => {
    const of = typeof value === 'object' && value !== null ? Object.getPrototypeOf(value) : undefined;
    return of === null || of === Object.prototype;
  };
  const memberOf = (on: unknown, name: string): unknown => Object(on)[name];
  const special: { readonly [name: string]: (args: readonly unknown[]) => unknown } = {
    new: (args) => made(t.at(`${args[0]}`), args.slice(1)),
    set: (args) => {
      const object: { [index: string]: unknown } = Object(args[0]);
      object[`${args[1]}`] = args[2];
    },
    at: (args) => memberOf(args[0], `${args[1]}`),
    object: (args) => ({ valueOf: () => args[0] }),
    same: (args) => args[0] === args[1],
    list: (args) => args,
    bytes: (args) => asItIs(bytesOf(Object(args[0]))),
    repeat: (args) => isBytes(args[0]) && isBytes(args[2]) && repeated(args[0], Number(args[1]), args[2]),
    pieces: (args) => (isBytes(args[0]) ? piecesOf(args[0], Number(args[1])) : undefined),
    text: (args) => textOf(`${args[0]}`, Number(args[1]), `${args[2]}`, args[3]),
    mark: () => (part: unknown) => `<${part}>`,
    fail: () => () => {
      throw new RangeError('no');
    },
  };
  const sum = (of: string | Uint8Array): string => {
    // ASCII alone, for engines count other characters differently.
    const all = typeof of === 'string' ? encodeURIComponent(of) : of;
    // Of many, every seventh: steps that fall on no border twice in a row. At the end, where most goes wrong, each.
    const step = all.length > 20000 ? 7 : 1;
    let total = 0;
    for (let i = 0; i < all.length; i += i < all.length - 16 ? step : 1)
      total = (total * 31 + (typeof all === 'string' ? all.charCodeAt(i) : all[i] || 0)) >>> 0;
    return `${typeof of === 'string' ? 'text' : 'bytes'} ${all.length} ${total}`;
  };
  const shown = (value: unknown): unknown => {
    if (typeof value === 'string' || isBytes(value)) return sum(value);
    if (Array.isArray(value)) return value.length > 20 ? `${value.length} ${sum(value.join())}` : value.map(shown);
    if (!isPlain(value)) return typeof value === 'object' ? 'neither text nor bytes' : value;
    // In any order, which the oldest engine gives its own.
    const pairs = Object.entries(Object(value)).map((pair) => `${pair[0]}=${pair[1]}`);
    return `${pairs.length} ${sum(pairs.sort().join('&'))}`;
  };
  const one = (order: Order): unknown => {
    const found: { [name: string]: unknown } = Object.assign(Object.create(null), order.subjects);
    const named = (reference: string): unknown => {
      const name = reference.slice(1);
      if (name in found) return found[name];
      const parts = /^[$*]+(\w+)([.\w]*)([+-]\d+)?$/.exec(reference);
      if (parts === null || !(`${parts[1]}` in found)) return reference;
      const path = (parts[2] || '').split('.').slice(1);
      const value = path.reduce(memberOf, found[parts[1] || '']);
      return parts[3] ? Number(value) + Number(parts[3]) : value;
    };
    const resolved = (arg: unknown): unknown => {
      if (typeof arg === 'string') return arg.charAt(0) === '$' ? named(arg) : arg;
      if (Array.isArray(arg)) return arg.map(resolved);
      if (!isPlain(arg)) return arg;
      const object: { readonly [name: string]: unknown } = Object(arg);
      if (object.exact instanceof Float64Array) return object.exact[0];
      const copy: { [name: string]: unknown } = {};
      Object.keys(object).forEach((name) => {
        copy[name] = resolved(object[name]);
      });
      return copy;
    };
    const make = (step: readonly unknown[]): unknown => {
      const head = step[0];
      const own = typeof head === 'string' ? special[head] : undefined;
      if (own !== undefined) return own(step.slice(1).map(resolved));
      const on = typeof head === 'string' && head.charAt(0) !== '$' ? t.at(head) : resolved(head);
      return step.length === 1 ? on : t.invoke(on, `${resolved(step[1])}`, step.slice(2).map(resolved));
    };
    const makeEach = (step: readonly unknown[]): unknown => {
      const star = step.filter((part) => typeof part === 'string' && /^[*][$]/.test(part))[0];
      if (star === undefined) return make(step);
      return listOf(named(`${star}`)).map((item) => {
        found.item = item;
        return make(step.map((part) => (part === star ? '$item' : part)));
      });
    };
    const presumed = order.presumed;
    const failed = order.make.filter((step, i) => {
      const came = t.attempt(() => makeEach(step.slice(1)));
      found[`${step[0]}`] = came[1];
      if (presumed === undefined || i + 1 !== presumed.after) return came[0] === 'threw';
      return came[0] === 'threw' || sum(asItIs(bytesOf(Object(came[1])))) !== sum(presumed.bytes);
    });
    if (failed[0] !== undefined) return { cannotMake: failed[0][0] };
    const outcomes = order.steps.map((step, i) => {
      const member = order.returned ? '' : resolved(step[1]);
      const came = t.attempt(() => makeEach(step));
      if (came[0] === 'threw') return order.named ? came : ['threw'];
      found[`${i}`] = came[1];
      return typeof member === 'string' && /^(write|fill|set|copy|swap)/.test(member) ? ['returned'] : came;
    });
    // Told once all is done, so that changes are seen in what came before them.
    return outcomes.map((came) => {
      if (came.length === 1) return came;
      const value = came[1];
      if (order.sums) return [came[0], shown(value)];
      const isDecimal = typeof value === 'number' && Number.isFinite(value) && !Number.isSafeInteger(value);
      return isDecimal ? [came[0], new Float64Array([Number(value)])] : came;
    });
  };
  const came: { [name: string]: unknown } = {};
  Object.entries(input).forEach((entry) => {
    came[entry[0]] = one(entry[1]);
  });
  return came;
};

/** What comes of orders in this process, where all that comes first can be made and all that is called is there. */
export function ran(orders: Orders): { readonly [name: string]: unknown } {
  const mistakes: string[] = [];
  const invoke: Tools['invoke'] = (on, name, args) => {
    if (typeof Reflect.get(Object(on), name) !== 'function') mistakes.push(`there is no function ${name} here`);
    return TOOLS.invoke(on, name, args);
  };
  const came = run(copied(orders), { ...TOOLS, invoke });
  const unmade = Object.values(came).find((outcomes) => !Array.isArray(outcomes));
  if (unmade !== undefined) mistakes.push(`what comes first cannot be made here: ${JSON.stringify(unmade)}`);
  // It would come to the same wherever it is missing, and prove nothing.
  if (mistakes[0] !== undefined) throw new Error(mistakes[0]);
  return came;
}

/** Steps on each subject of an axis, all in one trial, so that what is told names the subject. */
export const through = <D>(
  axis: (data: D) => Orders,
  pinned: (data: D) => Expectation | undefined = () => undefined,
): Law<D> =>
  example({
    input: axis,
    probe: run,
    expect: (data: D) => {
      const orders = axis(data);
      const all = pinned(data);
      const expected = Object.entries(all === undefined ? ran(orders) : orders).map(([name, came]) => {
        const own = orders[name]?.presumed === undefined ? came : either(came, { cannotMake: 'view' });
        return [name, all ?? own];
      });
      return record(Object.fromEntries(expected));
    },
  });

const ordered = (doing: Doing): Orders => ({ it: orderOf(doing, {}) });

/** Steps, and what this process makes of them. */
export const does: Law<Doing> = through(ordered);

/**
 * What must come of steps: of the last one, or of all; `$name` is a subject, and `{ $throws: TypeError }` an error, whichever it is
 * where it has no name.
 */
export type Given = { readonly then?: Plain; readonly thens?: readonly Plain[] };

const said = (steps: Doing['steps'], { then = null, thens }: Given, subjects: Subjects = {}): Expectation => {
  const valueFor = (of: Plain): unknown => {
    if (isThrows(of)) return throws(...[of.$throws].filter((name) => name !== ''));
    const name = typeof of === 'string' && of.startsWith('$') ? of.slice(1) : '';
    return Object.hasOwn(subjects, name) ? subjects[name] : decode(of);
  };
  const each = steps.map((_, i) => (thens !== undefined ? thens[i] : i === steps.length - 1 ? then : undefined));
  return list(...each.map((of) => (of === undefined ? anything : attempted(valueFor(of)))));
};

const isThrows = (of: Plain): of is { readonly $throws: string } =>
  typeof of === 'object' && of !== null && '$throws' in of;

/** What steps that come to the same for all of a law's subjects must give. */
export const mustGive = (data: Doing & Given): Expectation => said(data.steps, data);

/** Steps, and what they give. */
export const gives: Law<Doing & Given> = through(ordered, mustGive);

/** Steps on what is drawn, by its name, and what they give; without that, what this process makes of them. */
export const onDrawn =
  <K extends string, D = object>(
    drawn: { readonly [draw in K]: (data: D) => fc.Arbitrary<Subjects> },
  ): Law<Doing & Given & D & { readonly draw: K }> =>
  (data) => {
    const order = ordering(data);
    const isSaid = data.then !== undefined || data.thens !== undefined;
    return drawnProperty({
      inputs: () => drawn[data.draw](data),
      told: (subjects): Orders => ({ it: order(subjects) }),
      probe: run,
      expect: (subjects, _, orders) => record(isSaid ? { it: said(data.steps, data, subjects) } : ran(orders)),
    })({});
  };
