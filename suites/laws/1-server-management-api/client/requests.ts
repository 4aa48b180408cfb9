/** 1/endpoints: what a client of the server-management API sends. The oracle is the table of requests. */

import type { ClientRun, ClientUnderTest, RecordedRequest } from '../../../language/client-under-test.js';
import type { AppPayload } from '../../../language/endpoint.js';
import { either, equal } from '../../../language/expectation.js';
import { conversation, conversationProperty } from '../../../language/law.js';
import { distinct, isBelowBase, lineOf, mediaTypesOf, membersOf, pathLineOf, sentBy, toldBy } from './runs.js';
import { answerTo, operationOf, requestOf, status, type Task } from './service.js';
import { actionid, app, argument } from './texts.js';

interface Of {
  readonly task: Task;
}

/** Lets the client do a task and answers as documented. */
const perform = (client: ClientUnderTest, task: Task): Promise<ClientRun> =>
  client.run(operationOf(task), () => ({ json: answerTo(task) }));

/** A GET may be repeated. */
export const asks = conversation({
  hold: async ({ task }: Of, { client }) => distinct(sentBy(await perform(client, task))),
  expect: ({ task }) => equal([requestOf(task)]),
});

export const creates = conversation({
  hold: async ({ task }: Of, { client }) => sentBy(await perform(client, task)),
  expect: ({ task }) => equal([requestOf(task)]),
});

export const staysBelowBase = conversation({
  hold: async ({ task }: Of, { client }) => {
    const { requests } = await perform(client, task);
    return distinct(requests.map((request) => (isBelowBase(request) ? 'below the base URL' : request.target)));
  },
  expect: () => equal(['below the base URL']),
});

export const sendsJson = conversation({
  hold: async ({ task }: Of, { client }) =>
    (await perform(client, task)).requests.map((request) => ({
      types: mediaTypesOf(request),
      isObject: membersOf(request.json, () => true) !== undefined,
    })),
  expect: () => equal([{ types: ['application/json'], isObject: true }]),
});

export const sendsNoBody = conversation({
  hold: async ({ task }: Of, { client }) =>
    distinct(
      (await perform(client, task)).requests.map((request) => `${pathLineOf(request)} with ${request.text.length}`),
    ),
  expect: ({ task }) => equal([`${requestOf(task)} with 0`]),
});

/** The documented members of each request's payload. */
const payloads = ({ requests }: ClientRun, names: readonly string[]): readonly unknown[] =>
  requests.map(({ json }) => membersOf(json, (name) => names.includes(name)));

const SERVER = ['name'];
const APP = ['name', 'sysuserid', 'runtime', 'domains'];

const serverNamed = async (client: ClientUnderTest, name: string) =>
  payloads(await client.run({ do: 'create-server', name }, () => ({ json: answerTo('create-server') })), SERVER);

const appOf = async (client: ClientUnderTest, sent: AppPayload) =>
  payloads(await client.run({ do: 'create-app', app: sent }, () => ({ json: answerTo('create-app') })), APP);

interface Text {
  readonly text: string;
}

export const namesServer = conversation({
  hold: ({ text }: Text, { client }) => serverNamed(client, text),
  expect: ({ text }) => equal([{ name: text }]),
});

export const namesAnyServer = conversationProperty({
  inputs: (_: object) => argument,
  hold: (name, { client }) => serverNamed(client, name),
  expect: (name) => equal([{ name }]),
});

/** The same text in every field. */
const everywhere = (text: string): AppPayload => ({ name: text, sysuserid: text, runtime: text, domains: [text] });

export const describesApp = conversation({
  hold: ({ text }: Text, { client }) => appOf(client, everywhere(text)),
  expect: ({ text }) => equal([everywhere(text)]),
});

interface Domains {
  readonly domains: readonly string[];
}

const withDomains = ({ domains }: Domains): AppPayload => ({ name: 'a', sysuserid: 'b', runtime: 'c', domains });

export const listsDomains = conversation({
  hold: (data: Domains, { client }) => appOf(client, withDomains(data)),
  expect: (data) => equal([withDomains(data)]),
});

export const describesAnyApp = conversationProperty({
  inputs: (_: object) => app,
  hold: (drawn, { client }) => appOf(client, drawn),
  expect: (drawn) => equal([drawn]),
});

/** Members that no payload of the document has. */
export const sendsNoMore = conversation({
  hold: async ({ task }: Of, { client }) => {
    const known = task === 'create-app' ? APP : SERVER;
    return (await perform(client, task)).requests.map(({ json }) => membersOf(json, (name) => !known.includes(name)));
  },
  expect: () => equal([{}]),
});

/** A segment of a path and nothing more (RFC 3986, section 3.3). */
const SEGMENT = /^GET \/actions\/((?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+)$/;

/** The action that a request asks for; the request itself when it is another, or no sound one. */
function actionOf(request: RecordedRequest): string {
  const line = lineOf(request);
  const segment = SEGMENT.exec(line)?.[1];
  try {
    return segment === undefined ? line : decodeURIComponent(segment);
  } catch {
    return line;
  }
}

/** The actions asked for; what the client says when it asks for none. */
async function actionsAskedFor(client: ClientUnderTest, id: string): Promise<unknown> {
  const run = await client.run({ do: 'get-action', actionid: id }, () => ({ json: answerTo('get-action') }));
  return run.requests.length === 0 ? toldBy(run) : distinct(run.requests.map(actionOf));
}

export const asksForAction = conversation({
  hold: ({ text }: Text, { client }) => actionsAskedFor(client, text),
  expect: ({ text }) => equal([text]),
});

/** An identifier that no service would give may be refused, but never lead to another path. */
export const asksForOddAction = conversation({
  hold: ({ text }: Text, { client }) => actionsAskedFor(client, text),
  expect: ({ text }) => either(equal([text]), equal('failure')),
});

export const asksForAnyAction = conversationProperty({
  inputs: (_: object) => actionid,
  hold: (id, { client }) => actionsAskedFor(client, id),
  expect: (id) => either(equal([id]), equal('failure')),
});

/** Not complete at first; whether the client knows when it is, is another matter. */
export const waits = conversation({
  hold: async (_: object, { client }) => {
    const states = ['open', 'success'] as const;
    const answer = (_request: RecordedRequest, count: number) => ({
      json: status(states[Math.min(count, 1)] ?? 'success')['in-data'],
    });
    return distinct(sentBy(await client.run(operationOf('wait-for-action'), answer)));
  },
  expect: () => equal([requestOf('wait-for-action')]),
});
