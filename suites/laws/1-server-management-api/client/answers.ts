/**
 * What a client of the server-management API makes of answers. The document shows no errors and few shapes, so little is
 * judged: that success is told only of what was answered, and that nothing is created twice.
 */

import type { Answering, ClientUnderTest, RecordedRequest } from '../../../language/client-under-test.js';
import type { Json } from '../../../language/endpoint.js';
import { either, equal } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import { distinct, eachTask, isRequestOf, missingIn, ofEach, sayOf, toldBy } from './runs.js';
import {
  answerTo,
  CREATIONS,
  type NoAnswer,
  noAnswer,
  OPERATIONS,
  operationOf,
  QUERIES,
  refusal,
  SHAPES,
  type Shape,
  status,
  type Task,
  toldOf,
} from './service.js';

/** What is told of an answer in this shape, and which texts of it are not. */
async function reportOn(
  client: ClientUnderTest,
  task: Task,
  shape: Shape,
): Promise<{ told: string; missing: unknown }> {
  const run = await client.run(operationOf(task), () => ({ json: answerTo(task, shape) }));
  return { told: toldBy(run), missing: missingIn(run, toldOf(task)) };
}

const REPORTED = { told: 'success', missing: [] };

const isWhole = ({ told, missing }: { told: string; missing: unknown }): boolean =>
  told === 'success' && Array.isArray(missing) && missing.length === 0;

/** Some shape must be understood; which one is not shown. */
export const reports = conversation({
  hold: async ({ task }: { readonly task: Task }, { client }) => {
    let first: Awaited<ReturnType<typeof reportOn>> | undefined;
    for (const shape of SHAPES) {
      const report = await reportOn(client, task, shape);
      if (isWhole(report)) return report;
      first ??= report;
    }
    return first;
  },
  expect: () => equal(REPORTED),
});

export const reportsShape = conversation({
  hold: ({ task, shape }: { readonly task: Task; readonly shape: Shape }, { client }) => reportOn(client, task, shape),
  expect: () => equal(REPORTED),
});

interface Length {
  readonly length: number;
}

const entries = (length: number): { readonly id: string; readonly name: string }[] =>
  Array.from({ length }, (_, i) => ({ id: `Server${String(i).padStart(10, '0')}`, name: nameAt(i) }));

const nameAt = (i: number): string => `server ${i} `.padEnd(120, '.');

const LIST_SHAPES: readonly ((length: number) => Json)[] = [
  (length) => ({ data: entries(length) }),
  entries,
  (length) => ({ servers: entries(length) }),
];

/** How many of a list's servers are told, in some shape if need be. The list is made anew for each answer: it may be megabytes. */
async function countOf(client: ClientUnderTest, length: number): Promise<string> {
  let said = '';
  for (const shaped of LIST_SHAPES) {
    const run = await client.run(operationOf('list-servers'), () => ({ json: shaped(length) }));
    if (!run.requests.some((request) => isRequestOf('list-servers', request))) return 'not asked for';
    const names = Array.from({ length }, (_, i) => nameAt(i));
    said = toldBy(run) === 'success' ? `${length - missingIn(run, names).length} of ${length}` : toldBy(run);
    if (said === `${length} of ${length}`) return said;
  }
  return said;
}

export const listsAll = conversation({
  // Lists of megabytes side by side would need the memory of all.
  ownProcess: true,
  hold: ({ length }: Length, { client }) => countOf(client, length),
  expect: ({ length }) => equal(`${length} of ${length}`),
});

export const listsAllOrFails = conversation({
  // Lists of megabytes side by side would need the memory of all.
  ownProcess: true,
  hold: ({ length }: Length, { client }) => countOf(client, length),
  expect: ({ length }) => either(equal(`${length} of ${length}`), equal('failure'), equal('nothing')),
});

const NO_SUCCESS = 'no success told';

/** Whether success is told of a task that was not answered, by this service or by another it was sent on to. */
const successOf = (client: ClientUnderTest, task: Task, answering: Answering): Promise<string> =>
  sayOf(client, task, answering, (run) =>
    toldBy(run) === 'success' && run.elsewhere.length === 0 ? 'success told' : NO_SUCCESS,
  );

export const failsOn = conversation({
  hold: ({ code }: { readonly code: number }, { client }) =>
    eachTask(OPERATIONS, (task) => successOf(client, task, refusal(code))),
  expect: () => equal(ofEach(OPERATIONS, NO_SUCCESS)),
});

export const waitFailsOn = conversation({
  hold: ({ code }: { readonly code: number }, { client }) => successOf(client, 'wait-for-action', refusal(code)),
  expect: () => equal(NO_SUCCESS),
});

export const failsWithout = conversation({
  hold: ({ how }: { readonly how: NoAnswer }, { client }) =>
    eachTask(OPERATIONS, (task) => successOf(client, task, noAnswer(how, task))),
  expect: () => equal(ofEach(OPERATIONS, NO_SUCCESS)),
});

