/** 2/stream-session-methods, 3/console: methods of a session and of the console that log. The log file is observed. */
import { list, logLine, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import { type Keeps, keptText, LEVELS, type LogCall } from '../../support/logged.js';
import { handledBy, type SessionPlace } from './places.js';

interface SessionLogRow {
  readonly where: SessionPlace;
  /** The default is the session. */
  readonly on?: 'console';
  readonly given: readonly LogCall[];
  readonly keeps?: Keeps;
}

/** Each call of a handler of that place writes a line. */
export const logs = conversation<SessionLogRow>({
  needs: ['stream', 'log'],
  setup: ({ where, on = 's', given }) => {
    const steps = given.flatMap(([method, text, times = 1], i) => [
      { make: ['text', text, times, ''], as: `text${i}` },
      [on, method, `$text${i}`],
    ]);
    return handledBy({ where, steps, sends: '<$spec_set>' });
  },
  hold: async ({ given }, { host, log }) => {
    await (await host.connect('main')).rest();
    return { log: await log.lines(given.length) };
  },
  expect: ({ given, keeps = 'all' }) =>
    record({
      log: list(
        ...given.map(([method, text, times = 1]) => logLine(LEVELS[method], keptText(text.repeat(times), keeps))),
      ),
    }),
});
