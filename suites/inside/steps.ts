/**
 * The interpreter of steps (`spec/types/step.ts`), lifted into the bundle by its source. It refers only to its parameters and ECMAScript,
 * and is written in the probe language. Our own process runs the same function, as an oracle for results that ECMAScript and Node's Buffer
 * define.
 *
 * Makers of test data, by the first element of `make`:
 *
 * - `[object, value]`: an object whose valueOf returns the value
 * - `[list, ...items]`
 * - `[bytes, view]`: a copy, byte by byte
 * - `[same, one, other]`: whether they are identical
 * - `[alike, view, ...others]`: whether all views have the same bytes; lists of views may be others, too
 * - `[view, Kind, bytes]`: the bytes within a larger memory; kinds are those of typed arrays, and in `viewOf`
 * - `[repeat, bytes, times, rest]`
 * - `[pieces, bytes, size]`
 * - `[text, unit, times, rest, way]`
 * - `[accessors, object]`: an object with a getter for each member
 * - `[entries, form]`: the pairs of name and value that forEach passes
 * - `[named, value]`: the value with only the name of each object in it
 * - `[has, name]`: whether the object of `on` has a member of this name, and whether it is its own
 * - `[listed]`: the names that each way of listing the object of `on` gives
 * - `[wait, milliseconds]`: a promise
 * - `[promise]`: a fulfilled promise
 * - `[mark]`: a function that puts its argument between `<` and `>`
 * - `[fail]`: a function that throws a RangeError
 * - `[callback, { steps, turns, throws, at, gives }]`: a function whose `calls` list its arguments, or the results of its own steps. In
 *   these `$this` and `$args` are those of the call. `turns` are the steps of each call; those of the last one apply to all later calls. It
 *   throws at each call, or at the one with that number.
 */
import type { StepOutcomes, Stepper } from '../language/steps.js';
import type { World } from '../language/world.js';
import { stepBytes, stepSummaries } from './step-data.js';

/** The functions that an interpreter of steps needs. */
export type StepTools = Pick<World, 'invoke' | 'attempt' | 'at'> & { wait(milliseconds: number): unknown };

