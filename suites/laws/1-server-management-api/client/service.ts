/**
 * What laws about a client of the server-management API tell it to do, and what the service answers. Where the document shows
 * no shape there are several, of which the first is what our own server gives.
 */
import type { Answering, Operation } from '../../../language/client-under-test.js';
import type { Json } from '../../../language/endpoint.js';

/** An operation without what it is done to. */
export type Task = Operation['do'];

/** The operations of 1/endpoints, each of which is one request. */
export const OPERATIONS = ['list-servers', 'create-server', 'list-apps', 'create-app', 'get-action'] as const;
export const QUERIES = ['list-servers', 'list-apps', 'get-action'] as const;
export const CREATIONS = ['create-server', 'create-app'] as const;

/** How an answer may be built where the document leaves it open. */
export const SHAPES = ['in-data', 'bare', 'in-resource', 'other-names'] as const;
export type Shape = (typeof SHAPES)[number];
type InShapes = readonly [inData: Json, bare: Json, inResource: Json, otherNames: Json];

const ACTION = 'Act10n0fTheTests';
const NAME = 'web 1';
const SERVERS = ['Server0fTheTests', 'Another0fTheTest'].map((id) => ({ id, name: `${id} by name` }));
const APPS = ['App0fTheTests001', 'App0fTheTests002'].map((id) => ({
  ...{ id, name: `${id} by name`, sysuserid: 'Sys1', runtime: 'php8.4' },
  domains: ['a.example'],
}));
const APP = { name: NAME, sysuserid: 'Sys1', runtime: 'php8.4', domains: ['a.example', 'b.example'] };
const SERVER_ID = 'NewServer0fTests';
const SERVER_API_KEY = 'key-that-the-tests-made-up-for-a-server';
const SERVER = { id: SERVER_ID, name: NAME, apikey: SERVER_API_KEY };
const ENVELOPE = { actionid: ACTION, data: { id: 'NewApp0fTheTests', name: NAME } };

const shapes = (resource: string, json: Json, otherNames: Json = { [resource]: json }): InShapes => {
  return [{ data: json }, json, { [resource]: json }, { data: otherNames }];
};

/** 1/states-and-transitions/p1: which states there are is not shown. */
export const status = (state: string): InShapes =>
  shapes('action', { actionid: ACTION, status: state }, { id: ACTION, state });

interface Service {
  readonly operation: Operation;
  /** Method and path below the base URL. 1/endpoints */
  readonly request: string;
  readonly answer: InShapes;
  /** What a client must report of the answer: the strings that the document names. */
  readonly reported: readonly string[];
}

const onAction = (task: 'get-action' | 'wait-for-action', state: string): Service => ({
  operation: { do: task, actionid: ACTION },
  request: `GET /actions/${ACTION}`,
  answer: status(state),
  reported: [state],
});

export const TASKS: { readonly [task in Task]: Service } = {
  'list-servers': {
    operation: { do: 'list-servers' },
    request: 'GET /servers',
    answer: shapes('servers', SERVERS),
    reported: SERVERS.map(({ name }) => name),
  },
  'list-apps': {
    operation: { do: 'list-apps' },
    request: 'GET /apps',
    answer: shapes('apps', APPS),
    reported: APPS.map(({ name }) => name),
  },
  'create-server': {
    operation: { do: 'create-server', name: NAME },
    request: 'POST /servers',
    answer: shapes('server', SERVER, { serverid: SERVER_ID, name: NAME, serverapikey: SERVER_API_KEY }),
    reported: [SERVER_ID, SERVER_API_KEY],
  },
  // An envelope has but the shape that is documented.
  'create-app': {
    operation: { do: 'create-app', app: APP },
    request: 'POST /apps',
    answer: [ENVELOPE, ENVELOPE, ENVELOPE, ENVELOPE],
    reported: [ACTION],
  },
  'get-action': onAction('get-action', 'open'),
  'wait-for-action': onAction('wait-for-action', 'success'),
};

export const answerTo = (task: Task, shape: Shape = 'in-data'): Json =>
  TASKS[task].answer[SHAPES.indexOf(shape)] ?? null;

const JSON_TYPE = { headers: { 'Content-Type': 'application/json' } } as const;

/** Ways of giving no answer, made of the JSON of one. */
const NO_ANSWERS = {
  reset: () => ({ reset: true }),
  cut: (text) => ({ text, ...JSON_TYPE, cutAfter: Math.floor(text.length / 2) }),
  empty: () => ({ text: '', ...JSON_TYPE }),
  blank: () => ({ text: ' \n', ...JSON_TYPE }),
  html: () => ({ text: '<!doctype html><title>Welcome</title>', headers: { 'Content-Type': 'text/html' } }),
  truncated: (text) => ({ text: text.slice(0, Math.floor(text.length / 2)), ...JSON_TYPE }),
  'plain-text': () => ({ text: 'All is well.', headers: { 'Content-Type': 'text/plain' } }),
  redirect: () => ({ redirect: 302 }),
  /** A name that is no UTF-8. */
  latin1: () => ({
    bytes: Buffer.from(JSON.stringify({ data: [{ id: 'a', name: 'caf\u00e9' }] }), 'latin1'),
    ...JSON_TYPE,
  }),
} as const satisfies { readonly [how: string]: (text: string) => Answering };

/** How the service answers a task, as rows say it; as documented where they say nothing. */
export interface Reply {
  /** The status of a refusal. */
  readonly code?: number;
  readonly how?: keyof typeof NO_ANSWERS;
  readonly milliseconds?: number;
  readonly redirect?: NonNullable<Answering['redirect']>;
  readonly json?: Json;
}

export function replyTo(
  task: Task,
  { code, how, redirect, milliseconds = 0, json = answerTo(task) }: Reply,
): Answering {
  if (code !== undefined) return refusal(code);
  if (how !== undefined) return NO_ANSWERS[how](JSON.stringify(answerTo(task)));
  return redirect === undefined ? { json, delayMs: milliseconds } : { redirect };
}

/** An answer that refuses, as our own server writes it. 1/errors/p1: which there are is not shown. */
const refusal = (code: number): Answering => ({
  status: code,
  json: { error: { message: 'this is not done' } },
  ...(code === 401 ? { headers: { 'WWW-Authenticate': 'Basic realm="the tests"' } } : {}),
});
