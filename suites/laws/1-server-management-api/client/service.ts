/** The operations of laws about a client of the server-management API, and the answers of the service. */
import type { Plain, PlainObject } from '../../../../spec/types/requirement.js';
import type { Answering, Operation } from '../../../language/client-under-test.js';
import type { AppPayload } from '../../../language/endpoint.js';
import { isList, isObject } from '../../../language/plain.js';
import { WRITTEN } from '../../support/json-texts.js';

/** An operation without its subject. */
export type Task = Operation['do'];

/** The operations of 1/endpoints. Each is one request. */
export const OPERATIONS: readonly Task[] = ['list-servers', 'create-server', 'list-apps', 'create-app', 'get-action'];
export const CREATIONS: readonly Task[] = ['create-server', 'create-app'];
export const QUERIES: readonly Task[] = ['list-servers', 'list-apps', 'get-action'];

const ACTION = 'Act10n0fTheTests';
const NAME = 'web 1';
const SERVERS = ['Server0fTheTests', 'Another0fTheTest'].map((id) => ({ id, name: `${id} by name` }));
const FIELDS = { sysuserid: 'Sys1', runtime: 'php8.4', domains: ['a.example', 'b.example'] };
const APPS = ['App0fTheTests001', 'App0fTheTests002'].map((id) => ({ id, name: `${id} by name`, ...FIELDS }));
const SERVER_ID = 'NewServer0fTests';
const SERVER_API_KEY = 'key-that-the-tests-made-up-for-a-server';

/** Several shapes of an answer whose shape the document does not show. Our own server sends the first. */
const shapes = (resource: string, json: Plain, otherNames: Plain = { [resource]: json }) => ({
  'in-data': { data: json },
  bare: json,
  'in-resource': { [resource]: json },
  'other-names': { data: otherNames },
});
type Shapes = { readonly [shape in keyof ReturnType<typeof shapes>]: Plain };
export type Shape = keyof Shapes;

export interface RespondingService {
  /** The operation, with a text as the name or identifier of its subject. */
  readonly operation: (text?: string) => Operation;
  /** Method and path below the base URL. 1/endpoints */
  readonly request: string;
  readonly answer: Pick<Shapes, 'in-data'> & Partial<Shapes>;
  /** The strings in the answer that a client must report, because the document names them. */
  readonly reported: readonly string[];
}

export const listing = (
  of: 'servers' | 'apps',
  records: readonly { name: string; id: string }[],
): RespondingService => ({
  operation: () => ({ do: `list-${of}` }),
  request: `GET /${of}`,
  answer: shapes(of, records),
  reported: records.map(({ name }) => name),
});

/** 1/states-and-transitions/p1: the states are not shown. */
const onAction = (task: 'get-action' | 'wait-for-action', status: string): RespondingService => ({
  operation: (actionid = ACTION) => ({ do: task, actionid }),
  request: `GET /actions/${ACTION}`,
  answer: shapes('action', { actionid: ACTION, status }, { id: ACTION, state: status }),
  reported: [status],
});

export const actionIn = (status: string): Plain => onAction('get-action', status).answer['in-data'];

/** The answer and its reported strings, with a text in place of all strings that the document names. */
const RESPONSES: { readonly [task in Task]: (text?: string) => RespondingService } = {
  'list-servers': (text) =>
    listing(
      'servers',
      SERVERS.map(({ id, name }) => ({ id, name: text ?? name })),
    ),
  'list-apps': (text) =>
    listing(
      'apps',
      APPS.map((app) => (text === undefined ? app : { id: app.id, ...appOf(text) })),
    ),
  'create-server': (text) => {
    const [id, key] = text === undefined ? [SERVER_ID, SERVER_API_KEY] : [text, `k${text}`];
    const names = { serverid: id, name: NAME, serverapikey: key };
    return {
      operation: (name = NAME) => ({ do: 'create-server', name }),
      request: 'POST /servers',
      answer: shapes('server', { id, name: NAME, apikey: key }, names),
      reported: [id, key],
    };
  },
  'create-app': (actionid = ACTION) => ({
    operation: (text) => ({ do: 'create-app', app: text === undefined ? { name: NAME, ...FIELDS } : appOf(text) }),
    request: 'POST /apps',
    // An envelope has only the documented shape.
    answer: { 'in-data': { actionid, data: { id: 'NewApp0fTheTests', name: NAME } } },
    reported: [actionid],
  }),
  'get-action': (status = 'open') => onAction('get-action', status),
  'wait-for-action': (status = 'success') => onAction('wait-for-action', status),
};

export const respondingWith = (task: Task, text?: string): RespondingService => RESPONSES[task](text);

const appOf = (text: string): AppPayload => ({ name: text, sysuserid: text, runtime: text, domains: [text] });

/** Members that the document does not name, in addition to those that it does, because complete lists are not shown. */
const MORE = { note: null, tags: ['a', 5, null], more: { id: 'b', of: [[]] }, count: 1e21, active: false, label: '' };

const withMore = (json: Plain): Plain => {
  if (isList(json)) return json.map(withMore);
  if (!isObject(json)) return json;
  return { ...MORE, ...Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withMore(value)])) };
};

const { stringify } = JSON;

/** The text of an answer in the spelling of another JSON writer, or malformed. */
const SPELLED = {
  ...WRITTEN,
  'two-lines': (object: PlainObject) => `${stringify(object)}\n${stringify(object)}`,
  prefix: (object: PlainObject) => `)]}',\n${stringify(object)}`,
  'not-a-number': (object: PlainObject) => `${stringify(object).slice(0, -1)},"count":NaN}`,
};

/** How the answer of a row differs from the documented one. */
export interface Reply extends Omit<Answering, 'status' | 'bytes'> {
  /** The status of a refusal, and its message. 1/errors/p1: errors are not shown. */
  readonly code?: number;
  readonly message?: string;
  /** The body is still the documented one. */
  readonly documented?: true;
  readonly success?: number;
  readonly more?: true;
  readonly written?: keyof typeof SPELLED;
  /** Only this number of characters of the documented answer is written. */
  readonly only?: number;
  /** A body that is not UTF-8. */
  readonly latin1?: string;
}

/** A refusal in the form of our own server; an action that the client waits for is open at first. */
export function replyTo(
  task: Task,
  count = 0,
  reply: Reply = {},
  last: Plain = respondingWith(task).answer['in-data'],
): Answering {
  const { code, documented, message = 'this is not done', ...others } = reply;
  if (code !== undefined && documented === undefined) {
    const headers = code === 401 ? { 'WWW-Authenticate': 'Basic realm="the tests"' } : {};
    return { status: code, headers, json: { error: { message } } };
  }
  const json = task === 'wait-for-action' && count === 0 ? actionIn('open') : last;
  return variedBy(json, code === undefined ? others : { ...others, success: code });
}

function variedBy(plain: Plain, { only, latin1, success, more, written, ...changes }: Reply): Answering {
  const json = more === undefined ? plain : withMore(plain);
  return {
    json,
    ...(success === undefined ? {} : { status: success }),
    ...(written === undefined ? {} : { text: isObject(json) ? SPELLED[written](json) : stringify(json) }),
    ...(only === undefined ? {} : { text: stringify(json).slice(0, only) }),
    ...(latin1 === undefined ? {} : { bytes: Buffer.from(latin1, 'latin1') }),
    ...changes,
  };
}
