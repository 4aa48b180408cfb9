/** 2/host-object-operations/p1: fetches of periodic handlers. */
import { createHash } from 'node:crypto';
import type { PeriodicSession } from '../../../language/generated/objects.js';
import { directive, directivesOf, http, port, stream } from '../../../language/setup.js';
import type { StepOrder } from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import { liftedWith } from '../../support/lifted-with.js';
import { ONCE, type RunContext, type Runner, runsGive, type ServerProtocol } from '../../support/periodic.js';
import { expectedSteps, type FetchRow, fetchOrder, serveFetches } from './fetching.js';
import { configured, followAtPeer } from './places.js';

interface PeriodicFetch {
  readonly order: StepOrder;
  /** The variable that contains the address of the peer. */
  readonly peer: string;
}

const FETCHES: Runner<PeriodicFetch> = liftedWith(
  async (s: PeriodicSession, t, follow: typeof followAtPeer, given: RunContext<PeriodicFetch>) => {
    const outcomes = await follow(t, given.input.order, `${s.variables[given.input.peer]}`);
    given.report(outcomes);
  },
  followAtPeer,
);

/** One run fetches. Its variables are those of the configuration, with names unique across all cases. */
export const fetchesPeriodically: Law<FetchRow & { readonly protocol: ServerProtocol }> = (row) => {
  const digest = createHash('sha256').update(JSON.stringify(row)).digest('hex');
  const peer = `spec_peer_${digest.slice(0, 16)}`;
  const variable = directive('js_var', `$${peer}`, port('peer'));
  return runsGive<PeriodicFetch>(row.protocol, row, {
    handlers: [{ run: FETCHES, parameters: ONCE }],
    input: { order: fetchOrder(row), peer },
    main: [row.protocol === 'http' ? http(variable) : stream(variable)],
    around: directivesOf(configured(row)),
    beside: (partners) => void serveFetches(row, partners),
    expect: expectedSteps(row),
  });
};
