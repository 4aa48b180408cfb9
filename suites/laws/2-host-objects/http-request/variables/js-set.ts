/** 2/http-request-object-methods/r-set-return-value: variables that handlers of js_set compute. */

import fc from 'fast-check';
import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import { decode } from '../../../../language/encoding.js';
import { responses } from '../../../../language/expectation.js';
import { exchange } from '../../../../language/law.js';
import {
  directive,
  type HttpHandler,
  http,
  jsSet,
  jsVar,
  location,
  type Settings,
  type Setup,
} from '../../../../language/setup.js';
import { unicodeText } from '../../../support/arbitraries.js';
import { byRow, type RowLaw } from '../../../support/drawn.js';
import { oneLocation } from '../inputs.js';
import { drawnInPhases, inPhases, type PhasesRow } from '../phases.js';
import type { HandlerPlace } from '../placed-handlers.js';
import { call, follows, get, type HandlerSteps, PROMISE, row, SCRIPT, type ScriptRow } from '../script.js';

/** How a handler sets the value of its variable; a value that must not be seen is `other`. */
const OTHER: Step = call('setReturnValue', 'other');
const setting = (value: Plain): Step => call('setReturnValue', value);
const andGives = (gives: Plain, ...steps: readonly Step[]): HandlerSteps => ({ steps, gives });

const WAYS = {
  return: (value) => ({ gives: value }),
  set: (value) => [setting(value)],
  'set-twice': (value) => [OTHER, setting(value)],
  'set-after-promise': (value) => [PROMISE, setting(value)],
  'set-without-waiting': (value) => ({ async: true, steps: [setting(value)] }),
  'set-before-promise': (value) => [setting(value), PROMISE, ['r.method']],
  'set-before-and-after': (value) => [OTHER, PROMISE, setting(value)],
  'set-after-several': (value) => [PROMISE, PROMISE, PROMISE, setting(value), PROMISE],
  'set-twice-after-promise': (value) => [PROMISE, OTHER, setting(value)],
  'set-and-return': (value) => andGives('other', setting(value)),
  'return-and-set-later': (value) => andGives('other', PROMISE, setting(value)),
  resolve: (value) => andGives(value, PROMISE),
  'set-and-resolve': (value) => andGives('other', setting(value), PROMISE),
} satisfies { readonly [by: string]: (value: Plain) => HandlerSteps };

type ValueRow = { readonly by: keyof typeof WAYS; readonly value: Plain; readonly seen?: Plain };

/** The value as text and as bytes, each from its own call, since nothing refers to the variable; bytes alone are compared as bytes. */
const valuedBy = (set: HandlerSteps, value: string | Buffer): PhasesRow => {
  const reads = Buffer.isBuffer(value) ? [] : [['r.variables.spec_placed'] as const];
  return {
    steps: { set, content: [...reads, ['r.rawVariables.spec_placed']] },
    want: { status: 200, body: 'abc' },
    reports: { content: [{ read: [...reads.map(() => value), Buffer.from(value)] }] },
  };
};

export const hasValue = inPhases(({ by, value, seen = value }: ValueRow) => {
  const wanted = decode(seen);
  return valuedBy(WAYS[by](value), Buffer.isBuffer(wanted) ? wanted : String(wanted));
});

/** The result of a value in a header of the response, or in the handler of a place. */
const inHeader = (text: string) => ({ want: { status: 200, headers: { 'X-Foo': [text] } } });
const readIn = (place: HandlerPlace) => (text: string) => ({
  want: { status: 200 },
  reports: { [place]: [{ read: [text] }] },
});

const QUERIED = { steps: { 'inner-content': [['r.variables.args']] }, seen: readIn('inner-content') } as const;
const UPSTREAM = `http://127.0.0.1:$server_port\${uri}inner`;

/** Where a computed value is used, and the result there, between `<` and `>`. */
const USES = {
  returned: {
    settings: { return: ['200', '<$spec_referred>'] },
    seen: (text) => ({ want: { status: 200, body: text } }),
  },
  header: {
    settings: { add_header: ['X-Foo', '<$spec_referred>'] },
    seen: (text) => inHeader(Buffer.from(text).toString('latin1')),
  },
  copied: {
    settings: { set: ['$spec_copy', '<$spec_referred>'] },
    steps: { content: [['r.variables.spec_copy']] },
    seen: readIn('content'),
  },
  upstream: {
    settings: { proxy_pass: UPSTREAM, proxy_set_header: [['X-Foo', '<$spec_referred>']] },
    steps: { 'inner-content': [['r.headersIn.X-Foo']] },
    seen: readIn('inner-content'),
  },
  /** Only values that a target can hold. */
  proxied: { settings: { proxy_pass: `${UPSTREAM}?<$spec_referred>` }, ...QUERIED },
  rewritten: { settings: { rewrite: ['^(.*)$', '$1inner?<$spec_referred>', 'last'] }, ...QUERIED },
  tried: {
    settings: { try_files: ['/srvspec-none-$spec_referred', `\${uri}inner?<$spec_referred>`] },
    ...QUERIED,
  },
  mapped: {
    settings: { add_header: ['X-Foo', '$spec_mapped'] },
    seen: (text) => inHeader(text === '<yes>' ? 'mapped' : 'otherwise'),
  },
} satisfies { readonly [use: string]: Use };

