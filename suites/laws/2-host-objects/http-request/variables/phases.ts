/** 2/http-request-object: variables in every place where scripts run, and between these places. */

import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import { decode, encode, show } from '../../../../language/encoding.js';
import { absent, anything, type Expectation, type ExpectedValue, satisfies } from '../../../../language/expectation.js';
import type { WireRequest } from '../../../../language/partners.js';
import { jsSet, jsVar } from '../../../../language/setup.js';
import { type Asks, inPhases, type PhasesRow } from '../phases.js';
import type { HandlerPlace } from '../placed-handlers.js';
import { call, get, wait } from '../script.js';

type Via = 'here' | 'redirect' | 'subrequest';

/** Where steps are: after a redirect (`target`), in a subrequest (`inner`), in the content handler after it (`after`). */
type JourneyPlace = 'access' | 'content' | 'target' | 'inner' | 'after' | 'header' | 'body' | 'set';
type ByPlace<T> = { readonly [place in JourneyPlace]?: readonly T[] };

const FILTERS = { header: 'header-filter', body: 'body-filter' } as const;

/** The handlers of the places that a request reaches. */
const HANDLERS: { readonly [via in Via]: { readonly [place in JourneyPlace]?: HandlerPlace } } = {
  here: { access: 'access', set: 'set', ...FILTERS },
  redirect: {
    ...{ access: 'access', set: 'set', target: 'inner-content' },
    ...{ header: 'inner-header-filter', body: 'inner-body-filter' },
  },
  subrequest: { access: 'access', set: 'set', inner: 'inner-content', ...FILTERS },
};

/** The steps of each place, by handler; `way` is between the content handler's own steps. */
function byHandler<T>(via: Via, of: ByPlace<T>, way: readonly T[]): { readonly [place: string]: readonly T[] } {
  const after = via === 'subrequest' ? (of.after ?? []) : [];
  const own = Object.entries(of).flatMap(([place, all]) =>
    Object.entries(HANDLERS[via]).flatMap(([name, handler]) => (name === place ? [[handler, all] as const] : [])),
  );
  return { content: [...(of.content ?? []), ...way, ...after], ...Object.fromEntries(own) };
}

interface Journey extends Pick<WireRequest, 'headers'> {
  readonly via?: Via;
  readonly query?: string;
  /** Arguments of the redirect or subrequest; by default those of the request. */
  readonly to?: string;
  readonly given: ByPlace<Step>;
  readonly reads: ByPlace<ExpectedValue>;
}

function journeyed({ via = 'here', query = '', to = query, given, reads, headers = [] }: Journey): PhasesRow {
  const ways: { readonly [via in Via]: readonly Step[] } = {
    here: [],
    redirect: [call('internalRedirect', `~/inner?${to}`)],
    subrequest: [wait('subrequest', '~/inner', to)],
  };
  const read = byHandler(via, reads, via === 'subrequest' ? [200, 'abc'] : []);
  return {
    headers,
    target: `?${query}`,
    steps: byHandler(via, given, ways[via]),
    want: { status: 200 },
    reports: Object.fromEntries(Object.entries(read).map(([place, all]) => [place, [{ read: all, threw: anything }]])),
  };
}

/** Only these refer to variables named `spec_own…`, and nothing refers to others. */
const AROUND = {
  settings: { set: ['$spec_own_set', 'from-set'], add_header: ['X-Seen', '$spec_own_seen'] },
  inner: { add_header: ['X-Seen', '$spec_own_seen'] },
  beside: [
    jsVar('spec_own', 'initial'),
    jsVar('spec_own_empty'),
    jsVar('spec_own_of_request', '<$arg_a>'),
    jsSet('spec_own_seen', (r) => `${r.variables.spec_own}|${r.variables.spec_own_set}`),
  ],
};

/** What must be read in places, in the tagged encoding; `seen` is the host's value of the variables in a header. */
interface Travel extends Omit<Journey, 'reads'> {
  readonly then: ByPlace<Plain> & { readonly seen?: string };
  /** So many concurrent requests, and then the same again; `<n>` is the number of each. */
  readonly times?: number;
}

