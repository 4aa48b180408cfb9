/** 1/endpoints and 1/resources-and-their-fields: every endpoint is there, and so is every field. */

import type { Place } from '../../../language/endpoint.js';
import { equal, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { conversation } from '../../../language/law.js';
import type { Law } from '../../../language/trial.js';
import { factsOf, kindOf, listRequest, member, membersNamed, onEndpoint, textsIn } from './asking.js';
import { answerTo, givenApp, givenServer, requestOf } from './given.js';
import { isSuccess, served } from './judging.js';

export const answersJson = onEndpoint({
  hold: async (row, { api: to }) => ({ answer: factsOf(await to.ask(await requestOf(to, row))) }),
  expect: () => record({ answer: served }),
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

/** Where a request is served without any, nothing tells whether the credentials are what it is accepted by. */
const credential = conversation({
  hold: async (_: Field, { api: to }) => {
    const nobody = await answerTo(to, { ...listRequest('servers'), authorization: null });
    if (isSuccess(factsOf(nobody))) throw new NotObservable('GET /servers is served without credentials');
    return { account: factsOf(await answerTo(to, listRequest('servers'))) };
  },
  expect: () => record({ account: served }),
});

/** The name goes by its name; where it does not, and for the rest, see ruling api-endpoints.places. */
const inServer = conversation({
  needs: ['write'],
  hold: async ({ place }: Field, { api: to }) => {
    const { name, answer } = await givenServer(to, 'field');
    const texts = new Set(textsIn(answer.json));
    const isThere = texts.delete(name);
    if (place === undefined) return { type: isThere ? 'string' : kindOf(membersNamed('name', answer.json)[0]) };
    const found = to.find(place, answer.json);
    texts.delete('');
    return { type: found === undefined && texts.size >= 2 ? 'string' : kindOf(found) };
  },
  expect: ({ type }) => record({ type: equal(type) }),
});

/** That the value is the one that was sent is judged by api-apps.kept. */
const inApp = conversation({
  needs: ['write'],
  hold: async ({ field }: Field, { api: to }) => {
    const { answer } = await givenApp(to, 'field');
    return { type: kindOf(member(member(answer.json, 'data'), field)) };
  },
  expect: ({ type }) => record({ type: equal(type) }),
});

const inEnvelope = conversation({
  needs: ['write'],
  hold: async ({ field }: Field, { api: to }) => ({
    type: kindOf(member((await givenApp(to, 'field')).answer.json, field)),
  }),
  expect: ({ type }) => record({ type: equal(type) }),
});

const ON_RESOURCE: { readonly [of in Field['resource']]: Law<Field> } = {
  account: credential,
  server: inServer,
  app: inApp,
  action: inEnvelope,
  envelope: inEnvelope,
};

export const servesField: Law<Field> = (data) => ON_RESOURCE[data.resource](data);
