/** 1/endpoints, 1/versioning, 1/errors and 1/limits: bodies, media types, methods, paths and versions. */
import type { ApiRequest } from '../../../language/endpoint.js';
import { each, equal, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { conversation } from '../../../language/law.js';
import { BODIES, type BodyName, LARGE, SPELLINGS, type SpellingName } from './bodies.js';
import { attempt, creating, FIELDS, isRefused, unlike } from './creation.js';
import { factsOf, served } from './judging.js';
import { type Collection, created, listRequest, payloadOf, successOf } from './service.js';

export { keepsApp } from './creation.js';
export { answers, answersWith } from './rows.js';

const json = (text: string): Pick<ApiRequest, 'body'> => ({ body: { type: 'application/json', text } });

export const refusesBody = creating<{ readonly of: Collection; readonly name: BodyName }>({
  tries: (to, { of, name }) => {
    const sent = payloadOf(to, of, 'body');
    return attempt(of, sent.name, sent, json(BODIES[name](sent)));
  },
  list: 'read',
  expect: isRefused,
}).row;

export const createsByPostAlone = creating<{ readonly of: Collection; readonly method: string }>({
  tries: (to, { of, method }) => {
    const sent = payloadOf(to, of, 'method');
    return attempt(of, sent.name, sent, { method });
  },
  list: 'read',
  expect: () => record({ listed: false }),
}).row;

/** What is not kept even of an app that is spelled as usual is judged by api-apps.kept. */
export const readsSpelling = conversation({
  needs: ['write'],
  hold: async ({ name }: { readonly name: SpellingName }, { api: to }) => {
    const usual = await created(to, 'apps', 'usual');
    const lost = unlike({ of: 'apps', ...usual }, usual.answer);
    if (lost.length === FIELDS.length) throw new NotObservable('POST /apps: nothing of the app is in data');
    const sent = payloadOf(to, 'apps', 'spelled');
    const tried = attempt('apps', sent.name, sent, json(SPELLINGS[name](sent)));
    const answer = await to.ask(tried.request);
    return { answer: factsOf(answer), misread: unlike(tried, answer).filter((field) => !lost.includes(field)) };
  },
  expect: () => record({ answer: served, misread: equal([]) }),
});

/** A body of this media type, with a large member that no field is known for if need be. */
export const takesBody = creating<{ readonly type?: string; readonly large?: keyof typeof LARGE }>({
  tries: (to, { type = 'application/json', large }) => {
    const sent = payloadOf(to, 'servers', 'body');
    const more = large === undefined ? '' : `,"note":${LARGE[large]()}`;
    return attempt('servers', sent.name, sent, {
      body: { type, text: `{"name":${JSON.stringify(sent.name)}${more}}` },
    });
  },
  list: 'awaited',
  expect: () => record({ answer: served, listed: true }),
}).row;

/** So many that a service which allows some a second would say so. */
const AT_ONCE = 30;

export const takesManyAtOnce = conversation({
  hold: async (_: object, { api: to }) => {
    await successOf(to, listRequest());
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => to.ask(listRequest())));
    return { answers: answers.map(factsOf) };
  },
  expect: () => record({ answers: each(served) }),
});
