/** 1/endpoints/post-2 and 1/endpoints/get-2: apps. */

import fc from 'fast-check';
import { encode, same } from '../../../language/encoding.js';
import type { ApiRequest, AppPayload, Endpoint, Json } from '../../../language/endpoint.js';
import { type Expectation, either, equal, oneOf, record } from '../../../language/expectation.js';
import { conversation, conversationProperty } from '../../../language/law.js';
import type { Partners } from '../../../language/partners.js';
import { factsOf, type JsonObject, kindOf, listing, listRequest, member, recordsWith, shapeOf } from './asking.js';
import { givenApp, givenList, listWith } from './given.js';
import { listedOnce, refused, served } from './judging.js';

const FIELDS = ['name', 'sysuserid', 'runtime', 'domains'] as const;
type Field = (typeof FIELDS)[number];

/** See 1/resources-and-their-fields/app. */
const typeOf = (field: Field): string => (field === 'domains' ? 'array of strings' : 'string');

const creation = (json: Json): ApiRequest => ({ method: 'POST', path: '/apps', json });

const differs = (one: Json | undefined, other: Json | undefined): boolean => !same(encode(one), encode(other));

/** Fields that are not in `data` as they were sent; ruling api-apps.echoed. */
export const unlike = (app: AppPayload, data: Json | undefined): Field[] =>
  FIELDS.filter((field) => differs(member(data, field), member({ ...app }, field)));

/** The same of a record of the list, which need not carry them; ruling api-apps.records. */
const unlikeCarried = (app: AppPayload, record: Json): Field[] =>
  unlike(app, record).filter((field) => member(record, field) !== undefined);

export const listsCreated = conversation({
  needs: ['write'],
  hold: async (_: object, { api: to }) => {
    const apps = [(await givenApp(to, 'first')).app, (await givenApp(to, 'second')).app];
    const listed = await listing(
      to,
      'apps',
      apps.map(({ name }) => name),
    );
    const list = await to.ask(listRequest('apps'));
    const records = apps.map((app) =>
      recordsWith(to, 'apps', list, app.name).map((record) => unlikeCarried(app, record)),
    );
    return { listed, unlike: records.flat(2) };
  },
  expect: () => record({ listed: listedOnce, unlike: equal([]) }),
});

interface Drawn {
  readonly label: string;
  /** Labels below a domain name of the app's own. */
  readonly domains: readonly string[];
}

async function kept({ label, domains }: Drawn, { api: to }: Partners): Promise<object> {
  const given = to.app(label);
  const parent = given.domains[0] ?? 'example.com';
  const app = { ...given, domains: domains.map((domain) => `${domain}.${parent}`) };
  const answer = await to.ask(creation(app));
  const data = member(answer.json, 'data');
  return { answer: factsOf(answer), unlike: unlike(app, data) };
}

const isKept = () => record({ answer: served, unlike: equal([]) });

export const keepsApp = conversation({ needs: ['write'], hold: kept, expect: isKept });

const word = fc
  .array(fc.constantFrom(...'abcxyz019'), { minLength: 1, maxLength: 12 })
  .map((letters) => letters.join(''));

export const keepsAnyApp = conversationProperty({
  needs: ['write'],
  inputs: (_: object): fc.Arbitrary<Drawn> =>
    fc.record({ label: word, domains: fc.uniqueArray(word, { maxLength: 5, size: 'max' }) }),
  hold: kept,
  expect: isKept,
});

interface Wrong {
  readonly field: Field;
  /** The field is absent where there is none. */
  readonly value?: Json;
}

/** A payload with one field as `wrong` says. */
function payload(app: AppPayload, { field, value }: Wrong): JsonObject {
  const { [field]: _, ...rest } = app;
  return value === undefined ? rest : { ...rest, [field]: value };
}

