/**
 * What a client of the server-management API makes of answers. The document shows no errors and few shapes, so little is
 * judged: that success is reported only of what was answered, and that nothing is created twice.
 */

import type { ClientUnderTest, RecordedRequest } from '../../../language/client-under-test.js';
import type { Json } from '../../../language/endpoint.js';
import { either, equal } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import { distinct, isRequestOf, missingIn, onTasks, resultOf } from './runs.js';
import {
  answerTo,
  CREATIONS,
  OPERATIONS,
  QUERIES,
  replyTo,
  SHAPES,
  type Shape,
  status,
  TASKS,
  type Task,
} from './service.js';

/** The result of an answer in this shape, and which strings of it are not reported. */
async function reportOn(client: ClientUnderTest, task: Task, shape: Shape) {
  const run = await client.run(TASKS[task].operation, () => ({ json: answerTo(task, shape) }));
  return { result: resultOf(run), missing: missingIn(run, TASKS[task].reported) };
}

/** Without a shape, some must be understood; which one is not shown. */
export const reports = conversation({
  hold: async ({ task, shape }: { readonly task: Task; readonly shape?: Shape }, { client }) => {
    const first = await reportOn(client, task, shape ?? SHAPES[0]);
    for (const other of shape === undefined ? SHAPES.slice(1) : []) {
      if (first.result === 'success' && first.missing.length === 0) break;
      const report = await reportOn(client, task, other);
      if (report.result === 'success' && report.missing.length === 0) return report;
    }
    return first;
  },
  expect: () => equal({ result: 'success', missing: [] }),
});

const nameAt = (i: number): string => `server ${i} `.padEnd(120, '.');

const entries = (length: number): { readonly id: string; readonly name: string }[] =>
  Array.from({ length }, (_, i) => ({ id: `Server${String(i).padStart(10, '0')}`, name: nameAt(i) }));

const LIST_SHAPES: readonly ((length: number) => Json)[] = [
  (length) => ({ data: entries(length) }),
  entries,
  (length) => ({ servers: entries(length) }),
];

/** How many of a list's servers are reported, in some shape if need be. The list is made anew for each answer: it may be megabytes. */
async function countOf(client: ClientUnderTest, length: number): Promise<string> {
  let said = '';
  for (const shaped of LIST_SHAPES) {
    const run = await client.run(TASKS['list-servers'].operation, () => ({ json: shaped(length) }));
    if (!run.requests.some((request) => isRequestOf('list-servers', request))) return 'not requested';
    const names = Array.from({ length }, (_, i) => nameAt(i));
    said = resultOf(run) === 'success' ? `${length - missingIn(run, names).length} of ${length}` : resultOf(run);
    if (said === `${length} of ${length}`) return said;
  }
  return said;
}

export const listsAll = conversation({
  // Lists of megabytes side by side would need the memory of all.
  ownProcess: true,
  hold: ({ length }: { readonly length: number; readonly orFails?: true }, { client }) => countOf(client, length),
  expect: ({ length, orFails }) => either(`${length} of ${length}`, ...(orFails ? ['failure', 'nothing'] : [])),
});

/** What was not answered, by this service or by another it was sent on to, is no success. */
export const fails = onTasks({
  tasks: OPERATIONS,
  say: (run) => (resultOf(run) === 'success' && run.elsewhere.length === 0 ? 'success' : 'no success'),
  must: 'no success',
});

export const createsOnce = onTasks({
  tasks: CREATIONS,
  say: ({ requests }, task) => {
    const times = requests.filter((request) => isRequestOf(task, request)).length;
    return times === 1 ? 'once' : `${times} times`;
  },
  must: 'once',
});

export const waitsForAnswer = onTasks({ tasks: OPERATIONS, say: resultOf, must: 'success' });

/** An answer that is JSON, but not what the document describes. */
export const doubts = onTasks({ tasks: OPERATIONS, say: resultOf, must: 'failure' });

/** How often a query is sent that fails once and would then be answered. */
export const queriesOnce = onTasks({
  tasks: QUERIES,
  once: true,
  say: (run) => `${resultOf(run)} after ${run.requests.length}`,
  must: 'failure after 1',
});

export const staysOn = onTasks({
  tasks: OPERATIONS,
  say: (run) => `${resultOf(run)}, ${distinct(run.elsewhere.map(({ method }) => method)).join(' ')}`,
  must: 'failure, ',
});

const amount = (text: string): string => (text.trim() === '' ? 'nothing' : 'something');

export const explains = onTasks({
  tasks: OPERATIONS,
  say: ({ stdout, stderr }) => `${amount(stderr)} on standard error, ${amount(stdout)} on standard output`,
  must: 'something on standard error, nothing on standard output',
});

/** An action goes through these states, or answers with these statuses, and stays in the last. */
export const waitsUntil = conversation({
  hold: async ({ states }: { readonly states: readonly (string | number)[]; readonly then: string }, { client }) => {
    const run = await client.run(TASKS['wait-for-action'].operation, (_: RecordedRequest, count) => {
      const state = states[Math.min(count, states.length - 1)] ?? 'open';
      return typeof state === 'number' ? replyTo('wait-for-action', { code: state }) : { json: status(state)[0] };
    });
    const result = resultOf(run);
    return result === 'nothing' ? result : `${result} after ${run.requests.length}`;
  },
  expect: ({ then }) => equal(then),
});
