import type { HttpPart, HttpPhaseHandler } from '../../../host/http/phases.js';
import type { StreamModule } from '../stream-module.js';
import { checkAddress } from './addresses.js';
import { checkedBy, denied } from './satisfy.js';

/** The host's own checkers of access. Those of scripts come before them. */
export const accessChecks: HttpPart = {
  phases: [
    { phase: 'access', handle: checkAddress },
    { phase: 'post-access', handle: denied },
  ],
  filters: [],
};

/** The same of sessions, whose directives are those of requests. */
export const accessOfSessions: StreamModule = {
  name: 'stream_access',
  directives: [],
  phases: [{ phase: 'access', handle: checkAddress }],
};

/** Checkers of access say what they think of a request; the directive `satisfy` decides what follows from that. */
export function asInItsPhase({ phase, handle }: HttpPhaseHandler): HttpPhaseHandler {
  return { phase, handle: phase === 'access' ? checkedBy(handle) : handle };
}
