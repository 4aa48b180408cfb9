/** 1/authentication, and that keys are kept secret: what a client of the server-management API does with credentials. */

import type { Answering, ClientUnderTest, Leak, RecordedRequest } from '../../../language/client-under-test.js';
import type { Account } from '../../../language/endpoint.js';
import { equal } from '../../../language/expectation.js';
import { conversation, conversationProperty } from '../../../language/law.js';
import { credentialsOf, distinct, eachTask, ofEach, pathLineOf, sayOf, toldBy } from './runs.js';
import { answerTo, noAnswer, OPERATIONS, operationOf, refusal, requestOf, status, type Task } from './service.js';
import { account as anyAccount } from './texts.js';

/** Each request with what it has for credentials. */
async function credentialsFor(client: ClientUnderTest, task: Task, given?: Account): Promise<readonly string[]> {
  // One state more than there is before the action is done, so that it is asked for twice.
  const first = { json: task === 'wait-for-action' ? status('open')['in-data'] : answerTo(task) };
  const answer = (_: RecordedRequest, count: number) => (count === 0 ? first : { json: answerTo(task) });
  const { requests, account } = await client.run(operationOf(task), answer, given);
  return distinct(requests.map((request) => `${pathLineOf(request)}: ${credentialsOf(request, account)}`));
}

export const authenticates = conversation({
  hold: ({ task }: { readonly task: Task }, { client }) => credentialsFor(client, task),
  expect: ({ task }) => equal([`${requestOf(task)}: right`]),
});

export const authenticatesAs = conversation({
  hold: ({ clientId, apiKey }: Account, { client }) => credentialsFor(client, 'list-servers', { clientId, apiKey }),
  expect: () => equal([`${requestOf('list-servers')}: right`]),
});

export const authenticatesAsAny = conversationProperty({
  inputs: (_: object) => anyAccount,
  hold: (account, { client }) => credentialsFor(client, 'list-servers', account),
  expect: () => equal([`${requestOf('list-servers')}: right`]),
});

/** What happens while the client must keep the key to itself. */
type Situation = 'success' | 'refused' | 'broken' | 'reset';

function answerIn(situation: Situation, task: Task): Answering {
  switch (situation) {
    case 'success':
      return { json: answerTo(task) };
    case 'refused':
      return refusal(401);
    case 'broken':
      return noAnswer('html', task);
    case 'reset':
      return noAnswer('reset', task);
  }
}

/** Does every task in a situation, and says whether the key was seen in the wrong places. */
const keeping = (client: ClientUnderTest, situation: Situation, from: readonly Leak[]) =>
  eachTask(OPERATIONS, (task) =>
    sayOf(client, task, answerIn(situation, task), ({ leaks }) => {
      const found = leaks.filter((leak) => from.includes(leak));
      return found.length === 0 ? 'kept' : `shown: ${found.join(', ')}`;
    }),
  );

export const keeps = conversation({
  hold: ({ situation, from }: { readonly situation: Situation; readonly from: Leak }, { client }) =>
    keeping(client, situation, [from]),
  expect: () => equal(ofEach(OPERATIONS, 'kept')),
});

export const keepsQuiet = conversation({
  hold: ({ situation }: { readonly situation: Situation }, { client }) =>
    keeping(client, situation, ['standard output', 'standard error']),
  expect: () => equal(ofEach(OPERATIONS, 'kept')),
});

type Redirect = NonNullable<Answering['redirect']>;

export const keepsFromOtherHost = conversation({
  hold: ({ redirect }: { readonly redirect: Redirect }, { client }) =>
    eachTask(OPERATIONS, (task) =>
      sayOf(client, task, { redirect }, ({ leaks }) => (leaks.includes('another host') ? 'shown' : 'kept')),
    ),
  expect: () => equal(ofEach(OPERATIONS, 'kept')),
});

const ECHOED = 'a-key-that-the-tests-made-up-to-be-repeated';

/** The service repeats the key in its own words. */
export const hidesEcho = conversation({
  hold: async ({ code }: { readonly code: number }, { client }) => {
    const answer = { status: code, json: { error: { message: `the key ${ECHOED} is not known` } } };
    const run = await client.run(operationOf('list-servers'), () => answer, { apiKey: ECHOED });
    return { told: toldBy(run), leaks: run.leaks };
  },
  expect: () => equal({ told: 'failure', leaks: [] }),
});
