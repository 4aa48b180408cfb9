/** 2/host-object-operations/p1: parallel fetches, and clients that disconnect. */
import type { Step } from '../../../../spec/types/step.js';
import { record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import { headOf } from '../../support/http-bytes.js';
import { answerIn, expectedSteps, type FetchRow, fetchOrder, serveFetches } from './fetching.js';
import { httpSetup } from './places.js';
import type { ReplyTo } from './served.js';

interface Together extends FetchRow {
  readonly count: number;
}

/** A handler fetches with different bodies, and reads all responses once they have arrived. */
function rowOf({ count, ...row }: Together): FetchRow {
  const bodies = Array.from({ length: count }, (_, i) => `${i}`);
  const steps: readonly Step[] = [
    { on: 'srv', call: ['fetch', '$url', { method: 'POST', body: '$item' }], each: '$bodies', as: 'all', shown: false },
    { on: 'Promise', call: ['all', '$all'], await: 'promise', as: 'responses', shown: false, returns: { $any: true } },
    { on: '$item', call: 'text', each: '$responses', as: 'read', shown: false },
    { on: 'Promise', call: ['all', '$read'], await: 'promise', returns: bodies.map((body) => `<${body}>`) },
  ];
  return { ...row, bodies, steps };
}

/** Waits until all requests have arrived, and then replies in reverse order. */
function inReverse(count: number): ReplyTo {
  const waiting: (() => void)[] = [];
  return async (_, { body }) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === count) for (const next of waiting.reverse()) next();
    });
    return { body: `<${body}>` };
  };
}

/** A separate process has enough connections for them. */
export const fetchesTogether = conversation<Together>({
  needs: ['exchange', 'peers'],
  ownProcess: true,
  setup: (row) => httpSetup('content', rowOf(row)),
  hold: async (data, partners, at) => {
    const row = rowOf(data);
    const { service } = serveFetches(row, partners, inReverse(data.count));
    const response = await partners.host.request({ method: 'GET', target: at('/fetch'), input: fetchOrder(row) });
    return { outcomes: answerIn(response), received: service.received.length };
  },
  expect: (row) => record({ outcomes: expectedSteps(rowOf(row)), received: row.count }),
});

/** A signal that one side waits for and another one raises. */
function flag(): { readonly raised: Promise<void>; raise(): void } {
  let raise: () => void = () => undefined;
  const raised = new Promise<void>((resolve) => {
    raise = resolve;
  });
  return { raised, raise: () => raise() };
}

/** A client closes its connection while its handler fetches; the next one is served. */
export const outlivesClients = conversation<FetchRow & { readonly how: 'close' | 'reset' }>({
  needs: ['exchange', 'peers'],
  setup: (row) => httpSetup('content', row),
  hold: async (row, partners, at) => {
    const arrived = flag();
    const left = flag();
    serveFetches(row, partners, async (index) => {
      arrived.raise();
      if (index === 0) await left.raised;
      return { body: `${index}` };
    });
    const asked = { method: 'GET', target: at('/fetch'), input: fetchOrder(row) };
    const client = await partners.host.connect('http');
    await client.send(headOf(asked));
    // A host that does not fetch answers, or keeps the client waiting too long.
    await Promise.race([arrived.raised, client.next()]);
    client[row.how]();
    left.raise();
    return { outcomes: answerIn(await partners.host.request(asked)) };
  },
  expect: (row) => record({ outcomes: expectedSteps(row) }),
});
