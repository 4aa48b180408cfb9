/** 1/endpoints and 1/resources-and-their-fields: every endpoint is there, and so is every field. */
import { NotObservable, type Place } from '../../../language/endpoint.js';
import type { Law } from '../../../language/law.js';
import { serverExample } from '../../../language/talk.js';
import { factsOf, kindOf, listRequest, member, membersNamed, onEndpoint, textsIn } from './asking.js';
import { answerTo, givenApp, givenServer, requestOf } from './given.js';
import { exactly, facts, refused, served } from './judging.js';

export const answersJson = onEndpoint({
  talk: async (to, row) => ({ answer: factsOf(await to.ask(await requestOf(to, row))) }),
  expect: () => facts('2xx and JSON', { answer: served }),
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
const credential = serverExample({
  talk: async (to, _: Field) => {
    const nobody = await answerTo(to, { ...listRequest('servers'), authorization: null });
    if (refused(factsOf(nobody)) !== true) throw new NotObservable('GET /servers is served without credentials');
    return { account: factsOf(await answerTo(to, listRequest('servers'))) };
  },
  expect: () => facts('accepted', { account: served }),
});

/** The name goes by its name; where it does not, and for the rest, see ruling api-endpoints.places. */
const inServer = serverExample({
  needs: ['write'],
  talk: async (to, { place }: Field) => {
    const { name, answer } = await givenServer(to, 'field');
    const texts = new Set(textsIn(answer.json));
    const isThere = texts.delete(name);
    if (place === undefined) return { type: isThere ? 'string' : kindOf(membersNamed('name', answer.json)[0]) };
    const found = to.find(place, answer.json);
    texts.delete('');
    return { type: found === undefined && texts.size >= 2 ? 'string' : kindOf(found) };
  },
  expect: ({ type }) => facts('the field, or texts that can be it', { type: exactly(type) }),
});

/** That the value is the one that was sent is judged by api-apps.kept. */
const inApp = serverExample({
  needs: ['write'],
  talk: async (to, { field }: Field) => {
    const { answer } = await givenApp(to, 'field');
    return { type: kindOf(member(member(answer.json, 'data'), field)) };
  },
  expect: ({ type }) => facts('the field of the app', { type: exactly(type) }),
});

const inEnvelope = serverExample({
  needs: ['write'],
  talk: async (to, { field }: Field) => ({ type: kindOf(member((await givenApp(to, 'field')).answer.json, field)) }),
  expect: ({ type }) => facts('the field beside the others', { type: exactly(type) }),
});

const ON_RESOURCE: { readonly [of in Field['resource']]: Law<Field> } = {
  account: credential,
  server: inServer,
  app: inApp,
  action: inEnvelope,
  envelope: inEnvelope,
};

export const servesField: Law<Field> = (data) => ON_RESOURCE[data.resource](data);
