/** The rules about API keys, see 1/resources-and-their-fields/rule-1. */
import fc from 'fast-check';
import { each, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import { basic, WRONG } from './credentials.js';
import { type Facts, factsOf, refused, served } from './judging.js';
import { refusing } from './refusals.js';
import { listRequest, successOf } from './service.js';

/** On the connection on which the replaced key was good before, where it is still open. */
export const takesTurns = conversation({
  needs: ['revoked-key'],
  hold: async (_: object, { api: to }) => {
    const request = { ...listRequest(), connection: 'before-new-key' } as const;
    await successOf(to, listRequest());
    const turns: { readonly replaced: Facts; readonly newer: Facts }[] = [];
    for (let i = 0; i < 3; i++) {
      const answer = await to.ask({ ...request, authorization: WRONG['replaced-key'] });
      turns.push({ replaced: factsOf(answer), newer: factsOf(await to.ask(request)) });
    }
    return turns;
  },
  expect: () => each(record({ replaced: refused, newer: served })),
});

/** What comes out can be one of the keys itself: it is then made longer. */
export const refusesMixtures = refusing(
  fc.record({
    first: fc.constantFrom('replaced', 'newer'),
    /** Characters that are the first key's. */
    length: fc.integer({ min: 0, max: 45 }),
  }),
  ({ first, length }) =>
    ({ clientId, apiKey, revokedApiKey = '' }) => {
      const [one, other] = first === 'newer' ? [apiKey, revokedApiKey] : [revokedApiKey, apiKey];
      const mixture = one.slice(0, length) + other.slice(length);
      return basic(clientId, [apiKey, revokedApiKey].includes(mixture) ? mixture + mixture : mixture);
    },
  ['revoked-key'],
);
