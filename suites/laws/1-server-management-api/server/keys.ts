/** The rules about API keys, see 1/resources-and-their-fields/rule-1. */

import fc from 'fast-check';
import type { Account } from '../../../language/endpoint.js';
import { type Expectation, equal, record } from '../../../language/expectation.js';
import { conversation, conversationProperty } from '../../../language/law.js';
import { basic, type EndpointRow, factsOf, listRequest, onEndpoint } from './asking.js';
import { isRefused, refusal, refusalOfDrawn } from './credentials.js';
import { answerTo, given, givenList } from './given.js';
import { refused, served } from './judging.js';
import { READING, type ReadingName, WRITING, type WritingName } from './requests.js';

const replaced = ({ clientId, revokedApiKey = '' }: Account): string => basic(clientId, revokedApiKey);

export const refusesReplaced = onEndpoint<EndpointRow>({
  needs: ['revoked-key'],
  hold: (row, { api: to }) => refusal(to, row, replaced),
  expect: isRefused,
});

/** On the connection on which the replaced key was good before, where it is still open. */
export const takesTurns = conversation({
  needs: ['revoked-key'],
  hold: async (_: object, { api: to }) => {
    const request = { ...listRequest('servers'), connection: 'before-new-key' } as const;
    const turn = async () => ({
      replaced: factsOf(await to.ask({ ...request, authorization: replaced })),
      newer: factsOf(await to.ask(request)),
    });
    await given(to, listRequest('servers'));
    return { first: await turn(), second: await turn(), third: await turn() };
  },
  expect: () => {
    const turn = record({ replaced: refused, newer: served });
    return record({
      first: turn,
      second: turn,
      third: turn,
    });
  },
});

interface Mixture {
  readonly first: 'replaced' | 'newer';
  /** Characters that are the first key's. */
  readonly length: number;
}

/** What comes out can be one of the keys itself: it is then made longer. */
const mixed =
  ({ first, length }: Mixture) =>
  ({ clientId, apiKey, revokedApiKey = '' }: Account): string => {
    const [one, other] = first === 'newer' ? [apiKey, revokedApiKey] : [revokedApiKey, apiKey];
    const mixture = one.slice(0, length) + other.slice(length);
    return basic(clientId, [apiKey, revokedApiKey].includes(mixture) ? mixture + mixture : mixture);
  };

export const refusesMixtures = conversationProperty({
  needs: ['revoked-key'],
  inputs: (_: object): fc.Arbitrary<Mixture> =>
    fc.record({ first: fc.constantFrom('replaced', 'newer'), length: fc.integer({ min: 0, max: 45 }) }),
  hold: (mixture, { api: to }) => refusalOfDrawn(to, mixed(mixture)),
  expect: isRefused,
});

const keyless = (): Expectation => record({ echoes: equal([]) });

/** A service that does not know the account has no secrets of it to keep. */
export const keepsKey = conversation({
  hold: async ({ name }: { readonly name: ReadingName }, { api: to }) => {
    await givenList(to, 'servers');
    return { echoes: (await answerTo(to, READING[name])).echoes };
  },
  expect: keyless,
});

export const keepsKeyWriting = conversation({
  needs: ['write'],
  hold: async ({ name }: { readonly name: WritingName }, { api: to }) => {
    await givenList(to, 'servers');
    return { echoes: (await answerTo(to, await WRITING[name](to))).echoes };
  },
  expect: keyless,
});
