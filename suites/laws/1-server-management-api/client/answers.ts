/**
 * How a client of the server-management API treats answers. The document shows no errors and few shapes, so little is
 * judged: a client only reports success for what was answered, and creates nothing twice.
 */

import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import type { ClientRun } from '../../../language/client-under-test.js';
import { either } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { conversation } from '../../../language/law.js';
import type { Partners } from '../../../language/partners.js';
import { stringsIn } from '../../support/json.js';
import { type ClientRow, distinct, HUNG, onTasks, requestsOf, resultOf } from './runs.js';
import {
  actionIn, CREATIONS, listing, QUERIES, type Reply, type RespondingService, replyTo, respondingWith, type Shape, type Task,
} from './service.js'; // biome-ignore format: a list

interface Reporting {
  readonly task?: Task;
  /** Without a shape, the client must read at least one of several, because the document shows none. */
  readonly shape?: Shape;
  /** The number of listed servers, each about a kilobyte. */
  readonly length?: number;
  readonly mayFail?: boolean;
}

const serverAt = (_: unknown, i: number) => ({ id: `Server${1e9 + i}`, name: `server ${i} `.padEnd(1000, '.') });

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

/** The report for a usual answer in the first shape that the client reads, or in one shape only. */
async function reportFor(
  { operation, answer, reported }: RespondingService,
  task: Task,
  client: Partners['client'],
  only?: string,
) {
  let report = '';
  for (const [shape, json] of Object.entries(answer)) {
    if (only !== undefined && shape !== only) continue;
    const run = await client.run(operation(), () => ({ json }));
    report = requestsOf(task, run).length > 0 ? reportOf(run, reported) : 'not requested';
    if (report === 'success') return { shape, report };
  }
  return { report };
}

const reporting = {
  hold: async ({ task = 'list-servers', shape, length }: Reporting, { client }: Partners) => {
    const usual = respondingWith(task);
    if (length === undefined) return (await reportFor(usual, task, client, shape)).report;
    const longList = listing('servers', Array.from({ length }, serverAt));
    // Another list has the same shape.
    return (await reportFor(longList, task, client, (await reportFor(usual, task, client)).shape)).report;
  },
  expect: ({ mayFail }: Reporting) => either('success', ...(mayFail ? ['failure', 'nothing'] : [])),
};
export const reports = conversation(reporting);
/** Lists of megabytes in parallel would need the memory of all. */
export const listsAll = conversation({ ...reporting, ownProcess: true });

type ReplyRow = Reply & { readonly task: Task; readonly text?: string };

/** The report for an answer in one of the shapes, varied as the row says. */
async function reported({ task, text, ...reply }: ReplyRow, json: Plain, { client }: Pick<Partners, 'client'>) {
  const { operation, reported: strings } = respondingWith(task, text);
  const run = await client.run(operation(), (_, count) => replyTo(task, count, reply, json));
  if (requestsOf(task, run).length > 0) return reportOf(run, strings);
  return run.timedOut ? HUNG : 'not requested';
}

/** An answer is reported whatever its framing and spelling, in some shape that the client reads. */
export const delivers = conversation({
  hold: async (row: ReplyRow, partners: Partners) => {
    const { task, text } = row;
    const answers = Object.values(respondingWith(task, text).answer);
    const plain = Object.values(respondingWith(task).answer);
    const reports: string[] = [];
    for (const json of answers) {
      reports.push(await reported(row, json, partners));
      if (reports.at(-1) === 'success') return 'success';
    }
    const plainly: string[] = [];
    for (const [i, json] of plain.entries()) {
      plainly.push(await reported({ task }, json, partners));
      if (plainly.at(-1) === 'success') return reports[i];
    }
    const { request } = respondingWith(task);
    if (plainly.includes(HUNG)) throw new NotObservable(`the client did not end and did not send ${request}`);
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
