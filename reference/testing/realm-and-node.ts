import { deepStrictEqual } from 'node:assert';
import crypto from 'node:crypto';
import querystring from 'node:querystring';
import { type Arbitrary, assert, property } from 'fast-check';
import type { Test } from 'tape';
import { hashPort } from '../host/script/hash.js';
import { PartialRealm } from './realm-part.js';

/** The imports of a probe. */
export interface Modules {
  readonly crypto: Pick<typeof crypto, 'createHash' | 'createHmac'>;
  readonly querystring: typeof querystring;
}

/** A function without a closure. It runs unchanged in a realm with the reference's built-ins, and here with Node's. */
export type RealmProbe<I> = (input: I, modules: Modules) => unknown;

/** Inputs cross as primitives and lists of them. */
export type ProbeInput = string | number | boolean | null | undefined | readonly ProbeInput[];

/** The result of a probe, with bytes as lists and records without their prototypes, or the class of the error that it threw. */
export type ProbeResult = { readonly value: unknown } | { readonly throws: string };

const globals = ['Buffer', 'TextDecoder', 'TextEncoder', 'atob', 'btoa'];
const entry = `
  export { Buffer } from './3-built-ins-and-modules/buffer/buffer.ts';
  export { TextDecoder } from './3-built-ins-and-modules/text-decoder/text-decoder.ts';
  export { TextEncoder } from './3-built-ins-and-modules/text-encoder/text-encoder.ts';
  export { atob, btoa } from './3-built-ins-and-modules/timers-and-base64/base64.ts';
  export { querystring } from './3-built-ins-and-modules/querystring/querystring.ts';
  export { createCryptoModule } from './3-built-ins-and-modules/crypto-module/crypto-module.ts';`;

const realm = new PartialRealm();
const realmModules = await installed();
const revive = realm.evaluate(
  '(function copy(v) { return typeof v === "object" && v !== null ? Array.from(v, copy) : v; })',
);

async function installed(): Promise<object> {
  const exported = await realm.exported(entry);
  const member = (name: string): unknown => Reflect.get(exported, name);
  for (const name of globals) Object.defineProperty(realm.context, name, { value: member(name), configurable: true });
  const createCryptoModule = member('createCryptoModule');
  if (typeof createCryptoModule !== 'function') throw new Error('the bundle lacks the Crypto module');
  return { crypto: createCryptoModule(hashPort), querystring: member('querystring') };
}

/** Runs the probe in the realm. */
export function inRealm<I extends ProbeInput>(probe: RealmProbe<I>): (input: I) => ProbeResult {
  const run = realm.evaluate(`(${probe})`);
  return (input) => observe(() => run(revive(input), realmModules), realm.context);
}

/** Runs the same probe with Node's objects. */
export function inNode<I extends ProbeInput>(probe: RealmProbe<I>): (input: I) => ProbeResult {
  return (input) => observe(() => probe(input, { crypto, querystring }), globalThis);
}

/** A property: realm and Node agree for every input. */
export function agrees<I extends ProbeInput>(t: Test, name: string, inputs: Arbitrary<I>, probe: RealmProbe<I>): void {
  const [here, there] = [inRealm(probe), inNode(probe)];
  t.doesNotThrow(
    () =>
      assert(
        property(inputs, (input) => deepStrictEqual(here(input), there(input))),
        { numRuns: 300 },
      ),
    name,
  );
}

/** Examples: inputs, and the results that the realm must return. */
export function examples<I extends ProbeInput>(
  t: Test,
  probe: RealmProbe<I>,
  rows: readonly (readonly [I, unknown])[],
): void {
  const run = inRealm(probe);
  for (const [input, value] of rows) t.deepEqual(run(input), { value }, JSON.stringify(input));
}

/** Inputs that must be rejected with an error of the realm's own class. */
export function refuses<I extends ProbeInput>(
  t: Test,
  error: string,
  probe: RealmProbe<I>,
  inputs: readonly I[],
): void {
  const run = inRealm(probe);
  for (const input of inputs) t.deepEqual(run(input), { throws: error }, `${probe} of ${JSON.stringify(input)}`);
}

function observe(work: () => unknown, world: object): ProbeResult {
  try {
    return { value: plain(work()) };
  } catch (thrown) {
    return { throws: className(thrown, world) };
  }
}

function className(thrown: unknown, world: object): string {
  const isOf = (name: string): boolean => {
    const Known: unknown = Reflect.get(world, name);
    return typeof Known === 'function' && thrown instanceof Known;
  };
  return ['TypeError', 'RangeError', 'Error'].find(isOf) ?? `an error of another realm: ${String(thrown)}`;
}

function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return [...new Uint8Array(value.buffer, value.byteOffset, value.byteLength)];
  if (Array.isArray(value)) return Array.from(value, plain);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}
