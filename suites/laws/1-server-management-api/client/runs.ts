/** Observations of laws about a client of the server-management API. */
import {
  BASE_PATH,
  type ClientRun,
  type ClientUnderTest,
  type RecordedRequest,
} from '../../../language/client-under-test.js';
import { encode, same, show } from '../../../language/encoding.js';
import type { Account } from '../../../language/endpoint.js';
import { type Expectation, satisfies } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { isObject } from '../../../language/plain.js';
import { onInput } from '../../support/drawn.js';
import { OPERATIONS, type Reply, replyTo, respondingWith, type Task } from './service.js';

/** The meaning of the exit status; `nothing` if the client had to be ended. */
export const resultOf = ({ status, flooded }: ClientRun) => {
  if (flooded) return 'more output than is read';
  return status === undefined ? 'nothing' : status === 0 ? 'success' : 'failure';
};

/** 1/endpoints/p1 */
export const isBelowBase = ({ target }: RecordedRequest): boolean => target.startsWith(`${BASE_PATH}/`);

/** A request's method and its target below the base URL, for example `GET /servers`. */
export const lineOf = (request: RecordedRequest): string =>
  `${request.method} ${isBelowBase(request) ? request.target.slice(BASE_PATH.length) : request.target}`;

/** The same without a query. */
export const pathLineOf = (request: RecordedRequest): string => lineOf(request).replace(/\?.*$/s, '');

export const requestsOf = (task: Task, { requests }: ClientRun): readonly RecordedRequest[] =>
  requests.filter((request) => pathLineOf(request) === respondingWith(task).request);

/** Each value once, in order of first occurrence: a GET may be repeated, and an action queried again. */
export const distinct = <T>(all: readonly T[]): readonly T[] => [...new Set(all)];

export const valuesOf = ({ headers }: RecordedRequest, name: string): readonly string[] =>
  headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value);

/** The parts of a row: a task in place of the law's, an account in place of the run's own, and the answers to requests. */
export type ClientRow = Reply & Partial<Account> & { readonly task?: Task };

interface OnTasks<D> {
  /** By default all of 1/endpoints. */
  readonly tasks?: readonly Task[];
  /** The answers to successive requests; the last one is repeated. The default is that of the row. */
  readonly replies?: (data: D) => readonly Reply[];
  /** The observation of a run, if the task's request was sent. */
  readonly observe: (run: Awaited<ReturnType<ClientUnderTest['run']>>, task: Task, data: D) => unknown;
  readonly expected: (task: Task, data: D) => unknown;
  /** The law is about the request itself; elsewhere nothing follows from a missing request. */
  readonly mustSend?: true;
  /** Another request in its place may also be wrong; if it is right, that proves nothing. */
  readonly anyRequest?: true;
}

/** The observation of a run that the deadline ended before the task's request. */
export const HUNG = 'the client hung before its request';

/** The observation of a run that ended without the task's request. */
const UNSENT = 'the client did not send its request';

/** Runs tasks, each separately and in parallel. */
export function onTasks<D extends ClientRow>(law: OnTasks<D>) {
  const {
    tasks = OPERATIONS,
    replies = (data) => [data],
    observe,
    expected,
    mustSend = false,
    anyRequest = false,
  } = law;
  const tasksOf = ({ task }: D): readonly Task[] => (task === undefined ? tasks : [task]);
  return onInput<D>({
    hold: async (data, { client }) => {
      const inTurn = replies(data);
      const observed = tasksOf(data).map(async (task) => {
        const answer = (_: unknown, count: number) => replyTo(task, count, inTurn[count] ?? inTurn.at(-1));
        const run = await client.run(respondingWith(task).operation(), answer, data);
        const isSent = requestsOf(task, run).length > 0;
        const isOther = anyRequest && run.requests.length > 0;
        const observation = isSent || isOther ? observe(run, task, data) : undefined;
        if (isSent || (isOther && !same(encode(observation), encode(expected(task, data))))) return [task, observation];
        return [task, mustSend ? `${respondingWith(task).request} was not sent` : run.timedOut ? HUNG : UNSENT];
      });
      return Object.fromEntries(await Promise.all(observed));
    },
    expect: (data) => eachTask(new Map(tasksOf(data).map((task) => [task, expected(task, data)]))),
  });
}

/** Tasks without observations do not violate this requirement. A wrong one does, even if others have none. */
function eachTask(wanted: ReadonlyMap<Task, unknown>): Expectation {
  return satisfies(`returns ${show(encode(Object.fromEntries(wanted)))}`, (value) => {
    const observed = new Map(Object.entries(isObject(value) ? value : {}));
    const all = (what: string): Task[] => [...wanted.keys()].filter((task) => observed.get(task) === what);
    const [hung, unsent] = [all(HUNG), all(UNSENT)];
    const missing = [...hung, ...unsent];
    const isWrong = ([task, one]: [Task, unknown]): boolean =>
      !missing.includes(task) && !same(encode(one), encode(observed.get(task)));
    const wrong = [...wanted].filter(isWrong).map(([task]) => task);
    if (wrong.length > 0) return `wrong: ${wrong.join(', ')}`;
    if (missing.length === 0) return true;
    const requests = missing.map((task) => respondingWith(task).request).join(' and ');
    throw new NotObservable(`the client did not ${hung.length > 0 ? 'end and did not ' : ''}send ${requests}`);
  });
}
