/** 1/endpoints/get-3: actions. */
import type { Plain } from '../../../../spec/types/requirement.js';
import type { ApiAnswer } from '../../../language/endpoint.js';
import { each, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { isList, isObject, member } from '../../../language/plain.js';
import { objectsIn } from '../../support/json.js';
import { factsOf, isServed, LAST, served } from './judging.js';
import { isShownAs } from './rows.js';
import {
  actionOf, created, createdAction, creation, factsOfAll, listOf, payloadOf, plain, recordsOf, settledList, sharedAction, successOf, threeApps,
  writing,
} from './service.js'; // biome-ignore format: a list

/** `order`: which of the apps that are created at the same time have their actions queried. */
export const answersAgain = writing(each(served), async (to, { order }: { readonly order: readonly number[] }) => {
  const actions = (await threeApps(to, 'at-once')).map(actionOf);
  const requests = order.flatMap((i) => actions[i]?.request ?? []);
  return factsOfAll(to, requests);
});

/** api-endpoints.fields judges that an actionid is a string. */
export const givesOwnActions = writing({ different: 3 }, async (to) => {
  const apps = await threeApps(to, 'at-once');
  const actionids = apps.flatMap(({ answer }) => member(answer.json, 'actionid') ?? []);
  return { different: new Set(actionids.map((id) => JSON.stringify(id))).size };
});

/** Like `servers/givesNoneAskedFor`: only the service chooses an actionid. */
export const givesNoneAskedFor = writing({ shared: false }, async (to) => {
  await plain(to, 'apps');
  const given: (Plain | undefined)[] = [];
  for (const label of ['one', 'other']) {
    const asked = { ...payloadOf(to, 'apps', label), actionid: 'asked-for', id: 'asked-for' };
    given.push(member((await to.ask(creation('apps', asked))).json, 'actionid'));
  }
  return { shared: given.every((one) => one === 'asked-for') };
});

export const leadsToApp = writing(record({ before: served, listed: true, after: served }), async (to) => {
  const { name, request } = await createdAction(to, 'exists');
  const before = factsOf(await to.ask(request));
  await listOf(to, 'apps');
  const holds = (list: ApiAnswer): boolean => recordsOf(to, 'apps', list)(name).length > 0;
  const listed = holds(await settledList(to, 'apps', holds));
  return { before, listed, after: factsOf(await to.ask(request)) };
});

/** A time, which is not a state. */
const MOMENT = /^\d{4}-\d\d-\d\d/;

/** A member with the time when an action was completed: empty until then. */
const END = /complet|finish|ended|result/i;

/** A status is a value that is neither an id nor a time, or the time of the end; ruling api-actions.status. */
function showsStatus(json: Plain | undefined, actionid: string): boolean {
  const isScalar = (value: Plain): boolean => !isList(value) && !isObject(value);
  const isStatus = (value: Plain): boolean =>
    isScalar(value) && value !== null && value !== '' && value !== actionid && !MOMENT.test(String(value));
  if (json !== undefined && isStatus(json)) return true;
  const named = objectsIn(json).flatMap((one) => Object.entries(one).filter(([name]) => !/id$/i.test(name)));
  return named.some(([name, value]) => isStatus(value) || (END.test(name) && isScalar(value)));
}

/** Of two actions that are queried in turn. */
export const showsOwnStatus = writing(each({ status: true, other: false }), async (to) => {
  const asked = (await threeApps(to, 'at-once')).slice(0, 2).map(actionOf);
  return Promise.all(
    asked.map(async ({ actionid, request }) => {
      const { json } = await successOf(to, request);
      const named = objectsIn(json).flatMap((one) => member(one, 'actionid') ?? []);
      return { status: showsStatus(json, actionid), other: named.length > 0 && !named.includes(actionid) };
    }),
  );
});

/** The id of a server or an app is not that of an action, even if both are new. */
export const showsNoneOfOthers = writing(
  { shown: false },
  async (to, { idOf }: { readonly idOf: 'server' | 'app' }) => {
    const { answer } = await plain(to, `${idOf}s`);
    const id = to.find('serverId', idOf === 'app' ? member(answer.json, 'data') : answer.json);
    if (typeof id !== 'string' || id === '' || id === member(answer.json, 'actionid'))
      throw new NotObservable(`POST /${idOf}s: no separate id in the answer`);
    const request = { method: 'GET', path: `/actions/${encodeURIComponent(id)}` };
    const isLast = (one: ApiAnswer): boolean => !isServed(factsOf(one)) || LAST.includes(to.find('status', one.json));
    const answered = () => to.settled(request, isLast);
    return { shown: await isShownAs(to, answered) };
  },
);

/** Only the last state, because the first one depends on our speed. */
export const recordsStates = writing({ last: 'success' }, async (to) => {
  const { request } = await sharedAction(to, 'acted');
  const stateIn = ({ json }: ApiAnswer): Plain | undefined => to.find('status', json);
  await successOf(to, request);
  return { last: stateIn(await to.settled(request, (answer) => LAST.includes(stateIn(answer)))) };
});

/** About a second, because `settled` pauses between two requests. */
const LOOKS = 9;

/** An action stays known, reports a status, and does not resume after it was reported complete. */
export const staysComplete = writing({ known: true, status: true, undone: false }, async (to) => {
  const { actionid, request } = await createdAction(to, 'stays');
  // Whether it has a status at first is judged by api-actions.status.
  const hadStatus = showsStatus((await successOf(to, request)).json, actionid);
  let looks = 0;
  let complete = false;
  let undone = false;
  const last = await to.settled(request, (answer) => {
    const isLast = LAST.includes(to.find('status', answer.json));
    undone ||= complete && isServed(factsOf(answer)) && !isLast;
    complete ||= isLast;
    return undone || !isServed(factsOf(answer)) || ++looks === LOOKS;
  });
  // Work on another app does not affect this one.
  await created(to, 'apps', 'another');
  const later = await to.ask(request);
  undone ||= complete && isServed(factsOf(later)) && !LAST.includes(to.find('status', later.json));
  const known = isServed(factsOf(last));
  return { known, status: !known || !hadStatus || showsStatus(last.json, actionid), undone };
});
