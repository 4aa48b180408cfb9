/** 1/endpoints: what a client of the server-management API sends. The oracle is the table of requests. */
import type { ClientRun, ClientUnderTest, Operation, RecordedRequest } from '../../../language/client-under-test.js';
import type { AppPayload } from '../../../language/endpoint.js';
import { either, equal } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import { onInput } from '../../support/inputs.js';
import * as drawn from './drawn.js';
import { distinct, isBelowBase, lineOf, mediaTypesOf, membersOf, pathLineOf, perform, resultOf } from './runs.js';
import { answerTo, TASKS, type Task } from './service.js';

/** Lets the client do a task and answers as documented. */
const onTask = (seen: (run: ClientRun, task: Task) => unknown, expected: (task: Task) => unknown) =>
  conversation({
    hold: async ({ task }: { readonly task: Task }, { client }) => seen(await perform(client, task), task),
    expect: ({ task }) => equal(expected(task)),
  });

const requestOf = (task: Task): readonly string[] => [TASKS[task].request];

/** A GET may be repeated. */
export const queries = onTask(({ requests }) => distinct(requests.map(lineOf)), requestOf);

export const creates = onTask(({ requests }) => requests.map(lineOf), requestOf);

export const staysBelowBase = onTask(
  ({ requests }) => distinct(requests.map((request) => (isBelowBase(request) ? 'below the base URL' : request.target))),
  () => ['below the base URL'],
);

export const sendsJson = onTask(
  ({ requests }) =>
    requests.map((request) => ({
      types: mediaTypesOf(request),
      isObject: membersOf(request.json, () => true) !== undefined,
    })),
  () => [{ types: ['application/json'], isObject: true }],
);

export const sendsNoBody = onTask(
  ({ requests }) => distinct(requests.map((request) => `${pathLineOf(request)} with ${request.text.length}`)),
  (task) => [`${TASKS[task].request} with 0`],
);

const SERVER = ['name'];
const APP = ['name', 'sysuserid', 'runtime', 'domains'];

/** Members that no payload of the document has. */
export const sendsNoMore = onTask(
  ({ requests }, task) => {
    const known = task === 'create-app' ? APP : SERVER;
    return requests.map(({ json }) => membersOf(json, (name) => !known.includes(name)));
  },
  () => [{}],
);

/** Lets the client do one operation. */
const sent = (client: ClientUnderTest, operation: Operation): Promise<ClientRun> =>
  client.run(operation, () => ({ json: answerTo(operation.do) }));

/** Of the payload, only documented members count. */
const describing = <I>(
  members: readonly string[],
  operation: (input: I) => Operation,
  payload: (input: I) => unknown,
) =>
  onInput<I>({
    hold: async (input, { client }) => {
      const { requests } = await sent(client, operation(input));
      return requests.map(({ json }) => membersOf(json, (name) => members.includes(name)));
    },
    expect: (input) => equal([payload(input)]),
  });

interface Text {
  readonly text: string;
}

const server = describing<string>(
  SERVER,
  (name) => ({ do: 'create-server', name }),
  (name) => ({ name }),
);
export const namesServer = server.of(({ text }: Text) => text);
export const namesAnyServer = server.any(drawn.argument);

const app = describing<AppPayload>(
  APP,
  (one) => ({ do: 'create-app', app: one }),
  (one) => one,
);
/** The same text in every field. */
export const describesApp = app.of(({ text }: Text) => ({
  name: text,
  sysuserid: text,
  runtime: text,
  domains: [text],
}));
export const listsDomains = app.of(({ domains }: Pick<AppPayload, 'domains'>) => ({
  ...{ name: 'a', sysuserid: 'b', runtime: 'c' },
  domains,
}));
export const describesAnyApp = app.any(drawn.app);

/** A segment of a path and nothing more (RFC 3986, section 3.3). */
const SEGMENT = /^GET \/actions\/((?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+)$/;

/** The action that a request queries; the request itself when it is another, or no sound one. */
function actionOf(request: RecordedRequest): string {
  const line = lineOf(request);
  const segment = SEGMENT.exec(line)?.[1];
  try {
    return segment === undefined ? line : decodeURIComponent(segment);
  } catch {
    return line;
  }
}

/** The actions that are queried, or what the client says when it queries none. */
const query = (...others: readonly string[]) =>
  onInput<string>({
    hold: async (actionid, { client }) => {
      const run = await sent(client, { do: 'get-action', actionid });
      return run.requests.length === 0 ? resultOf(run) : distinct(run.requests.map(actionOf));
    },
    expect: (actionid) => either([actionid], ...others),
  });
export const queriesAction = query().of(({ text }: Text) => text);

/** An identifier that no service would give may be refused, but never lead to another path. */
const oddly = query('failure');
export const queriesOddAction = oddly.of(({ text }: Text) => text);
export const queriesAnyAction = oddly.any(drawn.actionid);
