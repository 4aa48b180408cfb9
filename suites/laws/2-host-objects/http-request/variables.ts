/** 2/http-request-object: r.variables and r.rawVariables. Oracles: the configuration, the request, what was assigned. */
import fc from 'fast-check';
import { type Expectation, equal, list, not, responses, satisfies } from '../../../language/expectation.js';
import { exchange, exchangeProperty, property } from '../../../language/law.js';
import { type HttpHandler, http, jsSet, jsVar } from '../../../language/setup.js';
import type { HttpRequest } from '../../../language/world.js';
import { encodedText, letters, oneLocation } from './inputs.js';

/** Variables that scripts declare, with and without a value, and one that a script computes from the first. */
const DECLARED = http(
  jsVar('spec_text', 'initial'),
  jsVar('spec_empty'),
  jsSet('spec_seen', (r: HttpRequest) => `<${r.variables.spec_text}>`),
);

/** Computed anew for each evaluation; nothing in the configuration refers to the first. */
const COMPUTED = http(
  jsSet('spec_fresh', () => `${Math.random()}`),
  jsSet('spec_kept', () => `${Math.random()}`),
);

/** Answers with the variable that the header `X-Variable` names: its text and its bytes. */
const answersVariable: HttpHandler = (r, t) => {
  const name: string = t.input(r);
  t.answer(r, [r.variables[name], r.rawVariables[name]]);
};

const SET = { set: ['$spec_set', 'from-set'] };

/** A variable, and its value. */
export const hasValue = exchange({
  setup: [DECLARED, ...oneLocation(answersVariable, SET)],
  send: ({ variable, query = '' }: { variable: string; value: string; query?: string }, at) => ({
    requests: [
      {
        method: 'GET',
        target: `${at('/')}${query}`,
        input: variable,
        headers: [['Foo', 'bar']],
      },
    ],
  }),
  expect: ({ value }) => responses([{ answer: [value, Buffer.from(value)] }]),
});

/** By a name after a dot and by a name in brackets. */
export const hasNames = exchange({
  setup: [
    DECLARED,
    ...oneLocation((r, t) => {
      const name = 'spec_text';
      t.answer(r, [r.variables.spec_text, r.variables[name], r.rawVariables.spec_text, r.rawVariables[name]]);
    }),
  ],
  send: (_: object, at) => ({ requests: [{ target: at('/') }] }),
  expect: () => responses([{ answer: ['initial', 'initial', Buffer.from('initial'), Buffer.from('initial')] }]),
});

const text = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    fc.constantFrom('\n', 'é', 'ж', '€', '漢', '\u{1f600}'),
  ),
  maxLength: 24,
});

/** A declared variable is given a text: scripts read it, and so does the script that computes another variable. */
export const takesText = property({
  setup: [DECLARED],
  inputs: (_: object) => text,
  probe: (value: string, t) => {
    t.r.variables.spec_text = value;
    return [t.r.variables.spec_text, t.r.rawVariables.spec_text, t.r.variables.spec_seen];
  },
  expect: (value) => equal([value, Buffer.from(value), `<${value}>`]),
});

