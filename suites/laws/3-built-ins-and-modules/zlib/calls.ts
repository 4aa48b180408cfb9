/** Calls of the module as steps, and laws that check their Buffers. */
import { example } from '../../../language/law.js';
import type { StepOrder } from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import { about, checked, demand } from '../../support/demands.js';
import { followOne } from '../../support/steps.js';

/** Options except the dictionary. A string is the name of a constant; `windowBits` is positive for raw streams, too. */
export interface ZlibOptions {
  readonly level?: number | string;
  readonly strategy?: number | string;
  readonly windowBits?: number;
  readonly memLevel?: number;
  readonly chunkSize?: number;
}

/** A call of a member. Views are kinds of the maker `view`; data as `text` is a string. */
export interface ZlibCall {
  readonly member: string;
  readonly data: Uint8Array;
  readonly as?: string | undefined;
  readonly options?: ZlibOptions;
  readonly dictionary?: Uint8Array | undefined;
  readonly dictionaryAs?: string | undefined;
}

/** Bytes that several calls share are passed once. */
export function callOrder(calls: readonly ZlibCall[]): StepOrder {
  const names = new Map<unknown, string>();
  const make: [string, unknown][] = [['constants', ['zlib.constants']]];
  const named = (value: unknown): string => {
    const name = names.get(value) ?? `given${names.size}`;
    names.set(value, name);
    return `$${name}`;
  };
  const seen = (bytes: Uint8Array, as: string | undefined): string => {
    if (as === undefined) return named(bytes);
    if (as === 'text') return named(Buffer.from(bytes).toString());
    make.push([`view${make.length}`, { make: ['view', as, named(bytes)] }]);
    return `$view${make.length - 1}`;
  };
  const steps = calls.map(({ member, data, as, options = {}, dictionary, dictionaryAs }) => {
    const own = Object.entries(options).map(([name, value]) => [name, optionOf(member, name, value)]);
    if (dictionary !== undefined) own.push(['dictionary', seen(dictionary, dictionaryAs)]);
    return { call: [member, seen(data, as), ...(own.length === 0 ? [] : [Object.fromEntries(own)])] };
  });
  return { subjects: Object.fromEntries([...names].map(([value, name]) => [name, value])), on: 'zlib', make, steps };
}

function optionOf(member: string, name: string, value: number | string): number | string {
  if (typeof value === 'string') return `$constants.${value}`;
  return name === 'windowBits' && member.includes('Raw') ? -value : value;
}

/** Whether a call is never refused, may be or must be. */
export type RefusalRule = 'never' | 'perhaps' | 'always';

/** Checks for each call whether it is refused, and its Buffer with `right`. */
export const eachResult = <C extends ZlibCall>(
  name: string,
  calls: readonly C[],
  right: (result: Buffer, call: C) => void,
  refusedOf: (call: C) => RefusalRule = () => 'never',
) =>
  checked(name, (observed) => {
    demand(Array.isArray(observed) && observed.length === calls.length, 'not every call has an outcome');
    calls.forEach((call, i) => {
      const [how, result]: readonly unknown[] = observed[i];
      about(shown(call), () => {
        const refused = refusedOf(call);
        demand(how !== 'threw' || refused !== 'never', 'the call is refused');
        demand(how === 'threw' || refused !== 'always', 'the call is not refused');
        demand(how === 'threw' || Buffer.isBuffer(result), 'the call returns something other than a Buffer');
        if (Buffer.isBuffer(result)) right(result, call);
      });
    });
  });

const shown = ({ member, data, options, dictionary }: ZlibCall): string =>
  `${member} of ${data.length} bytes with ${JSON.stringify({ ...options, dictionary: dictionary?.length })}`;

/** A law of calls. */
export const lawOfCalls = <D, C extends ZlibCall>(
  callsFor: (data: D) => readonly C[],
  expect: (calls: readonly C[], data: D) => ReturnType<typeof eachResult>,
): Law<D> =>
  example({
    input: (data: D) => callOrder(callsFor(data)),
    probe: followOne,
    expect: (data: D) => expect(callsFor(data), data),
  });
