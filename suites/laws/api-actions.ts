/** 1/endpoints/get-3: actions. */
import { decode } from '../harness/encoding.js';
import type { ApiAnswer, ApiRequest, Endpoint, Json } from '../harness/endpoint.js';
import { serverExample } from '../harness/talk.js';
import { unlike } from './api-apps.js';
import {
  actionRequest,
  type CreatedApp,
  createApp,
  type Facts,
  factsOf,
  kindOf,
  listing,
  member,
  shapeOf,
} from './api-asking.js';
import { every, exactly, facts, listedOnce, refused, served } from './api-judging.js';

export const answersAgain = serverExample({
  needs: ['write'],
  talk: async (to, _: object) => {
    const { actionid } = await createApp(to, 'again');
    const answers: Facts[] = [];
    for (let i = 0; i < 5; i++) answers.push(factsOf(await to.ask(actionRequest(actionid))));
    const stranger = factsOf(await to.ask({ ...actionRequest(actionid), authorization: null }));
    return { actionid: kindOf(actionid), answers, stranger };
  },
  expect: () =>
    facts('an id by which the account, and nobody else, is answered five times', {
      actionid: exactly('string'),
      answers: every(served),
      stranger: refused,
    }),
});

const several = async (to: Endpoint): Promise<readonly CreatedApp[]> =>
  Promise.all(['first', 'second', 'third'].map((label) => createApp(to, label)));

/** An older action is not forgotten for a newer one. */
export const answersInAnyOrder = serverExample({
  needs: ['write'],
  talk: async (to, _: object) => {
    const apps = await several(to);
    const answers: Facts[] = [];
    for (const { actionid } of [...apps.toReversed(), ...apps])
      answers.push(factsOf(await to.ask(actionRequest(actionid))));
    return { actionids: apps.map(({ actionid }) => kindOf(actionid)), answers };
  },
  expect: () =>
    facts('an answer about each of three actions, in one order and in the other', {
      actionids: every(exactly('string')),
      answers: every(served),
    }),
});

export const givesOwnActions = serverExample({
  needs: ['write'],
  talk: async (to, _: object) => {
    const apps = await several(to);
    const actionids = apps.map(({ actionid }) => actionid);
    return {
      answers: apps.map(({ answer }) => factsOf(answer)),
      unlike: apps.flatMap(({ app, answer }) => unlike(app, member(answer.json, 'data'))),
      actionids: actionids.map(kindOf),
      different: new Set(actionids).size,
      asked: await Promise.all(actionids.map(async (actionid) => factsOf(await to.ask(actionRequest(actionid))))),
    };
  },
  expect: () =>
    facts('three different actionids for three apps', {
      answers: every(served),
      unlike: exactly([]),
      actionids: every(exactly('string')),
      different: exactly(3),
      asked: every(served),
    }),
});

export const leadsToApp = serverExample({
  needs: ['write'],
  talk: async (to, _: object) => {
    const { app, actionid } = await createApp(to, 'exists');
    const before = factsOf(await to.ask(actionRequest(actionid)));
    const listed = await listing(to, 'apps', [app.name]);
    return { actionid: kindOf(actionid), before, listed, after: factsOf(await to.ask(actionRequest(actionid))) };
  },
  expect: () =>
    facts('the app in the list, and its action known before and after', {
      actionid: exactly('string'),
      before: served,
      listed: listedOnce,
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
    const request = actionRequest((await createApp(to, 'states')).actionid);
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
    const answer = await to.ask(actionRequest((await createApp(to, 'shape')).actionid));
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
    const request: ApiRequest = actionRequest((await createApp(to, 'near')).actionid);
    return { answer: factsOf(await to.ask({ ...request, path: EDITS[edit](request.path) })) };
  },
  expect: ({ edit }) => (edit === 'query' ? facts('it is ignored', { answer: served }) : notFound()),
});
