/** Sequences of requests to every endpoint, against a model of what they lead to, see 1/endpoints. */

import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import type { Endpoint } from '../../../language/endpoint.js';
import { type Expectation, either, equal, record } from '../../../language/expectation.js';
import { conversationModel, type PlayedCommand } from '../../../language/model.js';
import { actionRequest, createApp, createServer, type EndpointRow, factsOf, listing } from './asking.js';
import { onlyRefused, ownRequest, refusalSeen, type WrongName, wrongCredentials } from './credentials.js';
import { requestOf } from './given.js';
import { served } from './judging.js';

/** How many records the sequence has led to. */
interface Model {
  servers: number;
  apps: number;
}

/** Names and ids that the sequence was given, in the order of the commands. */
interface Seen {
  readonly servers: string[];
  readonly apps: string[];
  readonly actionids: string[];
}

type Command = PlayedCommand<Model, Seen>;

const command = (
  plain: Plain,
  play: (to: Endpoint, seen: Seen) => Promise<unknown>,
  step: (model: Model) => Expectation,
): Command => ({ plain, play: ({ api }, seen) => play(api, seen), step });

/** What of a record stands in the answer that creates it is judged by api-servers.name, api-servers.pair and api-apps.kept. */
const creatingServer = (label: string): Command =>
  command(
    ['create-server', label],
    async (to, seen) => {
      const { name, answer } = await createServer(to, label);
      seen.servers.push(name);
      return { answer: factsOf(answer) };
    },
    (model) => {
      model.servers += 1;
      return record({ answer: served });
    },
  );

/** An actionid that is no text is judged by api-endpoints.fields, and cannot be asked about. */
const creatingApp = (label: string): Command =>
  command(
    ['create-app', label],
    async (to, seen) => {
      const { app, answer, actionid } = await createApp(to, label);
      seen.apps.push(app.name);
      if (actionid !== '') seen.actionids.push(actionid);
      return { answer: factsOf(answer) };
    },
    (model) => {
      model.apps += 1;
      return record({ answer: served });
    },
  );

/** Each record of the sequence once; others of the account do not count. */
const listed = (count: number): Expectation =>
  record({ answer: served, list: true, counts: equal(Array.from({ length: count }, () => 1)) });

const LISTING: Command = command(
  ['list-servers', 'list-apps'],
  async (to, { servers, apps }) => ({
    servers: await listing(to, 'servers', servers),
    apps: await listing(to, 'apps', apps),
  }),
  ({ servers, apps }) => record({ servers: listed(servers), apps: listed(apps) }),
);

/** The action of an earlier app, where its id is known; `back` counts from the newest, and again from there. */
const asking = (back: number): Command =>
  command(
    ['get-action', back],
    async (to, { actionids }) => {
      const actionid = actionids[actionids.length - 1 - (back % Math.max(1, actionids.length))];
      return actionid === undefined ? 'no action' : { answer: factsOf(await to.ask(actionRequest(actionid))) };
    },
    () => either(equal('no action'), record({ answer: served })),
  );

const SERVERS = { path: '/servers', resource: 'server' } as const;
const APPS = { path: '/apps', resource: 'app' } as const;
const ENDPOINTS: readonly EndpointRow[] = [
  { method: 'GET', ...SERVERS, answer: 'list' },
  { method: 'POST', ...SERVERS, answer: 'resource', payload: ['name'] },
  { method: 'GET', ...APPS, answer: 'list' },
  { method: 'POST', ...APPS, answer: 'envelope', payload: ['name', 'sysuserid', 'runtime', 'domains'] },
];

const STRANGERS: readonly WrongName[] = [
  'no-credentials',
  'other-key',
  'key-cut-by-one',
  'empty-key',
  'bearer-with-key',
];

const refusing = (row: EndpointRow, stranger: WrongName): Command =>
  command(
    [stranger, row.method, row.path],
    async (to) => {
      const request = await requestOf(to, row);
      const answer = await to.ask({ ...request, authorization: wrongCredentials(stranger) });
      const account = await to.ask(ownRequest(request));
      return { refusal: refusalSeen(request, answer, account), account: factsOf(account) };
    },
    () =>
      record({
        refusal: onlyRefused,
        account: served,
      }),
  );

const label = fc.constantFrom('a', 'b', 'A', '0-0');

export const followsAnySequence = conversationModel({
  needs: ['write'],
  start: (_: object): Model => ({ servers: 0, apps: 0 }),
  seen: (): Seen => ({ servers: [], apps: [], actionids: [] }),
  commands: () => [
    label.map(creatingServer),
    label.map(creatingApp),
    fc.constant(LISTING),
    fc.nat({ max: 3 }).map(asking),
    fc
      .tuple(fc.constantFrom(...ENDPOINTS), fc.constantFrom(...STRANGERS))
      .map(([row, stranger]) => refusing(row, stranger)),
  ],
  last: [LISTING],
  maxCommands: 8,
});
