/** Steps on `crypto.subtle`, and Node's results of the same steps. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { anything, type Expectation } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { example } from '../../../language/law.js';
import type { StepOrder } from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import { about, checked, demand } from '../../support/demands.js';
import { TOOLS } from '../../support/differential.js';
import { followOne, ran } from '../../support/steps.js';
import { NodeSubtle, SUBTLE_OPERATIONS, sorted } from './node-subtle.js';

/** A step whose promise is awaited: a call, or a value. In arguments `$name` is the result of the step with `as: name`. */
export interface SubtleCall {
  readonly as: string;
  readonly call?: readonly [member: string, ...args: readonly unknown[]];
  readonly value?: unknown;
  /** Other requirements judge its result. */
  readonly isOpen?: boolean;
  /** Bytes of a kind of view, which are created before all steps. */
  readonly make?: readonly [maker: 'view', kind: string, bytes: Uint8Array];
  readonly meanwhile?: Plain;
  /** The expected result, if it differs from Node's; members that are undefined are left open. */
  readonly returns?: unknown;
  readonly refused?: 'never' | 'perhaps' | 'always';
  /** Other requirements judge it: if it is refused, nothing is observed. */
  readonly isPresumed?: boolean;
}

export const call = (as: string, member: string, ...args: readonly unknown[]): SubtleCall => ({
  as,
  call: [member, ...args],
});

/** A key in a format, as `$name_format`. */
export const exporting = (of: string, format: string): SubtleCall =>
  call(`${of.replace('.', '_')}_${format}`, 'exportKey', format, `$${of}`);

/** Calls that must be refused, with an error that is thrown or with which the promise is rejected. */
export const refused = (of: SubtleCall): SubtleCall => ({ ...of, refused: 'always' });

/** A call that must be refused unless it is allowed. */
export const onlyIf = (isAllowed: boolean, of: SubtleCall): SubtleCall => (isAllowed ? of : refused(of));

/** Calls that may be refused, and otherwise return Node's result. */
export const refusable = (of: SubtleCall): SubtleCall => ({ ...of, refused: 'perhaps' });

/** Bytes that are created before all steps, as `$name`. */
export const view = (as: string, bytes: Uint8Array, kind = 'whole-uint8'): SubtleCall => ({
  as,
  make: ['view', kind, bytes],
});

/**
 * A call whose bytes are views of a kind that are created before all steps. Their names are those of their members, or the
 * indexes of arguments. The views named by `changed` are overwritten after the call, before its promise is awaited, which
 * must change nothing.
 */
export function inViews(of: SubtleCall, kind: string, changed?: string): readonly SubtleCall[] {
  const views: SubtleCall[] = [];
  const viewed = (value: unknown, name: string): unknown => {
    if (value instanceof Uint8Array) {
      views.push(view(`${of.as}_${name}`, value, kind));
      return `$${of.as}_${name}`;
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, viewed(one, key)]));
  };
  const [member = '', ...args] = of.call ?? [];
  const call = [member, ...args.map((arg, i) => viewed(arg, `${i}`))] as const;
  const meanwhile = changed === undefined ? {} : { meanwhile: [`$${of.as}_${changed}`, 'fill', 90] };
  return [...views, { ...of, call, ...meanwhile }];
}

/** A call whose bytes with a name are overwritten. */
export const overwriting = (of: SubtleCall, changed: string): readonly SubtleCall[] =>
  inViews(of, 'whole-uint8', changed);

/** The reported properties of a key: `returns`, or those of Node's key. The algorithm's name is judged separately. */
export const report = (of: string, returns?: object): SubtleCall => ({
  as: `${of.replace('.', '_')}_report`,
  value: {
    type: `$${of}.type`,
    extractable: `$${of}.extractable`,
    usages: `$${of}.usages`,
    algorithm: Object.fromEntries(REPORTED.map((name) => [name, `$${of}.algorithm.${name}`])),
  },
  ...(returns === undefined ? {} : { returns }),
});

const REPORTED = ['hash', 'length', 'namedCurve', 'modulusLength', 'publicExponent'];

const MAKES_KEY = new Set(['importKey', 'generateKey', 'deriveKey', 'unwrapKey']);

const SUBTLE = 'globalThis.crypto.subtle';

export function stepOrder(calls: readonly SubtleCall[]): StepOrder {
  const make = calls.flatMap(({ as, make }) => (make === undefined ? [] : [[as, { make }] as const]));
  const steps = calls.flatMap(({ as, call, value, make, meanwhile }) => {
    if (make !== undefined) return [];
    // Inspecting a key ends some hosts.
    const isKey = call !== undefined && MAKES_KEY.has(call[0]);
    const step = { ...(call === undefined ? { value } : { call }), as, await: 'promise' };
    return [{ ...step, ...(isKey && { shown: false }), ...(meanwhile && { meanwhile }) }];
  });
  return { subjects: {}, on: SUBTLE, make, steps, returned: true };
}

type SubtleOutcome = readonly [how: unknown, value?: unknown];

