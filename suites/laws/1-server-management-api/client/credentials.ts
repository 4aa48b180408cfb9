/** 1/authentication, and that keys are kept secret: what a client of the server-management API does with credentials. */
import type { ClientRun, Leak, RecordedRequest } from '../../../language/client-under-test.js';
import type { Account } from '../../../language/endpoint.js';
import * as drawn from './drawn.js';
import { type ClientRow, distinct, onTasks, pathLineOf, resultOf, valuesOf } from './runs.js';
import { QUERIES, TASKS } from './service.js';

/** Whether a request has the account's Basic credentials; or what it has instead. 1/authentication/rule-1 */
function credentialsOf(request: RecordedRequest, { clientId, apiKey }: Account): string {
  const [value, ...more] = valuesOf(request, 'authorization');
  if (value === undefined) return 'none';
  if (more.length > 0) return 'several Authorization headers';
  const [, scheme = '', token = ''] = /^(\S+) +(\S+)$/.exec(value) ?? [];
  if (scheme.toLowerCase() !== 'basic') return 'another scheme than Basic';
  return token === Buffer.from(`${clientId}:${apiKey}`).toString('base64') ? 'right' : 'wrong';
}

/** Each request with what it has for credentials. */
const saidOfCredentials = ({ requests, account }: ClientRun & { readonly account: Account }) =>
  distinct(requests.map((request) => `${pathLineOf(request)}: ${credentialsOf(request, account)}`));

const credentials = onTasks<ClientRow>({
  tasks: ['list-servers'],
  say: saidOfCredentials,
  must: (task) => [`${TASKS[task].request}: right`],
});
export const authenticates = credentials.row;
export const authenticatesAsAny = credentials.any(drawn.account);

/** Also where a query is sent again after a failure, if it is. */
export const authenticatesAgain = onTasks<ClientRow>({
  tasks: QUERIES,
  replies: (data) => [data, {}],
  say: saidOfCredentials,
  must: (task) => [`${TASKS[task].request}: right`],
}).row;

/** Whether the key was seen in the wrong places. */
export const keeps = onTasks<ClientRow & { readonly from: readonly Leak[] }>({
  say: ({ leaks }, _, { from }) => leaks.filter((leak) => from.includes(leak)),
  must: () => [],
  whatever: true,
}).row;

/** The service repeats the key in its own words. */
export const hidesEcho = onTasks({
  tasks: ['list-servers'],
  say: (run) => ({ result: resultOf(run), leaks: run.leaks }),
  must: () => ({ result: 'failure', leaks: [] }),
}).row;
