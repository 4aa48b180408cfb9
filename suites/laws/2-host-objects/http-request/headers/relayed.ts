/** 2/http-request-object/r-headers-out: response headers that scripts read but others have set: an upstream, or the handler of a subrequest. */
import { isDeepStrictEqual } from 'node:util';
import { decode, encode, show } from '../../../../language/encoding.js';
import { type Expectation, record, responses, satisfies } from '../../../../language/expectation.js';
import { conversation, exchange } from '../../../../language/law.js';
import { type HttpHandler, http, location, port } from '../../../../language/setup.js';
import type { HttpRequest } from '../../../../language/world.js';
import { type HeaderLine, headerValues } from '../../../support/header-lines.js';
import { jsonOf } from '../../../support/json.js';
import { type HeaderNames, spelledIn, valuesFor } from './letter-case.js';
import { pairsAmong, unsigned, wrongIn } from './matching.js';

/** What is read of a name, and whether it is there, where that is judged; texts that may be read in its place. */
type HeaderReading = { readonly value: unknown; readonly or?: readonly unknown[]; readonly isThere?: boolean };
type HeaderReadings = readonly (readonly [name: string, seen: HeaderReading])[];

/** What `tells` and `asks` found: values as they are, where `null` is none. */
const finds = (asked: HeaderReadings): Expectation =>
  satisfies(`of each header: ${show(encode(asked.map(([name, { value }]) => [name, value])), 200)}`, (all) => {
    const found: unknown[] = Array.isArray(all) ? all : [];
    const wrong = asked.findIndex(([, { value, or = [], isThere }], i) => {
      const [got, has] = Array.isArray(found[i]) ? found[i] : [];
      return (
        (isThere !== undefined && has !== isThere) ||
        ![value, ...or].some((one) => isDeepStrictEqual(unsigned(got), unsigned(one ?? null)))
      );
    });
    return wrong < 0 || `${asked[wrong]?.[0]} is ${show(encode(found[wrong]))}`;
  });

/** A type is another requirement's concern. */
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

/** Adds a header that tells of those whose names are asked for. */
const tells: HttpHandler = (r, t) => {
  const input: { names: string[]; listed: boolean } = t.input(r);
  const found = input.names.map((name) => {
    const value = r.headersOut[name];
    return [value === undefined ? null : value, name in r.headersOut];
  });
  const told = { found: found, raw: r.rawHeadersOut, keys: input.listed ? Object.keys(r.headersOut) : [] };
  r.headersOut['X-Told'] = encodeURIComponent(t.json(told));
};

/** Of the names in turn: it stays as it is, has another value, has several, is deleted. */
const changes: HttpHandler = (r, t) => {
  const told: { names: string[] } = t.input(r);
  told.names.forEach((name, i) => {
    if (i % 4 === 1) r.headersOut[name.toUpperCase()] = 'changed';
    if (i % 4 === 2) r.headersOut[name] = ['a', 'b'];
    if (i % 4 === 3) delete r.headersOut[name.toLowerCase()];
  });
};

/** What they leave of the values. */
const changed = (values: readonly string[], i: number): readonly string[] =>
  [values, ['changed'], ['a', 'b'], []][i % 4] ?? values;

/** Lines of an upstream's response, what a filter of headers reads of them, and which lines clients see. */
interface Relay {
  readonly lines: readonly HeaderLine[];
  readonly asked: HeaderReadings;
  readonly sent: { readonly [name: string]: readonly string[] };
  readonly status?: number;
  readonly method?: 'GET' | 'HEAD';
  readonly body?: string;
  /** Whether the names that are listed are judged, too. */
  readonly listed?: boolean;
  /** Whether nothing but what is read by name is judged: hosts leave lines out that must not be there twice. */
  readonly byName?: boolean;
}

/** For heads of many headers. */
const ROOM = { proxy_buffer_size: '64k', proxy_buffers: ['4', '64k'] };

const PASSED = { set: ['$spec_upstream', port('upstream')], proxy_pass: 'http://$spec_upstream', ...ROOM };

