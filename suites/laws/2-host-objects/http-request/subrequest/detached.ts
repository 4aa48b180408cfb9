/** 2/http-request-object-methods/rule-3: subrequests whose response is ignored. The log file is observed. */
import type { Plain } from '../../../../../spec/types/requirement.js';
import { asciiJson, decode } from '../../../../language/encoding.js';
import { list, logLine, typed } from '../../../../language/expectation.js';
import { http, jsSet, location, type Setup } from '../../../../language/setup.js';
import { byRow, type RowLaw } from '../../../support/drawn.js';
import { ASKING, type Ask, type AskRow, type Conduct, computes, plays } from './handlers.js';
import { CLIENT } from './rows.js';

/** Detached subrequests of the handler of `from`: they are served, and the client receives nothing of them. */
interface DetachedRow {
  readonly pass: Plain;
  readonly gives?: Conduct;
  readonly sees: readonly string[];
  readonly logged: readonly Plain[];
  readonly uri?: string;
  /** A variable may be read by the handler, or by the host for a header of the client's response. */
  readonly from?: 'content' | 'variable' | 'header';
  readonly times?: number;
  readonly next?: true;
}

const VARIABLE = jsSet('spec_detaching', computes);
const DETACHING: Setup = [http(VARIABLE, location('/', { js_content: plays }, 'prefix'))];
const FOR_HEADER: Setup = [
  http(
    VARIABLE,
    location('/', { js_content: plays, add_header: ['X-Computed', '$spec_detaching', 'always'] }, 'prefix'),
    location('/in/', { js_content: plays }, 'prefix'),
  ),
];

/** The host processes subrequests before timers. */
const RESTS = 5;

const LOGGED: RowLaw<AskRow> = { ...ASKING, needs: ['log'], setup: DETACHING };

function detached(of: DetachedRow): AskRow {
  const { pass, gives = {}, sees, logged, uri = 'in/a', from = 'content', times = 1, next } = of;
  const asks = Array.from({ length: times }, (): Ask => [uri, pass]);
  const outcomes = asks.map(() => 'returned').join(' ');
  const main: { readonly [from in typeof from]: Conduct } = {
    content: { asks },
    variable: { sees: ['variables.spec_detaching'] },
    header: { begins: true },
  };
  const lines = asks.map(() => logLine('warn', asciiJson(decode(logged))));
  const row: AskRow = {
    ...CLIENT,
    main: { ...main[from], rests: RESTS },
    variable: from === 'content' ? {} : { asks },
    inner: { a: { ...gives, logs: true, sees } },
    want: {
      status: 203,
      headers: { 'X-Inner': [], 'X-Computed': from === 'header' ? [outcomes] : [] },
      ...(from === 'variable' ? { sees: list(outcomes) } : {}),
      log: next ? [...lines, ...lines] : lines,
    },
  };
  return next ? { ...row, next: [row] } : row;
}

export const detaches = byRow(
  { ...LOGGED, setup: ({ from }: DetachedRow) => (from === 'header' ? FOR_HEADER : DETACHING) },
  detached,
);

/** Each of so many makes the next one. */
export const detachesInTurn = byRow(LOGGED, ({ depth }: { readonly depth: number }): AskRow => {
  const levels = Array.from({ length: depth }, (_, i) => i + 1);
  const asks = (level: number): readonly Ask[] =>
    level > depth ? [] : [[`in/l${level}`, { detached: true, args: `n=${level}` }]];
  const does = (level: number): Conduct => ({ logs: true, sees: ['args.n'], asks: asks(level + 1) });
  const inner = levels.map((level) => [`l${level}`, does(level)] as const);
  return {
    main: { asks: asks(1), rests: RESTS },
    inner: Object.fromEntries(inner),
    want: { status: 203, log: levels.map((level) => logLine('warn', `["${level}"]`)) },
  };
});

/** A detached subrequest with a callback is refused and not made. */
export const refusesCallback = byRow(
  LOGGED,
  ({ pass }: { readonly pass: Plain }): AskRow => ({
    main: { asks: [['in/a', pass]], way: 'called', looks: ['status'], rests: RESTS },
    inner: { a: { logs: true, sees: ['method'] } },
    want: { status: 203, read: list(typed('string')), log: [] },
  }),
);
