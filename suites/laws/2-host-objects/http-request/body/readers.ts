/** What laws about reading the bodies of requests are made of: bodies, and the handlers that a request meets. */
import type { Plain } from '../../../../../spec/types/requirement.js';
import {
  type Expectation,
  each,
  either,
  list,
  matches,
  type ResponseParts,
  record,
  unordered,
} from '../../../../language/expectation.js';
import { inServer, path, type Settings, sharedLocation } from '../../../../language/setup.js';
import { plainBytes } from '../../../support/bytes.js';
import { textOf } from '../../../support/contents.js';
import { jsonOf } from '../../../support/json.js';
import { briefly, type HandlerPlace, handlerIn, type LocationPair, type PhasesRow } from '../phases.js';
import type { ScriptStep } from '../script.js';
import { decodedFrom } from '../subrequest/response-body.js';

export const READERS = ['Text', 'ArrayBuffer', 'JSON'] as const;
/** What a form is read as, other requirements judge. */
export type BodyReader = (typeof READERS)[number] | 'Form';

/** Where hosts keep bodies. */
const STORED = {
  memory: {},
  'small-buffer': { client_body_buffer_size: '16' },
  'single-buffer': { client_body_buffer_size: '16', client_body_in_single_buffer: 'on' },
  file: { client_body_in_file_only: 'clean' },
  page: { client_body_buffer_size: '4096' },
} as const satisfies { readonly [stored: string]: Settings };

/** A body that is absent, or of so many bytes: a text in JSON, where there is room for one. */
export type BodyData = Plain | { readonly size: number };

export function bodyBytes(body: BodyData): Buffer | undefined {
  if (body === null) return undefined;
  if (typeof body === 'object' && 'size' in body && typeof body.size === 'number')
    return Buffer.from(body.size < 2 ? '7'.repeat(body.size) : `"${textOf(body.size - 2)}"`);
  return plainBytes(body);
}

export const readsNothing = record({ read: [], threw: [] });
export const readGives = (...values: readonly unknown[]): Expectation => record({ read: list(...values), threw: [] });
/** Whether the call throws or rejects what it returned is another requirement's concern. */
const fails = record({ read: [], threw: each(matches(/^(rejected )?SyntaxError\b/)) });

/** What each of the methods makes of a body. */
export function readBy(reader: BodyReader, body: Buffer): Expectation {
  if (reader === 'Form') return record({ threw: [] });
  const text = decodedFrom(body);
  if (reader === 'ArrayBuffer') return readGives(briefly(Uint8Array.from(body).buffer));
  if (reader === 'Text') return readGives(typeof text === 'string' ? briefly(text) : text);
  const value = jsonOf(body.toString());
  return value === undefined ? fails : readGives(briefly(value));
}

/** A step that others wait for, and what it tells by itself. */
export type VisitStep = readonly [does: ScriptStep, tells?: Expectation];

/** One call of a handler. */
export interface Visit {
  readonly place: HandlerPlace;
  readonly steps: readonly VisitStep[];
  /** The last step; behind an answer a handler tells nothing of itself. */
  readonly ends?: ScriptStep;
  /** Whether no read of it comes to an end; it may not even begin. */
  readonly isCut?: boolean;
}

/** Steps between those that others wait for are told of as well; here they read nothing. */
function toldBy({ steps, ends, isCut = false }: Visit): Expectation[] {
  if (isCut) return [readsNothing];
  const waits = steps.filter(([[path]]) => /^(wait|begin|kind) /.test(path));
  const all = [
    readsNothing,
    ...waits.flatMap(([, tells]) => (tells === undefined ? [readsNothing] : [tells, readsNothing])),
  ];
  return ends !== undefined && /return|Redirect/.test(ends[0]) ? all.slice(0, -1) : all;
}

export const readSteps = (readers: readonly BodyReader[], body: Buffer): VisitStep[] =>
  readers.map((reader) => [[`wait readRequest${reader}`], readBy(reader, body)]);

export const asking = (...passed: readonly Plain[]): VisitStep => [
  ['wait subrequest', '~/inner', ...passed],
  readGives(200, 'abc'),
];

