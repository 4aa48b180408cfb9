/** Requests as rows of tables describe them, and the laws about their answers. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import type { ApiAnswer, ApiRequest, Endpoint } from '../../../language/endpoint.js';
import { anything, each, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { member } from '../../../language/plain.js';
import type { Capability, Law } from '../../../language/trial.js';
import { shapeOf } from '../../support/json.js';
import { WRONG, type WrongName } from './credentials.js';
import { factsOf, isSuccess, LAST, refused, reportsError, served } from './judging.js';
import { onlyRefused, refusalOf } from './refusals.js';
import {
  ask, type Collection, factsOfAll, listedRecord, listOf, listRequest, once, plain, reached, reading, sharedAction, soundList, soundPath, successIn, successOf, writing,
} from './service.js'; // biome-ignore format: a list

/** Represents the path of the action of a new app. */
const NEW_ACTION = '/actions/{actionid}';

export interface RequestRow extends Pick<ApiRequest, 'version' | 'body'> {
  /** The default is GET. */
  readonly method?: string;
  /** `NEW_ACTION`, or a path in which `{id}` represents `id`. The default is /servers. */
  readonly path?: string;
  readonly id?: Plain;
  /** The default is the account's. */
  readonly credentials?: WrongName;
  /** The account's own credentials are there, too. */
  readonly elsewhere?: NonNullable<ApiRequest['elsewhere']>;
  /** Fields that are sent, with usual values. */
  readonly payload?: readonly string[];
  /** A JSON payload; in the text of a body of any other kind, the word NAME represents a new name. */
  readonly send?: Plain;
  /** The number of characters that the path lacks at its end, and the added ones, compared with a request that is served. */
  readonly near?: { readonly cut?: number; readonly add?: string };
  /** The collection of the path has a new record, which its list shows. */
  readonly filled?: true;
  /** The content of the answer, for the description of the API. */
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
  const { method = 'GET', path = '/servers', version, credentials, elsewhere, id = '', near } = row;
  const own = {
    method,
    path:
      path === NEW_ACTION
        ? (await sharedAction(to, 'acted')).request.path
        : path.replace('{id}', () => `${decode(id)}`),
    version,
    ...contentOf(to, row),
  };
  const request = { ...own, authorization: credentials === undefined ? undefined : WRONG[credentials], elsewhere };
  if (near === undefined) return request;
  await soundPath(to, own.path);
  return { ...request, path: own.path.slice(0, own.path.length - (near.cut ?? 0)) + (near.add ?? '') };
}

/** All values of a header, joined as in RFC 9110; empty if there is none. */
const headerOf = ({ headers }: ApiAnswer, name: string): string =>
  headers.flatMap(([field, value]) => (field === name ? value : [])).join(', ');

const ASPECTS = {
  status: ({ status }) => status,
  json: ({ json }) => json !== undefined,
  /** Without parameters, in lower case. */
  type: (answer) => headerOf(answer, 'content-type').replace(/;.*/s, '').trim().toLowerCase(),
  /** The first scheme. */
  challenge: (answer) => headerOf(answer, 'www-authenticate').split(' ')[0] ?? '',
  shape: ({ json }) => shapeOf(json),
  echoes: ({ echoes }) => echoes,
} as const satisfies { readonly [aspect: string]: (answer: ApiAnswer) => Plain };

/** The expected result of the request: success, or the aspects that the row names. */
type AnswerRow = RequestRow & { readonly [aspect in keyof typeof ASPECTS]?: Plain } & { readonly then?: 'served' };

const isAspect = (name: string): name is keyof typeof ASPECTS => Object.hasOwn(ASPECTS, name);

/** Safe requests (RFC 9110) write nothing, unless a record is created for them. */
function needsOf({ method = 'GET', path = '', filled, credentials }: AnswerRow): readonly Capability[] {
  const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(method) && path !== NEW_ACTION && filled !== true;
  return [...(isSafe ? [] : ['write' as const]), ...(credentials === 'replaced-key' ? ['revoked-key' as const] : [])];
}

async function sentOf(to: Endpoint, row: RequestRow) {
  const request = await requestOf(to, row);
  return { request, answer: await to.ask(request) };
}

/** A service may end because of such a path. Nothing else is requested meanwhile, so that the cause is known. */
const isOdd = ({ path = '', id = '' }: RequestRow): boolean => /%(?!73)|\.\.|'/.test(`${path}${decode(id)}`);

const answering =
  (send: (to: Endpoint, row: RequestRow) => Promise<ApiAnswer>): Law<AnswerRow> =>
  (row) => {
    const aspects = row.then === 'served' ? (['status', 'json'] as const) : Object.keys(row).filter(isAspect);
    const of = row.path === '/apps' ? 'apps' : 'servers';
    const hold = async (to: Endpoint) => {
      if (row.credentials !== undefined) await soundList(to, 'servers');
      if (row.filled === true) await listedRecord(to, of);
      const answer = await send(to, row);
      return Object.fromEntries(aspects.map((name) => [name, ASPECTS[name](answer)]));
    };
    const must = row.then === 'served' ? served : record(Object.fromEntries(aspects.map((name) => [name, row[name]])));
    return reading(must, hold, { needs: needsOf(row), ownProcess: isOdd(row) })(row);
  };

