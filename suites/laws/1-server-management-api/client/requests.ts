/** 1/endpoints: the requests of a client of the server-management API. The oracle is the table of requests. */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { ClientRun, Operation, RecordedRequest } from '../../../language/client-under-test.js';
import { decode } from '../../../language/encoding.js';
import type { AppPayload } from '../../../language/endpoint.js';
import { either, equal } from '../../../language/expectation.js';
import { isObject } from '../../../language/plain.js';
import { onInput } from '../../support/drawn.js';
import { kindOf } from '../../support/json.js';
import * as drawn from './drawn.js';
import { distinct, isBelowBase, lineOf, onTasks, pathLineOf, resultOf, valuesOf } from './runs.js';
import { CREATIONS, replyTo, respondingWith, type Task } from './service.js';

/** A GET may be repeated. */
export const sendsNothingElse = onTasks({
  observe: ({ requests }, task) => (CREATIONS.includes(task) ? requests.map(lineOf) : distinct(requests.map(lineOf))),
  expected: (task) => [respondingWith(task).request],
  mustSend: true,
}).row;

/** The host that a request names is that of the base URL, if it names one (HTTP/1.0 has none). */
export const staysBelowBase = onTasks({
  observe: ({ requests, authority }) => [
    ...requests.filter((request) => !isBelowBase(request)).map(({ target }) => target),
    ...requests.flatMap((request) => valuesOf(request, 'host')).filter((host) => host.toLowerCase() !== authority),
  ],
  expected: () => [],
  anyRequest: true,
}).row;

/** Without parameters, in lower case. */
const mediaType = (value: string): string => value.replace(/;.*$/s, '').trim().toLowerCase();

export const sendsJson = onTasks({
  observe: ({ requests }) => requests.map((one) => [kindOf(one.json), ...valuesOf(one, 'content-type').map(mediaType)]),
  expected: () => [['object', 'application/json']],
}).row;

export const sendsNoBody = onTasks({
  observe: ({ requests }) => distinct(requests.map((request) => `${pathLineOf(request)} with ${request.text.length}`)),
  expected: (task) => [`${respondingWith(task).request} with 0`],
}).row;

/** The payload of a creation, as documented. */
const payloadOf = (operation: Operation): object =>
  'app' in operation ? operation.app : 'name' in operation ? { name: operation.name } : {};

/** The members of payloads that the document names, or all others; `false` for a payload that is not an object. */
const membersSent = ({ requests }: ClientRun, operation: Operation, named: boolean) => {
  const isWanted = (name: string): boolean => Object.hasOwn(payloadOf(operation), name) === named;
  return requests.map(
    ({ json }) => isObject(json) && Object.fromEntries(Object.entries(json).filter(([name]) => isWanted(name))),
  );
};

export const sendsNoMore = onTasks({
  observe: (run, task) => membersSent(run, respondingWith(task).operation(), false),
  expected: () => [{}],
}).row;

const described = onInput<Operation>({
  hold: async (operation, { client }) => {
    const run = await client.run(operation, () => replyTo(operation.do));
    return membersSent(run, operation, true);
  },
  expect: (operation) => equal([payloadOf(operation)]),
});
/** The same text in every field. */
export const describes = described.of(({ task, text }: { task: Task; text: Plain }) =>
  respondingWith(task).operation(`${decode(text)}`),
);
export const listsDomains = described.of(({ domains }: Pick<AppPayload, 'domains'>) => ({
  do: 'create-app',
  app: { name: 'a', sysuserid: 'b', runtime: 'c', domains },
}));
export const describesAnyServer = described.any(drawn.argument.map((name) => ({ do: 'create-server', name })));
export const describesAnyApp = described.any(drawn.app.map((app) => ({ do: 'create-app', app })));

/** Exactly one segment of a path (RFC 3986, section 3.3). */
const SEGMENT = /^GET \/actions\/((?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+)$/;

/** The action that a request queries; the request itself if it is another or an invalid one. */
function actionOf(request: RecordedRequest): string {
  const line = lineOf(request);
  const segment = SEGMENT.exec(line)?.[1];
  try {
    return segment === undefined ? line : decodeURIComponent(segment);
  } catch {
    return line;
  }
}

/** The queried actions. A client may refuse an odd identifier, but must not request another path. */
const queried = onInput<{ readonly text: string; readonly mayFail?: boolean; readonly task?: Task }>({
  hold: async ({ text, task = 'get-action' }, { client }) => {
    const run = await client.run(respondingWith(task).operation(text), (_, count) => replyTo(task, count));
    return run.requests.length === 0 ? resultOf(run) : distinct(run.requests.map(actionOf));
  },
  expect: ({ text, mayFail }) => either([text], ...(mayFail ? ['failure'] : [])),
});
export const queriesAction = queried.row;
export const queriesAnyAction = queried.any(drawn.actionid.map((text) => ({ text, mayFail: true })));
