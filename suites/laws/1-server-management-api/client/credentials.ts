/** 1/authentication, and that keys are kept secret: what a client of the server-management API does with credentials. */
import type { Leak } from '../../../language/client-under-test.js';
import type { Account } from '../../../language/endpoint.js';
import { equal } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import { onInput } from '../../support/inputs.js';
import { account as anyAccount } from './drawn.js';
import { credentialsOf, distinct, onTasks, pathLineOf, perform, resultOf } from './runs.js';
import { OPERATIONS, type Reply, TASKS, type Task } from './service.js';

interface Credentials extends Partial<Account> {
  readonly task?: Task;
}

/** Each request with what it has for credentials; the account is one of the run's own unless the input says another. */
const credentials = onInput({
  hold: async ({ task = 'list-servers', ...as }: Credentials, { client }) => {
    const { requests, account } = await perform(client, task, as);
    return distinct(requests.map((request) => `${pathLineOf(request)}: ${credentialsOf(request, account)}`));
  },
  expect: ({ task = 'list-servers' }) => equal([`${TASKS[task].request}: right`]),
});

export const authenticates = credentials.row;
export const authenticatesAsAny = credentials.any(anyAccount);

/** Whether the key was seen in the wrong places. */
export const keeps = onTasks<Reply & { readonly from: readonly Leak[] }>({
  tasks: OPERATIONS,
  say: ({ leaks }, _, { from }) => {
    const found = leaks.filter((leak) => from.includes(leak));
    return found.length === 0 ? 'kept' : `shown: ${found.join(', ')}`;
  },
  must: 'kept',
});

const ECHOED = 'a-key-that-the-tests-made-up-to-be-repeated';

/** The service repeats the key in its own words. */
export const hidesEcho = conversation({
  hold: async ({ code }: { readonly code: number }, { client }) => {
    const answer = { status: code, json: { error: { message: `the key ${ECHOED} is not known` } } };
    const run = await client.run(TASKS['list-servers'].operation, () => answer, { apiKey: ECHOED });
    return { result: resultOf(run), leaks: run.leaks };
  },
  expect: () => equal({ result: 'failure', leaks: [] }),
});
