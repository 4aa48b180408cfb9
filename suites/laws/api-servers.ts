/** 1/endpoints/post and 1/endpoints/get: servers. */
import fc from 'fast-check';
import type { ApiAnswer, ApiRequest, Endpoint, Json, Place } from '../harness/endpoint.js';
import { serverExample, serverProperty } from '../harness/talk.js';
import {
  createServer,
  factsOf,
  kindOf,
  listing,
  listRequest,
  named,
  recordsWith,
  shapeOf,
  textsIn,
} from './api-asking.js';
import { exactly, facts, listedOnce, refused, served } from './api-judging.js';

export const listsCreated = serverExample({
  needs: ['write'],
  talk: async (to, _: object) => {
    const servers = [await createServer(to, 'first'), await createServer(to, 'second')];
    return {
      listed: await listing(
        to,
        'servers',
        servers.map(({ name }) => name),
      ),
    };
  },
  expect: () => facts('each of two servers once in the list', { listed: listedOnce }),
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

export const givesPair = serverExample({
  needs: ['write'],
  talk: async (to, _: object) => {
    const { name, answer } = await createServer(to, 'pair');
    const [id, key] = [to.find('serverId', answer.json), to.find('serverApiKey', answer.json)];
    return {
      answer: factsOf(answer),
      candidates: candidates(name, answer).size >= 2,
      id: kindOf(id),
      key: kindOf(key),
      alike: id !== undefined && (id === key || id === name || key === name),
      listed: await listing(to, 'servers', [name]),
    };
  },
  expect: () => {
    const text = (kind: unknown) => kind === 'absent' || exactly('string')(kind);
    return facts('an ID and a key that are texts of their own, and the server in the list', {
      answer: served,
      candidates: exactly(true),
      id: text,
      key: text,
      alike: exactly(false),
      listed: listedOnce,
    });
  },
});

export const givesOwnPairs = serverExample({
  needs: ['write'],
  talk: async (to, { sameName }: { readonly sameName: boolean }) => {
    const one = await createServer(to, 'one');
    const other = sameName
      ? { name: one.name, answer: await to.ask(creation(one.name)) }
      : await createServer(to, 'other');
    const others = candidates(other.name, other.answer);
    const shared = (place: Pair): boolean => {
      const found = textAt(to, place, one.answer);
      return found !== undefined && found === textAt(to, place, other.answer);
    };
    return {
      one: factsOf(one.answer),
      other: factsOf(other.answer),
      named: [one, other].map(({ name, answer }) => textsIn(answer.json).includes(name)),
      own: [...candidates(one.name, one.answer)].filter((text) => !others.has(text)).length >= 2,
      sharedId: shared('serverId'),
      sharedKey: shared('serverApiKey'),
    };
  },
  expect: () =>
    facts('two servers that share neither server ID nor server API key', {
      one: served,
      other: served,
      named: exactly([true, true]),
      own: exactly(true),
      sharedId: exactly(false),
      sharedKey: exactly(false),
    }),
});

export const listsNoKeys = serverExample({
  needs: ['write'],
  talk: async (to, _: object) => {
    const { name, answer } = await createServer(to, 'key');
    const listed = await listing(to, 'servers', [name]);
    const key = textAt(to, 'serverApiKey', answer);
    const { text } = await to.ask(listRequest('servers'));
    return { answer: factsOf(answer), listed, shown: key !== undefined && text.includes(key) };
  },
  expect: () =>
    facts('the server in the list, without its key', { answer: served, listed: listedOnce, shown: exactly(false) }),
});

interface Labelled {
  readonly label: string;
}

export const keepsName = serverExample({
  needs: ['write'],
  talk: async (to, { label }: Labelled) => {
    const { name, answer } = await createServer(to, label);
    return {
      answer: factsOf(answer),
      kept: textsIn(answer.json).includes(name),
      listed: await listing(to, 'servers', [name]),
    };
  },
  expect: () =>
    facts('the name as it was sent, in the answer and once in the list', {
      answer: served,
      kept: exactly(true),
      listed: listedOnce,
    }),
});

const LETTERS = [...'abcxyzABCXYZ0189-'];

/** The list is left to the examples: each look at one that never gets to hold a name takes all the time there is. */
export const keepsAnyName = serverProperty({
  needs: ['write'],
  inputs: (_: object): fc.Arbitrary<Labelled> =>
    fc
      .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 30 })
      .map((drawn) => ({ label: `${drawn.join('')}a` })),
  talk: async (to, { label }) => {
    const { name, answer } = await createServer(to, label);
    return {
      answer: factsOf(answer),
      kept: textsIn(answer.json).includes(name),
      candidates: candidates(name, answer).size >= 2,
    };
  },
  expect: () =>
    facts('the name as it was sent, beside two more texts', {
      answer: served,
      kept: exactly(true),
      candidates: exactly(true),
    }),
  runsPerHundred: 25,
});

