/** The facts of an answer that laws about the management API observe, and what they must be. */
import type { ApiAnswer } from '../../../language/endpoint.js';
import { between, type Expectation, each, not, record, typed } from '../../../language/expectation.js';

/** Nothing in it differs from run to run. */
export interface Facts {
  readonly status: number;
  /** The body is JSON. */
  readonly json: boolean;
}

export const factsOf = ({ status, json }: ApiAnswer): Facts => ({ status, json: json !== undefined });

const success = between(200, 299);

/** Ruling api-endpoints.success. */
export const served: Expectation = record({ status: success, json: true });

/** Ruling api-authentication.refusal. */
export const refused: Expectation = record({ status: not(success), json: typed('boolean') });

/** Each of some names once, and there is a name; ruling api-servers.whole-list. */
export const listedOnce: Expectation = record({ answer: served, list: true, counts: each(1) });

export const isSuccess = ({ status }: Facts): boolean => status >= 200 && status <= 299;

/** Why an answer that a conversation builds on is none of success, in words; `undefined` when it is one. */
export function unserved(facts: Facts): string | undefined {
  if (!isSuccess(facts)) return `status ${facts.status}`;
  return facts.json ? undefined : 'the body is no JSON';
}
