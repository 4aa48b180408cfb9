/** Requests as rows of tables describe them, and the law about their answers. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import type { ApiAnswer, ApiRequest, Endpoint, Json } from '../../../language/endpoint.js';
import { type Expectation, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import type { Partners } from '../../../language/partners.js';
import type { Capability, Law } from '../../../language/trial.js';
import { member, shapeOf } from '../../support/json.js';
import { type WrongName, wrongCredentials } from './credentials.js';
import { refused, served } from './judging.js';
import { created, createdAction, listRequest, listWith, successOf } from './service.js';

export interface RequestRow {
  /** GET when absent. */
  readonly method?: string;
  /** `{actionid}` stands for the id of the action of a new app, `{id}` for `id`. /servers when absent. */
  readonly path?: string;
  readonly id?: Plain;
  /** In the place of /v1. */
  readonly version?: string;
  /** Those of the account when absent. */
  readonly credentials?: WrongName;
  /** Fields that are sent, with usual values. */
  readonly payload?: readonly string[];
  /** A JSON payload, or a body of any kind; the word NAME in its text stands for a new name. */
  readonly send?: Json;
  readonly body?: { readonly type?: string; readonly text: string };
  /** What the endpoint answers with and about, for the description of the API. */
  readonly answer?: string;
  readonly resource?: string;
}

function contentOf(to: Endpoint, { payload, send, body }: RequestRow): Pick<ApiRequest, 'json' | 'body'> {
  if (send !== undefined) return { json: send };
  if (body !== undefined) return { body: { ...body, text: body.text.replace('NAME', to.named('request')) } };
  if (payload === undefined) return {};
  const app = { ...to.app('request') };
  return { json: Object.fromEntries(payload.map((field) => [field, member(app, field) ?? null])) };
}

/** For an action, an app is created first. */
export async function requestOf(to: Endpoint, row: RequestRow): Promise<ApiRequest> {
  const { method = 'GET', path = '/servers', version, credentials, id = '' } = row;
  const actionid = path.includes('{actionid}') ? (await createdAction(to, 'acted')).actionid : '';
  return {
    method,
    path: path.replace('{actionid}', encodeURIComponent(actionid)).replace('{id}', () => `${decode(id)}`),
    ...(version === undefined ? {} : { version }),
    ...(credentials === undefined ? {} : { authorization: wrongCredentials(credentials) }),
    ...contentOf(to, row),
  };
}

interface OnRequest<D> {
  readonly needs?: readonly Capability[];
  readonly hold: (data: D, partners: Partners) => Promise<unknown>;
  readonly expect: (data: D) => Expectation;
}

/** A law about a request; it needs `write` unless the request is safe (RFC 9110) and no record is created for it. */
export function onRequest<D extends RequestRow & { readonly filled?: true }>({
  needs = [],
  ...law
}: OnRequest<D>): Law<D> {
  const [safe, writing] = [conversation({ ...law, needs }), conversation({ ...law, needs: [...needs, 'write'] })];
  return (data) => {
    const { method = 'GET', path = '', filled = false } = data;
    const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(method) && !path.includes('{actionid}') && !filled;
    return isSafe ? safe(data) : writing(data);
  };
}

/** All values of a field, joined as RFC 9110 does; empty when there is none. */
const headerOf = ({ headers }: ApiAnswer, name: string): string =>
  headers
    .filter(([field]) => field === name)
    .map(([, value]) => value)
    .join(', ');

/** What can be observed of an answer. */
const ASPECTS = {
  status: ({ status }) => status,
  /** Whether it is JSON. */
  json: ({ json }) => json !== undefined,
  /** Without parameters, in lower case. */
  type: (answer) => headerOf(answer, 'content-type').replace(/;.*/s, '').trim().toLowerCase(),
  /** The first scheme. */
  challenge: (answer) => headerOf(answer, 'www-authenticate').split(' ')[0] ?? '',
  shape: ({ json }) => shapeOf(json),
} as const satisfies { readonly [aspect: string]: (answer: ApiAnswer) => Json };

type Aspects = { readonly [aspect in keyof typeof ASPECTS]?: Json };

const OUTCOMES = { served, refused } as const;

/** What must come of the request: an outcome, or the aspects that the row names. */
interface AnswerRow extends RequestRow, Aspects {
  readonly then?: keyof typeof OUTCOMES;
  /** The collection of the path holds a new record, which can be seen in its list. */
  readonly filled?: true;
}

const isAspect = (name: string): name is keyof typeof ASPECTS => Object.hasOwn(ASPECTS, name);

const expected = (row: AnswerRow): Aspects =>
  Object.fromEntries(Object.entries(row).filter(([name]) => isAspect(name)));

function observed(row: AnswerRow, answer: ApiAnswer): object {
  const names = row.then === undefined ? Object.keys(expected(row)) : ['status', 'json'];
  return Object.fromEntries(names.filter(isAspect).map((name) => [name, ASPECTS[name](answer)]));
}

const answering = (send: typeof successOf): Law<AnswerRow> =>
  onRequest({
    hold: async (row, { api: to }) => {
      if (row.credentials !== undefined) await successOf(to, listRequest());
      const of = row.path === '/apps' ? 'apps' : 'servers';
      if (row.filled === true) await listWith(to, of, [(await created(to, of, 'filled')).name]);
      return observed(row, await send(to, await requestOf(to, row)));
    },
    expect: (row) => (row.then === undefined ? record(expected(row)) : OUTCOMES[row.then]),
  });

export const answers = answering((to, request) => to.ask(request));

/** Aspects of an answer of success; that it is one is judged by api-endpoints.answer. */
export const answersWith = answering(successOf);
