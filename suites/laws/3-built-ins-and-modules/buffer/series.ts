/** Calls made one after the other on a Buffer that is a part of its memory. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { record } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { bytes } from '../../support/arbitraries.js';
import type { Tools } from '../../support/differential.js';

/** A call on the Buffer, on a DataView of its bytes or on `Buffer` itself. */
export interface Call {
  readonly on: 'buf' | 'view' | 'Buffer';
  readonly member: string;
  readonly args: readonly unknown[];
}

export interface Series {
  readonly memory: Buffer;
  /** Where in its memory the Buffer begins, and where it ends unless it goes on to the end. */
  readonly skipped: number;
  readonly to?: number;
  readonly calls: readonly Call[];
  /** What changes memory is asked for what it returns, too, which the documents do not say. */
  readonly returned?: boolean;
}

/** Numbers travel as decimals, of which older hosts lose the last bits. */
export const exact = (value: unknown): unknown =>
  typeof value === 'number' && Number.isFinite(value) && !Number.isSafeInteger(value) ? Float64Array.of(value) : value;

export const callOn = (on: Call['on'], member: string, ...args: readonly unknown[]): Call => ({
  on,
  member,
  args: args.map(exact),
});

/** `['returned', value]`, `['returned']` where the value is not asked for, or `['threw']` for each call; all memory after them. */
export const callAll = (input: Series, t: Tools): { outcomes: unknown[]; memory: Buffer } => {
  const buf = input.memory.subarray(input.skipped, input.to === undefined ? input.memory.length : input.to);
  const outcomes = input.calls.map((call) => {
    const viewed = call.on === 'view' ? new DataView(buf.buffer, buf.byteOffset, buf.length) : buf;
    const on = call.on === 'Buffer' ? Buffer : viewed;
    const args = call.args.map((arg) => (arg instanceof Float64Array ? arg[0] : arg));
    const outcome = t.attempt(() => t.invoke(on, call.member, args));
    if (outcome[0] === 'threw' || (!input.returned && /^(write|fill|set)/.test(call.member))) return [outcome[0]];
    const value = outcome[1];
    const isDecimal = typeof value === 'number' && Number.isFinite(value) && !Number.isSafeInteger(value);
    return ['returned', isDecimal ? new Float64Array([Number(value)]) : value];
  });
  return { outcomes, memory: input.memory };
};

/** What `callAll` must give of values returned. */
export const returned = (...values: readonly unknown[]): unknown => values.map((value) => ['returned', exact(value)]);

/** Several calls on one Buffer: what each returns, and what they leave of it. */
interface Called {
  readonly on: { readonly $buffer: string };
  readonly given: readonly (readonly [member: string, ...args: Plain[]])[];
  readonly then: { readonly returns?: readonly Plain[]; readonly leaves?: Plain };
}

export const callsInTurn = example({
  input: ({ on, given }: Called): Series => ({
    memory: Buffer.from(on.$buffer, 'hex'),
    skipped: 0,
    calls: given.map(([member, ...args]) => callOn('buf', member, ...args.map(decode))),
  }),
  probe: callAll,
  expect: ({ then: { returns, leaves } }) =>
    record({
      ...(returns === undefined ? {} : { outcomes: returned(...returns.map(decode)) }),
      ...(leaves === undefined ? {} : { memory: decode(leaves) }),
    }),
});

export type ViewPlace = Pick<Series, 'memory' | 'skipped'> & { readonly offset: number };

/** Content with bytes around it, in a Buffer that begins among those before it. */
export const placed = (content: fc.Arbitrary<Uint8Array>): fc.Arbitrary<ViewPlace> =>
  fc.tuple(bytes(5), content, bytes(5), fc.nat()).map(([before, held, after, drawn]) => {
    const skipped = drawn % (before.length + 1);
    return { memory: Buffer.concat([before, held, after]), skipped, offset: before.length - skipped };
  });

/** A place for so many bytes, which holds others. */
export const placeFor = (length: number): fc.Arbitrary<ViewPlace> =>
  placed(fc.uint8Array({ minLength: length, maxLength: length }));
