/** Tests of every line of a members table. One probe gets the holder, and inspects the member, calls it or assigns to it. */
import type { Plain } from '../../../spec/types/requirement.js';
import { encode, same, show } from '../../language/encoding.js';
import { anything, type Expectation, equal, list, not, oneOf, record, satisfies } from '../../language/expectation.js';
import type { Law } from '../../language/trial.js';
import { liftedWith } from '../support/lifted-with.js';
import { type HolderCalls, type HolderMember, lawOfMember, memberProbe, reaching } from './holding.js';

/** In a call the member's name precedes the arguments. */
interface MemberInput extends HolderCalls {
  readonly member: string;
  readonly does: 'look' | 'length' | 'assign' | 'try';
}

const look = liftedWith((input: MemberInput, t, reaching) => {
  const typeOf = (value: unknown, on: unknown): string => {
    if (value === null || value === undefined) return `${value}`;
    if (value === on) return 'itself';
    if (Array.isArray(value)) return 'array';
    if (value instanceof ArrayBuffer) return 'ArrayBuffer';
    if (value instanceof Uint8Array) return Buffer.isBuffer(value) ? 'Buffer' : 'Uint8Array';
    return typeof value;
  };
  const read = (on: unknown): unknown => {
    if (input.holding.at[0] === '') return t.look(input.member);
    return on === undefined || on === null ? undefined : Object(on)[input.member];
  };
  const looked = (on: unknown): unknown => {
    const before = read(on);
    if (input.does === 'look') return typeOf(before, on);
    if (input.does === 'length') return typeof before === 'function' ? before.length : 'no function';
    const text = t.json(before);
    const assigned = t.attempt(() => {
      Object(on)[input.member] = 'changed';
    })[0];
    const after = read(on);
    return { stays: after === before || t.json(after) === text, assigned };
  };
  const tried = (on: unknown, call: readonly unknown[]): unknown => {
    const ended = t.attempt(() => t.invoke(on, `${call[0]}`, call.slice(1)));
    if (ended[0] === 'threw') return ended;
    // Its later outcome is not observed, and an unhandled rejection ends a host's request.
    if (ended[1] instanceof Promise) ended[1].catch(() => undefined);
    return ['returned', typeOf(ended[1], on), ended[1] === on ? 'itself' : ended[1]];
  };
  const reach = reaching(input, t);
  if (input.does !== 'try') return reach(0, looked);
  const all = input.calls.map((_, i) => reach(i, tried));
  return all.some((one) => one instanceof Promise) ? Promise.all(all) : all;
}, reaching);

const LOOK = memberProbe('look', look);

/** Calls of members: the name, then the arguments as in the line. */
type PlainCalls<D> = (data: D & HolderMember) => readonly (readonly Plain[])[];

/** A law of members: the action of the probe, the expectation, and the calls. */
const memberLaw = <D>(
  does: MemberInput['does'],
  expect: (data: D & HolderMember) => Expectation,
  calls: PlainCalls<D> = () => [],
): Law<D & HolderMember> =>
  lawOfMember<D & HolderMember, MemberInput>({
    ...LOOK,
    calls,
    inputOf: ({ member }, calls) => ({ ...calls, member, does }),
    expect,
  });

export const present = memberLaw('look', () => not('undefined'));
export const absent = memberLaw('look', () => equal('undefined'));
export const callable = memberLaw('look', () => equal('function'));
export const notCallable = memberLaw('look', () => not('function'));

type ResultTypes = { readonly types: readonly string[] };

/** The names of the documents' types in `typeof` and kinds of bytes. */
const observed = (type: string): string =>
  type === 'integer' || type === 'milliseconds' ? 'number' : type === 'promise' ? 'object' : type;

const oneOfTypes = ({ types }: ResultTypes): Expectation => oneOf(...types.map(observed));

export const holdsType = memberLaw<ResultTypes>('look', oneOfTypes);

type CallArguments = { readonly args: readonly Plain[] };

/** A law of a call, and of others in addition. Each ends as `['returned', type, value]` or `['threw', error name]`. */
const callLaw = <D>(
  expect: (data: D) => Expectation,
  others: PlainCalls<D & CallArguments> = () => [],
): Law<D & CallArguments & HolderMember> =>
  memberLaw<D & CallArguments>('try', expect, (data) => [[data.member, ...data.args], ...others(data)]);

export const returnsType = callLaw<ResultTypes>((data) => list(list('returned', oneOfTypes(data), anything)));

/** The name is empty if the documents name no type of error. */
export const throwsError = callLaw<{ error: string }>(({ error }) => list(list('threw', error || anything)));

/** Only the end of the call is expected, because the documents leave the result open. */
export const recorded = callLaw(() => list(anything));

/** Two calls that end in the same way: with a default written out and omitted. */
export const alike = callLaw<{ readonly others: readonly Plain[] }>(
  () => satisfies('both calls end in the same way', endAlike),
  ({ member, others }) => [[member, ...others]],
);

/** Another name of the same operation: both end in the same way. */
export const aliasOf = callLaw<{ readonly original: string }>(
  ({ original }) => satisfies(`the call ends like that of ${original}`, endAlike),
  ({ original, args }) => [[original, ...args]],
);

function endAlike(endings: unknown): true | string {
  const [one, other] = Array.isArray(endings) ? endings.map(encode) : [];
  if (one === undefined || other === undefined) return 'there were no two calls';
  return same(one, other) || `${show(one, 100)} beside ${show(other, 100)}`;
}

/** Whether an assignment throws is left open; the value stays. */
export const readOnly = memberLaw('assign', () => record({ stays: true }));

/** The number of required parameters; the `length` of a function is left open. */
export const hasLength = memberLaw<{ readonly length: number }>('length', ({ length }) => equal(length));
