/** 1/endpoints/get-3: actions. */
import type { ApiAnswer, Json } from '../../../language/endpoint.js';
import { each, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import { member } from '../../support/json.js';
import { factsOf, served } from './judging.js';
import { created, createdAction, factsOfAll, listing, listOf, successOf } from './service.js';

/** `order`: whose action is queried, of apps that are created at one moment. */
export const answersAgain = conversation({
  needs: ['write'],
  hold: async ({ order }: { readonly order: readonly number[] }, { api: to }) => {
    const labels = [...new Set(order)].map(String);
    const actions = await Promise.all(labels.map((label) => createdAction(to, label)));
    const requests = order.flatMap((i) => actions[i]?.request ?? []);
    return factsOfAll(to, requests);
  },
  expect: () => each(served),
});

/** That an actionid is a string is api-endpoints.fields' to judge. */
export const givesOwnActions = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const apps = await Promise.all(['first', 'second', 'third'].map((label) => created(to, 'apps', label)));
    const actionids = apps.map(({ answer }) => member(answer.json, 'actionid') ?? null);
    return { all: !actionids.includes(null), different: new Set(actionids.map((id) => JSON.stringify(id))).size };
  },
  expect: () => record({ all: true, different: 3 }),
});

export const leadsToApp = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const { name, request } = await createdAction(to, 'exists');
    const before = factsOf(await to.ask(request));
    await listOf(to, 'apps');
    const { counts } = await listing(to, 'apps', [name]);
    return { before, listed: !counts.includes(0), after: factsOf(await to.ask(request)) };
  },
  expect: () => record({ before: served, listed: true, after: served }),
});

/** Words for a state that no other follows, as far as is known of such APIs. */
const LAST: readonly (Json | undefined)[] = ['success', 'error', 'completed', 'done', 'finished', 'failed', true];

export const recordsStates = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const { request } = await createdAction(to, 'states');
    const stateIn = ({ json }: ApiAnswer): Json | undefined => to.find('status', json);
    const first = stateIn(await successOf(to, request));
    const last = await to.settled(request, (answer) => LAST.includes(stateIn(answer)) || stateIn(answer) !== first);
    return { first, last: stateIn(last) };
  },
  expect: () => record({ first: 'open', last: 'success' }),
});
