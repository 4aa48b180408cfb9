/** What laws about reading request bodies share: bodies, and the handlers of a request. */

import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import {
  anything,
  type Expectation,
  type ExpectedValue,
  list,
  matches,
  type ResponseParts,
  record,
  typed,
} from '../../../../language/expectation.js';
import { inServer, path, type Settings, sharedLocation } from '../../../../language/setup.js';
import { plainBytes } from '../../../support/bytes.js';
import { textOf } from '../../../support/contents.js';
import { jsonOf } from '../../../support/json.js';
import { shownNumber } from '../../../support/steps.js';
import type { HandlerReport, PhasesRow } from '../phases.js';
import { briefly, type HandlerPlace, handlerIn, type LocationPair } from '../placed-handlers.js';
import { call, PROMISE, wait } from '../script.js';
import { decodedFrom } from '../subrequest/response-body.js';

export const READERS = ['Text', 'ArrayBuffer', 'JSON'] as const;
/** Other requirements judge the result of reading a form. */
export type BodyReader = (typeof READERS)[number] | 'Form';

/** Where hosts keep bodies. */
const STORED = {
  memory: {},
  'small-buffer': { client_body_buffer_size: '16' },
  'single-buffer': { client_body_buffer_size: '16', client_body_in_single_buffer: 'on' },
  file: { client_body_in_file_only: 'clean' },
  page: { client_body_buffer_size: '4096' },
} as const satisfies { readonly [stored: string]: Settings };

/** A body that is absent or has so many bytes: a JSON text, if there is room for one. */
export type BodyData = Plain | { readonly size: number };

export function bodyBytes(body: BodyData): Buffer | undefined {
  if (body === null) return undefined;
  if (typeof body === 'object' && 'size' in body && typeof body.size === 'number')
    return Buffer.from(body.size < 2 ? '7'.repeat(body.size) : `"${textOf(body.size - 2)}"`);
  return plainBytes(body);
}

/** Another requirement judges whether the call throws or rejects its promise. */
const fails = record({ threw: matches(/^(rejected )?SyntaxError\b/) });

export function readBy(reader: BodyReader, body: Buffer): ExpectedValue {
  if (reader === 'Form') return anything;
  const text = decodedFrom(body);
  if (reader === 'ArrayBuffer') return briefly(Uint8Array.from(body).buffer);
  if (reader === 'Text') return typeof text === 'string' ? briefly(text) : text;
  const value = jsonOf(body.toString());
  return value === undefined ? fails : shownNumber(briefly(value));
}

/** A step, and what it reads. */
export type VisitStep = readonly [does: Step, ...reads: ExpectedValue[]];

/** One call of a handler. */
export interface Visit {
  readonly place: HandlerPlace;
  readonly steps: readonly VisitStep[];
  /** The last step. */
  readonly ends?: Step;
  /** How many of its calls throw. */
  readonly refused?: number;
  /** Whether it never ends; it may not even start. */
  readonly isCut?: boolean;
}

const reportOf = ({ steps, refused = 0, isCut = false }: Visit): HandlerReport[] => {
  const threw = list(...Array<Expectation>(refused).fill(typed('string')));
  return isCut ? [] : [{ read: steps.flatMap(([, ...reads]) => reads), threw }];
};

export const readSteps = (readers: readonly BodyReader[], body: Buffer): VisitStep[] =>
  readers.map((reader) => [wait(`readRequest${reader}`), readBy(reader, body)]);

export const asking = (...passed: readonly Plain[]): VisitStep => [
  wait('subrequest', '~/inner', ...passed),
  200,
  'abc',
];

/** Handlers and settings of locations; `back` are the steps that read the body in reverse, `own` those that read `OWN`. */
interface ReadingWay {
  readonly visits: (read: VisitStep[], back: VisitStep[], own: VisitStep[]) => readonly Visit[];
  readonly settings?: Settings;
  readonly beside?: LocationPair['beside'];
  readonly want?: ResponseParts;
}

const visit = (place: HandlerPlace, steps: readonly VisitStep[] = [], ends?: Step): Visit => ({
  place,
  steps,
  ...(ends === undefined ? {} : { ends }),
});

const OWN = 'own "é';
const REDIRECTS = call('internalRedirect', '~/inner');

/** A location of that name for all cases, so that its own settings apply to bodies. */
export const NAMED = inServer(sharedLocation('@spec_reading', { js_content: handlerIn('inner-content') }));

/** The server itself, at another path. */
export const UPSTREAM = { proxy_pass: 'http://$server_addr:$server_port', rewrite: ['^', path('/inner'), 'break'] };

const ASKS_OWN = asking({ method: 'PUT', body: OWN });