/** A declared variable is given bytes, no matter whether they are text. */
export const takesBytes = property({
  setup: [DECLARED],
  inputs: (_: object) => fc.uint8Array({ maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
  probe: (bytes: Buffer, t) => {
    t.r.rawVariables.spec_empty = bytes;
    return t.r.rawVariables.spec_empty;
  },
  expect: (bytes) => equal(bytes),
});

/** Bytes that are text are read as that text, and the other way round. */
export const takesBytesOfText = property({
  setup: [DECLARED],
  inputs: (_: object) => text.map((value) => Buffer.from(value)),
  probe: (bytes: Buffer, t) => {
    t.r.rawVariables.spec_text = bytes;
    return [t.r.variables.spec_text, t.r.variables.spec_seen];
  },
  expect: (bytes) => equal([bytes.toString(), `<${bytes.toString()}>`]),
});

/** Assigns the request's body to one variable; answers with its text and bytes. */
const assigns: HttpHandler = (r, t) => {
  const order: { variable: string; value: string; raw: boolean } = t.input(r);
  if (order.raw) r.rawVariables[order.variable] = Buffer.from(order.value);
  else r.variables[order.variable] = order.value;
  t.answer(r, [r.variables[order.variable], r.rawVariables[order.variable]]);
};

/** Variables that can be assigned: declared by a script, or referenced in the configuration. */
const WRITABLE = { set: [SET.set, ['$spec_reference', '$spec_kept']] };

export const takesValue = exchange({
  setup: [DECLARED, COMPUTED, ...oneLocation(assigns, WRITABLE)],
  send: (order: { variable: string; value: string; raw?: boolean }, at) => ({
    requests: [{ target: at('/'), input: { raw: false, ...order } }],
  }),
  expect: ({ value }) => responses([{ answer: [value, Buffer.from(value)] }]),
});

/** A variable of one request is not that of the next one. */
export const endsWithRequest = exchange({
  setup: [
    DECLARED,
    ...oneLocation((r, t) => {
      const before = [r.variables.spec_text, r.variables.spec_set];
      r.variables.spec_text = 'changed';
      r.variables.spec_set = 'changed';
      t.answer(r, before);
    }, SET),
  ],
  send: (_: object, at) => ({ requests: [{ target: at('/') }, { target: at('/') }] }),
  expect: () => responses([{ answer: ['initial', 'from-set'] }, { answer: ['initial', 'from-set'] }]),
});

/** Tries to assign a variable that is not writable; it keeps its value, or stays without one. */
export const keepsValue = exchange({
  setup: [
    COMPUTED,
    ...oneLocation(
      (r, t) => {
        const name: string = t.input(r);
        t.attempt(() => {
          r.variables[name] = 'assigned';
        });
        const text = r.variables[name];
        t.attempt(() => {
          r.rawVariables[name] = Buffer.from('assigned');
        });
        r.return(200, JSON.stringify([`${text}`, `${r.variables[name]}`]));
      },
      { set: ['$spec_reference', '$http_referenced'] },
    ),
  ],
  send: ({ variable }: { variable: string; value?: string }, at) => ({
    requests: [
      {
        method: 'GET',
        target: at('/'),
        input: variable,
        headers: [
          ['Foo', 'bar'],
          ['Referenced', 'baz'],
        ],
      },
    ],
  }),
  expect: ({ value }) => responses([{ status: 200, answer: keeps(value) }]),
});

/** What is read after each attempt: the value, or, where it differs from run to run, anything but what was assigned. */
const keeps = (value: string | undefined): Expectation => {
  const kept = value ?? not('assigned');
  return list(kept, kept);
};

/** Reads a variable several times. */
const answersReads: HttpHandler = (r, t) => {
  const name: string = t.input(r);
  const values: string[] = [];
  for (let i = 0; i < 4; i++) values.push(`${r.variables[name]}`, `${r.rawVariables[name]}`);
  r.return(200, JSON.stringify(values));
};

/** Eight values, so many of them different. */
const readings = (different: number): Expectation =>
  satisfies(`eight values, ${different} of them different`, (read) => {
    const values: readonly unknown[] = Array.isArray(read) ? read : [];
    if (values.length !== 8 || values.includes('undefined')) return 'a value is missing';
    return new Set(values).size === different || `${new Set(values).size} are different`;
  });

const reading = {
  setup: [COMPUTED, ...oneLocation(answersReads, { set: ['$spec_reference', '$spec_kept'] })],
};

export const changesWithReads = exchange({
  ...reading,
  send: ({ variable }: { variable: string }, at) => ({
    requests: [{ method: 'GET', target: at('/'), input: variable }],
  }),
  expect: () => responses([{ status: 200, answer: readings(8) }]),
});

export const staysWithReads = exchange({
  ...reading,
  send: ({ variable }: { variable: string }, at) => ({
    requests: [{ method: 'GET', target: at('/'), input: variable }],
  }),
  expect: () => responses([{ status: 200, answer: readings(1) }]),
});

/** Answers with the captures of `/(…)/(…)/(…)`, by text and by number. */
const answersCaptures: HttpHandler = (r, t) => {
  const found: unknown[] = [];
  for (let i = 1; i <= 3; i++) found.push(r.variables[`${i}`], r.variables[i]);
  t.answer(r, found);
};

const CAPTURING = { path: '/([^/]+)/(x*)/(.*)$', match: 'regex' } as const;

/** A path of three parts, and what the parts of the pattern match. */
export const hasCaptures = exchange({
  setup: oneLocation(answersCaptures, {}, CAPTURING),
  send: ({ path }: { path: string; captures: readonly [string, string, string] }, at) => ({
    requests: [{ target: at(path) }],
  }),
  expect: ({ captures }) => responses([{ answer: captures.flatMap((capture) => [capture, capture]) }]),
});

const part = encodedText(fc.oneof(letters, fc.constantFrom(...' !&+,;=@é€漢')), { maxLength: 5 });

export const hasAnyCaptures = exchangeProperty({
  setup: oneLocation(answersCaptures, {}, CAPTURING),
  inputs: (_: object) => fc.record({ first: part, second: fc.constantFrom('x', 'xx', 'xxx'), third: part }),
  send: ({ first, second, third }, _, at) => ({
    requests: [{ target: at(`/a${first.encoded}/${second}/b${third.encoded}`) }],
  }),
  expect: ({ first, second, third }) =>
    responses([{ answer: [`a${first.text}`, second, `b${third.text}`].flatMap((capture) => [capture, capture]) }]),
});

/** Of a location without a pattern, or on a host that gives scripts no captures. */
export const hasNoCaptures = exchange({
  setup: oneLocation(answersCaptures, {}, CAPTURING),
  send: (_: object, at) => ({ requests: [{ target: at('/a/x/b') }] }),
  expect: () => responses([{ answer: Array.from({ length: 6 }, () => undefined) }]),
});

/** Bytes of a capture, percent-encoded in the path; a letter in front keeps them from being dot segments. */
export const hasCapturedBytes = exchangeProperty({
  setup: oneLocation((r, t) => t.answer(r, r.rawVariables[1]), {}, { path: '/raw/([^/]*)$', match: 'regex' }),
  inputs: (_: object) => fc.uint8Array({ min: 1, maxLength: 12 }).map((bytes) => bytes.filter((byte) => byte !== 0x2f)),
  send: (bytes, _, at) => ({ requests: [{ target: at(`/raw/a${percentEncoded(bytes)}`) }] }),
  expect: (bytes) => responses([{ answer: Buffer.concat([Buffer.from('a'), bytes]) }]),
});

const percentEncoded = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Bytes of a header that are no text. */
export const hasHeaderBytes = exchangeProperty({
  setup: oneLocation((r, t) => t.answer(r, r.rawVariables.http_foo)),
  inputs: (_: object) =>
    fc.uint8Array({ min: 0x21, minLength: 1, maxLength: 16 }).map((bytes) => bytes.filter((byte) => byte !== 0x7f)),
  send: (bytes, _, at) => ({
    requests: [{ target: at('/'), headers: [['Foo', `a${Buffer.from(bytes).toString('latin1')}`]] }],
  }),
  expect: (bytes) => responses([{ answer: Buffer.concat([Buffer.from('a'), bytes]) }]),
});
