/** Judges of the facts that laws about the management API give. */
import { encode, same, show } from '../../../language/encoding.js';
import { type Expectation, holds } from '../../../language/law.js';
import type { Facts, Listing } from './asking.js';

/** A text says what is wrong with a fact. */
export type Judge = (fact: unknown) => true | string;

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Every fact by its own judge; one that is missing is judged too. */
export const record =
  (judges: { readonly [name: string]: Judge }): Judge =>
  (fact) => {
    if (!isRecord(fact)) return 'nothing was observed';
    for (const [name, judge] of Object.entries(judges)) {
      const verdict = judge(fact[name]);
      if (verdict !== true) return `${name}: ${verdict}`;
    }
    return true;
  };

export const facts = (claim: string, judges: { readonly [name: string]: Judge }): Expectation =>
  holds(claim, record(judges));

const isFacts = (fact: unknown): fact is Facts =>
  isRecord(fact) && typeof fact.status === 'number' && typeof fact.json === 'boolean';

const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** Ruling api-endpoints.success. */
export const served: Judge = (fact) => {
  if (!isFacts(fact)) return 'no answer';
  if (!isSuccess(fact.status)) return `status ${fact.status}`;
  return fact.json || 'the body is no JSON';
};

/** Ruling api-authentication.refusal. */
export const refused: Judge = (fact) => {
  if (!isFacts(fact)) return 'no answer';
  return !isSuccess(fact.status) || `status ${fact.status}`;
};

const isListing = (fact: unknown): fact is Listing =>
  isRecord(fact) && typeof fact.list === 'boolean' && isList(fact.counts);

/** Each of some names once, and there is a name; ruling api-servers.whole-list. */
export const listedOnce: Judge = (fact) => {
  if (!isListing(fact)) return 'no list was asked for';
  const answered = served(fact.answer);
  if (answered !== true) return answered;
  if (!fact.list) return 'no list was found in the answer; --map can say where it stands';
  const alike = fact.counts.length > 0 && fact.counts.every((count) => count === 1);
  return alike || `the created records are listed ${fact.counts.join(', ')} times`;
};

export const exactly =
  (wanted: unknown): Judge =>
  (fact) =>
    same(encode(wanted), encode(fact)) || `${show(encode(fact))}, not ${show(encode(wanted))}`;

/** Of a list that holds something. */
export const every =
  (judge: Judge): Judge =>
  (fact) => {
    if (!isList(fact) || fact.length === 0) return 'nothing to judge';
    const verdicts = fact.map(judge);
    return verdicts.find((verdict) => verdict !== true) ?? true;
  };

export const oneOf =
  (one: Judge, other: Judge): Judge =>
  (fact) => {
    const [first, second] = [one(fact), other(fact)];
    return first === true || second === true || `neither way: ${first}; ${second}`;
  };
