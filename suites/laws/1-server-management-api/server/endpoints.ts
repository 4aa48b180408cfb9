/** 1/endpoints and 1/resources-and-their-fields: every endpoint and every field exists. */
import type { AnswerPlace, Endpoint } from '../../../language/endpoint.js';
import { equal, oneOf } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { member } from '../../../language/plain.js';
import type { Law } from '../../../language/trial.js';
import { kindOf, objectsIn, stringsIn } from '../../support/json.js';
import { isReference } from './creation.js';
import { factsOf, served } from './judging.js';
import { holdsBoth, pairIn } from './servers.js';
import { answerTo, listRequest, plain, reading, refusedTo, writing } from './service.js';

/** A row of the table of fields. */
interface Field {
  readonly resource: 'account' | 'server' | 'app' | 'action' | 'envelope';
  readonly field: string;
  readonly type: 'string' | 'object' | 'array of strings';
  readonly required?: true;
  readonly secret?: true;
  readonly place?: Extract<AnswerPlace, 'serverId' | 'serverApiKey'>;
}

/** If a request is served without any credentials, the account's prove nothing. */
const credential = reading<Field>(served, async (to) => {
  await refusedTo(to, { ...listRequest(), authorization: null });
  return factsOf(await answerTo(to, listRequest()));
});

/** The name is found by its name; for an answer without it, and for the other fields, see ruling api-endpoints.places. */
async function kindInServer(to: Endpoint, place: Field['place']): Promise<string> {
  const pair = await pairIn(to, await plain(to, 'servers'));
  const { name, answer } = pair;
  if (place === undefined) {
    const byName = objectsIn(answer.json).find((one) => member(one, 'name') !== undefined);
    return stringsIn(answer.json).includes(name) ? 'string' : kindOf(member(byName, 'name'));
  }
  const found = to.find(place, answer.json);
  return found === undefined && (await holdsBoth(to, pair)) ? 'string' : kindOf(found);
}

/** api-apps.kept judges whether the value is the sent one. */
const inAnswer = writing(
  ({ type, required }: Field) => (required === true ? oneOf(type, 'absent') : equal(type)),
  async (to, { resource, field, place }: Field) => {
    if (resource === 'server') return kindInServer(to, place);
    const { json } = (await plain(to, 'apps')).answer;
    if (resource === 'app' && isReference(member(json, 'data')))
      throw new NotObservable('POST /apps: data holds no field of the app');
    return kindOf(member(resource === 'app' ? member(json, 'data') : json, field));
  },
);

export const servesField: Law<Field> = (data) => (data.resource === 'account' ? credential : inAnswer)(data);
