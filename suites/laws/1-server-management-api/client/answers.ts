/**
 * What a client of the server-management API makes of answers. The document shows no errors and few shapes, so little is
 * judged: that success is reported only of what was answered, and that nothing is created twice.
 */
import type { ClientRun } from '../../../language/client-under-test.js';
import { either } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import type { Partners } from '../../../language/partners.js';
import { stringsIn } from '../../support/json.js';
import { distinct, onTasks, requestsOf, resultOf, type ToldClient } from './runs.js';
import { actionIn, CREATIONS, listing, type Shape, TASKS, type Task } from './service.js';

interface Reporting {
  readonly task?: Task;
  /** Without a shape, some must be understood; which one is not shown. */
  readonly shape?: Shape;
  /** So many servers are listed, each about a kilobyte. */
  readonly length?: number;
  readonly mayFail?: boolean;
}

const serverAt = (_: unknown, i: number) => ({ id: `Server${1e9 + i}`, name: `server ${i} `.padEnd(1000, '.') });

/** The end of a client that must report strings, which may stand anywhere in its output, and a few that it does not. */
function reportOf(run: ClientRun, strings: readonly string[]): string {
  const found = new Set(stringsIn(run.output));
  const missing = strings.filter((string) => !found.has(string)).slice(0, 3);
  return resultOf(run) === 'success' && missing.length > 0 ? `success without ${missing.join(', ')}` : resultOf(run);
}

const reporting = {
  hold: async ({ task = 'list-servers', shape, length }: Reporting, { client }: Partners) => {
    const longList = length === undefined ? undefined : listing('servers', Array.from({ length }, serverAt));
    const { operation, answer, reported } = longList ?? TASKS[task];
    let report = '';
    for (const [name, json] of Object.entries(answer)) {
      if (report === 'success' || (shape !== undefined && name !== shape)) continue;
      const run = await client.run(operation(), () => ({ json }));
      report = requestsOf(task, run).length > 0 ? reportOf(run, reported) : 'not requested';
    }
    return report;
  },
  expect: ({ mayFail }: Reporting) => either('success', ...(mayFail ? ['failure', 'nothing'] : [])),
};
export const reports = conversation(reporting);
/** Lists of megabytes side by side would need the memory of all. */
export const listsAll = conversation({ ...reporting, ownProcess: true });

/** What was not answered, by this service or by another it was sent on to, is no success. */
export const fails = onTasks({
  say: (run) => (resultOf(run) === 'success' && run.elsewhere.length === 0 ? 'success' : 'no success'),
  must: () => 'no success',
}).row;

export const createsOnce = onTasks({
  tasks: CREATIONS,
  say: (run, task) => requestsOf(task, run).length,
  must: () => 1,
}).row;

const ends = (result: string) => onTasks({ say: resultOf, must: () => result }).row;

export const waitsForAnswer = ends('success');
/** An answer that is JSON, but not what the document describes. */
export const doubts = ends('failure');

/** How many requests there were until a client ended by itself. */
const ending = (run: ClientRun): string =>
  resultOf(run) === 'nothing' ? 'nothing' : `${resultOf(run)} after ${run.requests.length}`;

/** How often a query is sent that fails once and would then be answered. */
export const queriesOnce = onTasks({
  tasks: ['list-servers', 'list-apps', 'get-action'],
  replies: (data) => [data, {}],
  say: ending,
  must: () => 'failure after 1',
}).row;

/** An action goes through these states, or answers with these statuses, and stays in the last. */
export const waitsUntil = onTasks<
  ToldClient & { readonly states: readonly (string | number)[]; readonly then: string }
>({
  tasks: ['wait-for-action'],
  replies: ({ states }) => states.map((one) => (typeof one === 'number' ? { code: one } : { json: actionIn(one) })),
  say: ending,
  must: (_, { then }) => then,
}).row;

export const staysOn = onTasks({
  say: (run) => ({ result: resultOf(run), elsewhere: distinct(run.elsewhere.map(({ method }) => method)) }),
  must: () => ({ result: 'failure', elsewhere: [] }),
}).row;

export const explains = onTasks({
  say: ({ stdout, stderr }) => ({ saysWhy: stderr.trim() !== '', prints: stdout.trim() !== '' }),
  must: () => ({ saysWhy: true, prints: false }),
}).row;
