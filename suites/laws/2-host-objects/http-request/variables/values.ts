/** 2/http-request-object: r.variables and r.rawVariables. Oracles: the configuration, the request, what was assigned. */
import fc from 'fast-check';
import type { Step } from '../../../../../spec/types/step.js';
import { decode, encode } from '../../../../language/encoding.js';
import {
  absent,
  anything,
  type ExpectedValue,
  list,
  not,
  record,
  responses,
  satisfies,
} from '../../../../language/expectation.js';
import { exchange } from '../../../../language/law.js';
import { block, directive, http, jsSet, jsVar, location, path } from '../../../../language/setup.js';
import { bytes, unicodeText } from '../../../support/arbitraries.js';
import { byRow, drawn, type RowLaw } from '../../../support/drawn.js';
import { encodedText, type LetterCase, letters, percent, SPELLED } from '../../../support/spelling.js';
import { oneLocation } from '../inputs.js';
import { follows, fromPlain, get, isRead, row, SCRIPT, type ScriptRow, set } from '../script.js';

/** Variables that scripts declare, with and without a value, and that scripts compute; nothing refers to `spec_fresh`. */
const DECLARED = http(
  jsVar('spec_text', 'initial'),
  jsVar('spec_empty'),
  jsVar('spec_count', '0'),
  jsSet('spec_seen', (r) => `<${r.variables.spec_text}>`),
  jsSet('spec_fresh', () => `${Math.random()}`),
  // How often the request computed it; the recorded number is the same in each run.
  jsSet('spec_kept', (r) => {
    const count = `${Number(r.variables.spec_count) + 1}`;
    r.variables.spec_count = count;
    return count;
  }),
);

const SET = {
  $spec_set: 'from-set',
  $spec_reference: '$spec_kept',
  $spec_other: '$http_referenced',
  $constructor: 'from-set',
};

const VARIABLES: RowLaw<ScriptRow> = {
  ...SCRIPT,
  setup: [
    DECLARED,
    ...oneLocation(follows, { set: Object.entries(SET) }),
    http(location('/([^/]+)/(x*)/(.*)$', { js_content: follows }, 'regex')),
  ],
  send: (row, at) => SCRIPT.send({ headers: Object.entries({ Foo: 'bar', Referenced: 'baz' }), ...row }, at),
};

export const readsVariables = byRow(VARIABLES, fromPlain);

/** As text and as bytes. */
const reads = (name: string): Step[] => [get('variables', name), get('rawVariables', name)];
const both = (value: string): [string, Buffer] => [value, Buffer.from(value)];
const assigns = (name: string, value: string, raw = false): Step =>
  raw ? set('rawVariables', name, encode(Buffer.from(value))) : set('variables', name, value);

type VariableRow = { variable: string; value: string; assigned?: 'text' | 'bytes'; query?: string };

/** A variable, assigned or unchanged. */
export const hasValue = byRow(VARIABLES, ({ variable, value, assigned, query = '' }: VariableRow) => {
  const first = assigned === undefined ? [] : [assigns(variable, value, assigned === 'bytes')];
  return row([...first, ...reads(variable)], { read: both(value) }, { target: query });
});

type CaseRow = VariableRow & { readonly as: LetterCase };

/** A variable that is assigned in one letter case and read in any; its own name comes last, so that no other variable was made. */
export const hasValueIn = byRow(VARIABLES, ({ variable, value, assigned, as }: CaseRow) => {
  const names = [...Object.values(SPELLED).map((spelled) => spelled(variable)), variable];
  const given = [assigns(SPELLED[as](variable), value, assigned === 'bytes'), ...names.flatMap(reads)];
  return row(given, { read: names.flatMap(() => both(value)) });
});

/** Variables that the host defines, each in a header after the handler has ended; other cases test unreferenced ones. */
const KNOWN = ['args', 'document_uri', 'host', 'query_string', 'uri'];
const headerOf = (variable: string): string => `X-Seen-${variable}`;

const SEEN: RowLaw<ScriptRow> = {
  ...SCRIPT,
  setup: oneLocation(follows, { add_header: KNOWN.map((name) => [headerOf(name), `$${name}`, 'always']) }),
};

interface KnownRow {
  readonly variable: string;
  readonly first?: 'text' | 'bytes';
  readonly assigned?: 'text' | 'bytes';
  /** Nothing is read as bytes, which older hosts lack. */
  readonly onlyText?: boolean;
}

