/** What laws about a client of the server-management API observe in its runs. */
import type { ClientRun, ClientUnderTest, RecordedRequest } from '../../../language/client-under-test.js';
import type { Account } from '../../../language/endpoint.js';
import { equal } from '../../../language/expectation.js';
import { onInput } from '../../support/drawn.js';
import { OPERATIONS, type Reply, replyTo, TASKS, type Task } from './service.js';

/** What the exit status says; nothing when the client had to be ended. */
export function resultOf({ status }: ClientRun): 'success' | 'failure' | 'nothing' {
  if (status === undefined) return 'nothing';
  return status === 0 ? 'success' : 'failure';
}

/** A base URL has one segment before the version. 1/endpoints/p1 */
const BASE = /^\/[^/?]+\/v1(?=\/)/;

export const isBelowBase = ({ target }: RecordedRequest): boolean => BASE.test(target);

/** A request's method and its target below the base URL, for example `GET /servers`. */
export const lineOf = ({ method, target }: RecordedRequest): string => `${method} ${target.replace(BASE, '')}`;

/** The same without a query. */
export const pathLineOf = (request: RecordedRequest): string => lineOf(request).replace(/\?.*$/s, '');

export const requestsOf = (task: Task, { requests }: ClientRun): readonly RecordedRequest[] =>
  requests.filter((request) => pathLineOf(request) === TASKS[task].request);

/** Each once, in order of their first: a GET may be repeated, and an action queried again. */
export const distinct = <T>(all: readonly T[]): readonly T[] => [...new Set(all)];

export const valuesOf = ({ headers }: RecordedRequest, name: string): readonly string[] =>
  headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value);

/** What a row may say: a task instead of the law's, an account instead of the run's own, and how requests are answered. */
export type Told = Reply & Partial<Account> & { readonly task?: Task };

interface OnTasks<D> {
  /** All of 1/endpoints, unless a law names some. */
  readonly tasks?: readonly Task[];
  /** What one request after the other is answered, the last again and again; what the row says, unless a law names others. */
  readonly replies?: (data: D) => readonly Reply[];
  /** What is said of a run, if the task's request was sent at all. */
  readonly say: (run: Awaited<ReturnType<ClientUnderTest['run']>>, task: Task, data: D) => unknown;
  readonly must: (task: Task, data: D) => unknown;
}

/** Does tasks, each by itself and side by side. */
export function onTasks<D extends Told>({ tasks = OPERATIONS, replies = (data) => [data], say, must }: OnTasks<D>) {
  const tasksOf = ({ task }: D): readonly Task[] => (task === undefined ? tasks : [task]);
  return onInput<D>({
    hold: async (data, { client }) => {
      const inTurn = replies(data);
      const said = tasksOf(data).map(async (task) => {
        const answer = (_: unknown, count: number) => replyTo(task, count, inTurn[count] ?? inTurn.at(-1));
        const run = await client.run(TASKS[task].operation(), answer, data);
        return [task, requestsOf(task, run).length > 0 ? say(run, task, data) : `${TASKS[task].request} was not sent`];
      });
      return Object.fromEntries(await Promise.all(said));
    },
    expect: (data) => equal(Object.fromEntries(tasksOf(data).map((task) => [task, must(task, data)]))),
  });
}
