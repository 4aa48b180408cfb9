/** 2/http-request-object: variables in every place where scripts run, and on the way from one to the next. */
import type { Plain } from '../../../../../spec/types/requirement.js';
import { decode, encode, show } from '../../../../language/encoding.js';
import {
  absent,
  type Expectation,
  type ExpectedValue,
  either,
  list,
  record,
  satisfies,
} from '../../../../language/expectation.js';
import { conversation } from '../../../../language/law.js';
import type { Partners, WireRequest } from '../../../../language/partners.js';
import { type HttpHandler, http, jsSet, jsVar, location, type Setup } from '../../../../language/setup.js';
import type { At } from '../../../../language/trial.js';
import type { HttpRequest, World } from '../../../../language/world.js';
import { headerValues } from '../../../support/header-lines.js';

/** Where steps are made: `after` is in the content handler once the subrequest has come back, `inner` within that. */
const PLACES = ['access', 'content', 'target', 'header', 'body', 'inner', 'after'] as const;
type JourneyPlace = (typeof PLACES)[number];

/** `[path]` reads, `[path, value]` assigns, of the request, of `variables` and of `rawVariables`. */
type JourneyStep = readonly [path: string, ...value: Plain[]];

interface Journey extends Pick<WireRequest, 'headers'> {
  /** How the request comes to its response; `here` where it is left out. */
  readonly via?: 'redirect' | 'subrequest';
  readonly query?: string;
  /** Arguments on the way; those of the request where they are left out. */
  readonly to?: string;
  readonly given: { readonly [place in JourneyPlace]?: readonly JourneyStep[] };
  /** Whether it is looked at what the host itself makes of the variables. */
  readonly sees?: boolean;
}

/** What a handler is told: the places of its calls in order, and the steps of each; or names that each place reads. */
interface JourneyInput {
  readonly order: readonly string[];
  readonly steps: { readonly [place: string]: readonly (readonly [on: string, name: string, values: unknown[]])[] };
  readonly names: readonly string[];
  readonly via: string;
  readonly base: string;
  readonly args: string;
}

/**
 * Does the steps of its place and tells what it read in a header of the response, which also shows which call of the request it
 * is; a body filter tells it in the body, and a subrequest in the header of the request that it belongs to.
 */
const passes = (r: HttpRequest, t: World, data: unknown, flags: { readonly last: boolean }): unknown => {
  const told: JourneyInput = t.input(r);
  // Some hosts give empty ones that cannot be read as text; others judge that.
  const hex = (bytes: Buffer): string => (bytes.length === 0 ? '' : bytes.toString('hex'));
  const plain = (value: unknown): unknown =>
    value === undefined ? null : Buffer.isBuffer(value) ? { raw: hex(value) } : value;
  const doing = (place: string): string => {
    const all = told.steps[place] || [];
    const read: unknown[] = [];
    told.names.forEach((name) => {
      const text = r.variables[name];
      read.push([plain(text), plain(r.rawVariables[name]), plain(r.variables[name.toUpperCase()])]);
    });
    all.forEach((step) => {
      const on: { [name: string]: unknown } = step[0] === 'r' ? r : Object(r)[step[0]];
      if (step[2].length === 0) read.push(plain(on[step[1]]));
      // Whether an assignment that does nothing throws is left open.
      else t.attempt(() => (on[step[1]] = step[2][0]));
    });
    return encodeURIComponent(t.json(read));
  };
  if (data !== undefined) return t.invoke(r, 'sendBuffer', [flags.last ? doing('body') : '', flags]);
  if (r.uri.slice(-6) === '/inner') return r.return(200, doing('inner'));
  let calls = 0;
  while (r.headersOut[`X-Told-${calls}`] !== undefined) calls += 1;
  const place = told.order[calls] || 'content';
  r.headersOut[`X-Told-${calls}`] = doing(place);
  // The body that a filter replaces has another length.
  if (place === 'header') return delete r.headersOut['Content-Length'];
  if (place === 'access') return undefined;
  if (place === 'content' && told.via === 'redirect')
    return t.invoke(r, 'internalRedirect', [`${told.base}/target?${told.args}`]);
  if (place !== 'content' || told.via !== 'subrequest') return r.return(200, 'abc');
  const reply = t.invoke(r, 'subrequest', [`${told.base}/inner`, told.args]);
  const come = (inner: { readonly responseText: string }) => {
    r.headersOut['X-Inner'] = inner.responseText;
    r.headersOut['X-After'] = doing('after');
    r.return(200, 'abc');
  };
  return t.invoke(reply, 'then', [come]);
};

