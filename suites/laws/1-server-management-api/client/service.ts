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

const ACTION = 'Act10n0fTheTests';
const NAME = 'web 1';

export function operationOf(task: Task): Operation {
  switch (task) {
    case 'list-servers':
    case 'list-apps':
      return { do: task };
    case 'create-server':
      return { do: task, name: NAME };
    case 'create-app':
      return {
        do: task,
        app: { name: NAME, sysuserid: 'Sys1', runtime: 'php8.4', domains: ['a.example', 'b.example'] },
      };
    case 'get-action':
    case 'wait-for-action':
      return { do: task, actionid: ACTION };
  }
}

/** The request that a task is, as `sentBy` tells requests. 1/endpoints */
export function requestOf(task: Task): string {
  switch (task) {
    case 'list-servers':
      return 'GET /servers';
    case 'list-apps':
      return 'GET /apps';
    case 'create-server':
      return 'POST /servers';
    case 'create-app':
      return 'POST /apps';
    case 'get-action':
    case 'wait-for-action':
      return `GET /actions/${ACTION}`;
  }
}

const SERVERS = ['Server0fTheTests', 'Another0fTheTest'].map((id) => ({ id, name: `${id} by name` }));
const APPS = ['App0fTheTests001', 'App0fTheTests002'].map((id) => ({
  ...{ id, name: `${id} by name`, sysuserid: 'Sys1', runtime: 'php8.4' },
  domains: ['a.example'],
}));
const SERVER_ID = 'NewServer0fTests';
const SERVER_API_KEY = 'key-that-the-tests-made-up-for-a-server';
const ENVELOPE = { actionid: ACTION, data: { id: 'NewApp0fTheTests', name: NAME } };

/** How an answer may be built where the document leaves it open. */
export const SHAPES = ['in-data', 'bare', 'in-resource', 'other-names'] as const;
export type Shape = (typeof SHAPES)[number];

/** The answer to a task in one of the shapes; an envelope has but the one that is documented. */
export function answerTo(task: Task, shape: Shape = 'in-data'): Json {
  switch (task) {
    case 'list-servers':
      return listed('servers', SERVERS)[shape];
    case 'list-apps':
      return listed('apps', APPS)[shape];
    case 'create-server':
      return created()[shape];
    case 'create-app':
      return ENVELOPE;
    case 'get-action':
      return status('open')[shape];
    case 'wait-for-action':
      return status('success')[shape];
  }
}

type InShapes = { readonly [shape in Shape]: Json };

const listed = (resource: string, list: Json): InShapes => ({
  'in-data': { data: list },
  bare: list,
  'in-resource': { [resource]: list },
  'other-names': { data: { [resource]: list } },
});

function created(): InShapes {
  const server = { id: SERVER_ID, name: NAME, apikey: SERVER_API_KEY };
  return {
    'in-data': { data: server },
    bare: server,
    'in-resource': { server },
    'other-names': { data: { serverid: SERVER_ID, name: NAME, serverapikey: SERVER_API_KEY } },
  };
}

/** 1/states-and-transitions/p1: which states there are is not shown. */
export function status(text: string): InShapes {
  return {
    'in-data': { data: { actionid: ACTION, status: text } },
    bare: { actionid: ACTION, status: text },
    'in-resource': { action: { actionid: ACTION, status: text } },
    'other-names': { data: { id: ACTION, state: text } },
  };
}

/** What a client must tell of the answer to a task: the texts that the document names. */
export function toldOf(task: Task): readonly string[] {
  switch (task) {
    case 'list-servers':
      return SERVERS.map(({ name }) => name);
    case 'list-apps':
      return APPS.map(({ name }) => name);
    case 'create-server':
      return [SERVER_ID, SERVER_API_KEY];
    case 'create-app':
      return [ACTION];
    case 'get-action':
      return ['open'];
    case 'wait-for-action':
      return ['success'];
  }
}

/** Ways of giving no answer to a task. */
export type NoAnswer = 'reset' | 'cut' | 'empty' | 'blank' | 'html' | 'truncated' | 'plain-text' | 'redirect';

export function noAnswer(how: NoAnswer, task: Task): Answering {
  const text = JSON.stringify(answerTo(task));
  const half = Math.floor(text.length / 2);
  const json = { 'Content-Type': 'application/json' };
  switch (how) {
    case 'reset':
      return { reset: true };
    case 'cut':
      return { text, headers: json, cutAfter: half };
    case 'empty':
      return { text: '', headers: json };
    case 'blank':
      return { text: ' \n', headers: json };
    case 'html':
      return { text: '<!doctype html><title>Welcome</title>', headers: { 'Content-Type': 'text/html' } };
    case 'truncated':
      return { text: text.slice(0, half), headers: json };
    case 'plain-text':
      return { text: 'All is well.', headers: { 'Content-Type': 'text/plain' } };
    case 'redirect':
      return { redirect: 302 };
  }
}

/** An answer that refuses, as our own server writes it. 1/errors/p1: which there are is not shown. */
export const refusal = (code: number): Answering => ({
  status: code,
  json: { error: { message: 'this is not done' } },
  ...(code === 401 ? { headers: { 'WWW-Authenticate': 'Basic realm="the tests"' } } : {}),
});
