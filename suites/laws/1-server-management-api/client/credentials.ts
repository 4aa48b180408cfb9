/** 1/authentication, and that keys are kept secret: what a client of the server-management API does with credentials. */
import type { ClientUnderTest, Leak } from '../../../language/client-under-test.js';
import type { Account } from '../../../language/endpoint.js';
import { equal } from '../../../language/expectation.js';
import { conversation, conversationProperty } from '../../../language/law.js';
import { account as anyAccount } from './drawn.js';
import { credentialsOf, distinct, onTasks, pathLineOf, perform, resultOf } from './runs.js';
import { OPERATIONS, type Reply, TASKS, type Task } from './service.js';

/** Each request with what it has for credentials. */
async function credentialsFor(client: ClientUnderTest, task: Task, as?: Account): Promise<readonly string[]> {
  const { requests, account } = await perform(client, task, as);
  return distinct(requests.map((request) => `${pathLineOf(request)}: ${credentialsOf(request, account)}`));
}

const areRight = (task: Task = 'list-servers') => equal([`${TASKS[task].request}: right`]);

export const authenticates = conversation({
  hold: ({ task }: { readonly task: Task }, { client }) => credentialsFor(client, task),
  expect: ({ task }) => areRight(task),
});

export const authenticatesAs = conversation({
  hold: ({ clientId, apiKey }: Account, { client }) => credentialsFor(client, 'list-servers', { clientId, apiKey }),
  expect: () => areRight(),
});

export const authenticatesAsAny = conversationProperty({
  inputs: (_: object) => anyAccount,
  hold: (account, { client }) => credentialsFor(client, 'list-servers', account),
  expect: () => areRight(),
});

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
