/** What laws about a client of the server-management API look at in its runs. */
import type { Answering, ClientRun, ClientUnderTest, RecordedRequest } from '../../../language/client-under-test.js';
import type { Account, Json } from '../../../language/endpoint.js';
import { operationOf, requestOf, type Task } from './service.js';

/** What a client says of its operation: by its exit status, or nothing when it had to be ended. */
export type Told = 'success' | 'failure' | 'nothing';

export function toldBy({ status }: ClientRun): Told {
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

export const isRequestOf = (task: Task, request: RecordedRequest): boolean => pathLineOf(request) === requestOf(task);

export const sentBy = ({ requests }: ClientRun): readonly string[] => requests.map(lineOf);

/** Each once, in order of their first: a GET may be repeated, and an action asked for again. */
export const distinct = <T>(all: readonly T[]): readonly T[] => [...new Set(all)];

export const valuesOf = ({ headers }: RecordedRequest, name: string): readonly string[] =>
  headers.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value);

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

/** Those of the texts that stand nowhere in a client's output, which is JSON. */
export function missingIn({ output }: ClientRun, texts: readonly string[]): readonly string[] {
  const told = new Set(textsIn(output ?? null));
  return texts.filter((text) => !told.has(text));
}

function* textsIn(json: Json): Generator<string, void> {
  if (typeof json === 'string') yield json;
  if (json === null || typeof json !== 'object') return;
  for (const value of Object.values(json)) yield* textsIn(value);
}

/** The members of an object that have these names; `undefined` for what is no object. */
export function membersOf(
  json: Json | undefined,
  wanted: (name: string) => boolean,
): { [name: string]: Json } | undefined {
  if (json === null || typeof json !== 'object' || Array.isArray(json)) return undefined;
  return Object.fromEntries(Object.entries(json).filter(([name]) => wanted(name)));
}

/** Lets a client do tasks, each by itself and side by side, and gives what is said of each. */
export async function eachTask(
  tasks: readonly Task[],
  say: (task: Task) => Promise<string>,
): Promise<{ readonly [task: string]: string }> {
  return Object.fromEntries(await Promise.all(tasks.map(async (task) => [task, await say(task)])));
}

/** The same said of each. */
export const ofEach = (tasks: readonly Task[], said: string): { readonly [task: string]: string } =>
  Object.fromEntries(tasks.map((task) => [task, said]));

/** Lets a client do a task and says of the run what `say` does, if the task's request was sent at all. */
export async function sayOf(
  client: ClientUnderTest,
  task: Task,
  answering: Answering,
  say: (run: ClientRun) => string,
): Promise<string> {
  const run = await client.run(operationOf(task), () => answering);
  return run.requests.some((request) => isRequestOf(task, request)) ? say(run) : `${requestOf(task)} was not sent`;
}
