/** 2/periodic-session-object: what a run does with its session, as steps. */
import { type Doing, orderOf, type StepExpectations as Then } from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import { followsSteps, ONCE, runsGive, type ServerProtocol } from '../../support/periodic.js';
import { mustGive } from '../../support/steps.js';

/** One run follows the steps; `s` is its session. */
export const follows: Law<Doing & Then & { readonly protocol: ServerProtocol }> = (data) =>
  runsGive(data.protocol, data, {
    handlers: [{ run: followsSteps, parameters: ONCE }],
    input: orderOf(data),
    expect: mustGive(data),
  });
