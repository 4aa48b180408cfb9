/** Judges of the facts that laws about the management API give. */
import { encode, same, show } from '../harness/encoding.js';
import { type Expectation, holds } from '../harness/law.js';
import type { Facts } from './api-asking.js';

/** A text says what is wrong with a fact. */
export type Judge = (fact: unknown) => true | string;

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every fact by its own judge; one that is missing is judged too. */
export const facts = (claim: string, judges: { readonly [name: string]: Judge }): Expectation =>
  holds(claim, (observed) => {
    if (!isRecord(observed)) return 'no facts were observed';
    for (const [name, judge] of Object.entries(judges)) {
      const verdict = judge(observed[name]);
      if (verdict !== true) return `${name}: ${verdict}`;
    }
    return true;
  });

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

export const exactly =
  (wanted: unknown): Judge =>
  (fact) =>
    same(encode(wanted), encode(fact)) || `${show(encode(fact))}, not ${show(encode(wanted))}`;
