/** The rules about API keys, see 1/resources-and-their-fields/rule-1. */
import fc from 'fast-check';
import type { Account } from '../harness/endpoint.js';
import type { Expectation } from '../harness/law.js';
import { serverExample, serverProperty } from '../harness/talk.js';
import { basic, doors, type EndpointRow, factsOf, listRequest, onEndpoint } from './api-asking.js';
import { isDrawnRefused, isRefused, refusal, refusalOfDrawn } from './api-credentials.js';
import { exactly, facts, record, refused, served } from './api-judging.js';
import { READING, type ReadingName, WRITING, type WritingName } from './api-requests.js';

const replaced = ({ clientId, revokedApiKey = '' }: Account): string => basic(clientId, revokedApiKey);

export const refusesReplaced = onEndpoint<EndpointRow>({
  needs: ['revoked-key'],
  talk: (to, row) => refusal(to, row, replaced),
  expect: isRefused,
});

/** On the connection on which the replaced key was good before, where it is still open. */
export const takesTurns = serverExample({
  needs: ['revoked-key'],
  talk: async (to, _: object) => {
    const request = { ...listRequest('servers'), connection: 'before-new-key' } as const;
    const turn = async () => ({
      replaced: factsOf(await to.ask({ ...request, authorization: replaced })),
      newer: factsOf(await to.ask(request)),
      none: factsOf(await to.ask({ ...request, authorization: null })),
    });
    return { first: await turn(), second: await turn(), third: await turn() };
  },
  expect: () => {
    const turn = record({ replaced: refused, newer: served, none: refused });
    return facts('the newer key is accepted, the replaced one and none refused, three times each', {
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

/** Where both keys start alike, what comes out can be the newer key itself: it is then made longer. */
const mixed =
  ({ first, length }: Mixture) =>
  ({ clientId, apiKey, revokedApiKey = '' }: Account): string => {
    const [one, other] = first === 'newer' ? [apiKey, revokedApiKey] : [revokedApiKey, apiKey];
    const mixture = one.slice(0, length) + other.slice(length);
    return basic(clientId, mixture === apiKey ? mixture + mixture : mixture);
  };

export const refusesMixtures = serverProperty({
  needs: ['revoked-key'],
  inputs: (_: object): fc.Arbitrary<Mixture> =>
    fc.record({ first: fc.constantFrom('replaced', 'newer'), length: fc.integer({ min: 0, max: 45 }) }),
  talk: (to, mixture) => refusalOfDrawn(to, mixed(mixture)),
  expect: isDrawnRefused,
});

const keyless = (): Expectation =>
  facts('an answer without the API key, from a service that knows the account', {
    echoes: exactly([]),
    account: served,
    stranger: refused,
  });

export const keepsKey = serverExample({
  talk: async (to, { name }: { readonly name: ReadingName }) => {
    const { echoes } = await to.ask(READING[name]);
    return { echoes, ...(await doors(to)) };
  },
  expect: keyless,
});

export const keepsKeyWriting = serverExample({
  needs: ['write'],
  talk: async (to, { name }: { readonly name: WritingName }) => {
    const { echoes } = await to.ask(await WRITING[name](to));
    return { echoes, ...(await doors(to)) };
  },
  expect: keyless,
});
