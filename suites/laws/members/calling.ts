/** Calls of members inside targets: made in turn, awaited, and shown by copies. Lifted with the probes that use them. */
import type { Attempt, World } from '../../language/world.js';
import { liftedWith } from '../support/lifted-with.js';
import { makeValue } from '../support/script-values.js';
import { type HolderAccess, type HolderCalls, reaching } from './holding.js';

/** A member that is called. */
export interface MemberCalls extends HolderCalls {
  readonly member: string;
  /** It is a property, and the argument is assigned. */
  readonly assigns: boolean;
}

/** The outcome of a call, and afterwards the bytes of the object and the arguments, and the state of the object. */
export interface CallOutcome {
  readonly outcome: readonly unknown[];
  readonly left: readonly unknown[];
  readonly state: unknown;
}

/** The tools of probes for calls; only asynchronous work returns a promise. */
interface Caller {
  readonly reach: HolderAccess;
  /** Calls the member, and passes its outcome to `next`. */
  called(on: unknown, args: readonly unknown[], next: (ended: Attempt) => unknown): unknown;
  /** The same, as a copy, with its effects. */
  outcome(on: unknown, args: readonly unknown[]): unknown;
  /** The state of the object. */
  stateOf(on: unknown): unknown;
  /** The results of `step` for each index, one after the other. */
  inTurn(count: number, step: (index: number) => unknown): unknown;
  show(value: unknown, on?: unknown): unknown;
}

const takeTurns: Caller['inTurn'] = (count, step) => {
  const all: unknown[] = [];
  // Without promises of promises, because each of them lengthens the stack on older hosts.
  const goOn = (end: (all: unknown[]) => void, fail: (e: unknown) => void): void => {
    while (all.length < count) {
      const one = step(all.length);
      if (one instanceof Promise) {
        one.then((value) => {
          all.push(value);
          goOn(end, fail);
        }, fail);
        return;
      }
      all.push(one);
    }
    end(all);
  };
  const state = { ended: false };
  const promise = new Promise((resolve, reject) => {
    goOn((whole) => {
      state.ended = true;
      resolve(whole);
    }, reject);
  });
  return state.ended ? all : promise;
};

/** The effects of calls: the bytes of objects, and the state of the object. */
const leavings = (shows: HolderCalls['holding']['shows'], t: World, show: typeof showing) => {
  const bytesOf = (all: readonly unknown[]): unknown[] =>
    all.filter((one) => one instanceof Uint8Array || one instanceof ArrayBuffer).map((one) => show(one, undefined));
  const shownBy = (on: unknown): unknown =>
    shows.reduce((from: unknown, step) => {
      const name = `${step[0]}`;
      return typeof Object(from)[name] === 'function' ? t.invoke(from, name, step.slice(1)) : Object(from)[name];
    }, on);
  return {
    bytesOf,
    stateOf: (on: unknown): unknown => {
      const seen = t.attempt(() => shownBy(on));
      return [bytesOf([on]), seen[0], shows.length === 0 ? 'nothing' : show(seen[1], on)];
    },
  };
};

const calling = (
  input: MemberCalls,
  t: World,
  reach: typeof reaching,
  show: typeof showing,
  inTurn: Caller['inTurn'],
  leave: typeof leavings,
): Caller => {
  const nameOf = (e: unknown): string => (e instanceof Error ? `${e.name}` : typeof e);
  const called: Caller['called'] = (on, args, next) => {
    const ended = t.attempt(() => {
      if (!input.assigns) return t.invoke(on, input.member, args);
      Object(on)[input.member] = args[0];
      return undefined;
    });
    if (ended[0] === 'threw' || !(ended[1] instanceof Promise)) return next(ended);
    return ended[1].then(
      (value) => next(['returned', value]),
      (e) => next(['threw', nameOf(e)]),
    );
  };
  const left = leave(input.holding.shows, t, show);
  const outcome: Caller['outcome'] = (on, args) =>
    called(on, args, (ended) => {
      const own: unknown[] = [on];
      return {
        outcome: [ended[0], ended[0] === 'threw' ? ended[1] : show(ended[1], on)],
        left: left.bytesOf(own.concat(args)),
        state: left.stateOf(on),
      };
    });
  return { reach: reach(input, t), called, outcome, stateOf: left.stateOf, inTurn, show };
};

/**
 * A copy of lists, objects and texts, so that later changes do not affect it. A large value is shown by its kind and size.
 * `itself` is `on`.
 */
const showing = (value: unknown, on: unknown): unknown => {
  const bytes = (kind: string, of: Uint8Array): unknown[] => {
    if (of.length > 500) return [kind, `${of.length} bytes`];
    const all: unknown[] = [kind];
    for (let i = 0; i < of.length; i++) all.push(of[i]);
    return all;
  };
  const members = (of: object, depth: number): unknown => {
    const copy: { [name: string]: unknown } = {};
    Object.keys(of).forEach((name) => {
      copy[`.${name}`] = shown(Object(of)[name], depth + 1);
    });
    return copy;
  };
  const object = (of: object, depth: number): unknown => {
    if (of instanceof ArrayBuffer) return bytes('ArrayBuffer', new Uint8Array(of));
    if (of instanceof Uint8Array) return bytes(Buffer.isBuffer(of) ? 'Buffer' : 'Uint8Array', of);
    if (depth > 4) return 'deep';
    if (Array.isArray(of)) return of.length > 500 ? `list of ${of.length}` : of.map((item) => shown(item, depth + 1));
    const prototype = Object.getPrototypeOf(of);
    return prototype === null || prototype === Object.prototype ? members(of, depth) : 'an object';
  };
  function shown(of: unknown, depth: number): unknown {
    if (typeof of === 'string') return of.length > 500 ? `text of ${of.length}` : `"${of}"`;
    if (typeof of === 'number') return of;
    if (of === null || of === undefined || typeof of === 'boolean') return `${of}`;
    return typeof of === 'object' ? object(of, depth) : `a ${typeof of}`;
  }
  return value === on && value !== undefined ? 'itself' : shown(value, 0);
};

export const callerOf = liftedWith(calling, reaching, showing, takeTurns, leavings);

const making = (name: string, t: World, make: typeof makeValue): unknown[] => {
  const own: World = Object.assign(Object.create(t), { lacking: t.unobservable });
  const made: unknown[] = [];
  try {
    made.push(make(name, own));
  } catch (_) {
    return [];
  }
  return made;
};

/** A list with the named value, empty if a host cannot create it, so that other values of the list are still made. */
export const listMade = liftedWith(making, makeValue);
