/**
 * How a client of the server-management API treats answers. The document shows no errors and few shapes, so little is
 * judged: a client only reports success for what was answered, and creates nothing twice.
 */

import fc from 'fast-check';
import type { ClientRun } from '../../../language/client-under-test.js';
import { either, equal } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { conversation } from '../../../language/law.js';
import type { Partners } from '../../../language/partners.js';
import { stringsIn } from '../../support/json.js';
import { type ClientRow, distinct, HUNG, onTasks, requestsOf, resultOf } from './runs.js';
import { actionIn, CREATIONS, listing, QUERIES, type Reply, replyTo, respondingWith, type Shape, type Task } from './service.js'; // biome-ignore format: a list

/** How a client ended that must report these strings anywhere in its output, as often as given; a few missing ones. */
function reportOf(run: ClientRun, strings: readonly string[]): string {
  const left = new Map<string, number>();
  for (const one of stringsIn(run.output)) left.set(one, (left.get(one) ?? 0) + 1);
  const isMissing = (string: string): boolean => {
    const count = left.get(string) ?? 0;
    left.set(string, count - 1);
    return count <= 0;
  };
  const missing = strings.filter(isMissing).slice(0, 3);
  return resultOf(run) === 'success' && missing.length > 0 ? `success without ${missing.join(', ')}` : resultOf(run);
}

type ReplyRow = Reply & { readonly task: Task; readonly text?: string };

/** The reports for the answer in each shape, or in one only, varied as the row says, up to the first success. */
async function reportsOf(
  { task, text, ...reply }: ReplyRow,
  client: Partners['client'],
  only?: string,
  { operation, answer, reported } = respondingWith(task, text),
): Promise<readonly string[]> {
  const reports: string[] = [];
  for (const [shape, json] of Object.entries(answer)) {
    if (only !== undefined && shape !== only) continue;
    const run = await client.run(operation(), (_, count) => replyTo(task, count, reply, json));
    const isSent = requestsOf(task, run).length > 0;
    reports.push(isSent ? reportOf(run, reported) : run.timedOut ? HUNG : 'not requested');
    if (reports.at(-1) === 'success') break;
  }
  return reports;
}

/** Without a shape, the client must read at least one of several, because the document shows none. */
export const reports = conversation({
  hold: async ({ task, shape }: { readonly task: Task; readonly shape?: Shape }, { client }) =>
    (await reportsOf({ task }, client, shape)).at(-1),
  expect: () => equal('success'),
});

const serverAt = (_: unknown, i: number) => ({ id: `Server${1e9 + i}`, name: `server ${i} `.padEnd(1000, '.') });

/** Servers of about a kilobyte each. Lists of megabytes in parallel would need the memory of all. */
export const listsAll = conversation({
  ownProcess: true,
  hold: async ({ length }: { readonly length: number; readonly mayFail?: boolean }, { client }) => {
    const usual = await reportsOf({ task: 'list-servers' }, client);
    // Another list has the same shape.
    const shape = Object.keys(respondingWith('list-servers').answer)[usual.length - 1];
    const only = usual.at(-1) === 'success' ? shape : undefined;
    const long = listing('servers', Array.from({ length }, serverAt));
    return (await reportsOf({ task: 'list-servers' }, client, only, long)).at(-1);
  },
  expect: ({ mayFail }) => either('success', ...(mayFail ? ['failure', 'nothing'] : [])),
});

/** An answer is reported whatever its framing and spelling, in some shape that the client reads. */
export const delivers = conversation({
  hold: async (row: ReplyRow, { client }: Partners) => {
    const varied = await reportsOf(row, client);
    if (varied.at(-1) === 'success') return 'success';
    const plain = await reportsOf({ task: row.task }, client);
    if (plain.at(-1) === 'success') return varied[plain.length - 1];
    const { request } = respondingWith(row.task);
    if (plain.includes(HUNG)) throw new NotObservable(`the client did not end and did not send ${request}`);
    throw new NotObservable(`no answer to ${request} is understood`);
  },
  expect: ({ mayFail }: ReplyRow & { readonly mayFail?: boolean }) =>
    either('success', ...(mayFail ? ['failure'] : [])),
});

/** A failed answer, of this service or of the target of a redirect, is not a success. */
const failing = onTasks({
  observe: (run) => (resultOf(run) === 'success' && run.elsewhere.length === 0 ? 'success' : 'no success'),
  expected: () => 'no success',
});
export const fails = failing.row;

/** Any error (RFC 9110, section 15), even with the body of a success. */
export const failsAtAny = failing.any(
  fc.tuple(fc.integer({ min: 400, max: 599 }), fc.boolean()).map(([code, documented]) => ({
    code,
    ...(documented ? { documented } : {}),
  })),
);

export const createsOnce = onTasks({
  tasks: CREATIONS,
  observe: (run, task) => requestsOf(task, run).length,
  expected: () => 1,
}).row;

const ends = (result: string) => onTasks({ observe: resultOf, expected: () => result }).row;

export const waitsForAnswer = ends('success');
/** An answer that is JSON, but not the documented one. */
export const doubts = ends('failure');

/** The number of requests until a client ended by itself. */
const ending = (run: ClientRun): string =>
  resultOf(run) === 'nothing' ? 'nothing' : `${resultOf(run)} after ${run.requests.length}`;

/** The number of requests for a query that fails once and would then succeed. */
export const queriesOnce = onTasks({
  tasks: QUERIES,
  replies: (data) => [data, {}],
  observe: ending,
  expected: () => 'failure after 1',
}).row;

/** An action passes through these states, or answers with these statuses, and stays in the last one. */
export const waitsUntil = onTasks<ClientRow & { readonly states: readonly (string | number)[]; readonly then: string }>(
  {
    tasks: ['wait-for-action'],
    replies: ({ states }) => states.map((one) => (typeof one === 'number' ? { code: one } : { json: actionIn(one) })),
    observe: ending,
    expected: (_, { then }) => then,
  },
).row;

export const staysOn = onTasks({
  observe: (run) => ({ result: resultOf(run), elsewhere: distinct(run.elsewhere.map(({ method }) => method)) }),
  expected: () => ({ result: 'failure', elsewhere: [] }),
}).row;

export const explains = onTasks({
  observe: ({ stdout, stderr }) => ({ saysWhy: stderr.trim() !== '', prints: stdout.trim() !== '' }),
  expected: () => ({ saysWhy: true, prints: false }),
}).row;
