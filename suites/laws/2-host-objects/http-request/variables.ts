/** 2/http-request-object: r.variables and r.rawVariables. Oracles: the configuration, the request, what was assigned. */
import fc from 'fast-check';
import { encode } from '../../../language/encoding.js';
import { absent, anything, type Expectation, type Expected, not, record, satisfies } from '../../../language/expectation.js';
import { property } from '../../../language/law.js';
import { http, jsSet, jsVar } from '../../../language/setup.js';
import { unicodeText } from '../../support/arbitraries.js';
import { byRow, drawn, type RowLaw } from '../../support/drawn.js';
import { encodedText, letters, oneLocation, percent } from './inputs.js';
import { type Does, follows, fromPlain, type Row, row, SCRIPT } from './script.js';

/** Variables that scripts declare, with and without a value, and what scripts compute; nothing refers to `spec_fresh`. */
const DECLARED = http(
  jsVar('spec_text', 'initial'),
  jsVar('spec_empty'),
  jsSet('spec_seen', (r) => `<${r.variables.spec_text}>`),
  jsSet('spec_fresh', () => `${Math.random()}`),
  jsSet('spec_kept', () => `${Math.random()}`),
);

const SET = [
  ['$spec_set', 'from-set'],
  ['$spec_reference', '$spec_kept'],
  ['$spec_other', '$http_referenced'],
];

const VARIABLES: RowLaw<Row> = {
  setup: [
    DECLARED,
    ...oneLocation(follows, { set: SET }),
    ...oneLocation(follows, {}, { path: '/([^/]+)/(x*)/(.*)$', match: 'regex' }),
  ],
  send: (row, at) =>
    SCRIPT.send(
      {
        headers: [
          ['Foo', 'bar'],
          ['Referenced', 'baz'],
        ],
        ...row,
      },
      at,
    ),
  expect: SCRIPT.expect,
};

export const scripts = byRow(VARIABLES, fromPlain);

/** As text and as bytes. */
const reads = (name: string): Does[] => [[`variables.${name}`], [`rawVariables.${name}`]];
const both = (value: string): [string, Buffer] => [value, Buffer.from(value)];
const assigns = (name: string, value: string, raw = false): Does =>
  raw ? [`rawVariables.${name}`, encode(Buffer.from(value))] : [`variables.${name}`, value];

/** A variable, after it was assigned or as it is. */
interface Valued {
  readonly variable: string;
  readonly value: string;
  readonly assigned?: 'text' | 'bytes';
  readonly query?: string;
}

export const hasValue = byRow(VARIABLES, ({ variable, value, assigned, query = '' }: Valued) => {
  const first = assigned === undefined ? [] : [assigns(variable, value, assigned === 'bytes')];
  return row([...first, ...reads(variable)], { read: both(value) }, { target: query });
});

/** A variable that is not writable keeps its value, or stays without the one that is assigned. */
export const keepsValue = byRow(VARIABLES, ({ variable, value }: { variable: string; value?: string }) => {
  const kept = value === undefined ? both('assigned').map(not) : both(value);
  const given = [false, true].flatMap((raw) => [assigns(variable, 'assigned', raw), ...reads(variable)]);
  return row(given, { read: [...kept, ...kept], threw: anything });
});

const values = (different: number): Expectation =>
  satisfies(`eight values, ${different} of them different`, (read) => {
    const values: readonly unknown[] = Array.isArray(read) ? read : [];
    if (values.length !== 8 || values.includes(undefined)) return 'a value is missing';
    return new Set(values.map(String)).size === different || 'more or less are different';
  });

export const readsDifferent = byRow(VARIABLES, ({ variable, different }: { variable: string; different: number }) =>
  row(
    [1, 2, 3, 4].flatMap(() => reads(variable)),
    { read: values(different) },
  ),
);

/** Each read by text and by number. */
const captured = (path: string, captures: readonly Expected[]): Row =>
  row(
    captures.flatMap((_, i): Does[] => [[`variables.${i + 1}`], [`index variables.${i + 1}`]]),
    { read: captures.flatMap((capture) => [capture, capture]) },
    { target: path.slice(1) },
  );

/** What the parts of the location's pattern match; nothing, where scripts are not told. */
export const hasCaptures = byRow(VARIABLES, ({ path, captures }: { path: string; captures?: readonly string[] }) =>
  captured(path, captures ?? [absent, absent, absent]),
);

const part = encodedText(fc.oneof(letters, fc.constantFrom(...' !&+,;=@é€漢')), 0, 5);

/** A letter and bytes behind it, without one of them. */
const bytesBut = (min: number, without: number): fc.Arbitrary<Buffer> =>
  fc
    .uint8Array({ min, minLength: 1, maxLength: 16 })
    .map((bytes) => Buffer.concat([Buffer.from('a'), bytes.filter((byte) => byte !== without)]));

export const hasDrawn = drawn(VARIABLES, {
  'any-captures': () =>
    fc
      .tuple(part, fc.constantFrom('x', 'xx', 'xxx'), part)
      .map(([a, x, b]) => captured(`/a${a.encoded}/${x}/b${b.encoded}`, [`a${a.text}`, x, `b${b.text}`])),
  'captured-bytes': () =>
    bytesBut(1, 0x2f).map((bytes) =>
      row([['index rawVariables.1']], { read: [bytes] }, { target: `${percent(bytes)}/x/b` }),
    ),
  /** Bytes of a header that are no text. */
  'header-bytes': () =>
    bytesBut(0x21, 0x7f).map((bytes) =>
      row([['rawVariables.http_foo']], { read: [bytes] }, { headers: [['Foo', bytes.toString('latin1')]] }),
    ),
});

type Taken = { readonly text?: string; readonly value: string | Buffer };

/** A declared variable is given texts, or bytes: scripts read them, and so does the script that computes another. */
export const takesDrawn = property({
  setup: [DECLARED],
  inputs: ({ draw }: { draw: 'text' | 'bytes' | 'bytes-of-text' }): fc.Arbitrary<Taken> =>
    draw === 'bytes'
      ? fc.uint8Array({ maxLength: 32 }).map((bytes) => ({ value: Buffer.from(bytes) }))
      : unicodeText(24).map((text) => ({ text, value: draw === 'text' ? text : Buffer.from(text) })),
  probe: ({ text, value }, t) => {
    if (typeof value === 'string') t.r.variables.spec_text = value;
    else t.r.rawVariables.spec_text = value;
    // Only bytes that are text are read as text.
    const texts = text === undefined ? [] : [t.r.variables.spec_text, t.r.variables.spec_seen];
    return { bytes: t.r.rawVariables.spec_text, texts: texts };
  },
  expect: ({ text, value }) =>
    record({ bytes: Buffer.from(value), texts: text === undefined ? [] : [text, `<${text}>`] }),
});
