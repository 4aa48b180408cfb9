/** 2/http-request-object-methods: r.log, r.warn and r.error. The log file is observed. */

import fc from 'fast-check';
import type { Step } from '../../../../spec/types/step.js';
import { anything, logLine } from '../../../language/expectation.js';
import { byRow, drawn, type RowLaw } from '../../support/drawn.js';
import { type Keeps, keptText, LEVELS, type LogCall } from '../../support/logged.js';
import { ascii } from './inputs.js';
import { call, literal, row, SCRIPT, type ScriptRow } from './script.js';

const LOGGED: RowLaw<ScriptRow> = { ...SCRIPT, needs: ['log'] };
/** Methods of `r`, and levels of `srv.log`. */
const ALL_LEVELS = { ...LEVELS, 'srv.INFO': 'info', 'srv.WARN': 'warn', 'srv.ERR': 'error' } as const;
type LevelName = keyof typeof ALL_LEVELS;

/** Calls; `buffer` passes the bytes of strings, and `hex` the bytes that they spell. */
type LogRow = {
  readonly given: readonly LogCall<LevelName>[];
  readonly keeps?: Keeps;
  readonly buffer?: true;
  readonly hex?: true;
};

function logged({ given, keeps = 'all', buffer, hex }: LogRow): ScriptRow {
  const calls = given.map(([by, text, times = 1]) => [by, Buffer.from(text.repeat(times), hex && 'hex')] as const);
  const steps = calls.flatMap(([by, bytes]): Step[] => {
    const passed = buffer || hex ? { $buffer: bytes.toString('hex') } : bytes.toString();
    return by.startsWith('srv.')
      ? [{ get: by.slice(4), on: 'srv', as: 'level', shown: false }, ['srv', 'log', '$level', literal(passed)]]
      : [call(by, passed)];
  });
  return row(steps, {
    read: anything,
    log: calls.map(([by, bytes]) => logLine(ALL_LEVELS[by], keptText(bytes.toString(), keeps))),
  });
}

export const writesLog = byRow(LOGGED, logged);

const text = fc.string({ unit: fc.oneof(ascii, fc.constantFrom(...'éж€漢\u{1f600}')), maxLength: 60 });

export const writesDrawnLog = drawn(LOGGED, {
  any: ({ method = 'log' }: { readonly method?: LevelName }) => text.map((one) => logged({ given: [[method, one]] })),
  'in-order': () =>
    fc
      .array(fc.tuple(fc.constantFrom('log', 'warn', 'error'), text), { minLength: 2, maxLength: 6 })
      .map((given) => logged({ given })),
  /** Around the limit, and far longer. */
  'no-more': ({ method = 'log' }: { readonly method?: LevelName }) =>
    fc
      .tuple(
        fc.constantFrom('a', 'é', '€', '\u{1f600}', 'abcdefghij'),
        fc.oneof(fc.integer({ min: 1900, max: 2200 }), fc.integer({ min: 2049, max: 20000 })),
      )
      .map(([some, bytes]) =>
        logged({ given: [[method, some, Math.ceil(bytes / Buffer.byteLength(some))]], keeps: 'no-more' }),
      ),
});
