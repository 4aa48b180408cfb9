/** Conversations and sessions for tests. */
import { encode } from '../../language/encoding.js';
import type { Observation } from '../../language/observation.js';
import { partnersOf } from '../../targets/support/partners.js';
import type { Conversation, Driver, Session } from '../target.js';

/** A conversation without a case. */
export const conversation = (hold: Conversation['hold']): Conversation => ({ scope: 'test', deadlineMs: 2000, hold });

/** A driver without partners whose one session converses so. */
export function driverOf(converse: Session['converse'], restarts = false): Driver {
  const session: Session = {
    evaluate: () => Promise.reject(new Error('no probes')),
    converse,
    stop: async () => undefined,
  };
  return { restarts, start: async () => session };
}

/** The result of a conversation that needs no partner. */
export const heldAlone: Session['converse'] = async ({ hold }): Promise<Observation> => ({
  kind: 'returned',
  value: encode(await hold(partnersOf({}))),
});