/** The handlers that a request meets on its way, in which its body is read, and what else its locations hold. */
interface ReadingWay {
  readonly visits: (readers: readonly BodyReader[], body: Buffer) => readonly Visit[];
  readonly settings?: Settings;
  readonly beside?: LocationPair['beside'];
  readonly want?: ResponseParts;
}

const OWN = 'own "é';
const REDIRECTS = ['call internalRedirect', '~/inner'] as const;

/** A location of that name for all cases, so that it keeps bodies where its own settings have it. */
const NAMED = inServer(sharedLocation('@spec_reading', { js_content: handlerIn('inner-content') }));

/** The server itself, at another path. */
const UPSTREAM = { proxy_pass: 'http://$server_addr:$server_port', rewrite: ['^', path('/inner'), 'break'] };

const WAYS = {
  content: { visits: (all, of) => [{ place: 'content', steps: readSteps(all, of) }] },
  access: {
    visits: (all, of) => [
      { place: 'access', steps: readSteps(all, of) },
      { place: 'content', steps: [] },
    ],
  },
  both: {
    visits: (all, of) => [
      { place: 'access', steps: readSteps(all, of) },
      { place: 'content', steps: readSteps(all.toReversed(), of) },
    ],
  },
  granting: {
    settings: { satisfy: 'any', deny: 'all' },
    visits: (all, of) => [
      { place: 'access', steps: readSteps(all, of) },
      { place: 'content', steps: readSteps(all, of) },
    ],
  },
  declining: {
    settings: { satisfy: 'any', deny: 'all' },
    want: { status: 403 },
    visits: (all, of) => [
      { place: 'access', steps: [[['wait promise']], ...readSteps(all, of)], ends: ['call decline'] },
    ],
  },
  returning: {
    want: { status: 201, body: 'done' },
    visits: (all, of) => [{ place: 'access', steps: readSteps(all, of), ends: ['call return', 201, 'done'] }],
  },
  redirected: {
    visits: (all, of) => [
      { place: 'content', steps: readSteps(all, of), ends: REDIRECTS },
      { place: 'inner-content', steps: readSteps(all.toReversed(), of) },
    ],
  },
  'unread-redirected': {
    visits: (all, of) => [
      { place: 'content', steps: [], ends: REDIRECTS },
      { place: 'inner-access', steps: readSteps(all, of) },
      { place: 'inner-content', steps: readSteps(all, of) },
    ],
  },
  'twice-redirected': {
    visits: (all, of) => [
      { place: 'access', steps: readSteps(all, of) },
      { place: 'content', steps: readSteps(all, of), ends: REDIRECTS },
      { place: 'inner-access', steps: readSteps(all, of) },
      { place: 'inner-content', steps: [] },
    ],
  },
  named: {
    beside: [NAMED],
    visits: (all, of) => [
      { place: 'access', steps: readSteps(all, of) },
      { place: 'content', steps: [], ends: ['call internalRedirect', '@spec_reading'] },
      { place: 'inner-content', steps: readSteps(all, of) },
    ],
  },
  subrequest: {
    visits: (all, of) => [
      { place: 'content', steps: [asking({ method: 'POST' }), ...readSteps(all, of)] },
      { place: 'inner-content', steps: readSteps(all, of) },
    ],
  },
  'subrequest-of-access': {
    visits: (all, of) => [
      { place: 'access', steps: [...readSteps(all, of), asking()] },
      { place: 'inner-content', steps: readSteps(all, of) },
      { place: 'content', steps: readSteps(all, of) },
    ],
  },
  'subrequest-with-own': {
    visits: (all, of) => [
      { place: 'content', steps: [...readSteps(all, of), asking({ method: 'PUT', body: OWN }), ...readSteps(all, of)] },
      { place: 'inner-content', steps: readSteps(all, Buffer.from(OWN)) },
    ],
  },
  'subrequest-before': {
    visits: (all, of) => [
      { place: 'content', steps: [asking({ method: 'PUT', body: OWN }), ...readSteps(all, of)] },
      { place: 'inner-content', steps: readSteps(all, Buffer.from(OWN)) },
    ],
  },
  streamed: {
    settings: { ...UPSTREAM, proxy_request_buffering: 'off', proxy_http_version: '1.1' },
    visits: (all, of) => [
      { place: 'access', steps: readSteps(all, of) },
      { place: 'inner-content', steps: readSteps(all, of) },
    ],
  },
  proxied: {
    settings: UPSTREAM,
    visits: (all, of) => [
      { place: 'access', steps: readSteps(all, of) },
      { place: 'inner-access', steps: readSteps(all, of) },
      { place: 'inner-content', steps: readSteps(all, of) },
    ],
  },
} satisfies { readonly [way: string]: ReadingWay };
export type WayName = keyof typeof WAYS;

