/** 2/periodic-session-object: what a run does with its session, as steps. */
import type { Doing, StepOrder, Given as Then } from '../../../language/steps.js';
import { orderOf } from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import { ONCE, type Runner, runsGive, type ServerProtocol } from '../../support/periodic.js';
import { mustGive } from '../../support/steps.js';

/** A run that reports what its steps come to. */
export const steps: Runner<StepOrder> = async (_, t, given) => {
  const outcomes = await t.steps(given.input);
  given.report(outcomes);
};

/** One run follows the steps; `s` is its session. */
export const follows: Law<Doing & Then & { readonly protocol: ServerProtocol }> = (data) =>
  runsGive(data.protocol, data, {
    handlers: [{ run: steps, parameters: ONCE }],
    input: orderOf(data),
    expect: mustGive(data),
  });
