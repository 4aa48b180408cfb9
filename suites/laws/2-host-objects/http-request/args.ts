/**
 * 2/http-request-object: r.args, the variables arg_NAME and $args. Oracles are models of the query, and Node's
 * querystring.
 */

import { parse } from 'node:querystring';
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { type Expectation, responses, satisfies } from '../../../language/expectation.js';
import { exchange, exchangeProperty, type Sending } from '../../../language/law.js';
import type { HttpHandler } from '../../../language/setup.js';
import type { At } from '../../../language/trial.js';
import { anyCharacter, type Encoded, encodedText, letters, oneLocation, respelled } from './inputs.js';

interface Pair {
  readonly key: Encoded;
  readonly value: Encoded;
}

const answersArgs: HttpHandler = (r, t) => t.answer(r, r.args);

const asking = (at: At, query: string): Sending => ({ requests: [{ target: `${at('/')}${query}` }] });

const queryOf = (pairs: readonly Pair[]): string =>
  pairs.map(({ key, value }) => `${key.encoded}=${value.encoded}`).join('&');

/** What `r.args` must be: an own property for each key; an array for a key that stands there several times. */
function argsOf(pairs: readonly Pair[]): object {
  const values = new Map<string, string[]>();
  for (const { key, value } of pairs) values.set(key.text, [...(values.get(key.text) ?? []), value.text]);
  return Object.fromEntries([...values].map(([key, all]) => [key, all.length === 1 ? all[0] : all]));
}

const pairsOf = (key: fc.Arbitrary<Encoded>, value: fc.Arbitrary<Encoded>, maxLength = 5): fc.Arbitrary<Pair[]> =>
  fc.uniqueArray(fc.record({ key, value }), { minLength: 1, maxLength, selector: (pair) => pair.key.text });

/** A query, and the object that it gives in the tagged encoding. */
export const gives = exchange({
  setup: oneLocation(answersArgs),
  send: ({ query }: { query: string; args: Plain }, at) => asking(at, query),
  expect: ({ args }) => responses([{ answer: decode(args) }]),
});

/** Keys that differ, and values, of any characters; `apart` leaves out what takes a query to pieces. */
export const givesDecoded = exchangeProperty({
  setup: oneLocation(answersArgs),
  inputs: ({ of }: { of: 'keys' | 'values' | 'both' }) => {
    const plain = encodedText(letters, { minLength: 1, maxLength: 6 });
    const any = encodedText(anyCharacter, { minLength: 1, maxLength: 8 });
    return pairsOf(of === 'values' ? plain : any, of === 'keys' ? plain : any);
  },
  send: (pairs, _, at) => asking(at, `?${queryOf(pairs)}`),
  expect: (pairs) => responses([{ answer: argsOf(pairs) }]),
});

/** Encoded `&` and `=` are characters like others. */
export const givesReserved = exchangeProperty({
  setup: oneLocation(answersArgs),
  inputs: ({ of }: { of: 'keys' | 'values' }) => {
    const plain = encodedText(letters, { minLength: 1, maxLength: 4 });
    const reserved = encodedText(fc.constantFrom('&', '=', 'a'), { minLength: 1, maxLength: 6 });
    return pairsOf(of === 'keys' ? reserved : plain, of === 'values' ? reserved : plain);
  },
  send: (pairs, _, at) => asking(at, `?${queryOf(pairs)}`),
  expect: (pairs) => responses([{ answer: argsOf(pairs) }]),
});

/** A few keys, several times each, in any order. */
export const givesRepeated = exchangeProperty({
  setup: oneLocation(answersArgs),
  inputs: (_: object) => {
    const key = fc.constantFrom('a', 'b', 'key').map((text) => ({ text, encoded: text }));
    return fc.array(fc.record({ key, value: encodedText(anyCharacter, { maxLength: 4 }) }), {
      minLength: 2,
      maxLength: 8,
    });
  },
  send: (pairs, _, at) => asking(at, `?${queryOf(pairs)}`),
  expect: (pairs) => responses([{ answer: argsOf(pairs) }]),
});

/** Spellings of one name are keys of their own. */
export const givesSpellings = exchangeProperty({
  setup: oneLocation(answersArgs),
  inputs: (_: object) =>
    pairsOf(
      respelled('name').map((text) => ({ text, encoded: text })),
      encodedText(letters, { maxLength: 4 }),
      8,
    ),
  send: (pairs, _, at) => asking(at, `?${queryOf(pairs)}`),
  expect: (pairs) => responses([{ answer: argsOf(pairs) }]),
});