async function wronged(to: Endpoint, wrong: Wrong): Promise<object> {
  const app = to.app('wrong');
  const answer = await to.ask(creation(payload(app, wrong)));
  const list = await givenList(to, 'apps');
  return {
    answer: factsOf(answer),
    kept: kindOf(member(member(answer.json, 'data'), wrong.field)),
    listed: recordsWith(to, 'apps', list, app.name).length > 0,
  };
}

/** A service that refuses every app tells nothing by refusing this one. */
async function wrongedAlone(wrong: Wrong, { api: to }: Partners): Promise<object> {
  await givenApp(to, 'right');
  return { wrong: await wronged(to, wrong) };
}

const asRefused: Expectation = record({ answer: refused, listed: false });

/** Ruling api-apps.wrong-types. */
const asTyped = ({ field, value }: Wrong): Expectation => {
  const kinds = [
    typeOf(field),
    ...(field === 'domains' ? [] : ['empty string']),
    ...(value === undefined ? ['absent'] : []),
  ];
  return record({ answer: served, kept: oneOf(...kinds) });
};

const isTyped = (wrong: Wrong) => record({ wrong: either(asRefused, asTyped(wrong)) });

export const keepsTypes = conversation({ needs: ['write'], hold: wrongedAlone, expect: isTyped });

const scalar = fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 1e21);
const container = fc.constantFrom<Json>([], [[]], {}, { name: 'a' }, { length: 1 });

const notText = fc.oneof(scalar, container);
const notDomains = fc.oneof(
  scalar,
  fc.constantFrom<Json>('', 'a.example.com', '[]', {}, { '0': 'a.example.com', length: 1 }),
  fc
    .tuple(
      notText,
      fc.array(
        word.map((label) => `${label}.example.com`),
        { maxLength: 2 },
      ),
    )
    .map(([odd, rest]) => [...rest, odd]),
);

export const keepsTypesOfAny = conversationProperty({
  needs: ['write'],
  inputs: (_: object): fc.Arbitrary<Wrong> =>
    fc.oneof(
      fc.record({ field: fc.constantFrom<Field>('name', 'sysuserid', 'runtime'), value: notText }),
      fc.record({ field: fc.constant<Field>('domains'), value: notDomains }),
    ),
  hold: wrongedAlone,
  expect: isTyped,
});

export const refusesTypes = conversation({
  needs: ['write'],
  hold: async (wrong: Wrong, { api: to }) => ({ wrong: await wronged(to, wrong) }),
  expect: () => record({ wrong: asRefused }),
});

export const takesValue = conversation({
  needs: ['write'],
  hold: async ({ field, value }: Required<Wrong>, { api: to }) => {
    const answer = await to.ask(creation(payload(to.app('value'), { field, value })));
    return { answer: factsOf(answer), kept: !differs(member(member(answer.json, 'data'), field), value) };
  },
  expect: ({ field, value }) =>
    field === 'name' && value === '' ? record({ answer: refused }) : record({ answer: served, kept: true }),
});

export const takesMembers = conversation({
  needs: ['write'],
  hold: async ({ members }: { readonly members: JsonObject }, { api: to }) => {
    const app = to.app('more');
    const answer = await to.ask(creation({ ...app, ...members }));
    const given = member(answer.json, 'actionid');
    return {
      answer: factsOf(answer),
      unlike: unlike(app, member(answer.json, 'data')),
      own: given !== undefined && given !== members.actionid,
    };
  },
  expect: () =>
    record({
      answer: served,
      unlike: equal([]),
      own: true,
    }),
});

export const recordsShape = conversation({
  needs: ['write'],
  hold: async ({ of }: { readonly of: 'created' | 'listed' }, { api: to }) => {
    const { app, answer } = await givenApp(to, 'shape');
    const shown = of === 'created' ? answer : await listWith(to, 'apps', [app.name]);
    return { shape: shapeOf(shown.json) };
  },
  expect: ({ of }) => {
    const app = '{ id: string, name: string, sysuserid: string, runtime: string, domains: [string] }';
    return record({
      shape: equal(of === 'created' ? `{ actionid: string, data: ${app} }` : `{ data: [${app}] }`),
    });
  },
});
