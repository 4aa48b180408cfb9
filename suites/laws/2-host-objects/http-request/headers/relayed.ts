/** 2/http-request-object/r-headers-out: headers of upstreams and of subrequests' handlers, as scripts read them. */
import { isDeepStrictEqual } from 'node:util';
import type { Step } from '../../../../../spec/types/step.js';
import { decode, encode, show } from '../../../../language/encoding.js';
import { anything, type Expectation, list, record, responses, satisfies } from '../../../../language/expectation.js';
import { conversation, exchange } from '../../../../language/law.js';
import { type HttpHandler, http, location, port } from '../../../../language/setup.js';
import type { HttpRequestObject } from '../../../../language/world.js';
import { type HeaderLine, headerValues } from '../../../support/header-lines.js';
import { jsonOf } from '../../../support/json.js';
import { liftedWith } from '../../../support/lifted-with.js';
import { assigning, call, fixedHandler, follows, handlerInput, remove, row, SCRIPT, STEPS, set } from '../script.js';
import { type HeaderNames, spelledIn, valuesFor } from './letter-case.js';
import { pairsAmong, unsigned, wrongIn } from './matching.js';

/** What is read of a name, and whether it is present, if that is judged; strings that may be read instead. */
type HeaderReading = { readonly value: unknown; readonly or?: readonly unknown[]; readonly isThere?: boolean };
type HeaderReadings = readonly (readonly [name: string, seen: HeaderReading])[];

/** The values of the names, with `null` for none, and whether they are present. */
const finds = (asked: HeaderReadings): readonly Expectation[] => [
  satisfies(`of each header: ${show(encode(asked.map(([name, { value }]) => [name, value])), 200)}`, (all) => {
    const found: unknown[] = Array.isArray(all) ? all : [];
    const wrong = asked.findIndex(
      ([, { value, or = [] }], i) =>
        ![value, ...or].some((one) => isDeepStrictEqual(unsigned(found[i] ?? null), unsigned(one ?? null))),
    );
    return wrong < 0 || `${asked[wrong]?.[0]} is ${show(encode(found[wrong]))}`;
  }),
  list(...asked.map(([, { isThere }]) => (isThere === undefined ? anything : list(isThere, anything)))),
];

/** Another requirement judges the type. */
const holds = (lines: readonly HeaderLine[]): Expectation =>
  pairsAmong(lines.filter(([name]) => !/^content-type$/i.test(name)));

const lower = (name: unknown): string => String(name).toLowerCase();

/** Each name once, in the letter case of one of its lines. */
const listsOnce = (lines: readonly HeaderLine[]): Expectation =>
  satisfies(`each of ${lines.map(([name]) => name).join(', ')} once`, (keys) =>
    wrongIn(
      Array.isArray(keys) ? keys.map(lower) : [],
      lines.map(([name]) => lower(name)),
    ),
  );

/** Reads the headers of a response by name, whether they are present, its raw lines and, if they are listed, the names. */
const searching = (on: 'r' | '$reply', names: readonly string[], listed = false): Step[] => [
  { on, get: 'headersOut', as: 'headers', shown: false },
  { make: ['list', ...names], as: 'names', shown: false },
  { each: '$names', on: '$headers', get: '$item' },
  { each: '$names', on: '$headers', make: ['has', '$item'] },
  { on, get: 'rawHeadersOut' },
  ...(listed ? [{ on: 'Object', call: ['keys', '$headers'], shown: true }] : []),
];

/** Follows the steps of the request, and adds a header with the results. */
const filters: HttpHandler = liftedWith(
  (r: HttpRequestObject, t, follow, report) =>
    follow(t, t.input(r), {}, report, (came) => {
      r.headersOut['X-Found'] = encodeURIComponent(t.json(came.read));
    }),
  ...STEPS,
);

/** What is done with the names in turn: unchanged, another value, several values, deleted. */
const changing = (names: readonly string[]): Step[] =>
  names.flatMap((name, i): Step[] => {
    const change = [undefined, set('headersOut', name.toUpperCase(), 'changed'), set('headersOut', name, ['a', 'b'])][
      i % 4
    ];
    if (i % 4 === 3) return [remove('headersOut', name.toLowerCase())];
    return change === undefined ? [] : [change];
  });

/** The values after these changes. */
const changed = (values: readonly string[], i: number): readonly string[] =>
  [values, ['changed'], ['a', 'b'], []][i % 4] ?? values;

