/** The facts of an answer that laws about the management API observe, and what they must be. */
import type { ApiAnswer } from '../../../language/endpoint.js';
import { between, type Expectation, not, record, typed } from '../../../language/expectation.js';

/** What does not differ from run to run: the status, and whether the body is JSON. */
export const factsOf = ({ status, json }: ApiAnswer) => ({ status, json: json !== undefined });

const success = between(200, 299);

/** Ruling api-endpoints.success. */
export const served: Expectation = record({ status: success, json: true });

/** Ruling api-authentication.refusal. */
export const refused: Expectation = record({ status: not(success), json: typed('boolean') });

/** Of so many names each stands once in a list; ruling api-servers.whole-list. */
export const listedOnce = (names: number): Expectation =>
  record({ answer: served, list: true, counts: Array.from({ length: names }, () => 1) });

export const isSuccess = ({ status }: Pick<ApiAnswer, 'status'>): boolean => status >= 200 && status <= 299;
