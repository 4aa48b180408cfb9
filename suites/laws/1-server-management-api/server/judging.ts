/** What the facts must be that laws about the management API observe. */
import { between, type Expectation, each, not, record, typed } from '../../../language/expectation.js';
import type { Facts } from './asking.js';

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
