/** 1/authentication, and the secrecy of keys: how a client of the server-management API handles credentials. */
import type { ClientRun, Leak, RecordedRequest } from '../../../language/client-under-test.js';
import type { Account } from '../../../language/endpoint.js';
import * as drawn from './drawn.js';
import { type ClientRow, distinct, onTasks, pathLineOf, resultOf, valuesOf } from './runs.js';
import { QUERIES, type Reply, respondingWith, type Task } from './service.js';

/** Whether a request has the account's Basic credentials, or what it has instead. 1/authentication/rule-1 */
function credentialsOf(request: RecordedRequest, { clientId, apiKey }: Account): string {
  const [value, ...more] = valuesOf(request, 'authorization');
  if (value === undefined) return 'none';
  if (more.length > 0) return 'several Authorization headers';
  const [, scheme = '', token = ''] = /^(\S+) +(\S+)$/.exec(value) ?? [];
  if (scheme.toLowerCase() !== 'basic') return 'a scheme other than Basic';
  return token === Buffer.from(`${clientId}:${apiKey}`).toString('base64') ? 'right' : 'wrong';
}

const credentialsSent = ({ requests, account }: ClientRun & { readonly account: Account }) =>
  distinct(requests.map((request) => `${pathLineOf(request)}: ${credentialsOf(request, account)}`));

const sending = (tasks: readonly Task[], replies: (data: ClientRow) => readonly Reply[]) =>
  onTasks<ClientRow>({
    tasks,
    replies,
    observe: credentialsSent,
    expected: (task) => [`${respondingWith(task).request}: right`],
  });
const credentials = sending(['list-servers'], (data) => [data]);
export const authenticates = credentials.row;
export const authenticatesAsAny = credentials.any(drawn.account);

/** Also for a query that is repeated after a failure. */
export const authenticatesAgain = sending(QUERIES, (data) => [data, {}]).row;

/** Whether the key was found in the wrong places. */
export const keeps = onTasks<ClientRow & { readonly from: readonly Leak[] }>({
  observe: ({ leaks }, _, { from }) => leaks.filter((leak) => from.includes(leak)),
  expected: () => [],
  anyRequest: true,
}).row;

/** The service repeats the key in an error message. */
export const hidesEcho = onTasks({
  tasks: ['list-servers'],
  observe: (run) => ({ result: resultOf(run), leaks: run.leaks }),
  expected: () => ({ result: 'failure', leaks: [] }),
}).row;