/** A response as an upstream sends it. */
function responseWith({ lines, status = 200, method = 'GET', body = 'abc' }: Omit<Relay, 'asked' | 'sent'>): Buffer {
  const length = status === 204 || status === 304 ? [] : [`Content-Length: ${body.length}`];
  const head = [`HTTP/1.1 ${status} Any`, ...lines.map(([name, value]) => `${name}:${value}`), ...length];
  const end = method === 'HEAD' || length.length === 0 ? '' : body;
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${end}`, 'latin1');
}

const relaying = <D>(rowOf: (data: D) => Relay, filter: HttpHandler = tells) =>
  conversation<D>({
    needs: ['exchange', 'peers'],
    setup: [http(location('/', { ...PASSED, js_header_filter: filter }, 'prefix'))],
    hold: async (data, { host, peer }, at) => {
      const row = rowOf(data);
      const { asked, sent, method = 'GET', listed = false } = row;
      peer('upstream').answering(() => responseWith(row));
      const input = { names: asked.map(([name]) => name), listed };
      const response = await host.request({ target: at('/'), method, input });
      if ('closed' in response) return response;
      const all = (name: string): readonly string[] => headerValues(response.headers, name);
      const told: unknown = jsonOf(all('X-Told')[0] ?? 'null', decodeURIComponent);
      const names = Object.keys(sent);
      return { status: response.status, told, sent: Object.fromEntries(names.map((name) => [name, all(name)])) };
    },
    expect: (data) => {
      const { asked, sent, status = 200, lines, listed = false, byName = false } = rowOf(data);
      const pairs = lines.map(([name, value]): HeaderLine => [name, value.replace(/^[ \t]+|[ \t]+$/g, '')]);
      const raw = byName ? {} : { raw: holds(pairs) };
      const told = record({ found: finds(asked), ...raw, ...(listed ? { keys: listsOnce(lines) } : {}) });
      return record({ status, ...(filter === tells ? { told } : {}), sent: record(sent) });
    },
  });

/** As they stand in data: texts that are read, lists where any of several may be. */
interface RelayRow extends Omit<Relay, 'asked'> {
  readonly reads: { readonly [name: string]: string | readonly string[] | null };
}

export const relays = relaying(({ reads, ...row }: RelayRow) => ({
  ...row,
  asked: Object.entries(reads).map(([name, value]) => [name, value === null ? { value } : { value, isThere: true }]),
}));

const IGNORED = /^(age|content-(encoding|length|type)|etag|expires|last-modified|location|retry-after)$/;

/** What is read of so many values of a header: one of those whose duplicates are ignored. */
function seenOf(name: string, values: readonly string[]): HeaderReading {
  const key = name.toLowerCase();
  if (values.length === 0) return { value: undefined, or: [[]], isThere: false };
  if (key === 'set-cookie') return { value: values, isThere: true };
  return IGNORED.test(key)
    ? { value: values[0], or: values.slice(1), isThere: true }
    : { value: values.join(','), isThere: true };
}

const repeated = (name: string, count: number): HeaderLine[] =>
  valuesFor(name, count).map((value): HeaderLine => [name, value]);

const ABSENT: HeaderReadings = [['X-Absent', { value: undefined, isThere: false }]];

/** Headers of these names, each on so many lines. */
type AllNames = HeaderNames & Pick<Relay, 'method' | 'listed'> & { readonly lines: number };

/** A header of every name; clients see each line. */
export const relaysAll = relaying(({ lines, method = 'GET', listed = false, ...of }: AllNames) => {
  const names = spelledIn(of);
  return {
    method,
    listed,
    lines: names.flatMap((name) => repeated(name, lines)),
    asked: [
      ...names.map((name) => [name.toUpperCase(), seenOf(name, valuesFor(name, lines))] as const),
      ...names.map((name) => [name, seenOf(name, valuesFor(name, lines))] as const),
      ...ABSENT,
    ],
    sent: Object.fromEntries(names.map((name) => [name, valuesFor(name, lines)])),
  };
});

/** A header on several lines of which one alone counts, whichever that is. */
export const relaysOne = relaying(({ lines, ...of }: AllNames) => {
  const names = spelledIn(of);
  return {
    byName: true,
    lines: names.flatMap((name) => repeated(name, lines)),
    asked: names.flatMap((name) =>
      [name, name.toUpperCase()].map((one) => [one, seenOf(name, valuesFor(name, lines))] as const),
    ),
    sent: {},
  };
});

/** A filter changes what has come; clients see what it leaves. */
export const relaysChanged = relaying(({ lines, method = 'GET', ...of }: AllNames) => {
  const names = spelledIn(of);
  return {
    method,
    lines: names.flatMap((name) => repeated(name, lines)),
    asked: names.map((name) => [name, seenOf(name, [])]),
    sent: Object.fromEntries(names.map((name, i) => [name, changed(valuesFor(name, lines), i)])),
  };
}, changes);

/** Assigns so many values to each of the names, and answers. */
const assigns: HttpHandler = (r, t) => {
  const told: { names: string[]; lines: number } = t.input(r);
  const lines = told.lines;
  told.names.forEach((name) => {
    const values: string[] = [];
    for (let i = 0; i < lines; i++) values.push(`${i}-${name.toLowerCase()}`);
    r.headersOut[name] = lines === 1 ? values[0] : values;
  });
  r.return(200, 'abc');
};

/** Asks a subrequest, and tells of the headers of its response. */
const asks: HttpHandler = async (r, t) => {
  const told: { names: string[]; listed: boolean } = t.input(r);
  const names = told.names;
  const came = await t.invoke(r, 'subrequest', [`${r.uri}inner`]);
  const reply: HttpRequest = Object(came);
  const found = names.concat(names.map((name) => name.toLowerCase())).map((name) => {
    const value = reply.headersOut[name];
    return [value === undefined ? null : value, name in reply.headersOut];
  });
  t.answer(r, {
    found: found,
    raw: reply.rawHeadersOut,
    keys: told.listed ? Object.keys(reply.headersOut) : [],
    own: names.filter((name) => `${r.headersOut[name] || ''}` !== ''),
  });
};

/** The same in the object of a subrequest's response. */
export const subrequestsOne = conversation<AllNames>({
  needs: ['exchange', 'peers'],
  setup: [http(location('/', { js_content: asks }), location('/inner', PASSED))],
  hold: async ({ lines, ...of }, { host, peer }, at) => {
    const names = spelledIn(of);
    peer('upstream').answering(() => responseWith({ lines: names.flatMap((name) => repeated(name, lines)) }));
    const input = { names, listed: false };
    const response = await host.request({ target: at('/'), method: 'GET', input });
    if ('closed' in response) return response;
    const answer = jsonOf(Buffer.from(response.body).toString());
    return answer === undefined ? response : Object(decode(answer)).found;
  },
  expect: ({ lines, ...of }) => {
    const asked = spelledIn(of).map((name) => [name, seenOf(name, valuesFor(name, lines))] as const);
    return finds([...asked, ...asked]);
  },
});

/** Whether a filter changes the response of the subrequest. */
type Inner = AllNames & { readonly filtered?: boolean };

/** Headers of every name in the response to a subrequest; those of the request that made it are others. */
export const subrequests = exchange({
  setup: ({ filtered = false }: Inner) => [
    http(
      location('/', { js_content: asks }),
      location('/inner', { js_content: assigns, ...(filtered ? { js_header_filter: changes } : {}) }),
    ),
  ],
  send: ({ lines, listed = false, ...of }, at) => ({
    requests: [{ target: at('/'), method: 'GET', input: { names: spelledIn(of), lines, listed } }],
  }),
  expect: ({ lines, listed = false, filtered = false, ...of }) => {
    const left = spelledIn(of).map((name, i) => {
      const values = valuesFor(name, lines);
      return {
        name,
        spelled: filtered && i % 4 === 1 ? name.toUpperCase() : name,
        values: filtered ? changed(values, i) : values,
      };
    });
    const asked = left.map(({ name, values }) => [name, seenOf(name, values)] as const);
    const pairs = left.flatMap(({ spelled, values }) => values.map((value): HeaderLine => [spelled, value]));
    const answer = record({
      found: finds([...asked, ...asked]),
      raw: holds(pairs),
      ...(listed ? { keys: listsOnce(pairs) } : {}),
      own: [],
    });
    return responses([{ status: 200, answer }]);
  },
});