/** What a handler of a variable reads of the names; what comes of that stands in a header. */
const computes: HttpHandler = (r, t) => {
  const told: JourneyInput = t.input(r);
  const read = told.names.map((name) => {
    const raw = r.rawVariables[name];
    const hex = raw === undefined ? null : { raw: raw.length === 0 ? '' : raw.toString('hex') };
    return [r.variables[name], hex, r.variables[name.toUpperCase()]];
  });
  return encodeURIComponent(t.json(read));
};

/** Nothing but these refer to variables of the names `spec_own…`, and nothing at all to others. */
const DECLARED = http(
  jsVar('spec_own', 'initial'),
  jsVar('spec_own_empty'),
  jsVar('spec_own_of_request', '<$arg_a>'),
  jsSet('spec_own_names', computes),
  jsSet('spec_own_seen', (r) => `${r.variables.spec_own}|${r.variables.spec_own_set}`),
);

const HEADERS = [
  ['X-Seen', '$spec_own_seen'],
  ['X-Set', '$spec_own_names'],
];

const journeySetup = ({ via, given }: Journey): Setup => {
  const filters = { js_header_filter: passes, js_body_filter: passes, add_header: HEADERS };
  const main = { set: ['$spec_own_set', 'from-set'], js_content: passes };
  const access = given.access === undefined ? {} : { js_access: passes };
  return [
    DECLARED,
    http(location('/main', { ...main, ...access, ...(via === 'redirect' ? {} : filters) })),
    ...(via === 'redirect' ? [http(location('/target', { js_content: passes, ...filters }))] : []),
    ...(via === 'subrequest' ? [http(location('/inner', { js_content: passes }))] : []),
  ];
};

function stepOf([path, ...values]: JourneyStep): readonly [string, string, unknown[]] {
  const [, on = 'r', name = ''] = /^(?:(\w+)\.)?(.*)$/.exec(path) ?? [];
  return [on, name, values.map(decode)];
}

const orderOf = ({ via, given }: Journey): string[] => [
  ...(given.access === undefined ? [] : ['access']),
  'content',
  ...(via === 'redirect' ? ['target'] : []),
  'header',
];

function requestOf(journey: Journey, names: readonly string[], at: At): WireRequest {
  const { via = 'here', query = '', to = query, headers = [], given } = journey;
  const steps = Object.fromEntries(PLACES.map((place) => [place, (given[place] ?? []).map(stepOf)]));
  const input: JourneyInput = { order: orderOf(journey), steps, names, via, base: at(''), args: to };
  return { method: 'GET', target: `${at('/main')}?${query}`, headers, input };
}

/** The text itself where it is nothing that a handler tells. */
function readOf(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(text), (_, value: unknown) => {
      if (value === null) return undefined;
      if (typeof value !== 'object' || !('raw' in value)) return value;
      return Buffer.from(String(value.raw), 'hex');
    });
  } catch {
    return text;
  }
}

/** What each place of a request read, by its name; and what a directive of the host makes of the variables. */
async function journeyed(journey: Journey, names: readonly string[], { host }: Partners, at: At): Promise<unknown> {
  const response = await host.request(requestOf(journey, names, at));
  if ('closed' in response) return 'closed';
  if (response.status !== 200) return { status: response.status };
  const header = (name: string): string => headerValues(response.headers, name)[0] ?? '[]';
  const told = orderOf(journey).map((place, i) => [place, readOf(header(`X-Told-${i}`))]);
  const body = readOf(Buffer.from(response.body).toString());
  const isInner = journey.via === 'subrequest';
  const inner = isInner ? { inner: readOf(header('X-Inner')), after: readOf(header('X-After')) } : {};
  return {
    ...Object.fromEntries(told),
    body,
    ...inner,
    set: readOf(header('X-Set')),
    ...(journey.sees ? { seen: header('X-Seen') } : {}),
  };
}