/** Requests that a creation is made with, by their number. */
const timesOf = (client: ClientUnderTest, answering: (task: Task) => Answering) =>
  eachTask(CREATIONS, async (task) => {
    const run = await client.run(operationOf(task), () => answering(task));
    const times = run.requests.filter((request) => isRequestOf(task, request)).length;
    return times === 1 ? 'once' : `${times} times`;
  });

export const createsOnceOn = conversation({
  hold: ({ code }: { readonly code: number }, { client }) => timesOf(client, () => refusal(code)),
  expect: () => equal(ofEach(CREATIONS, 'once')),
});

export const createsOnceWithout = conversation({
  hold: ({ how }: { readonly how: NoAnswer }, { client }) => timesOf(client, (task) => noAnswer(how, task)),
  expect: () => equal(ofEach(CREATIONS, 'once')),
});

interface Slow {
  readonly milliseconds: number;
}

export const createsOnceThough = conversation({
  hold: ({ milliseconds }: Slow, { client }) =>
    timesOf(client, (task) => ({ delayMs: milliseconds, json: answerTo(task) })),
  expect: () => equal(ofEach(CREATIONS, 'once')),
});

export const bears = conversation({
  hold: ({ milliseconds }: Slow, { client }) =>
    eachTask(OPERATIONS, (task) => sayOf(client, task, { delayMs: milliseconds, json: answerTo(task) }, toldBy)),
  expect: () => equal(ofEach(OPERATIONS, 'success')),
});

/** An answer that is JSON, but not what the document describes. */
export const doubts = conversation({
  hold: ({ task, json }: { readonly task: Task; readonly json: Json }, { client }) =>
    sayOf(client, task, { json }, toldBy),
  expect: () => equal('failure'),
});

/** A name that is no UTF-8. */
export const doubtsBytes = conversation({
  hold: (_: object, { client }) => {
    const bytes = Buffer.from(JSON.stringify({ data: [{ id: 'a', name: 'caf\u00e9' }] }), 'latin1');
    const headers = { 'Content-Type': 'application/json' };
    return sayOf(client, 'list-servers', { bytes, headers }, toldBy);
  },
  expect: () => equal('failure'),
});

/** How often a query is made that fails once and would then be answered. */
const repeatsOf = (client: ClientUnderTest, failing: (task: Task) => Answering) =>
  eachTask(QUERIES, async (task) => {
    const answer = (_: RecordedRequest, count: number) => (count === 0 ? failing(task) : { json: answerTo(task) });
    const run = await client.run(operationOf(task), answer);
    return `${toldBy(run)} after ${run.requests.length}`;
  });

export const asksOnceOn = conversation({
  hold: ({ code }: { readonly code: number }, { client }) => repeatsOf(client, () => refusal(code)),
  expect: () => equal(ofEach(QUERIES, 'failure after 1')),
});

export const asksOnceWithout = conversation({
  hold: ({ how }: { readonly how: NoAnswer }, { client }) => repeatsOf(client, (task) => noAnswer(how, task)),
  expect: () => equal(ofEach(QUERIES, 'failure after 1')),
});

type Redirect = NonNullable<Answering['redirect']>;

export const staysOn = conversation({
  hold: ({ redirect }: { readonly redirect: Redirect }, { client }) =>
    eachTask(OPERATIONS, (task) =>
      sayOf(client, task, { redirect }, (run) => `${toldBy(run)}, ${distinct(run.elsewhere.map(methodOf)).join(' ')}`),
    ),
  expect: () => equal(ofEach(OPERATIONS, 'failure, ')),
});

const methodOf = ({ method }: RecordedRequest): string => method;

export const explains = conversation({
  hold: ({ code }: { readonly code: number }, { client }) =>
    eachTask(OPERATIONS, (task) =>
      sayOf(client, task, refusal(code), ({ stdout, stderr }) => {
        const error = stderr.trim() === '' ? 'nothing' : 'something';
        return `${error} on standard error, ${stdout.trim() === '' ? 'nothing' : 'something'} on standard output`;
      }),
    ),
  expect: () => equal(ofEach(OPERATIONS, 'something on standard error, nothing on standard output')),
});

/** An action goes through these states, or answers with these statuses, and stays in the last. */
export const waitsUntil = conversation({
  hold: async ({ states }: { readonly states: readonly (string | number)[]; readonly told: string }, { client }) => {
    const answer = (_request: RecordedRequest, count: number): Answering => {
      const state = states[Math.min(count, states.length - 1)] ?? 'open';
      return typeof state === 'number' ? refusal(state) : { json: status(state)['in-data'] };
    };
    const run = await client.run(operationOf('wait-for-action'), answer);
    const told = toldBy(run);
    return told === 'nothing' ? told : `${told} after ${run.requests.length}`;
  },
  expect: ({ told }) => equal(told),
});