/** The interpreter; see `stepper`. */
function follower(
  t: StepTools,
  bytes: ReturnType<typeof stepBytes>,
  summaries: ReturnType<typeof stepSummaries>,
): Stepper {
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;
  const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  const memberOf = (on: unknown, name: string | number): unknown => Object(on)[name];
  /** A text created in one of the ways in which engines store texts differently. */
  const textOf = (unit: string, times: number, rest: string, way: unknown): string => {
    let text = '';
    if (way === 'joined' && times < 200) for (let i = 0; i < times; i++) text += unit;
    else text = unit.repeat(times);
    text += rest;
    return way === 'cut' ? `<${text}>`.slice(1, -1) : text;
  };
  const withAccessors = (of: unknown): object => {
    const made = {};
    Object.keys(Object(of)).forEach((name) => {
      Object.defineProperty(made, name, { get: () => memberOf(of, name), enumerable: true, configurable: true });
    });
    return made;
  };
  const named = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(named);
    return isObject(value) ? { name: memberOf(value, 'name') } : value;
  };
  const entriesOf = (form: unknown): unknown => {
    const entries: unknown[] = [];
    const add = (value: unknown, name: unknown): void => {
      entries.push([name, value]);
    };
    t.invoke(form, 'forEach', [add]);
    return named(entries);
  };
  const listed = (of: object): { readonly [way: string]: readonly string[] } => {
    const enumerated: string[] = [];
    for (const name in of) enumerated.push(name);
    const entries = Object.entries(of).map((entry) => entry[0]);
    return { enumerated, keys: Object.keys(of), entries, json: Object.keys(JSON.parse(JSON.stringify(of))) };
  };
  const follow: Stepper = (order, noted) => {
    const found: { [name: string]: unknown } = Object.assign(Object.create(null), order.subjects);
    const referred = (reference: string): unknown => {
      const name = reference.slice(1);
      if (name in found) return found[name];
      if (name.charAt(0) === '$') return name;
      // A part of a path may be any name without a dot, such as the name of an XML element.
      const parts = /^[$](\w+)((?:[.][^.]+?)*)([+-]\d+)?$/.exec(reference);
      if (parts === null || !(`${parts[1]}` in found)) return reference;
      const path = (parts[2] || '').split('.').slice(1);
      const value = path.reduce(memberOf, found[parts[1] || '']);
      return parts[3] ? Number(value) + Number(parts[3]) : value;
    };
    const resolved = (arg: unknown): unknown => {
      if (typeof arg === 'string') return arg.charAt(0) === '$' ? referred(arg) : arg;
      if (Array.isArray(arg)) return arg.map(resolved);
      if (!summaries.isPlain(arg)) return arg;
      const object: { readonly [name: string]: unknown } = Object(arg);
      if (object.exact instanceof Float64Array) return object.exact[0];
      const copy: { [name: string]: unknown } = {};
      Object.keys(object).forEach((name) => {
        copy[name] = resolved(object[name]);
      });
      return copy;
    };
    const ownStep = (step: unknown): unknown => {
      const came = t.attempt(() => doesEach(step));
      const name: unknown = Array.isArray(step) ? undefined : Object(step).as;
      if (typeof name === 'string') found[name] = came[1];
      return came[1];
    };
    const callback = (of: unknown): unknown => {
      const its: { steps?: unknown; turns?: unknown; throws?: string; at?: number; gives?: unknown } = Object(of);
      const turns = listOf(its.turns);
      const calls: unknown[] = [];
      const called = function (this: unknown, ...args: unknown[]): unknown {
        found.this = this;
        found.args = args;
        const steps = its.turns === undefined ? its.steps : turns[Math.min(calls.length, turns.length - 1)];
        const came = steps === undefined ? args : listOf(steps).map(ownStep);
        calls.push(came);
        if (noted !== undefined) noted(came);
        if (its.throws !== undefined && (its.at === undefined || its.at === calls.length))
          throw bytes.construct(t.at(its.throws), ['no']);
        return resolved(its.gives);
      };
      return Object.assign(called, { calls });
    };
    /** A call with a callback behind its arguments: a promise of the callback's argument, its calls, and what the call returned. */
    const calledBack = (on: unknown, name: string, args: readonly unknown[]): object => {
      const calls: unknown[] = [];
      const made: { returned?: unknown } = { returned: undefined };
      const promise = new Promise((resolve) => {
        const back = (value: unknown): void => {
          calls.push(value);
          resolve(value);
        };
        made.returned = t.invoke(on, name, args.concat([back]));
      });
      return Object.assign(made, { promise, calls });
    };
    const makers: { readonly [name: string]: (args: readonly unknown[]) => unknown } = {
      object: (args) => ({ valueOf: () => args[0] }),
      list: (args) => args,
      same: (args) => args[0] === args[1],
      typeof: (args) => typeof args[0],
      'called-back': (args) => calledBack(args[0], `${args[1]}`, args.slice(2)),
      alike: (args) =>
        args.slice(1).every((one) => (Array.isArray(one) ? one : [one]).every((view) => bytes.isAlike(args[0], view))),
      bytes: (args) => bytes.copyOf(bytes.bytesOf(Object(args[0]))),
      view: (args) => bytes.viewOf(`${args[0]}`, bytes.bytesOf(Object(args[1]))),
      repeat: (args) => isBytes(args[0]) && isBytes(args[2]) && bytes.repeated(args[0], Number(args[1]), args[2]),
      pieces: (args) => (isBytes(args[0]) ? bytes.piecesOf(args[0], Number(args[1])) : undefined),
      text: (args) => textOf(`${args[0]}`, Number(args[1]), `${args[2]}`, args[3]),
      accessors: (args) => withAccessors(args[0]),
      entries: (args) => entriesOf(args[0]),
      named: (args) => named(args[0]),
      has: (args) => [`${args[1]}` in Object(args[0]), t.invoke(Object.prototype.hasOwnProperty, 'call', args)],
      listed: (args) => listed(Object(args[0])),
      wait: (args) => t.wait(Number(args[0])),
      promise: () => Promise.resolve(),
      mark: () => (part: unknown) => `<${part}>`,
      fail: () => () => {
        throw new RangeError('no');
      },
    };
    const make = (name: string, on: readonly unknown[], args: readonly unknown[]): unknown => {
      if (name === 'callback') return callback(args[0]);
      const maker = makers[name];
      if (maker === undefined) throw new Error(`there is no maker ${name}`);
      return maker(on.concat(args.map(resolved)));
    };
    const subject = (on: unknown): unknown => {
      const of = on === undefined ? order.on : on;
      return typeof of === 'string' && of.charAt(0) !== '$' ? t.at(of) : resolved(of);
    };
    const call = (on: unknown, all: readonly unknown[]): unknown =>
      all.length === 0 ? subject(on) : t.invoke(subject(on), `${resolved(all[0])}`, all.slice(1).map(resolved));
    const assign = (on: unknown, all: readonly unknown[]): undefined => {
      const object: { [name: string]: unknown } = Object(subject(on));
      object[`${resolved(all[0])}`] = resolved(all[1]);
    };
    // Not every engine has Reflect.
    const remove = (on: unknown, name: string): boolean => {
      const object: { [name: string]: unknown } = Object(subject(on));
      return delete object[name];
    };
    const does = (step: unknown): unknown => {
      if (Array.isArray(step)) return call(step[0], step.slice(1));
      const of: { readonly [verb: string]: unknown } = Object(step);
      if (of.call !== undefined) return call(of.on, Array.isArray(of.call) ? of.call : [of.call]);
      if (of.get !== undefined)
        return memberOf(subject(of.on), typeof of.get === 'number' ? of.get : `${resolved(of.get)}`);
      if (of.set !== undefined) return assign(of.on, listOf(of.set));
      const made = listOf(of.new).map(resolved);
      if (of.new !== undefined) return bytes.construct(t.at(`${made[0]}`), made.slice(1));
      const given = of.on === undefined ? [] : [subject(of.on)];
      if (of.make !== undefined) return make(`${listOf(of.make)[0]}`, given, listOf(of.make).slice(1));
      if (of.delete !== undefined) return remove(of.on, `${resolved(of.delete)}`);
      return resolved(of.value);
    };
    const doesEach = (step: unknown): unknown => {
      const list = Array.isArray(step) ? undefined : Object(step).each;
      if (list === undefined) return does(step);
      return listOf(resolved(list)).map((item) => {
        found.item = item;
        return does(step);
      });
    };
    /** Only the effect of such a step counts: the documents do not define what it returns. */
    const isUntold = (step: unknown): boolean => {
      if (!Array.isArray(step) && Object(step).shown === false) return true;
      const called: unknown = Array.isArray(step) ? step[1] : Object(step).call;
      const member = resolved(Array.isArray(called) ? called[0] : called);
      return !order.returned && typeof member === 'string' && /^(write|fill|set|copy|swap)/.test(member);
    };
    const presumed = order.presumed;
    const failed = order.make.filter((one, i) => {
      const came = t.attempt(() => doesEach(one[1]));
      found[one[0]] = came[1];
      if (presumed === undefined || i + 1 !== presumed.after) return came[0] === 'threw';
      return (
        came[0] === 'threw' ||
        summaries.sum(bytes.copyOf(bytes.bytesOf(Object(came[1])))) !== summaries.sum(presumed.bytes)
      );
    });
    if (failed[0] !== undefined) return { cannotMake: failed[0][0] };
    const outcomes: (readonly unknown[])[] = [];
    const ofKind = (came: readonly unknown[]): readonly unknown[] =>
      came[0] === 'returned' || order.named ? came : [came[0]];
    const note = (step: unknown, came: readonly unknown[]): void => {
      if (came[0] !== 'returned') {
        outcomes.push(ofKind(came));
        return;
      }
      found[`${outcomes.length}`] = came[1];
      const of: { readonly as?: unknown; readonly shown?: unknown } = Array.isArray(step) ? {} : Object(step);
      if (typeof of.as === 'string') found[of.as] = came[1];
      // What is waited for later is no stray promise, whenever it is rejected.
      if (of.as !== undefined && came[1] instanceof Promise) came[1].then(undefined, () => undefined);
      const shown = of.shown;
      if (!Array.isArray(shown)) outcomes.push(isUntold(step) ? ['returned'] : came);
      else outcomes.push(ofKind(t.attempt(() => shown.map(doesEach))));
    };
    // Converted at the end, so that later changes are visible in earlier results.
    const ended = (): StepOutcomes =>
      outcomes.map((came) => {
        if (came.length === 1 || came[0] !== 'returned') return came;
        return [came[0], order.sums ? summaries.shortened(came[1]) : summaries.exactly(came[1])];
      });
    const tried = (step: unknown): readonly unknown[] =>
      t.attempt(() => {
        try {
          return doesEach(step);
        } catch (e) {
          found.error = e;
          throw e;
        }
      });
    const goesOn = (from: number): StepOutcomes | Promise<StepOutcomes> => {
      for (let i = from; i < order.steps.length; i++) {
        const step = order.steps[i];
        const of: { readonly await?: unknown; readonly meanwhile?: unknown } = Array.isArray(step) ? {} : Object(step);
        if (of.await === 'callback')
          return new Promise((resolve) => {
            const ends = (came: readonly unknown[]): void => {
              note(step, came);
              resolve(goesOn(i + 1));
            };
            found.next = (value: unknown) => ends(['returned', value]);
            const began = tried(step);
            if (began[0] === 'threw') ends(began);
          });
        const came = tried(step);
        if (of.meanwhile !== undefined) t.attempt(() => does(of.meanwhile));
        const waits = of.await !== undefined && came[0] === 'returned';
        if (waits && typeof memberOf(came[1], 'then') === 'function')
          return Promise.resolve(came[1]).then(
            (value) => {
              note(step, ['returned', value]);
              return goesOn(i + 1);
            },
            (e) => {
              found.error = e;
              const threw = t.attempt(() => {
                throw e;
              });
              note(step, ['rejected', threw[1]]);
              return goesOn(i + 1);
            },
          );
        note(step, waits && order.promises ? ['no promise', came[1]] : came);
      }
      return ended();
    };
    return goesOn(0);
  };
  return follow;
}

/** The interpreter in our own process. */
export const stepper = (t: StepTools): Stepper => follower(t, stepBytes(t), stepSummaries());

/** The source of `stepper` for targets. */
export const stepperSource = (): string => `(t) => (${follower})(t, (${stepBytes})(t), (${stepSummaries})())`;
