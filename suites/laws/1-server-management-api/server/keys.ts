/** The rules about API keys, see 1/resources-and-their-fields/rule-1. */
import fc from 'fast-check';
import type { Account } from '../../../language/endpoint.js';
import { each, equal, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import { basic } from './credentials.js';
import { type Facts, factsOf, refused, served } from './judging.js';
import { onlyRefused, refusalOf, refusing } from './refusals.js';
import { onRequest, type RequestRow, requestOf } from './rows.js';
import { answerTo, listOf, listRequest, successOf } from './service.js';

const replaced = ({ clientId, revokedApiKey = '' }: Account): string => basic(clientId, revokedApiKey);

export const refusesReplaced = onRequest({
  needs: ['revoked-key'],
  hold: async (row: RequestRow, { api: to }) => refusalOf(to, await requestOf(to, row), replaced),
  expect: () => onlyRefused,
});

/** On the connection on which the replaced key was good before, where it is still open. */
export const takesTurns = conversation({
  needs: ['revoked-key'],
  hold: async (_: object, { api: to }) => {
    const request = { ...listRequest(), connection: 'before-new-key' } as const;
    await successOf(to, listRequest());
    const turns: { readonly replaced: Facts; readonly newer: Facts }[] = [];
    for (let i = 0; i < 3; i++) {
      const answer = await to.ask({ ...request, authorization: replaced });
      turns.push({ replaced: factsOf(answer), newer: factsOf(await to.ask(request)) });
    }
    return turns;
  },
  expect: () => each(record({ replaced: refused, newer: served })),
});

interface Mixture {
  readonly first: 'replaced' | 'newer';
  /** Characters that are the first key's. */
  readonly length: number;
}

/** What comes out can be one of the keys itself: it is then made longer. */
export const refusesMixtures = refusing<Mixture>(
  ({ first, length }) =>
    ({ clientId, apiKey, revokedApiKey = '' }) => {
      const [one, other] = first === 'newer' ? [apiKey, revokedApiKey] : [revokedApiKey, apiKey];
      const mixture = one.slice(0, length) + other.slice(length);
      return basic(clientId, [apiKey, revokedApiKey].includes(mixture) ? mixture + mixture : mixture);
    },
  ['revoked-key'],
).any(fc.record({ first: fc.constantFrom('replaced', 'newer'), length: fc.integer({ min: 0, max: 45 }) }));

/** A service that does not know the account has no secrets of it to keep. */
export const keepsKey = onRequest({
  hold: async (row: RequestRow, { api: to }) => {
    await listOf(to, 'servers');
    return { echoes: (await answerTo(to, await requestOf(to, row))).echoes };
  },
  expect: () => record({ echoes: equal([]) }),
});
