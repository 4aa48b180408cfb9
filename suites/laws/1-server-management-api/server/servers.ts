/** 1/endpoints/post and 1/endpoints/get: servers. */

import fc from 'fast-check';
import type { ApiAnswer, ApiRequest, Endpoint, Json, Place } from '../../../language/endpoint.js';
import { equal, oneOf, record } from '../../../language/expectation.js';
import { NotObservable } from '../../../language/failures.js';
import { conversation, conversationProperty } from '../../../language/law.js';
import {
  type CreatedServer,
  createServer,
  factsOf,
  kindOf,
  listing,
  named,
  recordsWith,
  shapeOf,
  textsIn,
} from './asking.js';
import { givenList, givenServer, listWith } from './given.js';
import { listedOnce, refused, served } from './judging.js';

export const listsCreated = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const servers = [await givenServer(to, 'first'), await givenServer(to, 'second')];
    return {
      listed: await listing(
        to,
        'servers',
        servers.map(({ name }) => name),
      ),
    };
  },
  expect: () => record({ listed: listedOnce }),
});

type Pair = Extract<Place, 'serverId' | 'serverApiKey'>;

/** A text that is found in the place; `undefined` where nothing is. */
function textAt(to: Endpoint, place: Pair, { json }: ApiAnswer): string | undefined {
  const found = to.find(place, json);
  return typeof found === 'string' ? found : undefined;
}

/** Texts that can be server ID and server API key, wherever they stand. */
const candidates = (name: string, { json }: ApiAnswer): ReadonlySet<string> =>
  new Set(textsIn(json).filter((text) => text !== name && text !== ''));

export const givesPair = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const { name, answer } = await givenServer(to, 'pair');
    const [id, key] = [to.find('serverId', answer.json), to.find('serverApiKey', answer.json)];
    return {
      candidates: candidates(name, answer).size >= 2,
      id: kindOf(id),
      key: kindOf(key),
      alike: id !== undefined && (id === key || id === name || key === name),
    };
  },
  expect: () => {
    const text = oneOf('absent', 'string');
    return record({
      candidates: true,
      id: text,
      key: text,
      alike: false,
    });
  },
});

/** A server whose answer holds two texts besides its name; judged by api-servers.pair. */
function withPair(created: CreatedServer): CreatedServer {
  if (candidates(created.name, created.answer).size >= 2) return created;
  throw new NotObservable('POST /servers: no server ID and server API key in the answer');
}

export const givesOwnPairs = conversation({
  needs: ['write'],
  hold: async ({ sameName }: { readonly sameName: boolean }, { api: to }) => {
    const one = withPair(await givenServer(to, 'one'));
    const other = sameName
      ? { name: one.name, answer: await to.ask(creation(one.name)) }
      : withPair(await givenServer(to, 'other'));
    const others = candidates(other.name, other.answer);
    const shared = (place: Pair): boolean => {
      const found = textAt(to, place, one.answer);
      return found !== undefined && found === textAt(to, place, other.answer);
    };
    return {
      other: factsOf(other.answer),
      own: [...candidates(one.name, one.answer)].filter((text) => !others.has(text)).length >= 2,
      sharedId: shared('serverId'),
      sharedKey: shared('serverApiKey'),
    };
  },
  expect: () =>
    record({
      other: served,
      own: true,
      sharedId: false,
      sharedKey: false,
    }),
});

export const listsNoKeys = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const { name, answer } = withPair(await givenServer(to, 'key'));
    const { text } = await listWith(to, 'servers', [name]);
    const key = textAt(to, 'serverApiKey', answer);
    return { shown: key !== undefined && text.includes(key) };
  },
  expect: () => record({ shown: false }),
});

interface Labelled {
  readonly label: string;
}