const REFERENCED = { set: ['$spec_args', '$args'] };

/** The query is changed after the object was read: it is the old one, and always the same one. */
export const keepsFirst = exchange({
  setup: oneLocation((r, t) => {
    const first = r.args;
    const before = first.a;
    r.variables.args = 'a=new&b=2';
    t.answer(r, [before, r.args.a, r.args.b, r.args === first]);
  }, REFERENCED),
  send: (_: object, at) => asking(at, '?a=old'),
  expect: () => responses([{ answer: ['old', 'old', undefined, true] }]),
});

/** The query is changed before the object is read for the first time. */
export const evaluatesLate = exchange({
  setup: oneLocation((r, t) => {
    r.variables.args = 'a=new&b=2';
    t.answer(r, r.args);
  }, REFERENCED),
  send: (_: object, at) => asking(at, '?a=old'),
  expect: () => responses([{ answer: { a: 'new', b: '2' } }]),
});

const answersVariable: HttpHandler = (r, t) =>
  t.answer(r, [r.variables.arg_name, r.variables.arg_NAME, r.variables.arg_nAMe]);

/** A query, and the value of the argument `name` by its variable. */
export const givesVariable = exchange({
  setup: oneLocation(answersVariable),
  send: ({ query }: { query: string; value: Plain }, at) => asking(at, query),
  expect: ({ value }) => responses([{ answer: [decode(value), decode(value), decode(value)] }]),
});

/** Any spelling of `name` among other arguments, with values that decoding would change. */
export const givesFirstVariable = exchangeProperty({
  setup: oneLocation(answersVariable),
  inputs: (_: object) => {
    const name = fc.oneof(respelled('name'), fc.constantFrom('nam', 'names', 'other', 'xname'));
    const value = fc.array(fc.constantFrom('a', 'B', '%41', '%2b', '+', '=', '%', ';', '%C3%A9'), { maxLength: 5 });
    return fc.array(
      fc.tuple(
        name,
        value.map((parts) => parts.join('')),
      ),
      { minLength: 1, maxLength: 6 },
    );
  },
  send: (pairs, _, at) => asking(at, `?${pairs.map((pair) => pair.join('=')).join('&')}`),
  expect: (pairs) => {
    const value = pairs.find(([name]) => name.toLowerCase() === 'name')?.[1];
    return responses([{ answer: [value, value, value] }]);
  },
});

/** The query string as it was sent. */
export const givesQuery = exchangeProperty({
  setup: oneLocation((r, t) => t.answer(r, [r.variables.args, r.rawVariables.args])),
  inputs: (_: object) =>
    fc.array(fc.constantFrom('a', 'Z', '0', '&', '=', '%41', '%', '+', ';', '?', '/', '%ff', '!', '~'), {
      minLength: 1,
      maxLength: 16,
    }),
  send: (parts, _, at) => asking(at, `?${parts.join('')}`),
  expect: (parts) => responses([{ answer: [parts.join(''), Buffer.from(parts.join(''))] }]),
});

const manyPairs = fc.array(
  fc.record({
    key: encodedText(fc.oneof(letters, anyCharacter), { minLength: 1, maxLength: 4 }),
    value: encodedText(anyCharacter, { maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 6 },
);

/** The module reads the query that the variable holds. */
export const parsedByModule = exchangeProperty({
  setup: oneLocation((r, t) => t.answer(r, t.querystring.parse(r.variables.args || ''))),
  inputs: (_: object) => manyPairs,
  send: (pairs, _, at) => asking(at, `?${queryOf(pairs)}`),
  expect: (pairs) => responses([{ answer: { ...parse(queryOf(pairs)) } }]),
});

/** The module writes the object as a query that stands for the same arguments. */
export const stringifiedByModule = exchangeProperty({
  setup: oneLocation((r, t) => t.answer(r, t.querystring.stringify(r.args))),
  inputs: (_: object) => manyPairs,
  send: (pairs, _, at) => asking(at, `?${queryOf(pairs)}`),
  expect: (pairs) => responses([{ answer: standsFor(pairs) }]),
});

const standsFor = (pairs: readonly Pair[]): Expectation =>
  satisfies(`a query that stands for ${JSON.stringify(argsOf(pairs))}`, (text) => {
    if (typeof text !== 'string') return 'it is no text';
    return JSON.stringify(sorted(parse(text))) === JSON.stringify(sorted(argsOf(pairs))) || 'it stands for others';
  });

const sorted = (object: object): unknown => Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
