/** 1/endpoints: what a client of the server-management API sends. The oracle is the table of requests. */
import type { ClientRun, ClientUnderTest, RecordedRequest } from '../../../language/client-under-test.js';
import type { AppPayload } from '../../../language/endpoint.js';
import { either, returns } from '../../../language/law.js';
import { clientExample, clientProperty } from '../../../language/talk.js';
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
export const asks = clientExample({
  talk: async (client, { task }: Of) => distinct(sentBy(await perform(client, task))),
  expect: ({ task }) => returns([requestOf(task)]),
});

export const creates = clientExample({
  talk: async (client, { task }: Of) => sentBy(await perform(client, task)),
  expect: ({ task }) => returns([requestOf(task)]),
});

export const staysBelowBase = clientExample({
  talk: async (client, { task }: Of) => {
    const { requests } = await perform(client, task);
    return distinct(requests.map((request) => (isBelowBase(request) ? 'below the base URL' : request.target)));
  },
  expect: () => returns(['below the base URL']),
});

export const sendsJson = clientExample({
  talk: async (client, { task }: Of) =>
    (await perform(client, task)).requests.map((request) => ({
      types: mediaTypesOf(request),
      isObject: membersOf(request.json, () => true) !== undefined,
    })),
  expect: () => returns([{ types: ['application/json'], isObject: true }]),
});

export const sendsNoBody = clientExample({
  talk: async (client, { task }: Of) =>
    distinct(
      (await perform(client, task)).requests.map((request) => `${pathLineOf(request)} with ${request.text.length}`),
    ),
  expect: ({ task }) => returns([`${requestOf(task)} with 0`]),
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

export const namesServer = clientExample({
  talk: (client, { text }: Text) => serverNamed(client, text),
  expect: ({ text }) => returns([{ name: text }]),
});

export const namesAnyServer = clientProperty({
  inputs: (_: object) => argument,
  talk: (client, name) => serverNamed(client, name),
  expect: (name) => returns([{ name }]),
  runsPerHundred: 12,
});

/** The same text in every field. */
const everywhere = (text: string): AppPayload => ({ name: text, sysuserid: text, runtime: text, domains: [text] });

export const describesApp = clientExample({
  talk: (client, { text }: Text) => appOf(client, everywhere(text)),
  expect: ({ text }) => returns([everywhere(text)]),
});

interface Domains {
  readonly domains: readonly string[];
}

const withDomains = ({ domains }: Domains): AppPayload => ({ name: 'a', sysuserid: 'b', runtime: 'c', domains });

export const listsDomains = clientExample({
  talk: (client, data: Domains) => appOf(client, withDomains(data)),
  expect: (data) => returns([withDomains(data)]),
});

export const describesAnyApp = clientProperty({
  inputs: (_: object) => app,
  talk: (client, drawn) => appOf(client, drawn),
  expect: (drawn) => returns([drawn]),
  runsPerHundred: 15,
});

/** Members that no payload of the document has. */
export const sendsNoMore = clientExample({
  talk: async (client, { task }: Of) => {
    const known = task === 'create-app' ? APP : SERVER;
    return (await perform(client, task)).requests.map(({ json }) => membersOf(json, (name) => !known.includes(name)));
  },
  expect: () => returns([{}]),
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

export const asksForAction = clientExample({
  talk: (client, { text }: Text) => actionsAskedFor(client, text),
  expect: ({ text }) => returns([text]),
});

/** An identifier that no service would give may be refused, but never lead to another path. */
export const asksForOddAction = clientExample({
  talk: (client, { text }: Text) => actionsAskedFor(client, text),
  expect: ({ text }) => either(returns([text]), returns('failure')),
});

export const asksForAnyAction = clientProperty({
  inputs: (_: object) => actionid,
  talk: (client, id) => actionsAskedFor(client, id),
  expect: (id) => either(returns([id]), returns('failure')),
  runsPerHundred: 12,
});

/** Not complete at first; whether the client knows when it is, is another matter. */
export const waits = clientExample({
  talk: async (client, _: object) => {
    const states = ['open', 'success'] as const;
    const answer = (_request: RecordedRequest, count: number) => ({
      json: status(states[Math.min(count, 1)] ?? 'success')['in-data'],
    });
    return distinct(sentBy(await client.run(operationOf('wait-for-action'), answer)));
  },
  expect: () => returns([requestOf('wait-for-action')]),
});
