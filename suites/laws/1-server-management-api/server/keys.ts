/** The rules about API keys, see 1/resources-and-their-fields/rule-1. */
import fc from 'fast-check';
import { list } from '../../../language/expectation.js';
import { basic, WRONG } from './credentials.js';
import { refused, served } from './judging.js';
import { refusing } from './refusals.js';
import { factsOfAll, listRequest, successOf, writing } from './service.js';

/** On the connection on which the replaced key was good before, where it is still open. */
export const takesTurns = writing(
  list(refused, served, refused, served, refused, served),
  async (to) => {
    const newer = { ...listRequest(), connection: 'before-new-key' } as const;
    const turn = [{ ...newer, authorization: WRONG['replaced-key'] }, newer];
    await successOf(to, listRequest());
    return factsOfAll(to, [...turn, ...turn, ...turn]);
  },
  { needs: ['revoked-key'] },
);

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
