/** 1/endpoints/post-2 and 1/endpoints/get-2: apps. */
import fc from 'fast-check';
import type { Endpoint, Json } from '../../../language/endpoint.js';
import { type Expectation, either, oneOf, record } from '../../../language/expectation.js';
import { type Attempt, apps, attempt, creating, type Field, isKept, isRefused } from './creation.js';
import { refused, served } from './judging.js';

export { keepsApp, listsCreated, takesMembers } from './creation.js';
export { answersWith } from './rows.js';

const word = fc
  .array(fc.constantFrom(...'abcxyz019'), { minLength: 1, maxLength: 12 })
  .map((letters) => letters.join(''));

export const keepsAnyApp = apps.any(
  fc.record({ label: word, domains: fc.uniqueArray(word, { maxLength: 5, size: 'max' }) }),
);

interface OneField {
  readonly field: Field;
  /** The field is absent where there is none. */
  readonly value?: Json;
}

function tryField(to: Endpoint, { field, value }: OneField): Attempt {
  const app = to.app('field');
  const { [field]: _, ...rest } = app;
  return attempt('apps', app.name, value === undefined ? rest : { ...rest, [field]: value });
}

/** Refused, or kept with the documented type: ruling api-apps.wrong-types. */
function isTyped({ field, value }: OneField): Expectation {
  const kinds = field === 'domains' ? ['array of strings'] : ['string', 'empty string'];
  const kept = oneOf(...kinds, ...(value === undefined ? ['absent'] : []));
  return either(isRefused(), record({ answer: served, kinds: record({ [field]: kept }) }));
}

const typed = creating({ tries: tryField, list: 'read', expect: isTyped });
export const keepsTypes = typed.row;
export const refusesTypes = creating({ tries: tryField, list: 'read', expect: isRefused }).row;

const scalar = fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 1e21);
const container = fc.constantFrom<Json>([], [[]], {}, { name: 'a' }, { length: 1 });
const noDomains = fc.constantFrom<Json>('', 'a.example.com', '[]', {}, { '0': 'a.example.com', length: 1 });
const domains = fc.array(
  word.map((label) => `${label}.example.com`),
  { maxLength: 2 },
);
const wrongDomains = fc.tuple(domains, fc.oneof(scalar, container)).map(([rest, odd]) => [...rest, odd]);

export const keepsTypesOfAny = typed.any(
  fc.oneof(
    fc.record({ field: fc.constantFrom<Field>('name', 'sysuserid', 'runtime'), value: fc.oneof(scalar, container) }),
    fc.record({ field: fc.constant<Field>('domains'), value: fc.oneof(scalar, noDomains, wrongDomains) }),
  ),
);

export const takesValue = creating({
  tries: tryField,
  expect: ({ field, value }) => (field === 'name' && value === '' ? record({ answer: refused }) : isKept()),
}).row;