/** Lines of an upstream's response, what a header filter reads of them, and which lines clients see. */
interface Relay {
  readonly lines: readonly HeaderLine[];
  readonly asked: HeaderReadings;
  readonly sent: { readonly [name: string]: readonly string[] };
  readonly status?: number;
  readonly method?: 'GET' | 'HEAD';
  readonly body?: string;
  /** Whether the listed names are judged too. */
  readonly listed?: boolean;
  /** Whether only reads by name are judged: hosts omit lines that may not be repeated. */
  readonly byName?: boolean;
}

/** For responses with many headers. */
const ROOM = { proxy_buffer_size: '64k', proxy_buffers: ['4', '64k'] };

const PASSED = { set: ['$spec_upstream', port('upstream')], proxy_pass: 'http://$spec_upstream', ...ROOM };

function responseWith({ lines, status = 200, method = 'GET', body = 'abc' }: Omit<Relay, 'asked' | 'sent'>): Buffer {
  const length = status === 204 || status === 304 ? [] : [`Content-Length: ${body.length}`];
  const head = [`HTTP/1.1 ${status} Any`, ...lines.map(([name, value]) => `${name}:${value}`), ...length];
  const end = method === 'HEAD' || length.length === 0 ? '' : body;
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${end}`, 'latin1');
}

const relaying = <D>(rowOf: (data: D) => Relay, isChanging = false) =>
  conversation<D>({
    needs: ['exchange', 'peers'],
    setup: [http(location('/', { ...PASSED, js_header_filter: filters }, 'prefix'))],
    hold: async (data, { host, peer }, at) => {
      const row = rowOf(data);
      const { asked, sent, method = 'GET', listed = false } = row;
      peer('upstream').answering(() => responseWith(row));
      const names = asked.map(([name]) => name);
      const input = handlerInput(isChanging ? changing(names) : searching('r', names, listed), at);
      const response = await host.request({ target: at('/'), method, input });
      if ('closed' in response) return response;
      const all = (name: string): readonly string[] => headerValues(response.headers, name);
      const found: unknown = jsonOf(all('X-Found')[0] ?? 'null', decodeURIComponent);
      const lines = Object.fromEntries(Object.keys(sent).map((name) => [name, all(name)]));
      return { status: response.status, found, sent: lines };
    },
    expect: (data) => {
      const { asked, sent, status = 200, lines, listed = false, byName = false } = rowOf(data);
      const pairs = lines.map(([name, value]): HeaderLine => [name, value.replace(/^[ \t]+|[ \t]+$/g, '')]);
      const found = list(...finds(asked), byName ? anything : holds(pairs), ...(listed ? [listsOnce(lines)] : []));
      return record({ status, ...(isChanging ? {} : { found }), sent: record(sent) });
    },
  });

/** In the form of requirements: the string that is read, or a list of allowed strings. */
interface RelayRow extends Omit<Relay, 'asked'> {
  readonly reads: { readonly [name: string]: string | readonly string[] | null };
}

export const relaysHeaders = relaying(({ reads, ...row }: RelayRow) => ({
  ...row,
  asked: Object.entries(reads).map(([name, value]) => [name, value === null ? { value } : { value, isThere: true }]),
}));

const IGNORED = /^(age|content-(encoding|length|type)|etag|expires|last-modified|location|retry-after)$/;

/** What is read of so many values of a header: one value if its duplicates are ignored. */
function seenOf(name: string, values: readonly string[]): HeaderReading {
  const key = name.toLowerCase();
  if (values.length === 0) return { value: undefined, or: [[]], isThere: false };
  if (key === 'set-cookie') return { value: values, isThere: true };
  return IGNORED.test(key)
    ? { value: values[0], or: values.slice(1), isThere: true }
    : { value: values.join(','), isThere: true };
}

const ABSENT: HeaderReadings = [['X-Absent', { value: undefined, isThere: false }]];

/** Headers of these names, each on so many lines. */
type AllNames = HeaderNames & Pick<Relay, 'method' | 'listed'> & { readonly lines: number };

interface NamedValues {
  readonly name: string;
  readonly values: readonly string[];
}

const valuesIn = ({ lines, ...of }: AllNames): readonly NamedValues[] =>
  spelledIn(of).map((name) => ({ name, values: valuesFor(name, lines) }));
const linesIn = (all: readonly NamedValues[]): HeaderLine[] =>
  all.flatMap(({ name, values }) => values.map((value): HeaderLine => [name, value]));
const readingsIn = (all: readonly NamedValues[], spelled = (name: string): string => name): HeaderReadings =>
  all.map(({ name, values }) => [spelled(name), seenOf(name, values)]);
const byNames = (all: readonly NamedValues[]): Relay['sent'] =>
  Object.fromEntries(all.map(({ name, values }) => [name, values]));
const upper = (name: string): string => name.toUpperCase();

/** A header of every name; clients see each line. */
export const relaysAll = relaying(({ method = 'GET', listed = false, ...of }: AllNames) => {
  const all = valuesIn(of);
  const asked = [...readingsIn(all, upper), ...readingsIn(all), ...ABSENT];
  return { method, listed, lines: linesIn(all), asked, sent: byNames(all) };
});

/** A header on several lines; any one of them counts. */
export const relaysOne = relaying((of: AllNames) => {
  const all = valuesIn(of);
  return { byName: true, lines: linesIn(all), asked: [...readingsIn(all), ...readingsIn(all, upper)], sent: {} };
});

/** A filter changes the received headers, and clients see the result. */
export const relaysChanged = relaying(({ method = 'GET', ...of }: AllNames) => {
  const all = valuesIn(of);
  const left = all.map(({ name, values }, i) => ({ name, values: changed(values, i) }));
  return { method, lines: linesIn(all), asked: readingsIn(all), sent: byNames(left) };
}, true);

const asking = (names: readonly string[], listed = false): Step[] => [
  { call: ['subrequest', '~/inner'], await: 'promise', as: 'reply', shown: false },
  ...searching('$reply', [...names, ...names.map((name) => name.toLowerCase())], listed),
];

/** The same in the response object of a subrequest. */
export const readsOneOfSubrequestHeaders = conversation<AllNames>({
  needs: ['exchange', 'peers'],
  setup: [http(location('/', { js_content: follows }), location('/inner', PASSED))],
  hold: async (of, { host, peer }, at) => {
    const all = valuesIn(of);
    peer('upstream').answering(() => responseWith({ lines: linesIn(all) }));
    const input = handlerInput(asking(all.map(({ name }) => name)), at);
    const response = await host.request({ target: at('/'), method: 'GET', input });
    if ('closed' in response) return response;
    const answer = jsonOf(Buffer.from(response.body).toString());
    return answer === undefined ? response : Object(decode(answer)).read;
  },
  expect: (of) => {
    const asked = readingsIn(valuesIn(of));
    return list(...finds([...asked, ...asked]), anything);
  },
});

/** Whether a filter changes the response of the subrequest. */
type Inner = AllNames & { readonly filtered?: boolean };

const none = satisfies('none of them', (all) => {
  const found: readonly unknown[] = Array.isArray(all) ? all : [all];
  return found.every((value) => `${value ?? ''}` === '') || show(encode(found));
});

/** Headers of every name in the response to a subrequest; the request that made it has other headers. */
export const readsSubrequestHeaders = exchange({
  setup: ({ filtered = false, ...of }: Inner) => {
    const assigned = valuesIn(of).map(
      ({ name, values }) => [name, values.length === 1 ? `${values[0]}` : values] as const,
    );
    const inner = { js_content: fixedHandler([...assigning(assigned), call('return', 200, 'abc')]) };
    const filter = filtered ? { js_header_filter: fixedHandler(changing(spelledIn(of))) } : {};
    return [http(location('/', { js_content: follows }), location('/inner', { ...inner, ...filter }))];
  },
  send: ({ listed = false, ...of }, at) => {
    const names = spelledIn(of);
    const own: Step = { each: '$names', on: 'r.headersOut', get: '$item' };
    return SCRIPT.send(row([...asking(names, listed), own], {}, { method: 'GET' }), at);
  },
  expect: ({ listed = false, filtered = false, ...of }) => {
    const all = valuesIn(of).map(({ name, values }, i) => ({ name, values: filtered ? changed(values, i) : values }));
    const asked = readingsIn(all);
    const pairs = linesIn(all.map((one, i) => (filtered && i % 4 === 1 ? { ...one, name: upper(one.name) } : one)));
    const read = [...finds([...asked, ...asked]), holds(pairs), ...(listed ? [listsOnce(pairs)] : []), none];
    return responses([{ status: 203, answer: record({ read: list(...read), threw: [] }) }]);
  },
});
