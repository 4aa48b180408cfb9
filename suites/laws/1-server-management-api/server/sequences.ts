/**
 * Sequences of requests to every endpoint, against a model of their effects, see 1/endpoints. A wrong request is repeated
 * alone. If it is wrong again, the sequence is not the cause, and other requirements judge it.
 */
import fc from 'fast-check';
import type { ApiAnswer, ApiRequest, Endpoint } from '../../../language/endpoint.js';
import { type Expectation, either, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { conversationModel, type PlayedCommand } from '../../../language/model.js';
import { WRONG, type WrongName } from './credentials.js';
import { factsOf, isSuccess, served } from './judging.js';
import { onlyRefused, refusalOf } from './refusals.js';
import {
  actionRequest, answerTo, type Collection, created, createdAction, listOf, listWithNew, recordsOf, settledList, successOf, toBeRefused,
} from './service.js'; // biome-ignore format: a list

/** The number of records that the sequence has created. */
type Model = { [of in Collection]: number };

/** Names that were sent, and requests about the actions in answers, in the order of the commands. */
type Trace = { readonly [of in Collection]: string[] } & { readonly actions: ApiRequest[] };

type Command = PlayedCommand<Model, Trace>;

/**
 * api-servers.name, api-servers.pair and api-apps.kept judge the record in the answer. api-endpoints.fields judges an
 * actionid that is not a string, which cannot be sent.
 */
const creating = (of: Collection, label: string): Command => ({
  plain: ['create', of, label],
  play: async ({ api: to }, seen) => {
    const { name, answer } = await created(to, of, label, answerTo);
    if (!isSuccess(answer)) await created(to, of, 'alone');
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

/** The number of records with each of the names, once these have had time to appear. */
async function listed(to: Endpoint, of: Collection, names: readonly string[]) {
  await listOf(to, of);
  const countsIn = (list: ApiAnswer): number[] => names.map((name) => recordsOf(to, of, list)(name).length);
  const list = await settledList(to, of, (one) => !countsIn(one).includes(0));
  const counts = countsIn(list);
  if (counts.some((count) => count !== 1)) {
    const alone = await listWithNew(to, of, 'alone');
    if (recordsOf(to, of, alone.list)(alone.name).length > 1)
      throw new NotObservable(`GET /${of}: one record is listed twice`);
  }
  return { answer: factsOf(list), counts };
}

/** Ruling api-servers.whole-list. */
const listedOnce = (names: number): Expectation => record({ answer: served, counts: new Array<number>(names).fill(1) });

/** Each record of the sequence is in its list once; others of the account do not count. */
const LISTING: Command = {
  plain: ['list-servers', 'list-apps'],
  play: async ({ api: to }, { servers, apps }) => ({
    servers: await listed(to, 'servers', servers),
    apps: await listed(to, 'apps', apps),
  }),
  step: ({ servers, apps }) => record({ servers: listedOnce(servers), apps: listedOnce(apps) }),
};

/** The action of an earlier app, if its id is known; `back` counts from the newest and wraps around. */
const action = (back: number): Command => ({
  plain: ['get-action', back],
  play: async ({ api: to }, { actions }) => {
    const request = actions.at(-1 - (back % Math.max(1, actions.length)));
    if (request === undefined) return 'no action';
    const answer = await answerTo(to, request);
    if (!isSuccess(answer)) await successOf(to, (await createdAction(to, 'alone')).request);
    return { answer: factsOf(answer) };
  },
  step: () => either('no action', record({ answer: served })),
});

const refusing = (of: Collection, method: 'GET' | 'POST', wrong: WrongName): Command => ({
  plain: [wrong, method, of],
  play: async ({ api: to }) => {
    const stranger = async () => {
      const request = { ...toBeRefused(to, of)[method], authorization: WRONG[wrong] };
      const refusal = await refusalOf(to, request, answerTo, answerTo);
      return {
        ...refusal,
        wrong: isSuccess(refusal.answer) || !isSuccess(refusal.account) || refusal.shown || refusal.created,
      };
    };
    const found = await stranger();
    if (found.wrong && (await stranger()).wrong)
      throw new NotObservable(`${method} /${of} is not refused to strangers`);
    return found;
  },
  step: () => onlyRefused,
});

const collection = fc.constantFrom<Collection[]>('servers', 'apps');
const method = fc.constantFrom('GET', 'POST');
const wrong = fc.constantFrom('no-credentials', 'other-key', 'key-cut-by-one', 'empty-key', 'bearer-with-key');
const label = fc.constantFrom('a', 'b', 'c', 'd');

export const followsAnySequence = conversationModel({
  needs: ['write'],
  start: (_: object): Model => ({ servers: 0, apps: 0 }),
  seen: (): Trace => ({ servers: [], apps: [], actions: [] }),
  commands: () => [
    label.map((name) => creating('servers', name)),
    label.map((name) => creating('apps', name)),
    fc.constant(LISTING),
    fc.nat({ max: 3 }).map(action),
    fc.tuple(collection, method, wrong).map((drawn) => refusing(...drawn)),
  ],
  last: [creating('apps', 'last'), refusing('servers', 'POST', 'no-credentials'), action(0), LISTING],
  maxCommands: 8,
});