/** A way is one of many; what it lacks is undefined. */
const wayOf = (name: WayName): ReadingWay => WAYS[name];

/** Requests of one connection, each with a body. */
export interface ReadsRow {
  readonly way: WayName;
  readonly stored?: keyof typeof STORED;
  readonly reads?: readonly BodyReader[];
  /** Each body is sent with each of them. */
  readonly methods?: readonly string[];
  readonly version?: '1.0' | '1.1';
  readonly headers?: readonly (readonly [string, string])[];
}

export const readingLocations = (
  { way, stored = 'memory' }: Pick<ReadsRow, 'way' | 'stored'>,
  more: Settings = {},
): LocationPair => {
  const { settings = {}, beside = [] } = wayOf(way);
  const own = { ...STORED[stored], ...more };
  return { settings: { ...settings, ...own }, inner: own, beside };
};

/** Of the visits, by the place: what each was told to do, and what they told. */
const byPlace = <T>(
  visits: readonly Visit[],
  of: (visit: Visit) => readonly T[],
): { readonly [place in HandlerPlace]?: T[] } => {
  const all: { [place in HandlerPlace]?: T[] } = {};
  for (const visit of visits) all[visit.place] = [...(all[visit.place] ?? []), ...of(visit)];
  return all;
};

/** One request after the other, with what each of them meets. */
export function rowFor(
  all: readonly (Omit<PhasesRow, 'steps' | 'told' | 'next'> & { readonly visits: readonly Visit[] })[],
): PhasesRow {
  const [first, ...next] = all.map(({ visits, ...request }): PhasesRow => {
    const steps = byPlace(visits, ({ steps, ends }) => [
      ...steps.map(([does]) => does),
      ...(ends === undefined ? [] : [ends]),
    ]);
    return { ...request, steps };
  });
  if (first === undefined) throw new Error('no requests');
  return { ...first, next, told: toldIn(all.flatMap(({ visits }) => visits)) };
}

/** What the visits tell, by place; with and without those that are cut. */
function toldIn(visits: readonly Visit[]): NonNullable<PhasesRow['told']> {
  const told = byPlace(visits, toldBy);
  const certain = byPlace(visits, (visit) => (visit.isCut === true ? [] : toldBy(visit)));
  const lists = Object.entries(told).map(([place, calls]) => {
    const whole = Object.entries(certain).find(([other]) => other === place)?.[1] ?? [];
    return [place, whole.length === calls.length ? list(...calls) : either(list(...whole), list(...calls))];
  });
  return Object.fromEntries(lists);
}

/** The same of visits side by side. */
export const toldBeside = (visits: readonly Visit[]): NonNullable<PhasesRow['told']> =>
  Object.fromEntries(Object.entries(byPlace(visits, toldBy)).map(([place, calls]) => [place, unordered(...calls)]));

/** A request and the handlers that it meets. */
export type Visiting = Parameters<typeof rowFor>[0][number];

/** Each body is read in another order than the one before. */
export const visiting = (of: ReadsRow, bodies: readonly BodyData[]): Visiting[] =>
  (of.methods ?? ['POST']).flatMap((method) => bodies.map((body, i) => visitingOne(of, method, bodyBytes(body), i)));

function visitingOne(of: ReadsRow, method: string, body: Buffer | undefined, i: number): Visiting {
  const { way, version = '1.1', headers = [], reads = READERS } = of;
  const turn = i % reads.length;
  const readers = [...reads.slice(turn), ...reads.slice(0, turn)];
  const kept = version === '1.0' ? [['Connection', 'keep-alive'] as const] : [];
  const { want = { status: 200, body: 'abc' } } = wayOf(way);
  return {
    method,
    version,
    headers: [...headers, ...kept],
    ...(body === undefined ? {} : { body }),
    want: method === 'HEAD' ? { ...want, body: '' } : want,
    visits: wayOf(way).visits(readers, body ?? Buffer.alloc(0)),
  };
}
