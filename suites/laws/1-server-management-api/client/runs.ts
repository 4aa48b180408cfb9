/** What laws about a client of the server-management API observe in its runs. */
import type { ClientRun, ClientUnderTest, RecordedRequest } from '../../../language/client-under-test.js';
import type { Account, Json } from '../../../language/endpoint.js';
import { equal } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { isObject, stringsIn } from '../../support/json.js';
import { answerTo, type Reply, replyTo, status, TASKS, type Task } from './service.js';

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

export const isRequestOf = (task: Task, request: RecordedRequest): boolean =>
  pathLineOf(request) === TASKS[task].request;

/** Each once, in order of their first: a GET may be repeated, and an action queried again. */
export const distinct = <T>(all: readonly T[]): readonly T[] => [...new Set(all)];

const valuesOf = ({ headers }: RecordedRequest, name: string): readonly string[] =>
  headers.filter(([field]) => field.toLowerCase() === name).map(([, value]) => value);

/** Media types without parameters, in lower case. */
export const mediaTypesOf = (request: RecordedRequest): readonly string[] =>
  valuesOf(request, 'content-type').map((value) => value.replace(/;.*$/s, '').trim().toLowerCase());

/** Whether a request has the account's Basic credentials; or what it has instead. 1/authentication/rule-1 */
export function credentialsOf(request: RecordedRequest, { clientId, apiKey }: Account): string {
  const [value, ...more] = valuesOf(request, 'authorization');
  if (value === undefined) return 'none';
  if (more.length > 0) return 'several Authorization headers';
  const [, scheme = '', token = ''] = /^(\S+) +(\S+)$/.exec(value) ?? [];
  if (scheme.toLowerCase() !== 'basic') return 'another scheme than Basic';
  return token === Buffer.from(`${clientId}:${apiKey}`).toString('base64') ? 'right' : 'wrong';
}

/** Those of the strings that stand nowhere in a client's output, which is JSON. */
export function missingIn({ output }: ClientRun, strings: readonly string[]): readonly string[] {
  const found = new Set(stringsIn(output));
  return strings.filter((string) => !found.has(string));
}

/** The members of an object that have these names; `undefined` for what is no object. */
export const membersOf = (json: Json | undefined, wanted: (name: string) => boolean) =>
  isObject(json) ? Object.fromEntries(Object.entries(json).filter(([name]) => wanted(name))) : undefined;

/** Lets a client do a task, which is answered as documented; an action is open at first. */
export const perform = (client: ClientUnderTest, task: Task, account: Partial<Account> = {}) =>
  client.run(
    TASKS[task].operation,
    (_, count) => ({ json: task === 'wait-for-action' && count === 0 ? status('open')[0] : answerTo(task) }),
    account,
  );

/** Tasks that a row names; those of the law otherwise. */
export interface Replied extends Reply {
  readonly task?: Task;
}

interface OnTasks<D> {
  readonly tasks: readonly Task[];
  /** What is said of a run, if the task's request was sent at all. */
  readonly say: (run: ClientRun, task: Task, data: D) => string;
  /** What must be said of each. */
  readonly must: string;
  /** Only the first request is answered as the row says, any other as documented. */
  readonly once?: true;
}

/** Does tasks, each by itself and side by side, which are answered as the row says. */
export const onTasks = <D extends Replied>({ tasks, say, must, once }: OnTasks<D>): Law<D> => {
  const tasksOf = ({ task }: D): readonly Task[] => (task === undefined ? tasks : [task]);
  return conversation({
    hold: async (data: D, { client }) => {
      const said = tasksOf(data).map(async (task) => {
        const run = await client.run(TASKS[task].operation, (_, count) => replyTo(task, once && count > 0 ? {} : data));
        const isSent = run.requests.some((request) => isRequestOf(task, request));
        return [task, isSent ? say(run, task, data) : `${TASKS[task].request} was not sent`];
      });
      return Object.fromEntries(await Promise.all(said));
    },
    expect: (data) => equal(Object.fromEntries(tasksOf(data).map((task) => [task, must]))),
  });
};
