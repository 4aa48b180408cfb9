/** 2/http-request-object-methods/rule-3: subrequests whose response is ignored. The log file is observed. */
import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import { asciiJson, decode } from '../../../../language/encoding.js';
import { type Expectation, list, logLine, record, typed } from '../../../../language/expectation.js';
import { http, jsSet, location, type Setup } from '../../../../language/setup.js';
import type { HttpRequestObject } from '../../../../language/world.js';
import { byRow, type RowLaw } from '../../../support/drawn.js';
import { liftedWith } from '../../../support/lifted-with.js';
import { call, get, type HandlerInput, row, type ScriptRow, STEPS } from '../script.js';
import { ASKING, answering, asking, named, plays } from './handlers.js';
import { CLIENT } from './rows.js';

/** Detached subrequests of the handler of `from`: they are served, and the client receives nothing of them. */
interface DetachedRow {
  readonly pass: Plain;
  readonly sees: readonly string[];
  readonly logged: readonly Plain[];
  /** The answer of the subrequest's handler, after it has logged. */
  readonly gives?: readonly Step[];
  readonly uri?: string;
  /** A variable may be read by the handler, or by the host for a header of the client's response. */
  readonly from?: 'content' | 'variable' | 'header';
  readonly times?: number;
  readonly next?: true;
}

const VARIABLE = jsSet(
  'spec_detaching',
  liftedWith(
    (r: HttpRequestObject, t, follow, report) => {
      const input: HandlerInput = t.input(r);
      return follow(t, Object(input.inner).variable, {}, report, () => undefined);
    },
    ...STEPS,
  ),
);
const DETACHING: Setup = [http(VARIABLE), ...ASKING.setup];
const FOR_HEADER: Setup = [
  http(
    VARIABLE,
    location('/', { js_content: plays, add_header: ['X-Computed', '$spec_detaching', 'always'] }, 'prefix'),
    location('/in/', { js_content: plays }, 'prefix'),
  ),
];

/** The host processes subrequests before timers. */
const RESTS: Step = { make: ['wait', 5], await: 'promise' };

const LOGGED: RowLaw<ScriptRow> = { ...ASKING, needs: ['log'] };

/** Logs members of the request as a list in JSON. */
const logging = (members: readonly string[]): Step[] => [
  ...members.map((path, i) => named(`seen${i}`, { on: `r.${path}`, call: [] })),
  named('all', { make: ['list', ...members.map((_, i) => `$seen${i}`)] }),
  { on: 'JSON', call: ['stringify', '$all'], as: 'text' },
  ['r', 'warn', '$text'],
];

function detached(of: DetachedRow): ScriptRow {
  const { pass, gives = answering(200), sees, logged, uri = '~/in/a', from = 'content', times = 1, next } = of;
  const asks = Array.from({ length: times }, () => call('subrequest', uri, pass));
  const variable = { steps: asks, gives: 'x' };
  const begins: Step[] = [{ set: ['status', 203] }, call('sendHeader')];
  const steps = { content: asks, variable: [get('variables', 'spec_detaching')], header: begins };
  const log = Array<Expectation>(times * (next ? 2 : 1)).fill(logLine('warn', asciiJson(decode(logged))));
  const headers = { 'X-Inner': [], 'X-Computed': from === 'header' ? ['x'] : [] };
  const want = { status: 203, headers, read: from === 'variable' ? ['x'] : [], log };
  const request = { ...CLIENT, inner: { a: [...logging(sees), ...gives], variable } };
  const one = row([...steps[from], RESTS], want, request);
  return next ? { ...one, next: [one] } : one;
}

export const detaches = byRow(
  { ...LOGGED, setup: ({ from }: DetachedRow) => (from === 'header' ? FOR_HEADER : DETACHING) },
  detached,
);

/** Each of so many makes the next one. */
export const detachesInTurn = byRow(LOGGED, ({ depth }: { readonly depth: number }): ScriptRow => {
  const levels = Array.from({ length: depth }, (_, i) => i + 1);
  const asks = (level: number): readonly Step[] =>
    level > depth ? [] : [['r', 'subrequest', `~/in/l${level}`, { detached: true, args: `n=${level}` }]];
  const does = (level: number): readonly Step[] => [
    { ...get('args', 'n'), as: 'level', shown: false },
    ['r', 'warn', '$level'],
    ...asks(level + 1),
  ];
  const inner = Object.fromEntries(levels.map((level) => [`l${level}`, does(level)] as const));
  const log = levels.map((level) => logLine('warn', `${level}`));
  return row([...asks(1), RESTS], { status: 203, log }, { inner });
});

/** A detached subrequest with a callback is refused and not made. */
export const refusesCallback = byRow(LOGGED, ({ pass }: { readonly pass: Plain }): ScriptRow => {
  const read = list(record({ threw: typed('string') }));
  const inner = { a: [['r', 'warn', 'asked']] };
  return row([...asking([['~/in/a', pass]], 'called', []), RESTS], { status: 203, read, log: [] }, { inner });
});