/** Node's results of the calls; for each of them the fault of the observed result. */
function replayed(calls: readonly SubtleCall[], observed: readonly SubtleOutcome[]) {
  const node = new NodeSubtle();
  const complaints = new Map<number, string>();
  const steps = calls.filter(({ make }) => make === undefined);
  const places = [...steps.entries()].filter(([, one]) => one.call !== undefined).map(([i]) => i);
  let next = 0;
  const operation =
    (name: string) =>
    (...args: readonly unknown[]): unknown => {
      const i = places[next++] ?? -1;
      if (steps[i]?.refused === 'always') throw new Error('it must be refused');
      const [how, value] = observed[i] ?? [];
      const result = node.call(name, args, how === 'returned' ? value : undefined);
      if (node.complaint !== undefined) complaints.set(i, node.complaint);
      return result;
    };
  const subtle = Object.fromEntries(SUBTLE_OPERATIONS.map((name) => [name, operation(name)]));
  const at: typeof TOOLS.at = (path) => (path === SUBTLE ? subtle : TOOLS.at(path));
  const { it = [] } = ran({ it: stepOrder(calls) }, { ...TOOLS, at });
  return { outcomes: 'cannotMake' in it ? [] : it, complaints };
}

/** The result of the last call in this process. */
export function byNode(calls: readonly SubtleCall[]): Buffer {
  const [how, value] = replayed(calls, []).outcomes.at(-1) ?? [];
  if (how === 'returned' && value instanceof ArrayBuffer) return Buffer.from(value);
  throw new Error('Node returns no bytes');
}

/** The result of each call equals Node's, or it was refused where required. */
export function asNode(given: readonly SubtleCall[]): Expectation {
  const calls = given.filter(({ make }) => make === undefined);
  return checked("Node's results of the same steps", (observed) => {
    demand(Array.isArray(observed) && observed.length === calls.length, 'not every call has an outcome');
    const all: readonly SubtleOutcome[] = observed;
    const { outcomes, complaints } = replayed(given, all);
    calls.forEach((one, i) => {
      about(one.as, () => demandOutcome(one, all[i] ?? ['missing'], outcomes[i] ?? [], complaints.get(i)));
    });
  });
}

/** How a step may end. */
const ENDS: ReadonlySet<unknown> = new Set(['returned', 'threw', 'rejected']);

function demandOutcome(
  { as, call, refused = 'never', returns, isOpen = false, isPresumed = false }: SubtleCall,
  [how, value]: SubtleOutcome,
  [own, result]: readonly unknown[],
  complaint: string | undefined,
): void {
  demand(ENDS.has(how), `it ended with ${how}`);
  if (how !== 'returned' && isPresumed) throw new NotObservable(`${call?.[0]} of ${as} is refused`);
  demand(how === 'returned' || refused !== 'never' || own === 'threw', `it ended with ${how}`);
  if (how !== 'returned' || (isOpen && refused === 'never')) return;
  demand(refused !== 'always', 'it is not refused');
  demand(own === 'returned', 'Node refuses it');
  demand(complaint === undefined, `${complaint}`);
  if (call === undefined || !MAKES_KEY.has(call[0])) demandAlike(returns ?? result, value, 'it');
}

/** Demands equal values; the order of lists and undefined members are left open. */
function demandAlike(expected: unknown, observed: unknown, what: string): void {
  if (expected === undefined) return;
  if (expected instanceof ArrayBuffer) {
    demand(observed instanceof ArrayBuffer, `${what} is no ArrayBuffer`);
    demand(Buffer.from(observed).equals(Buffer.from(expected)), `${what} has other bytes than Node's`);
  } else if (expected instanceof Uint8Array) {
    demand(observed instanceof Uint8Array, `${what} is no Uint8Array`);
    demand(numberIn(observed) === numberIn(expected), `${what} is another number`);
  } else if (Array.isArray(expected)) {
    demand(sorted(observed) === sorted(expected), `${what} is ${observed}, and not ${expected}`);
  } else if (typeof expected === 'object' && expected !== null) {
    const isObject = typeof observed === 'object' && observed !== null && !(observed instanceof ArrayBuffer);
    demand(isObject, `${what} is no object`);
    for (const [name, value] of Object.entries(expected)) demandAlike(value, Reflect.get(observed, name), name);
  } else {
    // A hash is a plain name or an object.
    const named = typeof observed === 'object' && observed !== null ? Reflect.get(observed, 'name') : observed;
    demand(named === expected, `${what} is ${named}, and not ${expected}`);
  }
}

const numberIn = (bytes: Uint8Array): bigint => BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);

/** A law of calls, which end as in Node. */
export const endsAsNode = <D>(callsOf: (data: D) => readonly SubtleCall[]): Law<D> =>
  example({
    secret: true,
    input: (data: D) => stepOrder(callsOf(data)),
    probe: followOne,
    expect: (data: D) => asNode(callsOf(data)),
  });

/** A law of calls whose outcome is left open. */
export const leavesOpen = <D>(callsOf: (data: D) => readonly SubtleCall[]): Law<D> =>
  example({ secret: true, input: (data: D) => stepOrder(callsOf(data)), probe: followOne, expect: () => anything });
