/** 1/endpoints and 1/resources-and-their-fields: every endpoint is there, and so is every field. */
import { encode, same } from '../harness/encoding.js';
import type { Account, Place } from '../harness/endpoint.js';
import type { Law } from '../harness/law.js';
import { serverExample } from '../harness/talk.js';
import {
  actionRequest,
  basic,
  createApp,
  createServer,
  factsOf,
  isObject,
  kindOf,
  member,
  onEndpoint,
  requestOf,
  textsIn,
} from './api-asking.js';
import { exactly, facts, refused, served } from './api-judging.js';

/** That a stranger is refused the very same request keeps this from being true of whatever answers to anything. */
export const answersJson = onEndpoint({
  talk: async (to, row) => {
    const request = await requestOf(to, row);
    return {
      stranger: factsOf(await to.ask({ ...request, authorization: null })),
      account: factsOf(await to.ask(request)),
    };
  },
  expect: () => facts('2xx and JSON for the account, neither for a stranger', { account: served, stranger: refused }),
});

/** A row of the table of fields. */
interface Field {
  readonly resource: 'account' | 'server' | 'app' | 'action' | 'envelope';
  readonly field: string;
  readonly type: 'string' | 'object' | 'array of strings';
  readonly required?: true;
  readonly secret?: true;
  readonly place?: Extract<Place, 'serverId' | 'serverApiKey'>;
}

/** A credential is accepted as it is, and not with one character more. */
const credential = serverExample({
  talk: async (to, { field }: Field) => {
    const asking = (more: string) => ({
      method: 'GET',
      path: '/servers',
      authorization: ({ clientId, apiKey }: Account) =>
        field === 'Client ID' ? basic(clientId + more, apiKey) : basic(clientId, apiKey + more),
    });
    return { itself: factsOf(await to.ask(asking(''))), longer: factsOf(await to.ask(asking('x'))) };
  },
  expect: () => facts('accepted as it is, and not with an x behind it', { itself: served, longer: refused }),
});

/** Server ID and server API key are looked for; where they are not found, two texts must be there that can be them. */
const inServer = serverExample({
  needs: ['write'],
  talk: async (to, { place }: Field) => {
    const { name, answer } = await createServer(to, 'field');
    const found = place === undefined ? name : to.find(place, answer.json);
    const texts = new Set(textsIn(answer.json));
    return {
      answer: factsOf(answer),
      name: texts.has(name),
      others: [...texts].filter((text) => text !== name && text !== '').length >= 2,
      found: found === undefined ? 'nowhere' : kindOf(found),
    };
  },
  expect: ({ type }) =>
    facts('an answer with the name, two more texts, and the field where it is looked for', {
      answer: served,
      name: exactly(true),
      others: exactly(true),
      found: (fact) => fact === 'nowhere' || exactly(type)(fact),
    }),
});

const inApp = serverExample({
  needs: ['write'],
  talk: async (to, { field }: Field) => {
    const { app, answer } = await createApp(to, 'field');
    const kept = member(member(answer.json, 'data'), field);
    return { answer: factsOf(answer), type: kindOf(kept), kept: same(encode(kept), encode(member({ ...app }, field))) };
  },
  expect: ({ type }) =>
    facts('the field of the app as it was sent', { answer: served, type: exactly(type), kept: exactly(true) }),
});

const ofAction = serverExample({
  needs: ['write'],
  talk: async (to) => {
    const { answer, actionid } = await createApp(to, 'field');
    const asked = actionRequest(actionid);
    return {
      type: kindOf(member(answer.json, 'actionid')),
      account: factsOf(await to.ask(asked)),
      stranger: factsOf(await to.ask({ ...asked, authorization: null })),
    };
  },
  expect: ({ type }: Field) =>
    facts('an id by which the account can ask about the action', {
      type: exactly(type),
      account: served,
      stranger: refused,
    }),
});

const inEnvelope = serverExample({
  needs: ['write'],
  talk: async (to, { field }: Field) => {
    const { app, answer } = await createApp(to, 'field');
    const { data, ...rest } = isObject(answer.json) ? answer.json : {};
    return {
      answer: factsOf(answer),
      type: kindOf(member(answer.json, field)),
      named: member(data, 'name') === app.name && !textsIn(rest).includes(app.name),
    };
  },
  expect: ({ type }) =>
    facts('the field, in an envelope whose data is the app', {
      answer: served,
      type: exactly(type),
      named: exactly(true),
    }),
});

const ON_RESOURCE: { readonly [of in Field['resource']]: Law<Field> } = {
  account: credential,
  server: inServer,
  app: inApp,
  action: ofAction,
  envelope: inEnvelope,
};

export const servesField: Law<Field> = (data) => ON_RESOURCE[data.resource](data);
