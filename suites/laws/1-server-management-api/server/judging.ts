/** Facts of answers that laws about the management API observe, and their expectations. */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { ApiAnswer } from '../../../language/endpoint.js';
import { between, type Expectation, not, record, typed } from '../../../language/expectation.js';
import { member } from '../../../language/plain.js';

/** Facts that do not differ from run to run: the status, and whether the body is JSON. */
export const factsOf = ({ status, json }: ApiAnswer) => ({ status, json: json !== undefined });

const success = between(200, 299);

/** Ruling api-endpoints.success. */
export const served: Expectation = record({ status: success, json: true });

/** Ruling api-authentication.refusal. */
export const refusedStatus: Expectation = not(success);
export const refused: Expectation = record({ status: refusedStatus, json: typed('boolean') });

/** Whether a body reports an error, whatever the status; ruling api-messages.errors. */
export function reportsError(json: Plain | undefined): boolean {
  const errors = ['error', 'errors'].flatMap((name) => member(json, name) || []);
  return errors.length > 0 || ['success', 'ok'].some((name) => member(json, name) === false);
}

/** Words for a state that no other follows, as far as such APIs are known. */
export const LAST: readonly (Plain | undefined)[] = [
  'success',
  'error',
  'completed',
  'done',
  'finished',
  'failed',
  true,
];

/** The same as `served`, for facts. */
export const isServed = ({ status, json }: ReturnType<typeof factsOf>): boolean => isSuccess({ status }) && json;

export const isSuccess = ({ status }: Pick<ApiAnswer, 'status'>): boolean => status >= 200 && status <= 299;
