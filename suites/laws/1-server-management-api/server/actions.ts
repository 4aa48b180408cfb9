/** 1/endpoints/get-3: actions. */

import { decode } from '../../../language/encoding.js';
import type { ApiAnswer, Endpoint, Json } from '../../../language/endpoint.js';
import { each, equal, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import { actionRequest, type CreatedApp, type Facts, factsOf, listing, member, shapeOf } from './asking.js';
import { given, givenAction, givenApp, givenList } from './given.js';
import { served } from './judging.js';

export const answersAgain = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const { actionid } = await givenAction(to, 'again');
    const answers: Facts[] = [];
    for (let i = 0; i < 5; i++) answers.push(factsOf(await to.ask(actionRequest(actionid))));
    return { answers };
  },
  expect: () => record({ answers: each(served) }),
});

/** Three apps of one moment. */
function several(
  to: Endpoint,
  create: (to: Endpoint, label: string) => Promise<CreatedApp>,
): Promise<readonly CreatedApp[]> {
  return Promise.all(['first', 'second', 'third'].map((label) => create(to, label)));
}

/** An older action is not forgotten for a newer one. */
export const answersInAnyOrder = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const apps = await several(to, givenAction);
    const answers: Facts[] = [];
    for (const { actionid } of [...apps.toReversed(), ...apps])
      answers.push(factsOf(await to.ask(actionRequest(actionid))));
    return { answers };
  },
  expect: () => record({ answers: each(served) }),
});

/** That an actionid is a text is api-endpoints.fields' to judge. */
export const givesOwnActions = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const apps = await several(to, givenApp);
    const actionids = apps.map(({ answer }) => member(answer.json, 'actionid') ?? null);
    return { given: !actionids.includes(null), different: new Set(actionids.map((id) => JSON.stringify(id))).size };
  },
  expect: () => record({ given: true, different: 3 }),
});

export const leadsToApp = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const { app, actionid } = await givenAction(to, 'exists');
    const before = factsOf(await to.ask(actionRequest(actionid)));
    await givenList(to, 'apps');
    const { counts } = await listing(to, 'apps', [app.name]);
    return { before, listed: !counts.includes(0), after: factsOf(await to.ask(actionRequest(actionid))) };
  },
  expect: () =>
    record({
      before: served,
      listed: true,
      after: served,
    }),
});

/** Words for a state that no other follows, as far as is known of such APIs. */
const LAST: ReadonlySet<Json | undefined> = new Set([
  'success',
  'error',
  'completed',
  'done',
  'finished',
  'failed',
  true,
]);

export const recordsStates = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const request = actionRequest((await givenAction(to, 'states')).actionid);
    await given(to, request);
    const stateIn = ({ json }: ApiAnswer): Json | undefined => to.find('status', json);
    const first = stateIn(await to.ask(request));
    const last = await to.settled(request, (answer) => LAST.has(stateIn(answer)) || stateIn(answer) !== first);
    return { first, last: stateIn(last) };
  },
  expect: () => record({ first: 'open', last: 'success' }),
});

export const recordsShape = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const answer = await given(to, actionRequest((await givenAction(to, 'shape')).actionid));
    return { shape: shapeOf(answer.json) };
  },
  expect: () => record({ shape: '{ data: { actionid: string, status: string } }' }),
});

const notFound = () => record({ answer: equal({ status: 404, json: true }) });

/** The id stands in the path as it is given. */
export const answersUnknown = conversation({
  hold: async ({ id }: { readonly id: Json }, { api: to }) => ({
    answer: factsOf(await to.ask({ method: 'GET', path: `/actions/${decode(id)}` })),
  }),
  expect: notFound,
});

const EDITS = {
  longer: (path: string) => `${path}x`,
  shorter: (path: string) => path.slice(0, -1),
  slash: (path: string) => `${path}/`,
  query: (path: string) => `${path}?a=b`,
} as const;

export const answersNear = conversation({
  needs: ['write'],
  hold: async ({ edit }: { readonly edit: keyof typeof EDITS }, { api: to }) => {
    const request = actionRequest((await givenAction(to, 'near')).actionid);
    await given(to, request);
    return { answer: factsOf(await to.ask({ ...request, path: EDITS[edit](request.path) })) };
  },
  expect: ({ edit }) => (edit === 'query' ? record({ answer: served }) : notFound()),
});