const creation = (name: Json): ApiRequest => ({ method: 'POST', path: '/servers', json: { name } });

/** Only the payload tells the two requests apart. */
export const requiresName = serverExample({
  needs: ['write'],
  talk: async (to, { given }: { readonly given: Json }) => {
    const [unwanted, wanted] = [to.named('unnamed'), to.named('named')];
    const without = await to.ask({ method: 'POST', path: '/servers', json: named(given, unwanted) });
    const withName = await to.ask(creation(wanted));
    const listed = await listing(to, 'servers', [wanted]);
    const list = await to.ask(listRequest('servers'));
    return {
      without: factsOf(without),
      withName: factsOf(withName),
      listed,
      created: recordsWith(to, 'servers', list, unwanted).length > 0,
    };
  },
  expect: () =>
    facts('a refusal, and a server where there is a name', {
      without: refused,
      withName: served,
      listed: listedOnce,
      created: exactly(false),
    }),
});

const recorded = async (to: Endpoint, name: string): Promise<object> => {
  const answer = await to.ask(creation(name));
  const list = await to.ask(listRequest('servers'));
  return {
    answer: factsOf(answer),
    kept: textsIn(answer.json).includes(name),
    listed: recordsWith(to, 'servers', list, name).length > 0,
  };
};

const isTaken = () =>
  facts('the server, with its name', { answer: served, kept: exactly(true), listed: exactly(true) });

export const takesOddName = serverExample({
  needs: ['write'],
  talk: (to, { sent }: { readonly sent: string }) => recorded(to, sent.replace('NAME', to.named('odd'))),
  expect: ({ sent }) => (sent === '' ? facts('a refusal', { answer: refused, listed: exactly(false) }) : isTaken()),
});

export const takesLongName = serverExample({
  needs: ['write'],
  talk: (to, { length }: { readonly length: number }) => recorded(to, to.named('long').padEnd(length, 'g')),
  expect: isTaken,
});

export const takesMembers = serverExample({
  needs: ['write'],
  talk: async (to, { members }: { readonly members: { readonly [name: string]: Json } }) => {
    const name = to.named('more');
    const answer = await to.ask({ method: 'POST', path: '/servers', json: { ...members, name } });
    return { answer: factsOf(answer), kept: textsIn(answer.json).includes(name) };
  },
  expect: () => facts('the server, whatever else was sent', { answer: served, kept: exactly(true) }),
});

export const recordsShape = serverExample({
  needs: ['write'],
  talk: async (to, { of }: { readonly of: 'created' | 'listed' }) => {
    const { name, answer } = await createServer(to, 'shape');
    await listing(to, 'servers', [name]);
    const shown = of === 'created' ? answer : await to.ask(listRequest('servers'));
    return { shape: shapeOf(shown.json) };
  },
  expect: ({ of }) =>
    facts('the plainest shape', {
      shape: exactly(
        of === 'created'
          ? '{ data: { id: string, name: string, apikey: string } }'
          : '{ data: [{ id: string, name: string }] }',
      ),
    }),
});
