/** 2/headers, 2/request, 2/response: handlers that are no requests' content. */
import { conversation } from '../../../language/law.js';
import { jsVar, server, stream } from '../../../language/setup.js';
import type { Doing, Given as Expected, StepOrder } from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import type { StreamSession, World } from '../../../language/world.js';
import { ordered } from '../../support/fetch-objects.js';
import { ONCE, type RunContext, runsGive } from '../../support/periodic.js';
import { answerOf, answers, sessionInput } from '../../support/session-input.js';
import { mustGive } from '../../support/steps.js';

const inRun = async (_: object, t: World, given: RunContext<StepOrder>): Promise<void> => {
  const came = await t.steps(given.input);
  given.report(came);
};

const inAccess = async (s: StreamSession, t: World): Promise<void> => {
  const came = await t.steps(t.input(s));
  t.answer(s, came);
  s.done();
};

/** In a periodic handler. */
export const inPeriodic: Law<(Doing & Expected) & { readonly protocol: 'http' | 'stream' }> = ({
  protocol,
  ...doing
}) =>
  runsGive(protocol, 'fetch-objects', {
    handlers: [{ run: inRun, parameters: ONCE }],
    input: ordered(doing),
    expect: mustGive(doing),
  });

/** In the access phase of a stream session; the server sends the answer. */
export const inSession: Law<Doing & Expected> = conversation({
  needs: ['stream'],
  setup: (doing) => [
    stream(
      jsVar('spec_answer'),
      server('main', { js_access: inAccess, return: '$spec_answer' }, ...sessionInput(ordered(doing))),
    ),
  ],
  hold: async (_, { host }) => answerOf((await (await host.connect('main')).rest()).bytes),
  expect: (doing) => answers(mustGive(doing)),
});
