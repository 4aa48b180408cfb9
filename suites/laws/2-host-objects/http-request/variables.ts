/** 2/http-request-object: r.variables and r.rawVariables. Oracles: the configuration, the request, what was assigned. */
import fc from 'fast-check';
import { answerOf } from '../../../executor/judge.js';
import {
  answers,
  exchange,
  exchangeProperty,
  type ObservedResponse,
  property,
  returns,
} from '../../../language/law.js';
import type { Handler, PlanFragment } from '../../../language/setup.js';
import { asciiJson, encodedText, letters, oneLocation, RUNS } from './inputs.js';

/** Variables that scripts declare, with and without a value, and one that a script computes from the first. */
const DECLARED: PlanFragment = {
  jsVars: [{ name: 'spec_text', value: 'initial' }, { name: 'spec_empty' }],
  jsSets: [{ name: 'spec_seen', handler: (r) => `<${r.variables.spec_text}>` }],
};

/** Computed anew for each evaluation; nothing in the configuration refers to the first. */
const COMPUTED: PlanFragment = {
  jsSets: [
    { name: 'spec_fresh', handler: () => `${Math.random()}` },
    { name: 'spec_kept', handler: () => `${Math.random()}` },
  ],
};

/** Answers with the variable that the header `X-Variable` names: its text and its bytes. */
const answersVariable: Handler = (r, t) => {
  const name = r.headersIn['X-Variable'] || '';
  t.answer(r, [r.variables[name], r.rawVariables[name]]);
};

const SET = { directives: [['set', '$spec_set', 'from-set']] };

/** A variable, and its value. */
export const hasValue = exchange({
  plan: () => ({ ...DECLARED, ...oneLocation(answersVariable, SET)() }),
  send: ({ variable, query = '' }: { variable: string; value: string; query?: string }, at) => ({
    requests: [
      {
        target: `${at('/')}${query}`,
        headers: [
          ['X-Variable', variable],
          ['Foo', 'bar'],
        ],
      },
    ],
  }),
  expect: ({ value }) => answers([{ answer: [value, Buffer.from(value)] }]),
});

/** By a name after a dot and by a name in brackets. */
export const hasNames = exchange({
  plan: () => ({
    ...DECLARED,
    ...oneLocation((r, t) => {
      const name = 'spec_text';
      t.answer(r, [r.variables.spec_text, r.variables[name], r.rawVariables.spec_text, r.rawVariables[name]]);
    })(),
  }),
  send: (_: object, at) => ({ requests: [{ target: at('/') }] }),
  expect: () => answers([{ answer: ['initial', 'initial', Buffer.from('initial'), Buffer.from('initial')] }]),
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
  plan: DECLARED,
  inputs: (_: object) => text,
  probe: (value: string, t) => {
    t.r.variables.spec_text = value;
    return [t.r.variables.spec_text, t.r.rawVariables.spec_text, t.r.variables.spec_seen];
  },
  expect: (value) => returns([value, Buffer.from(value), `<${value}>`]),
});