const numbered = ({ times = 1, ...travel }: Travel): Travel[] =>
  Array.from({ length: times }, (_, i) => JSON.parse(JSON.stringify(travel).replaceAll('<n>', `${i}`)));

function travelled({ then: { seen, ...then }, times: _, ...travel }: Travel): PhasesRow {
  const reads = Object.fromEntries(Object.entries(then).map(([place, all]) => [place, all.map(decode)]));
  const row = journeyed({ ...travel, reads });
  return seen === undefined ? row : { ...row, want: { status: 200, headers: { 'X-Seen': [seen] } } };
}

const travelledAll = (travel: Travel): PhasesRow[] => {
  const all = numbered(travel).map(travelled);
  return travel.times === undefined ? all : [...all, ...all].map((row) => ({ ...row, beside: true }));
};

/** Half of them are concurrent, and then the others. */
const inTwoRounds: Asks = async (requests, { host }) => {
  const half = requests.length >> 1;
  const first = await Promise.all(requests.slice(0, half).map((one) => host.request(one)));
  return [...first, ...(await Promise.all(requests.slice(half).map((one) => host.request(one))))];
};

export const keepsVariables = inPhases(
  travelledAll,
  () => AROUND,
  ({ times }) => (times === undefined ? undefined : inTwoRounds),
);

/** Names of variables with their values, the patterns of these, or without either; read in every place. */
interface Everywhere extends Pick<Journey, 'via'> {
  readonly values?: { readonly [name: string]: string };
  readonly like?: { readonly [name: string]: string };
  readonly none?: readonly string[];
  readonly access?: true;
}

const REQUEST = {
  query: 'a=%41&b&c=',
  headers: Object.entries({
    Host: 'Foo.example:80',
    Foo: 'bar',
    Cookie: 'c=1; d=2;e="3"',
    Authorization: 'Basic YW5uOnNlY3JldA==',
    'Content-Type': 'text/x; charset=y',
    'User-Agent': 'ua/1',
    Referer: 'http://b.example/',
    Via: '1.1 a, 1.1 b',
    'X-Forwarded-For': '1.2.3.4, 5.6.7.8',
  }),
};

/** A string that matches the pattern, possibly as bytes. */
const like = (source: string): Expectation =>
  satisfies(`a text like ${source}, or its bytes`, (read) => {
    const text = read instanceof Uint8Array ? Buffer.from(read).toString() : read;
    return (typeof text === 'string' && new RegExp(`^(?:${source})$`).test(text)) || show(encode(read));
  });

/** What is read of each variable: text, bytes and text again. */
const readings = ({ values = {}, like: patterns = {}, none = [] }: Everywhere) =>
  Object.fromEntries<readonly ExpectedValue[]>([
    ...Object.entries(values).map(([name, value]) => [name, [value, Buffer.from(value), value]] as const),
    ...Object.entries(patterns).map(([name, source]) => [name, Array<Expectation>(3).fill(like(source))] as const),
    ...none.map((name) => [name, [absent, absent, absent]] as const),
  ]);

/** So many variables at a time that the steps fit into a header. */
const FEW = 3;

function everyPlace(of: Everywhere): PhasesRow[] {
  const all = Object.entries(readings(of));
  const places = ['content', 'target', 'inner', 'after', 'header', 'body', 'set', ...(of.access ? ['access'] : [])];
  const inEach = <T>(each: readonly T[]): ByPlace<T> => Object.fromEntries(places.map((place) => [place, each]));
  return Array.from({ length: Math.ceil(all.length / FEW) }, (_, i) => {
    const few = all.slice(i * FEW, (i + 1) * FEW);
    const read = (name: string) => [
      get('variables', name),
      get('rawVariables', name),
      get('variables', name.toUpperCase()),
    ];
    const given = inEach(few.flatMap(([name]) => read(name)));
    return journeyed({ ...REQUEST, ...of, given, reads: inEach(few.flatMap(([, read]) => read)) });
  });
}

export const readsVariablesEverywhere = inPhases(everyPlace, () => {
  const computed = { add_header: ['X-Set', '$spec_referred'] };
  return { ...AROUND, settings: { ...AROUND.settings, ...computed }, inner: computed };
});
