/** 2/stream-session-methods, 3/console: methods of a session and of the console that log. The log file is observed. */
import type { Step } from '../../../../spec/types/step.js';
import { list, logLine, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import { type Keeps, keptText, LEVELS, type LogCall } from '../../support/logged.js';
import { handledBy, type SessionPlace } from './places.js';

interface SessionLogRow {
  readonly where: SessionPlace;
  /** The default is the session. */
  readonly on?: 'console';
  /** A callback of the event `exit` makes the calls. */
  readonly atExit?: boolean;
  readonly given: readonly LogCall[];
  readonly keeps?: Keeps;
}

/** Each call of a handler of that place writes a line. */
export const logs = conversation<SessionLogRow>({
  needs: ['stream', 'log'],
  setup: ({ where, on = 's', atExit = false, given }) => {
    const calls = given.flatMap(([method, text, times = 1], i) => [
      { make: ['text', text, times, ''], as: `text${i}` },
      [on, method, `$text${i}`],
    ]);
    const later: readonly Step[] = [
      { make: ['callback', { steps: calls }], as: 'last' },
      ['rt', 'on', 'exit', '$last'],
    ];
    return handledBy({ where, steps: atExit ? later : calls, sends: '<$spec_set>' });
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