/** A declared variable is given bytes, no matter whether they are text. */
export const takesBytes = property({
  plan: DECLARED,
  inputs: (_: object) => fc.uint8Array({ maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
  probe: (bytes: Buffer, t) => {
    t.r.rawVariables.spec_empty = bytes;
    return t.r.rawVariables.spec_empty;
  },
  expect: (bytes) => returns(bytes),
});

/** Bytes that are text are read as that text, and the other way round. */
export const takesBytesOfText = property({
  plan: DECLARED,
  inputs: (_: object) => text.map((value) => Buffer.from(value)),
  probe: (bytes: Buffer, t) => {
    t.r.rawVariables.spec_text = bytes;
    return [t.r.variables.spec_text, t.r.variables.spec_seen];
  },
  expect: (bytes) => returns([bytes.toString(), `<${bytes.toString()}>`]),
});

/** Assigns the request's body to one variable; answers with its text and bytes. */
const assigns: Handler = (r, t) => {
  const order: { variable: string; value: string; raw: boolean } = JSON.parse(r.requestText || '');
  if (order.raw) r.rawVariables[order.variable] = Buffer.from(order.value);
  else r.variables[order.variable] = order.value;
  t.answer(r, [r.variables[order.variable], r.rawVariables[order.variable]]);
};

/** Variables that can be assigned: declared by a script, or referenced in the configuration. */
const WRITABLE = { directives: [...SET.directives, ['set', '$spec_reference', '$spec_kept']] };

export const takesValue = exchange({
  plan: () => ({
    ...DECLARED,
    ...COMPUTED,
    jsSets: [...(DECLARED.jsSets ?? []), ...(COMPUTED.jsSets ?? [])],
    ...oneLocation(assigns, WRITABLE)(),
  }),
  send: (order: { variable: string; value: string; raw?: boolean }, at) => ({
    requests: [{ method: 'POST', target: at('/'), body: asciiJson({ raw: false, ...order }) }],
  }),
  expect: ({ value }) => answers([{ answer: [value, Buffer.from(value)] }]),
});

/** A variable of one request is not that of the next one. */
export const endsWithRequest = exchange({
  plan: () => ({
    ...DECLARED,
    ...oneLocation((r, t) => {
      const before = [r.variables.spec_text, r.variables.spec_set];
      r.variables.spec_text = 'changed';
      r.variables.spec_set = 'changed';
      t.answer(r, before);
    }, SET)(),
  }),
  send: (_: object, at) => ({ requests: [{ target: at('/') }, { target: at('/') }] }),
  expect: () => answers([{ answer: ['initial', 'from-set'] }, { answer: ['initial', 'from-set'] }]),
});

/** Tries to assign a variable that is not writable; it keeps its value, or stays without one. */
export const keepsValue = exchange({
  plan: () => ({
    ...COMPUTED,
    ...oneLocation(
      (r, t) => {
        const name = r.headersIn['X-Variable'] || '';
        t.attempt(() => {
          r.variables[name] = 'assigned';
        });
        const text = r.variables[name];
        t.attempt(() => {
          r.rawVariables[name] = Buffer.from('assigned');
        });
        r.return(200, JSON.stringify([`${text}`, `${r.variables[name]}`]));
      },
      { directives: [['set', '$spec_reference', '$http_referenced']] },
    )(),
  }),
  send: ({ variable }: { variable: string; value?: string }, at) => ({
    requests: [
      {
        target: at('/'),
        headers: [
          ['X-Variable', variable],
          ['Foo', 'bar'],
          ['Referenced', 'baz'],
        ],
      },
    ],
  }),
  expect: ({ value }) => answers([{ status: 200, holds: keeps(value) }]),
});

const keeps = (value: string | undefined) => (response: ObservedResponse) => {
  const read = answerOf(response);
  const kept = (one: unknown): boolean => (value === undefined ? one !== 'assigned' : one === value);
  return (Array.isArray(read) && read.length === 2 && read.every(kept)) || `what is read is ${JSON.stringify(read)}`;
};

/** Reads a variable several times. */
const answersReads: Handler = (r) => {
  const name = r.headersIn['X-Variable'] || '';
  const values: string[] = [];
  for (let i = 0; i < 4; i++) values.push(`${r.variables[name]}`, `${r.rawVariables[name]}`);
  r.return(200, JSON.stringify(values));
};

const readings = (test: (values: readonly unknown[]) => boolean) => (response: ObservedResponse) => {
  const read = answerOf(response);
  const sound = Array.isArray(read) && read.length === 8 && !read.includes('undefined') && test(read);
  return sound || `what is read is ${JSON.stringify(read)}`;
};

const reading = {
  plan: () => ({
    ...COMPUTED,
    ...oneLocation(answersReads, { directives: [['set', '$spec_reference', '$spec_kept']] })(),
  }),
};

export const changesWithReads = exchange({
  ...reading,
  send: ({ variable }: { variable: string }, at) => ({
    requests: [{ target: at('/'), headers: [['X-Variable', variable]] }],
  }),
  expect: () => answers([{ status: 200, holds: readings((values) => new Set(values).size === values.length) }]),
});

export const staysWithReads = exchange({
  ...reading,
  send: ({ variable }: { variable: string }, at) => ({
    requests: [{ target: at('/'), headers: [['X-Variable', variable]] }],
  }),
  expect: () => answers([{ status: 200, holds: readings((values) => new Set(values).size === 1) }]),
});

/** Answers with the captures of `/(…)/(…)/(…)`, by text and by number. */
const answersCaptures: Handler = (r, t) => {
  const found: unknown[] = [];
  for (let i = 1; i <= 3; i++) found.push(r.variables[`${i}`], r.variables[i]);
  t.answer(r, found);
};

const CAPTURING = { path: '/([^/]+)/(x*)/(.*)$', match: 'regex' } as const;

/** A path of three parts, and what the parts of the pattern match. */
export const hasCaptures = exchange({
  plan: oneLocation(answersCaptures, CAPTURING),
  send: ({ path }: { path: string; captures: readonly [string, string, string] }, at) => ({
    requests: [{ target: at(path) }],
  }),
  expect: ({ captures }) => answers([{ answer: captures.flatMap((capture) => [capture, capture]) }]),
});

const part = encodedText(fc.oneof(letters, fc.constantFrom(...' !&+,;=@é€漢')), { maxLength: 5 });

export const hasAnyCaptures = exchangeProperty({
  runsPerHundred: RUNS,
  plan: oneLocation(answersCaptures, CAPTURING),
  inputs: (_: object) => fc.record({ first: part, second: fc.constantFrom('x', 'xx', 'xxx'), third: part }),
  send: ({ first, second, third }, _, at) => ({
    requests: [{ target: at(`/a${first.encoded}/${second}/b${third.encoded}`) }],
  }),
  expect: ({ first, second, third }) =>
    answers([{ answer: [`a${first.text}`, second, `b${third.text}`].flatMap((capture) => [capture, capture]) }]),
});

/** Of a location without a pattern, or on a host that gives scripts no captures. */
export const hasNoCaptures = exchange({
  plan: oneLocation(answersCaptures, CAPTURING),
  send: (_: object, at) => ({ requests: [{ target: at('/a/x/b') }] }),
  expect: () => answers([{ answer: Array.from({ length: 6 }, () => undefined) }]),
});

/** Bytes of a capture, percent-encoded in the path; a letter in front keeps them from being dot segments. */
export const hasCapturedBytes = exchangeProperty({
  runsPerHundred: RUNS,
  plan: oneLocation((r, t) => t.answer(r, r.rawVariables[1]), { path: '/raw/([^/]*)$', match: 'regex' }),
  inputs: (_: object) => fc.uint8Array({ min: 1, maxLength: 12 }).map((bytes) => bytes.filter((byte) => byte !== 0x2f)),
  send: (bytes, _, at) => ({ requests: [{ target: at(`/raw/a${percentEncoded(bytes)}`) }] }),
  expect: (bytes) => answers([{ answer: Buffer.concat([Buffer.from('a'), bytes]) }]),
});

const percentEncoded = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Bytes of a header that are no text. */
export const hasHeaderBytes = exchangeProperty({
  runsPerHundred: RUNS,
  plan: oneLocation((r, t) => t.answer(r, r.rawVariables.http_foo)),
  inputs: (_: object) =>
    fc.uint8Array({ min: 0x21, minLength: 1, maxLength: 16 }).map((bytes) => bytes.filter((byte) => byte !== 0x7f)),
  send: (bytes, _, at) => ({
    requests: [{ target: at('/'), headers: [['Foo', `a${Buffer.from(bytes).toString('latin1')}`]] }],
  }),
  expect: (bytes) => answers([{ answer: Buffer.concat([Buffer.from('a'), bytes]) }]),
});