/** The record of the list is found by any text that the answer had; that there is one is judged by api-servers.listed. */
async function keptInList(to: Endpoint, { name, answer }: CreatedServer): Promise<boolean> {
  const list = await listWith(to, 'servers', [name, ...candidates(name, answer)]);
  return recordsWith(to, 'servers', list, name).length > 0;
}

export const keepsName = conversation({
  needs: ['write'],
  hold: async ({ label }: Labelled, { api: to }) => {
    const created = await createServer(to, label);
    const kept = textsIn(created.answer.json).includes(created.name);
    return { answer: factsOf(created.answer), kept, listed: kept ? await keptInList(to, created) : 'not looked for' };
  },
  expect: () =>
    record({
      answer: served,
      kept: true,
      listed: true,
    }),
});

const LETTERS = [...'abcxyzABCXYZ0189-'];

/** The list is left to the examples: each look at one that never gets to hold a name takes all the time there is. */
export const keepsAnyName = conversationProperty({
  needs: ['write'],
  inputs: (_: object): fc.Arbitrary<Labelled> =>
    fc
      .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 30 })
      .map((drawn) => ({ label: `${drawn.join('')}a` })),
  hold: async ({ label }, { api: to }) => {
    const { name, answer } = await createServer(to, label);
    return { answer: factsOf(answer), kept: textsIn(answer.json).includes(name) };
  },
  expect: () => record({ answer: served, kept: true }),
});

const creation = (name: Json): ApiRequest => ({ method: 'POST', path: '/servers', json: { name } });

/** Only the payload tells this request from one that creates a server. */
export const requiresName = conversation({
  needs: ['write'],
  hold: async ({ given }: { readonly given: Json }, { api: to }) => {
    const name = to.named('unnamed');
    const answer = await to.ask({ method: 'POST', path: '/servers', json: named(given, name) });
    const later = await givenServer(to, 'named');
    const list = await listWith(to, 'servers', [later.name]);
    return { answer: factsOf(answer), created: recordsWith(to, 'servers', list, name).length > 0 };
  },
  expect: () => record({ answer: refused, created: false }),
});

const recorded = async (to: Endpoint, name: string): Promise<object> => {
  const answer = await to.ask(creation(name));
  const list = await givenList(to, 'servers');
  return {
    answer: factsOf(answer),
    kept: textsIn(answer.json).includes(name),
    listed: recordsWith(to, 'servers', list, name).length > 0,
  };
};

const isTaken = () => record({ answer: served, kept: true, listed: true });

export const takesOddName = conversation({
  needs: ['write'],
  hold: ({ sent }: { readonly sent: string }, { api: to }) => recorded(to, sent.replace('NAME', to.named('odd'))),
  expect: ({ sent }) => (sent === '' ? record({ answer: refused, listed: false }) : isTaken()),
});

export const takesLongName = conversation({
  needs: ['write'],
  hold: ({ length }: { readonly length: number }, { api: to }) => recorded(to, to.named('long').padEnd(length, 'g')),
  expect: isTaken,
});

export const takesMembers = conversation({
  needs: ['write'],
  hold: async ({ members }: { readonly members: { readonly [name: string]: Json } }, { api: to }) => {
    const name = to.named('more');
    const answer = await to.ask({ method: 'POST', path: '/servers', json: { ...members, name } });
    return { answer: factsOf(answer), kept: textsIn(answer.json).includes(name) };
  },
  expect: () => record({ answer: served, kept: true }),
});

export const recordsShape = conversation({
  needs: ['write'],
  hold: async ({ of }: { readonly of: 'created' | 'listed' }, { api: to }) => {
    const { name, answer } = await givenServer(to, 'shape');
    const shown = of === 'created' ? answer : await listWith(to, 'servers', [name]);
    return { shape: shapeOf(shown.json) };
  },
  expect: ({ of }) =>
    record({
      shape: equal(
        of === 'created'
          ? '{ data: { id: string, name: string, apikey: string } }'
          : '{ data: [{ id: string, name: string }] }',
      ),
    }),
});