/** Each holds the assigned value, for scripts and for the host, even if a script has read it first. */
export const holdsAssigned = byRow(SEEN, ({ variable, first, assigned, onlyText = false }: KnownRow) => {
  const before = reads(variable).filter((_, at) => first === (at === 0 ? 'text' : 'bytes'));
  const after = reads(variable).slice(0, onlyText ? 1 : 2);
  const given = [...before, assigns(variable, 'x', assigned === 'bytes'), ...after];
  const read = [...before.map(() => anything), ...both('x').slice(0, after.length)];
  return row(given, { read, headers: { [headerOf(variable)]: list('x') } }, { target: '?a=1' });
});

/** A variable that is not writable keeps its value, or does not get the assigned one. */
export const keepsValue = byRow(VARIABLES, ({ variable, value }: { variable: string; value?: string }) => {
  const kept = value === undefined ? both('assigned').map(not) : both(value);
  const given = [false, true].flatMap((raw) => [assigns(variable, 'assigned', raw), ...reads(variable)]);
  return row(given, { read: [...kept, ...kept], threw: anything });
});

/** So many of four reads, as text and as bytes, differ. */
export const readsDifferent = byRow(VARIABLES, ({ variable, different }: { variable: string; different: number }) => {
  const read = satisfies(`eight values, ${different} of them different`, (all) => {
    const values: readonly unknown[] = Array.isArray(all) ? all : [];
    if (values.length !== 8 || values.includes(undefined)) return 'a value is missing';
    return new Set(values.map(String)).size === different || 'more or less are different';
  });
  const given = [1, 2, 3, 4].flatMap(() => reads(variable));
  return row(given, { read });
});

/** What the groups of the location's pattern match, each read by text and by number; undefined before scripts have captures. */
type CaptureRow = { readonly path: string; readonly captures?: readonly ExpectedValue[] };

const captured = ({ path, captures = [absent, absent, absent] }: CaptureRow): ScriptRow => {
  const given = captures.flatMap((_, i): Step[] => [get('variables', i + 1), get('variables', i + 1)]);
  return row(given, { read: captures.flatMap((capture) => [capture, capture]) }, { target: path });
};

export const hasCaptures = byRow(VARIABLES, captured);

/** All kinds of regular expressions that the host matches with a request. */
const CAPTURING: RowLaw<ScriptRow> = {
  ...SCRIPT,
  setup: [
    http(
      location('/many/(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)(l)$', { js_content: follows }, 'regex'),
      location('/named/(?<spec_first>[^/]+)/(x)/(?<spec_third>.*)$', { js_content: follows }, 'regex'),
      location('/optional/(a)?(b)?(c)$', { js_content: follows }, 'regex'),
      location('/nested/', { location: block(['~', path('/nested/(.)(.*)$')], { js_content: follows }) }, 'prefix'),
      location(
        '/over/(.)(.)$',
        { if: block(['($arg_over', '~', '^(.)(.)(.))'], { set: ['$spec_over', '1'] }), js_content: follows },
        'regex',
      ),
      location('/rewritten/', { rewrite: ['^.*/(.+)-(.+)$', '/to', 'break'], js_content: follows }, 'prefix'),
      location('/plain', { js_content: follows }),
    ),
  ],
};

export const readsCaptures = byRow(CAPTURING, fromPlain);

type Captures = { readonly target: string; readonly numbers: readonly number[]; readonly captures: readonly string[] };

const NONE: readonly ExpectedValue[] = [absent, absent, absent, absent];

/** Captures cannot be assigned; numbers after the last capture are not variables. */
export const keepsCaptures = byRow(CAPTURING, ({ target, numbers, captures }: Captures) => {
  const given = numbers.flatMap((n) => [false, true].flatMap((raw) => [assigns(`${n}`, 'x', raw), ...reads(`${n}`)]));
  const read = numbers.flatMap((_, i): readonly ExpectedValue[] => {
    const of = captures[i];
    return of === undefined ? NONE : [...both(of), ...both(of)];
  });
  return row(given, { read, threw: anything }, { target });
});

const part = encodedText(fc.oneof(letters, fc.constantFrom(...' !&+,;=@é€漢')), 0, 5);

/** A letter followed by bytes, without one of them. */
const bytesBut = (min: number, without: number): fc.Arbitrary<Buffer> =>
  fc
    .uint8Array({ min, minLength: 1, maxLength: 16 })
    .map((drawn) => Buffer.concat([Buffer.from('a'), drawn.filter((byte) => byte !== without)]));

/** A declared variable is assigned strings in sequence: scripts read them, and so does the script that computes another variable. */
const takes = (texts: readonly string[], raw: boolean): ScriptRow => {
  const after: Step[] = [...reads('spec_text'), ['r.variables.spec_seen']];
  const given = texts.flatMap((text) => [assigns('spec_text', text, raw), ...after]);
  return row(given, { read: texts.flatMap((text) => [...both(text), `<${text}>`]) });
};

