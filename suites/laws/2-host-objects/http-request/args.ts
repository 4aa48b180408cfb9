/** 2/http-request-object: r.args, arg_NAME and $args. Oracles are models of the query, and Node's querystring. */

import { parse } from 'node:querystring';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { Step } from '../../../../spec/types/step.js';
import { type ExpectedValue, satisfies } from '../../../language/expectation.js';
import { drawn } from '../../support/drawn.js';
import { asItIs, encodedText, letters, piecesOf, type QueryText, respelled, together } from '../../support/spelling.js';
import { anyCharacter } from './inputs.js';
import { row, SCRIPT, type ScriptRow } from './script.js';

const VARIABLES: readonly Step[] = [['r.variables.arg_name'], ['r.variables.arg_NAME'], ['r.variables.arg_nAMe']];

type QueryPart = { readonly key: QueryText; readonly value: QueryText };

const queryOf = (pairs: readonly QueryPart[]): string =>
  pairs.map(({ key, value }) => `${key.encoded}=${value.encoded}`).join('&');

/** The required value of `r.args`: an own property for each key, with an array for a repeated key. */
const argsOf = (pairs: readonly QueryPart[]): object => together(pairs.map(({ key, value }) => [key.text, value.text]));

const means = (pairs: readonly QueryPart[]): ExpectedValue =>
  satisfies(
    `a query that means ${JSON.stringify(argsOf(pairs))}`,
    (text) => (typeof text === 'string' && isDeepStrictEqual({ ...parse(text) }, argsOf(pairs))) || 'it means others',
  );

const any = encodedText(anyCharacter, 1, 8);
const plain = encodedText(letters, 1, 6);
const short = encodedText(anyCharacter, 0, 4);
const reserved = encodedText(fc.constantFrom('&', '=', 'a'), 1, 6);

const pairsOf = (key: fc.Arbitrary<QueryText>, value: fc.Arbitrary<QueryText>, minLength = 1, maxLength = 6) =>
  fc.array(fc.record({ key, value }), { minLength, maxLength });

const few = pairsOf(encodedText(fc.oneof(letters, anyCharacter), 1, 4), encodedText(anyCharacter, 0, 6));
/** Any spelling of `name` among other keys, with values that decoding would change. */
const named = pairsOf(
  asItIs(fc.oneof(respelled('name'), fc.constantFrom('nam', 'names', 'other', 'xname'))),
  asItIs(piecesOf(['a', 'B', '%41', '%2b', '+', '=', '%', ';', '%C3%A9'], 0, 5)),
);

type ArgsModel = (pairs: readonly QueryPart[]) => readonly ExpectedValue[];

const firstNamed: ArgsModel = (pairs) =>
  VARIABLES.map(() => pairs.find(({ key }) => key.text.toLowerCase() === 'name')?.value.text);

/** Pairs, and what is read of their query. */
const asked =
  (
    pairs: fc.Arbitrary<QueryPart[]>,
    read: ArgsModel = (drawn) => [argsOf(drawn)],
    given: readonly Step[] = [['r.args']],
  ) =>
  (): fc.Arbitrary<ScriptRow> =>
    pairs.map((drawn) => row(given, { read: read(drawn) }, { target: `?${queryOf(drawn)}` }));

/** The same for distinct keys. */
const distinct = (key: fc.Arbitrary<QueryText>, value: fc.Arbitrary<QueryText>, maxLength = 5) =>
  asked(fc.uniqueArray(fc.record({ key, value }), { minLength: 1, maxLength, selector: (pair) => pair.key.text }));

export const givesDrawnArguments = drawn(SCRIPT, {
  keys: distinct(any, plain),
  values: distinct(plain, any),
  both: distinct(any, any),
  'reserved-keys': distinct(reserved, plain),
  'reserved-values': distinct(plain, reserved),
  repeated: asked(pairsOf(asItIs(fc.constantFrom('a', 'b', 'key')), short, 2, 8)),
  spellings: distinct(asItIs(respelled('name')), short, 8),
  'first-variable': asked(named, firstNamed, VARIABLES),
  query: () =>
    piecesOf(['a', 'Z', '0', '&', '=', '%41', '%', '+', ';', '?', '/', '%ff', '!', '~'], 1, 16).map((query) =>
      row(
        [['r.variables.args'], ['r.rawVariables.args']],
        { read: [query, Buffer.from(query)] },
        { target: `?${query}` },
      ),
    ),
  /** Percent signs without two hexadecimal digits, and encoded ASCII. */
  'percent-signs': () =>
    piecesOf(['%', '%4', '%zz', '%41', '%%', '%2', '5', 'a', 'g', '%25', '%7E', '%u'], 1, 12)
      .filter((text) => !/%(?![\da-f]{2})[\da-f]?$|%[89a-f][\da-f]/i.test(`${text}x`))
      .map((text) => {
        const decoded = text.replace(/%([\da-f]{2})/gi, (_, digits) =>
          String.fromCharCode(Number.parseInt(digits, 16)),
        );
        return row([['r.args']], { read: [{ k: decoded, l: '1' }] }, { target: `?k=${text}&l=1` });
      }),
  'parsed-by-module': asked(few, (of) => [{ ...parse(queryOf(of)) }], [
    { on: 'r.variables', get: 'args', as: 'query', shown: false },
    { on: 'querystring', call: ['parse', '$query'], shown: true },
  ]),
  stringified: asked(few, (pairs) => [means(pairs)], [
    { get: 'args', as: 'args', shown: false },
    { on: 'querystring', call: ['stringify', '$args'], shown: true },
  ]),
});
