/** A session with a client under test, which is started again for each operation of a law. */

import { randomBytes } from 'node:crypto';
import { type Conversation, evaluatesNothing, type Session, TargetUnavailable } from '../../executor/target.js';
import type { ClientUnderTest } from '../../language/client-under-test.js';
import { encode } from '../../language/encoding.js';
import type { Account } from '../../language/endpoint.js';
import { NotObservable, whyUnjudged } from '../../language/failures.js';
import type { Observation } from '../../language/observation.js';
import { Slots } from '../../wire/slots.js';
import { partnersOf } from '../support/partners.js';
import { redacted } from '../support/secrets/hits.js';
import { mapTexts } from '../support/secrets/map-texts.js';
import { Spellings } from '../support/secrets/spellings.js';
import { runClient } from './client-run.js';
import type { Launch } from './launch.js';

interface ClientSessionOptions {
  /** Milliseconds that a client has for one operation. */
  readonly deadlineMs?: number | undefined;
  /** The number of parallel clients; few, since each is a program. */
  readonly atOnce?: number | undefined;
}

export function startClientSession(
  launch: Launch,
  { deadlineMs = 10_000, atOnce = 8 }: ClientSessionOptions = {},
): Session {
  const slots = new Slots(atOnce);
  const stopped = new AbortController();
  const held = new Set<Promise<Observation>>();
  /** Runs clients one after the other for a conversation. */
  const clientFor = (redactions: Spellings<string>, allowance: Conversation['allowance']): ClientUnderTest => ({
    run: async (operation, answer, given = {}) => {
      const account = accountOf(given);
      if (given.clientId === undefined) redactions.add('[client ID]', account.clientId);
      return slots.use(async () => {
        const why = allowance?.exhausted();
        if (why !== undefined) throw new NotObservable(why);
        const options = { operation, answer, account, redactions, launch, deadlineMs, stopped: stopped.signal };
        const run = await runClient(options);
        if (run.timedOut) allowance?.lost(deadlineMs);
        return { ...run, account };
      });
    },
  });
  return {
    evaluate: evaluatesNothing,
    converse: async ({ hold, allowance }) => {
      const redactions = new Spellings<string>();
      const observed = observe(hold, clientFor(redactions, allowance), redactions);
      held.add(observed);
      return observed.finally(() => held.delete(observed));
    },
    stop: async () => {
      stopped.abort();
      await Promise.allSettled(held);
    },
  };
}

/** The result or error of a law, without secrets and without values that differ from run to run. */
async function observe(
  hold: Conversation['hold'],
  client: ClientUnderTest,
  redactions: Spellings<string>,
): Promise<Observation> {
  const inText = (text: string): string => redacted(text, redactions.in(text), (label) => label);
  try {
    return { kind: 'returned', value: mapTexts(encode(await hold(partnersOf({ client }))), inText) };
  } catch (error) {
    if (error instanceof TargetUnavailable) throw error;
    return { kind: 'unobservable', why: inText(whyUnjudged(error)) };
  }
}

const accountOf = ({ clientId, apiKey }: Partial<Account>): Account => ({
  clientId: clientId ?? `cid_${randomBytes(8).toString('hex')}`,
  apiKey: apiKey ?? randomBytes(32).toString('base64url'),
});
