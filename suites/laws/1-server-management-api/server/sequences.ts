/** Sequences of requests to every endpoint, against a model of what they lead to, see 1/endpoints. */

import fc from 'fast-check';
import { type Expectation, either, equal, record } from '../../../language/expectation.js';
import { conversationModel, type PlayedCommand } from '../../../language/model.js';
import { WRONG, type WrongName } from './credentials.js';
import { factsOf, served } from './judging.js';
import { onlyRefused, refusalOf } from './refusals.js';
import { actionRequest, ask, type Collection, created, creation, listing, listRequest, payloadOf } from './service.js';

/** How many records the sequence has led to. */
type Model = { [of in Collection]: number };

/** Names and ids that answers gave, in the order of the commands. */
type Seen = { readonly [of in Collection | 'actionids']: string[] };

type Command = PlayedCommand<Model, Seen>;

/**
 * What of a record stands in the answer is judged by api-servers.name, api-servers.pair and api-apps.kept. An actionid that
 * is no string is judged by api-endpoints.fields, and cannot be sent.
 */
const creating = (of: Collection, label: string): Command => ({
  plain: ['create', of, label],
  play: async ({ api: to }, seen) => {
    const { name, answer, actionid } = await created(to, of, label, ask);
    seen[of].push(name);
    if (actionid !== '') seen.actionids.push(actionid);
    return { answer: factsOf(answer) };
  },
  step: (model) => {
    model[of] += 1;
    return record({ answer: served });
  },
});

/** Each record of the sequence once; others of the account do not count. */
const listed = (count: number): Expectation =>
  record({ answer: served, list: true, counts: equal(Array.from({ length: count }, () => 1)) });

const LISTING: Command = {
  plain: ['list-servers', 'list-apps'],
  play: async ({ api: to }, { servers, apps }) => ({
    servers: await listing(to, 'servers', servers),
    apps: await listing(to, 'apps', apps),
  }),
  step: ({ servers, apps }) => record({ servers: listed(servers), apps: listed(apps) }),
};

/** The action of an earlier app, where its id is known; `back` counts from the newest, and again from there. */
const action = (back: number): Command => ({
  plain: ['get-action', back],
  play: async ({ api: to }, { actionids }) => {
    const actionid = actionids[actionids.length - 1 - (back % Math.max(1, actionids.length))];
    return actionid === undefined ? 'no action' : { answer: factsOf(await to.ask(actionRequest(actionid))) };
  },
  step: () => either('no action', record({ answer: served })),
});

const refusing = (of: Collection, method: 'GET' | 'POST', wrong: WrongName): Command => ({
  plain: [wrong, method, of],
  play: async ({ api: to }) => {
    const request = method === 'GET' ? listRequest(of) : creation(of, payloadOf(to, of, 'refused'));
    return refusalOf(to, { ...request, authorization: WRONG[wrong] }, ask);
  },
  step: () => onlyRefused,
});

const endpoint = fc.constantFrom<[Collection, 'GET' | 'POST']>(
  ['servers', 'GET'],
  ['servers', 'POST'],
  ['apps', 'GET'],
  ['apps', 'POST'],
);
const wrong = fc.constantFrom('no-credentials', 'other-key', 'key-cut-by-one', 'empty-key', 'bearer-with-key');
const label = fc.constantFrom('a', 'b', 'A', '0-0');

export const followsAnySequence = conversationModel({
  needs: ['write'],
  start: (_: object): Model => ({ servers: 0, apps: 0 }),
  seen: (): Seen => ({ servers: [], apps: [], actionids: [] }),
  commands: () => [
    label.map((name) => creating('servers', name)),
    label.map((name) => creating('apps', name)),
    fc.constant(LISTING),
    fc.nat({ max: 3 }).map(action),
    fc.tuple(endpoint, wrong).map(([[of, method], name]) => refusing(of, method, name)),
  ],
  last: [action(0), LISTING],
  maxCommands: 8,
});
