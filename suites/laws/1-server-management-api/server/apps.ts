/** 1/endpoints/post-2: apps that are drawn. */
import fc from 'fast-check';
import type { Json } from '../../../language/endpoint.js';
import { type Creation, creating, type Field } from './creation.js';

const word = fc.string({ unit: fc.constantFrom(...'abcxyz019'), minLength: 1, maxLength: 12 });

export const keepsAnyApp = creating.any(
  fc.tuple(word, fc.uniqueArray(word, { maxLength: 5, size: 'max' })).map(
    ([label, labels]): Creation => ({
      of: 'apps',
      label,
      members: { domains: labels.map((one) => `${one}.DOMAIN`) },
      outcome: 'kept',
    }),
  ),
);

const scalar = fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 1e21);
const container = fc.constantFrom<Json>([], [[]], {}, { name: 'a' }, { length: 1 });
const noDomains = fc.constantFrom<Json>('', 'a.example.com', '[]', {}, { '0': 'a.example.com', length: 1 });
const domain = word.map((label) => `${label}.example.com`);
const domains = fc.array(domain, { maxLength: 2 });
const wrongDomains = fc.tuple(domains, fc.oneof(scalar, container)).map(([rest, odd]) => [...rest, odd]);

export const keepsTypesOfAny = creating.any(
  fc
    .oneof(
      fc.tuple(fc.constantFrom<Field>('name', 'sysuserid', 'runtime'), fc.oneof(scalar, container)),
      fc.tuple(fc.constant<Field>('domains'), fc.oneof(scalar, noDomains, wrongDomains)),
    )
    .map(([field, value]): Creation => ({ of: 'apps', members: { [field]: value }, outcome: 'typed' })),
);
