/** Differential laws: a target must return the same as our own process, whose Buffer and crypto no target shares. */
import { createHash, createHmac } from 'node:crypto';
import querystring from 'node:querystring';
import type fc from 'fast-check';
import type { StepTools } from '../../inside/steps.js';
import { copy } from '../../language/direct.js';
import { equal } from '../../language/expectation.js';
import { example, property } from '../../language/law.js';
import type { Law } from '../../language/trial.js';
import type { World } from '../../language/world.js';

/** A hash or an HMAC. */
type HashObject = { update(data: unknown): HashObject; digest(encoding?: string): string | Buffer };

/** The tools of such a probe that exist without a host. */
export interface Tools extends StepTools {
  readonly crypto: {
    createHash(algorithm: string): HashObject;
    createHmac(algorithm: string, key: unknown): HashObject;
  };
  readonly querystring: Pick<World['querystring'], 'escape' | 'unescape' | 'stringify'> & {
    parse(text: string): { readonly [name: string]: string | string[] | undefined };
  };
}

const modules: { readonly [name: string]: unknown } = { crypto: { createHash, createHmac }, querystring };
const ROOTS = new Proxy(modules, { get: (own, name) => own[String(name)] ?? Reflect.get(globalThis, name) });

export const TOOLS: Tools = {
  crypto: { createHash, createHmac },
  querystring,
  at: (path) => path.split('.').reduce((on: unknown, name) => Reflect.get(Object(on), name), ROOTS),
  invoke: (on, name, args) => {
    const f: unknown = Reflect.get(Object(on), name);
    if (typeof f !== 'function') throw new Error(`there is no function ${name}`);
    return Reflect.apply(f, on, args);
  },
  wait: () => undefined,
  attempt: (f) => {
    try {
      return ['returned', f()];
    } catch (error) {
      return ['threw', error instanceof Error ? error.name : typeof error];
    }
  },
};

/** A copy that shares no memory, because probes change their inputs. The result of `copy` has no type, that of JSON any. */
export const copied = <I>(input: I): I => JSON.parse('null', () => copy(input));

/** Vectors must also fix what the documents define; this law finds where a target differs from them elsewhere. */
export const differential = <D, I>(
  inputs: (data: D) => fc.Arbitrary<I>,
  probe: (input: I, t: Tools) => unknown,
): Law<D> => property({ inputs, probe, expect: (input) => equal(probe(copied(input), TOOLS)) });

/** The same for one input that is not drawn. */
export const differentialExample = <D, I>(input: (data: D) => I, probe: (input: I, t: Tools) => unknown): Law<D> =>
  example({ input, probe, expect: (data) => equal(probe(copied(input(data)), TOOLS)) });