export const answers = answering(async (to, row) => (await sentOf(to, row)).answer);

/** The same, but api-endpoints.answer judges whether there is an answer. */
const reachedOf = (to: Endpoint, row: RequestRow) =>
  reached({ method: row.method ?? 'GET', path: row.path ?? '/servers' }, sentOf(to, row));

/** Aspects of a successful answer; api-endpoints.answer judges whether it is one. */
export const answersWith = answering(async (to, row) => {
  const { request, answer } = await reachedOf(to, row);
  return successIn(request, answer);
});

/** Aspects of any answer. A service that does not know the account has no secrets of it. */
export const answersAnyhow = answering(async (to, row) => {
  await soundList(to, 'servers');
  return (await reachedOf(to, row)).answer;
});

/** With the row's wrong credentials, the request has no effect. */
export const refuses: Law<RequestRow> = (row) =>
  reading(onlyRefused, async (to) => refusalOf(to, await requestOf(to, row)), { needs: needsOf(row) })(row);

/** With wrong credentials a request shows no record and creates none, whatever else it is; some must also be refused. */
export const keepsFromStrangers: Law<RequestRow & { readonly of: Collection; readonly then?: 'refused' }> = (row) => {
  const must = record({ answer: row.then === 'refused' ? refused : anything, shown: false, created: false });
  return writing(must, async (to) => {
    await listedRecord(to, row.of);
    return refusalOf(to, await requestOf(to, row), ask, () => listOf(to, row.of));
  })(row);
};

/** The answer about an actionid that does not exist differs from that about an existing action, new or completed. */
export const showsNoStatus: Law<RequestRow> = (row) =>
  writing({ shown: false }, async (to) => ({ shown: await isShownAs(to, async () => (await sentOf(to, row)).answer) }))(
    row,
  );

/** Whether an answer equals that about an existing action. It is requested once that action has reached its last status. */
export async function isShownAs(to: Endpoint, answered: () => Promise<ApiAnswer>): Promise<boolean> {
  const known = await shownOfKnown(to, 'known');
  const answer = await answered();
  return isSuccess(answer) && !reportsError(answer.json) && known.includes(shownIn(to, answer));
}

const shownIn = (to: Endpoint, { json }: ApiAnswer): string =>
  `${JSON.stringify(to.find('status', json))} in ${shapeOf(json)}`;

/** The answer about a new action, and then about a completed one. */
const shownOfKnown = once(async (to, _: 'known') => {
  const { request } = await sharedAction(to, 'acted');
  const first = await successOf(to, request);
  const atFirst = shownIn(to, first);
  if (LAST.includes(to.find('status', first.json))) return [atFirst];
  return [atFirst, shownIn(to, await to.settled(request, (one) => shownIn(to, one) !== atFirst))];
});

/** Members that are known to contain lists. */
const LISTS: readonly string[] = ['data', 'servers', 'apps', 'items', 'results', 'list'];

/**
 * An account may have nothing yet. Some JSON writers omit empty lists, but a null is not a list. The list of apps is
 * observed where a run reads it before its key is replaced. An answer that is wrong only for an empty list is observed if a
 * record was created since.
 */
export const listsAtFirst: Law<Pick<RequestRow, 'filled'>> = ({ filled = false }) =>
  reading(
    each(record({ answer: served, nothing: false })),
    async (to) => {
      const seen: object[] = [];
      for (const of of ['servers', 'apps'] as const) {
        if (filled) await plain(to, of);
        await listOf(to, of);
        const answer = to.atFirst(of);
        if (answer === undefined || answer.status === 429 || answer.status === 503) continue;
        const isNull = answer.json === null || LISTS.some((name) => member(answer.json, name) === null);
        seen.push({ answer: factsOf(answer), nothing: isNull && to.find(of, answer.json) === undefined });
      }
      if (seen.length === 0) throw new NotObservable('GET /servers: no successful answer at the start of the run');
      return seen;
    },
    { needs: filled ? ['write'] : [] },
  )({});

/** More requests than come by chance, and fewer than an attack. */
const IN_TURN = 24;

export const servesAgain: Law<RequestRow> = (row) =>
  reading(
    each(served),
    async (to) => {
      const request = await requestOf(to, row);
      await successOf(to, request);
      return factsOfAll(to, new Array<ApiRequest>(IN_TURN).fill(request));
    },
    { needs: needsOf(row), ownProcess: true },
  )(row);

export const servesAtOnce = reading(each(served), async (to, { requests }: { readonly requests: number }) => {
  await successOf(to, listRequest());
  const answers = await Promise.all(Array.from({ length: requests }, () => to.ask(listRequest())));
  return answers.map(factsOf);
});