const WAYS = {
  content: { visits: (read) => [visit('content', read)] },
  access: { visits: (read) => [visit('access', read), visit('content')] },
  both: { visits: (read, back) => [visit('access', read), visit('content', back)] },
  granting: {
    settings: { satisfy: 'any', deny: 'all' },
    visits: (read) => [visit('access', read), visit('content', read)],
  },
  declining: {
    settings: { satisfy: 'any', deny: 'all' },
    want: { status: 403 },
    visits: (read) => [visit('access', [[PROMISE], ...read], call('decline'))],
  },
  returning: {
    want: { status: 201, body: 'done' },
    visits: (read) => [visit('access', read, call('return', 201, 'done'))],
  },
  redirected: { visits: (read, back) => [visit('content', read, REDIRECTS), visit('inner-content', back)] },
  'unread-redirected': {
    visits: (read) => [visit('content', [], REDIRECTS), visit('inner-access', read), visit('inner-content', read)],
  },
  'twice-redirected': {
    visits: (read) => [
      visit('access', read),
      visit('content', read, REDIRECTS),
      visit('inner-access', read),
      visit('inner-content'),
    ],
  },
  named: {
    beside: [NAMED],
    visits: (read) => [
      visit('access', read),
      visit('content', [], call('internalRedirect', '@spec_reading')),
      visit('inner-content', read),
    ],
  },
  subrequest: {
    visits: (read) => [visit('content', [asking({ method: 'POST' }), ...read]), visit('inner-content', read)],
  },
  'subrequest-of-access': {
    visits: (read) => [visit('access', [...read, asking()]), visit('inner-content', read), visit('content', read)],
  },
  'subrequest-with-own': {
    visits: (read, _, own) => [visit('content', [...read, ASKS_OWN, ...read]), visit('inner-content', own)],
  },
  'subrequest-before': {
    visits: (read, _, own) => [visit('content', [ASKS_OWN, ...read]), visit('inner-content', own)],
  },
  streamed: {
    settings: { ...UPSTREAM, proxy_request_buffering: 'off', proxy_http_version: '1.1' },
    visits: (read) => [visit('access', read), visit('inner-content', read)],
  },
  proxied: {
    settings: UPSTREAM,
    visits: (read) => [visit('access', read), visit('inner-access', read), visit('inner-content', read)],
  },
} satisfies { readonly [way: string]: ReadingWay };
type WayName = keyof typeof WAYS;

/** A way is one of many; its missing members are undefined. */
const wayOf = (name: WayName): ReadingWay => WAYS[name];

/** Requests of one connection, each with a body. */
export interface ReadsRow {
  readonly way: WayName;
  readonly stored?: keyof typeof STORED;
  readonly reads?: readonly BodyReader[];
  /** Each body is sent in each of these ways. */
  readonly methods?: readonly string[];
  readonly version?: '1.0' | '1.1';
  readonly headers?: readonly (readonly [string, string])[];
}

export const readingLocations = ({
  way = 'content',
  stored = 'memory',
}: Partial<Pick<ReadsRow, 'way' | 'stored'>>): LocationPair => {
  const { settings = {}, beside = [] } = wayOf(way);
  return { settings: { ...settings, ...STORED[stored] }, inner: STORED[stored], beside };
};

/** The visits, by their places. */
const byPlace = <T>(visits: readonly Visit[], of: (visit: Visit) => readonly T[]): { readonly [place: string]: T[] } =>
  Object.fromEntries(
    visits.map(({ place }) => [place, visits.filter((other) => other.place === place).flatMap(of)] as const),
  );

export type Visiting = Omit<PhasesRow, 'steps' | 'reports' | 'next'> & { readonly visits: readonly Visit[] };

const stepsOf = ({ steps, ends }: Visit) => [...steps.map(([does]) => does), ...(ends === undefined ? [] : [ends])];

/** One request after the other, with the handlers of each. */
export const rowsFor = (all: readonly Visiting[]): PhasesRow[] =>
  all.map(({ visits, ...request }) => ({
    ...request,
    steps: byPlace(visits, stepsOf),
    reports: byPlace(visits, reportOf),
  }));

/** Each body is read in a different order from the previous one. */
export const visiting = (of: ReadsRow, bodies: readonly BodyData[]): Visiting[] =>
  (of.methods ?? ['POST']).flatMap((method) => bodies.map((body, i) => visitingOne(of, method, bodyBytes(body), i)));

function visitingOne(of: ReadsRow, method: string, body: Buffer | undefined, i: number): Visiting {
  const { way, version = '1.1', headers = [], reads = READERS } = of;
  const turn = i % reads.length;
  const readers = [...reads.slice(turn), ...reads.slice(0, turn)];
  const kept = version === '1.0' ? [['Connection', 'keep-alive'] as const] : [];
  const read = readSteps(readers, body ?? Buffer.alloc(0));
  const { want = { status: 200, body: 'abc' } } = wayOf(way);
  return {
    method,
    version,
    headers: [...headers, ...kept],
    ...(body === undefined ? {} : { body }),
    want: method === 'HEAD' ? { ...want, body: '' } : want,
    visits: wayOf(way).visits(read, read.toReversed(), readSteps(readers, Buffer.from(OWN))),
  };
}
