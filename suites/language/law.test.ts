import test from 'tape';
import { partnersOf } from '../targets/support/partners.js';
import { list, logLine, record } from './expectation.js';
import { exchange } from './law.js';
import type { LogLine } from './observation.js';

test('an exchange waits for as many log lines as it expects', async (t) => {
  const line: LogLine = { level: 'warn', message: 'late' };
  const law = exchange({
    needs: ['log'],
    setup: [],
    send: () => ({ requests: [] }),
    expect: () => record({ responses: list(), log: list(logLine('warn', 'late'), logLine('warn', 'late')) }),
  });
  const trials = law({}).trials((path) => path);
  const host = { request: async () => ({ closed: true as const }), connect: () => Promise.reject(new Error('no')) };
  const late = partnersOf({ host, log: { lines: async (atLeast = 0) => Array.from({ length: atLeast }, () => line) } });
  t.deepEqual('one' in trials && (await trials.one.hold?.(late)), { responses: [], log: [line, line] });
});
