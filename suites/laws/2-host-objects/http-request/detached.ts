/** 2/http-request-object-methods/rule-3: subrequests whose response is ignored. The log file is observed. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { list, logLine, typed } from '../../../language/expectation.js';
import { http, jsSet, location, type Setup } from '../../../language/setup.js';
import { byRow, type RowLaw } from '../../support/drawn.js';
import { ASKING, type Ask, type AskRow, computes, type Does, plays } from './asking.js';
import { CLIENT } from './inner-request.js';

/** Detached subrequests, made by the handler of `from`: they are served, and nothing of them comes to the client. */
interface Detached {
  readonly pass: Plain;
  readonly gives?: Does;
  readonly sees: readonly string[];
  readonly logged: readonly Plain[];
  readonly uri?: string;
  readonly from?: 'content' | 'variable';
  readonly times?: number;
  readonly next?: true;
}

const DETACHING: Setup = [http(jsSet('spec_detaching', computes), location('/', { js_content: plays }, 'prefix'))];

const RESTS = 20;

const LOGGED: RowLaw<AskRow> = { ...ASKING, needs: ['log'], setup: DETACHING };

export const detaches = byRow(
  LOGGED,
  ({ pass, gives = {}, sees, logged, uri = 'in/a', from = 'content', times = 1, next }: Detached): AskRow => {
    const asks = Array.from({ length: times }, (): Ask => [uri, pass]);
    const isComputed = from === 'variable';
    const row: AskRow = {
      ...CLIENT,
      main: { ...(isComputed ? { sees: ['variables.spec_detaching'] } : { asks }), rests: RESTS },
      variable: isComputed ? { asks } : {},
      inner: { a: { ...gives, logs: true, sees } },
      want: {
        status: 203,
        headers: { 'X-Inner': [] },
        ...(isComputed ? { sees: list(asks.map(() => 'returned').join(' ')) } : {}),
        log: asks.flatMap(() => [logLine('warn', JSON.stringify(decode(logged)))]),
      },
    };
    const { log = [], ...want } = typeof row.want === 'function' ? {} : row.want;
    return next ? { ...row, next: [row], want: { ...want, log: [...log, ...log] } } : row;
  },
);

/** Each of so many makes the next one. */
export const detachesInTurn = byRow(LOGGED, ({ depth }: { readonly depth: number }): AskRow => {
  const levels = Array.from({ length: depth }, (_, i) => i + 1);
  const asks = (level: number): readonly Ask[] =>
    level > depth ? [] : [[`in/l${level}`, { detached: true, args: `n=${level}` }]];
  const inner = levels.map((level): [string, Does] => [
    `l${level}`,
    { logs: true, sees: ['args.n'], asks: asks(level + 1) },
  ]);
  return {
    main: { asks: asks(1), rests: RESTS },
    inner: Object.fromEntries(inner),
    want: { status: 203, log: levels.map((level) => logLine('warn', `["${level}"]`)) },
  };
});

/** A detached one that has a callback as well is refused, and not made. */
export const refusesCallback = byRow(
  LOGGED,
  ({ pass }: { readonly pass: Plain }): AskRow => ({
    main: { asks: [['in/a', pass]], way: 'called', looks: ['status'], rests: RESTS },
    inner: { a: { logs: true, sees: ['method'] } },
    want: { status: 203, read: list(typed('string')), log: [] },
  }),
);
