/** Sequences of requests to every endpoint, against a model of what they lead to, see 1/endpoints. */

import fc from 'fast-check';
import type { ApiRequest } from '../../../language/endpoint.js';
import { either, record } from '../../../language/expectation.js';
import { conversationModel, type PlayedCommand } from '../../../language/model.js';
import { WRONG, type WrongName } from './credentials.js';
import { factsOf, listedOnce, served } from './judging.js';
import { onlyRefused, refusalOf } from './refusals.js';
import { actionRequest, ask, type Collection, created, listing, toBeRefused } from './service.js';

/** How many records the sequence has led to. */
type Model = { [of in Collection]: number };

/** Names that were sent, and requests about the actions that answers gave, in the order of the commands. */
type Seen = { readonly [of in Collection]: string[] } & { readonly actions: ApiRequest[] };

type Command = PlayedCommand<Model, Seen>;

/**
 * What of a record stands in the answer is judged by api-servers.name, api-servers.pair and api-apps.kept. An actionid that
 * is no string is judged by api-endpoints.fields, and cannot be sent.
 */
const creating = (of: Collection, label: string): Command => ({
  plain: ['create', of, label],
  play: async ({ api: to }, seen) => {
    const { name, answer } = await created(to, of, label, ask);
    seen[of].push(name);
    const request = actionRequest(answer);
    if (request !== undefined) seen.actions.push(request);
    return { answer: factsOf(answer) };
  },
  step: (model) => {
    model[of] += 1;
    return record({ answer: served });
  },
});

/** Each record of the sequence stands in its list once; others of the account do not count. */
const LISTING: Command = {
  plain: ['list-servers', 'list-apps'],
  play: async ({ api: to }, { servers, apps }) => ({
    servers: await listing(to, 'servers', servers),
    apps: await listing(to, 'apps', apps),
  }),
  step: ({ servers, apps }) => record({ servers: listedOnce(servers), apps: listedOnce(apps) }),
};

/** The action of an earlier app, where its id is known; `back` counts from the newest, and again from there. */
const action = (back: number): Command => ({
  plain: ['get-action', back],
  play: async ({ api: to }, { actions }) => {
    const request = actions.at(-1 - (back % Math.max(1, actions.length)));
    return request === undefined ? 'no action' : { answer: factsOf(await to.ask(request)) };
  },
  step: () => either('no action', record({ answer: served })),
});

const refusing = (of: Collection, method: 'GET' | 'POST', wrong: WrongName): Command => ({
  plain: [wrong, method, of],
  play: ({ api: to }) => refusalOf(to, { ...toBeRefused(to, of)[method], authorization: WRONG[wrong] }, ask),
  step: () => onlyRefused,
});

const collection = fc.constantFrom<Collection[]>('servers', 'apps');
const method = fc.constantFrom('GET', 'POST');
const wrong = fc.constantFrom('no-credentials', 'other-key', 'key-cut-by-one', 'empty-key', 'bearer-with-key');
const label = fc.constantFrom('a', 'b', 'c', 'd');

export const followsAnySequence = conversationModel({
  needs: ['write'],
  start: (_: object): Model => ({ servers: 0, apps: 0 }),
  seen: (): Seen => ({ servers: [], apps: [], actions: [] }),
  commands: () => [
    label.map((name) => creating('servers', name)),
    label.map((name) => creating('apps', name)),
    fc.constant(LISTING),
    fc.nat({ max: 3 }).map(action),
    fc.tuple(collection, method, wrong).map((drawn) => refusing(...drawn)),
  ],
  last: [action(0), refusing('servers', 'POST', 'no-credentials'), LISTING],
  maxCommands: 8,
});