export const isSeen = byRow(VARIABLES, ({ value, assigned = 'text' }: Pick<VariableRow, 'value' | 'assigned'>) =>
  takes([value], assigned === 'bytes'),
);

const BYTES = { $buffer: '00ff80e2826100' };
const KINDS = { buffers: ['Buffer', 'part-of-buffer', 'part-of-part'], views: ['Uint8Array', 'DataView'], after: [] };

/** Views of a larger memory, overwritten after the assignment. The value stays, even if a read Buffer is overwritten. */
function viewSteps(of: keyof typeof KINDS): Step[] {
  const each = ['spec_text', 'spec_empty', 'spec_set'].flatMap((name) => {
    const assigned = (kind: string): Step[] => [
      { make: ['view', kind, BYTES], as: 'view', shown: false },
      { on: 'r.rawVariables', set: [name, '$view'] },
      ['$view', 'fill', 43],
      get('rawVariables', name),
    ];
    const found: Step = { on: 'r.rawVariables', get: name, as: 'found', shown: false };
    const overwritten = [...assigned('Buffer'), found, ['$found', 'fill', 44], get('rawVariables', name)];
    return of === 'after' ? [overwritten] : KINDS[of].map(assigned);
  });
  return each.flat();
}

export const hasViews = byRow(VARIABLES, ({ of }: { readonly of: keyof typeof KINDS }) => {
  const steps = viewSteps(of);
  return row(steps, { read: steps.filter(isRead).map(() => decode(BYTES)), threw: of === 'views' ? anything : [] });
});

/** Arguments or script variables with names of lengths around block sizes, each a prefix of the next. */
const LENGTHS = [1, 2, 7, 8, 15, 16, 31, 32, 33, 59, 60, 61, 63, 64, 65, 66, 127, 128, 129, 200, 255, 256, 257];
const longNames = (of: 'arguments' | 'declared', lengths: readonly number[]) =>
  lengths.map((length) => (of === 'declared' ? 'spec_named_' : 'arg_') + 'name'.repeat(65).slice(0, length));

export const hasNames = exchange({
  setup: [
    http(
      directive('variables_hash_bucket_size', '512'),
      directive('variables_hash_max_size', '4096'),
      ...longNames('declared', LENGTHS).map((name) => jsVar(name, `${name.length}`)),
    ),
    ...SCRIPT.setup,
  ],
  send: ({ of }: { of: 'arguments' | 'declared' }, at) => {
    const query = longNames('arguments', LENGTHS).map((name) => `${name.slice(4)}=${name.length}`);
    const given = longNames(of, [...LENGTHS, 250]).flatMap((name) => [...reads(name), ...reads(name.toUpperCase())]);
    return SCRIPT.send(row(given, {}, { target: `?${query.join('&')}` }), at);
  },
  expect: ({ of }) => {
    const values = longNames(of, LENGTHS).map((name) => `${name.length}`);
    const read = [...values.flatMap((value) => [...both(value), ...both(value)]), ...NONE];
    return responses([{ answer: record({ read: list(...read) }) }]);
  },
});

const SEVERAL = { minLength: 1, maxLength: 12 };
const severalTexts = fc.array(unicodeText(24), SEVERAL);

export const hasDrawnValues = drawn(VARIABLES, {
  text: () => severalTexts.map((texts) => takes(texts, false)),
  'bytes-of-text': () => severalTexts.map((texts) => takes(texts, true)),
  bytes: () =>
    fc.array(bytes(32), SEVERAL).map((all) => {
      const read = all.map((one) => Buffer.from(one));
      const name = 'spec_empty';
      return row(
        read.flatMap((one) => [set('rawVariables', name, encode(one)), get('rawVariables', name)]),
        { read },
      );
    }),
  'any-captures': () =>
    fc
      .tuple(part, fc.constantFrom('x', 'xx', 'xxx'), part)
      .map(([a, x, b]) =>
        captured({ path: `a${a.encoded}/${x}/b${b.encoded}`, captures: [`a${a.text}`, x, `b${b.text}`] }),
      ),
  'captured-bytes': () =>
    bytesBut(1, 0x2f).map((of) => row([get('rawVariables', 1)], { read: [of] }, { target: `${percent(of)}/x/b` })),
  /** Bytes of a header that are not text. */
  'header-bytes': () =>
    bytesBut(0x21, 0x7f).map((of) =>
      row([['r.rawVariables.http_foo']], { read: [of] }, { headers: [['Foo', of.toString('latin1')]] }),
    ),
});
