/** 2/headers, 2/request, 2/response: handlers that are no requests' content. */
import type { Doing, StepExpectations as Then } from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import type { StreamSession, World } from '../../../language/world.js';
import { ordered } from '../../support/fetch-objects.js';
import { followsSteps, ONCE, runsGive, type ServerProtocol } from '../../support/periodic.js';
import { inAccess } from '../../support/session-input.js';
import { mustGive } from '../../support/steps.js';

const answers = async (s: StreamSession, t: World): Promise<void> => {
  const came = await t.steps(t.input(s));
  t.answer(s, came);
  s.done();
};

/** In a periodic handler. */
export const inPeriodic: Law<Doing & Then & { readonly protocol: ServerProtocol }> = ({ protocol, ...doing }) =>
  runsGive(protocol, 'fetch-objects', {
    handlers: [{ run: followsSteps, parameters: ONCE }],
    input: ordered(doing),
    expect: mustGive(doing),
  });

/** In the access phase of a stream session; the server sends the answer. */
export const inSession: Law<Doing & Then> = inAccess(answers, ordered, mustGive);