/** What must be read in places, in the tagged encoding; `<main>` stands for the path of the case's location of that name. */
interface Travel extends Journey {
  readonly then: { readonly [place in JourneyPlace]?: readonly Plain[] } & { readonly seen?: string };
  /** So many requests at the same time, and then once more; `<n>` is the number of each. */
  readonly times?: number;
}

const numbered = ({ times = 1, ...travel }: Travel): Travel[] =>
  Array.from({ length: times }, (_, i) => JSON.parse(JSON.stringify(travel).replaceAll('<n>', `${i}`)));

const placed = (value: Plain, at: At): unknown =>
  typeof value === 'string'
    ? value.replace(/<(main|target|inner)>/, (_, name: string) => at(`/${name}`))
    : decode(value);

const comesTo = ({ then: { seen, ...places } }: Travel, at: At): Expectation => {
  const read = Object.entries(places).map(([place, all]) => [
    place,
    list(...(all ?? []).map((one) => placed(one, at))),
  ]);
  return record({ ...Object.fromEntries(read), ...(seen === undefined ? {} : { seen }) });
};

export const journeys = conversation<Travel>({
  needs: ['exchange'],
  setup: journeySetup,
  hold: async (travel, partners, at) => {
    const all = () =>
      Promise.all(
        numbered(travel).map((one) => journeyed({ ...one, sees: one.then.seen !== undefined }, [], partners, at)),
      );
    return travel.times === undefined ? all() : [...(await all()), ...(await all())];
  },
  expect: (travel, at) => {
    const all = numbered(travel).map((one) => comesTo(one, at));
    return list(...all, ...(travel.times === undefined ? [] : all));
  },
});

/** Names of variables with their values, the patterns that they are of, or without any; read in every place. */
interface Everywhere extends Pick<Journey, 'via'> {
  readonly values?: { readonly [name: string]: string };
  readonly like?: { readonly [name: string]: string };
  readonly none?: readonly string[];
  /** Not every release has them. */
  readonly perhaps?: boolean;
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

const ownPlaces = (via: Journey['via'], access?: true): readonly JourneyPlace[] => [
  ...(access === true ? (['access'] as const) : []),
  'content',
  ...(via === 'redirect' ? (['target'] as const) : []),
  'header',
  'body',
  ...(via === 'subrequest' ? (['inner', 'after'] as const) : []),
];

/** One expectation a variable: text, bytes and text again. */
function readings({
  values = {},
  like = {},
  none = [],
  perhaps = false,
}: Everywhere): readonly [string, ExpectedValue][] {
  const nothing = list(absent, absent, absent);
  const orNothing = (of: ExpectedValue) => (perhaps ? either(of, nothing) : of);
  return [
    ...Object.entries(values).map(
      ([name, value]) => [name, orNothing(list(value, Buffer.from(value), value))] as const,
    ),
    ...Object.entries(like).map(([name, source]) => [name, orNothing(alike(new RegExp(`^(?:${source})$`)))] as const),
    ...none.map((name) => [name, nothing] as const),
  ].map(([name, of]) => [name, of]);
}

const alike = (pattern: RegExp): Expectation =>
  satisfies(`text, bytes and text like ${pattern.source}`, (read) => {
    const [text, raw, again]: readonly unknown[] = Array.isArray(read) ? read : [];
    const texts = [text, raw instanceof Uint8Array ? Buffer.from(raw).toString() : undefined, again];
    return texts.every((one) => typeof one === 'string' && pattern.test(one)) || show(encode(read));
  });

const everyPlace = ({ via, access }: Everywhere): Journey => ({
  ...REQUEST,
  ...(via === undefined ? {} : { via }),
  given: access === true ? { access: [] } : {},
});

export const everywhere = conversation<Everywhere>({
  needs: ['exchange'],
  setup: (data) => journeySetup(everyPlace(data)),
  hold: (data, partners, at) => {
    const names = readings(data).map(([name]) => name);
    return journeyed(everyPlace(data), names, partners, at);
  },
  expect: (data) => {
    const all = list(...readings(data).map(([, of]) => of));
    return record(Object.fromEntries([...ownPlaces(data.via, data.access), 'set'].map((place) => [place, all])));
  },
});
