/** The default law: a plain vector of one call, with its object and its outcome. */
import type { Plain } from '../../spec/types/requirement.js';
import { decode } from './encoding.js';
import { anything, attempted, type Expectation, record, throws } from './expectation.js';
import { example } from './law.js';
import type { Probe } from './trial.js';

/** The outcome of a call, and the state of its object afterwards. */
interface CallEnd {
  /** In the tagged encoding; `{ $itself: true }` is the object of the call. */
  readonly returns?: Plain;
  /** One of these errors; an empty list means any error. */
  readonly throws?: string | readonly string[];
  /** The object afterwards. */
  readonly leaves?: Plain;
}

/** Data of a vector. */
interface CallVector {
  /** The object of the call: a dotted path (`Buffer`, `srv`, `r`, `querystring`), or a value in the tagged encoding. */
  readonly on: Plain;
  /** If it is separate, for example as an axis, `given` contains only the arguments. */
  readonly member?: string;
  readonly given: readonly Plain[];
  readonly then: CallEnd;
}

/** The input of the probe: a path or a value. */
interface Order {
  readonly path?: string;
  readonly value?: unknown;
  readonly member: string;
  readonly args: readonly unknown[];
}

function orderOf({ on, member, given }: CallVector): Order {
  const [name, ...args] = member === undefined ? given : [member, ...given];
  const call = { member: String(name), args: args.map(decode) };
  return typeof on === 'string' ? { ...call, path: on } : { ...call, value: decode(on) };
}

/** Makes the call, and observes its object afterwards. */
export const makeCall: Probe<Order> = (order, t) => {
  const on = order.path === undefined ? order.value : t.at(order.path);
  const outcome = t.attempt(() => {
    const value = t.invoke(on, order.member, order.args);
    return value === on ? { itself: true } : value;
  });
  return { outcome, left: order.path === undefined ? on : undefined };
};

export const calls = example({
  input: orderOf,
  probe: makeCall,
  expect: ({ then }: CallVector) =>
    record({ outcome: endOf(then), ...(then.leaves === undefined ? {} : { left: decode(then.leaves) }) }),
});

function endOf(then: CallEnd): Expectation {
  if (then.throws !== undefined) return attempted(throws(...[then.throws].flat()));
  if (!('returns' in then)) return attempted(anything);
  return attempted(isItself(then.returns) ? { itself: true } : decode(then.returns ?? null));
}

const isItself = (value: Plain | undefined): boolean =>
  typeof value === 'object' && value !== null && '$itself' in value && value.$itself === true;
