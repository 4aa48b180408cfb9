/** 1/endpoints/get-3: actions. */
import { decode } from '../../../language/encoding.js';
import type { ApiAnswer, Endpoint, Json } from '../../../language/endpoint.js';
import { serverExample } from '../../../language/talk.js';
import { actionRequest, type CreatedApp, type Facts, factsOf, listing, member, shapeOf } from './asking.js';
import { given, givenAction, givenApp, givenList } from './given.js';
import { every, exactly, facts, served } from './judging.js';

export const answersAgain = serverExample({
  needs: ['write'],
  talk: async (to, _: object) => {
    const { actionid } = await givenAction(to, 'again');
    const answers: Facts[] = [];
    for (let i = 0; i < 5; i++) answers.push(factsOf(await to.ask(actionRequest(actionid))));
    return { answers };
  },
  expect: () => facts('an id by which the account is answered five times', { answers: every(served) }),
});

/** Three apps of one moment. */
function several(
  to: Endpoint,
  create: (to: Endpoint, label: string) => Promise<CreatedApp>,
): Promise<readonly CreatedApp[]> {
  return Promise.all(['first', 'second', 'third'].map((label) => create(to, label)));
}

/** An older action is not forgotten for a newer one. */
export const answersInAnyOrder = serverExample({
  needs: ['write'],
  talk: async (to, _: object) => {
    const apps = await several(to, givenAction);
    const answers: Facts[] = [];
    for (const { actionid } of [...apps.toReversed(), ...apps])
      answers.push(factsOf(await to.ask(actionRequest(actionid))));
    return { answers };
  },
  expect: () =>
    facts('an answer about each of three actions, in one order and in the other', { answers: every(served) }),
});

/** That an actionid is a text is api-endpoints.fields' to judge. */
export const givesOwnActions = serverExample({
  needs: ['write'],
  talk: async (to, _: object) => {
    const apps = await several(to, givenApp);
    const actionids = apps.map(({ answer }) => member(answer.json, 'actionid') ?? null);
    return { given: !actionids.includes(null), different: new Set(actionids.map((id) => JSON.stringify(id))).size };
  },
  expect: () => facts('three different actionids for three apps', { given: exactly(true), different: exactly(3) }),
});

export const leadsToApp = serverExample({
  needs: ['write'],
  talk: async (to, _: object) => {
    const { app, actionid } = await givenAction(to, 'exists');
    const before = factsOf(await to.ask(actionRequest(actionid)));
    await givenList(to, 'apps');
    const { counts } = await listing(to, 'apps', [app.name]);
    return { before, listed: !counts.includes(0), after: factsOf(await to.ask(actionRequest(actionid))) };
  },
  expect: () =>
    facts('the app in the list, and its action known before and after', {
      before: served,
      listed: exactly(true),
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

export const recordsStates = serverExample({
  needs: ['write'],
  talk: async (to, _: object) => {
    const request = actionRequest((await givenAction(to, 'states')).actionid);
    await given(to, request);
    const stateIn = ({ json }: ApiAnswer): Json | undefined => to.find('status', json);
    const first = stateIn(await to.ask(request));
    const last = await to.settled(request, (answer) => LAST.has(stateIn(answer)) || stateIn(answer) !== first);
    return { first, last: stateIn(last) };
  },
  expect: () => facts('open at first, success at last', { first: exactly('open'), last: exactly('success') }),
});

export const recordsShape = serverExample({
  needs: ['write'],
  talk: async (to, _: object) => {
    const answer = await given(to, actionRequest((await givenAction(to, 'shape')).actionid));
    return { shape: shapeOf(answer.json) };
  },
  expect: () => facts('the plainest shape', { shape: exactly('{ data: { actionid: string, status: string } }') }),
});

const notFound = () => facts('it is not found, in JSON', { answer: exactly({ status: 404, json: true }) });

/** The id stands in the path as it is given. */
export const answersUnknown = serverExample({
  talk: async (to, { id }: { readonly id: Json }) => ({
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

export const answersNear = serverExample({
  needs: ['write'],
  talk: async (to, { edit }: { readonly edit: keyof typeof EDITS }) => {
    const request = actionRequest((await givenAction(to, 'near')).actionid);
    await given(to, request);
    return { answer: factsOf(await to.ask({ ...request, path: EDITS[edit](request.path) })) };
  },
  expect: ({ edit }) => (edit === 'query' ? facts('it is ignored', { answer: served }) : notFound()),
});