interface Use {
  readonly settings: Settings;
  readonly steps?: PhasesRow['steps'];
  readonly seen: (text: string) => Pick<PhasesRow, 'want' | 'reports'>;
}

type UseRow = ValueRow & { readonly use: keyof typeof USES };

function used({ use, by, value, seen = value }: UseRow): PhasesRow {
  const { steps, seen: see }: Use = USES[use];
  return { steps: { ...steps, set: WAYS[by](value) }, ...see(`<${decode(seen)}>`) };
}

const around = ({ use }: Pick<UseRow, 'use'>) => ({ settings: USES[use].settings });

/** The configuration uses the value that the handler sets. */
export const isUsed = inPhases(used, around);

/** The configuration uses the value for this request, not that of an earlier one. */
export const isUsedInTurn = inPhases(
  ({ values, ...of }: Omit<UseRow, 'value'> & { readonly values: readonly Plain[] }) =>
    values.map((value) => used({ ...of, value })),
  around,
);

const countsCalls: HttpHandler = (r) => {
  r.variables.spec_calls = `${Number(r.variables.spec_calls) + 1}`;
  return r.variables.spec_calls;
};

/** A variable that may not be cached: each value comes from another call. */
export const isComputedEachTime = exchange({
  setup: [
    http(
      jsVar('spec_calls', '0'),
      directive('js_set', '$spec_renewed', countsCalls, 'nocache'),
      location('/fresh', {
        add_header: ['X-Foo', '$spec_renewed'],
        js_content: (r) => r.return(200, `${r.variables.spec_renewed} ${r.variables.spec_renewed}`),
      }),
    ),
  ],
  send: (_: object, at) => ({ requests: [{ target: at('/fresh') }] }),
  expect: () => responses([{ status: 200, body: '1 2', headers: { 'X-Foo': ['3'] } }]),
});

/** A string of so many characters, in the response and in a script. */
const LONG: Setup = [
  http(
    jsSet('spec_long_return', (r) => 'abcdefgh'.repeat(8192).slice(0, Number(r.args.length))),
    jsSet('spec_long_set', async (r) => {
      await undefined;
      r.setReturnValue('abcdefgh'.repeat(8192).slice(0, Number(r.args.length)));
    }),
    location('/return', { return: ['200', '$spec_long_return$spec_long_return'] }),
    location('/set', { return: ['200', '$spec_long_set$spec_long_set'] }),
  ),
];

export const hasLength = exchange({
  setup: LONG,
  send: ({ by, length }: { by: 'return' | 'set'; length: number }, at) => ({
    requests: [{ target: `${at(`/${by}`)}?length=${length}` }],
  }),
  expect: ({ length }) => responses([{ status: 200, body: 'abcdefgh'.repeat(8192).slice(0, length).repeat(2) }]),
});

type ValueWay = 'return' | 'set';

/** A variable that reads another, whose handlers set values in these ways. */
const BESIDE: RowLaw<ScriptRow> = {
  ...SCRIPT,
  setup: [
    http(
      jsSet('spec_inner_return', () => 'a'),
      jsSet('spec_inner_set', async (r) => {
        await undefined;
        r.setReturnValue('a');
      }),
      jsSet('spec_return_around_return', (r) => `<${r.variables.spec_inner_return}>`),
      jsSet('spec_return_around_set', (r) => `<${r.variables.spec_inner_set}>`),
      jsSet('spec_set_around_return', async (r) => {
        const inner = r.variables.spec_inner_return;
        await undefined;
        r.setReturnValue(`<${inner}>`);
      }),
      jsSet('spec_set_around_set', async (r) => {
        const inner = r.variables.spec_inner_set;
        await undefined;
        r.setReturnValue(`<${inner}>`);
      }),
    ),
    ...oneLocation(follows),
  ],
};

export const readsBeside = byRow(BESIDE, ({ inner, outer }: { readonly inner: ValueWay; readonly outer: ValueWay }) =>
  row([get('variables', `spec_${outer}_around_${inner}`), get('variables', `spec_inner_${inner}`)], {
    read: ['<a>', 'a'],
  }),
);

/** Strings and waits in sequence: the last string that was set counts, if the handler has waited before. */
const drawnTexts: fc.Arbitrary<PhasesRow> = fc
  .tuple(
    fc.array(fc.oneof(fc.constant(PROMISE), unicodeText(12).map(setting)), { maxLength: 5 }),
    unicodeText(24).map((text) => text.replaceAll('\0', '')),
    fc.boolean(),
  )
  .map(([before, last, waits]) => valuedBy([...before, PROMISE, setting(last), ...(waits ? [PROMISE] : [])], last));

export const setsDrawn = drawnInPhases(['set'], (_: object) => drawnTexts);
