/** 2/http-request-object: response headers that are assigned, read and changed in each phase, and request headers that are read there. */

import fc from 'fast-check';
import type { Step } from '../../../../../spec/types/step.js';
import { type ExpectedValue, each, either, list, record } from '../../../../language/expectation.js';
import { path, type Settings } from '../../../../language/setup.js';
import type { Law } from '../../../../language/trial.js';
import { respelled } from '../../../support/spelling.js';
import { headerValue, looselyJoinedBy, MOVED } from '../inputs.js';
import { drawnInPhases, inPhases, type PhasesRow } from '../phases.js';
import type { HandlerPlace, LocationPair } from '../placed-handlers.js';
import { assigning, call, get, type HeaderAssignment, inParts, remove, set } from '../script.js';

/** Where the headers are assigned. In `redirected` and `subrequest`, steps precede the inner location, and in `page` an error page. */
type From = 'content' | 'header-filter' | 'access' | 'set' | 'redirected' | 'page';

/** How the response ends, and the expected outcome; headers that another requirement judges; the client's request. */
interface HeadersRow {
  readonly from: From;
  readonly headers: readonly HeaderAssignment[];
  readonly without?: readonly string[];
  readonly way?: 'return' | 'parts' | 'alone';
  readonly status: number;
  readonly text?: string;
  readonly body?: string;
  readonly method?: 'GET' | 'HEAD';
  readonly version?: '1.0' | '1.1';
  readonly asks?: readonly (readonly [string, string])[];
  /** Other settings of the location. */
  readonly under?: keyof typeof UNDER;
  /** Lines that the host adds, or that differ from the assigned ones. */
  readonly also?: { readonly [name: string]: readonly string[] };
}

const linesOf = (
  headers: readonly HeaderAssignment[],
  without: readonly string[] = [],
): { [name: string]: ExpectedValue } =>
  Object.fromEntries(
    headers.filter(([name]) => !without.includes(name)).map(([name, value]) => [name, [value].flat()]),
  );

/** What hosts add when scripts assign nothing. */
const isAdded = (name: string, lines: HeaderAssignment[1]): boolean =>
  lines.length === 0 && /^(content-type|date|server)$/i.test(name);

const none = (headers: readonly HeaderAssignment[]): { [name: string]: ExpectedValue } =>
  Object.fromEntries(headers.filter(([name]) => !isAdded(name, [])).map(([name]) => [name, []]));

const ending = ({ way = 'return', status, text = 'abc' }: HeadersRow): Step[] => {
  if (way === 'alone') return [call('return', status)];
  if (way === 'return') return [call('return', status, text)];
  return inParts(status, text === '' ? [] : [text]);
};

/** Steps of each place for headers that are assigned in one. */
function stepsFrom(from: From, first: readonly Step[], end: readonly Step[]): PhasesRow['steps'] {
  if (from === 'content') return { content: [...first, ...end] };
  if (from === 'redirected') return { content: [...first, call('internalRedirect', '~/inner')], 'inner-content': end };
  if (from === 'page') return { content: [...first, call('return', 404)], 'inner-content': end };
  if (from === 'set') return { set: first, content: [['r.variables.spec_placed'], ...end] };
  return { [from]: first, content: end };
}

/** Directives that contradict what scripts assign. */
const UNDER = {
  charset: { charset: 'utf-8', charset_types: '*' },
  gzip: { gzip: 'on', gzip_min_length: '1', gzip_types: '*' },
  'default-type': { default_type: 'text/bar' },
  'another-header': { add_header: ['X-Other', 'b', 'always'] },
  'whole-tokens': { server_tokens: 'off', etag: 'off', if_modified_since: 'before' },
  'long-waits': { keepalive_timeout: ['9s', '9s'] },
} as const satisfies { readonly [under: string]: Settings };

const around = ({ from, under }: { readonly from: From; readonly under?: HeadersRow['under'] }): LocationPair => {
  const inner = under === undefined ? {} : UNDER[under];
  return { settings: from === 'page' ? { ...inner, error_page: ['404', path('/inner')] } : inner, inner };
};

/** A request without these steps, which must not see their results either. */
const clean = (headers: readonly HeaderAssignment[]): PhasesRow => ({
  steps: { content: [call('return', 200, 'clean')] },
  want: { status: 200, body: 'clean', headers: none(headers) },
});

function sent(of: HeadersRow, isFiltered = of.from === 'header-filter'): PhasesRow {
  const { from, headers, without, status, text = 'abc', method = 'GET', version = '1.1', asks = [], also = {} } = of;
  const { way = 'return', body = method === 'HEAD' ? '' : text } = of;
  const isRedirect = way === 'return' && MOVED.includes(status);
  // Another requirement judges whether parts are sent when headers are filtered.
  const isApart = way === 'parts' && isFiltered && of.body === undefined;
  const own = way === 'alone' || isRedirect || isApart ? {} : { body };
  return {
    steps: stepsFrom(from, assigning(headers), ending(of)),
    method,
    version,
    headers: asks,
    want: { status, headers: { ...linesOf(headers, without), ...also }, ...own },
    next: [clean(headers)],
  };
}

export const sendsHeaders = inPhases((of: HeadersRow) => sent(of), around);

/** Headers that were assigned elsewhere, which a place reads and then replaces, repeats or deletes. */
interface HeaderChangesRow extends Omit<HeadersRow, 'without' | 'also'> {
  readonly by: 'content' | 'header-filter' | 'inner-content' | 'inner-header-filter';
}

/** In turn, a header is unchanged, has another value, or is deleted: the steps, and the resulting lines. */
function changeOf([name, value]: HeaderAssignment, i: number): { does: Step[]; left: HeaderAssignment } {
  if (i % 3 === 0) return { does: [], left: [name, value] };
  if (i % 3 === 1) return { does: [set('headersOut', name, `new-${name}`)], left: [name, `new-${name}`] };
  return { does: [remove('headersOut', name.toUpperCase())], left: [name, []] };
}

/** How the values of a header are read. */
const readOf = ([name, value]: HeaderAssignment): ExpectedValue => {
  if (name.toLowerCase() === 'set-cookie') return [value].flat();
  return typeof value === 'string' ? value : looselyJoinedBy(',', value);
};

function changed({ by, ...of }: HeaderChangesRow): PhasesRow {
  const row = sent(of, by.endsWith('header-filter'));
  const ways = of.headers.map(changeOf);
  const reading = of.headers.flatMap(([name]): Step[] => [
    get('headersOut', name),
    { on: 'r.headersOut', make: ['has', name] },
  ]);
  const steps: Step[] = [...reading, ...ways.flatMap(({ does }) => does)];
  const left = ways.map((one) => one.left).filter((header) => !isAdded(...header));
  const reports = { read: of.headers.flatMap((header) => [readOf(header), [true, true]]) };
  return {
    ...row,
    steps: { ...row.steps, [by]: steps },
    want: { ...row.want, headers: linesOf(left) },
    // Handlers of the inner location are not called for the clean request.
    reports: { [by]: by.startsWith('inner') ? [reports] : [reports, {}] },
  };
}

export const changesHeaders = inPhases(changed, around);

/** Request headers that are read in a place, by member and by pairs; how the request gets there. */
interface RequestHeadersRow {
  readonly by: HandlerPlace;
  readonly through?: 'subrequest' | 'internalRedirect' | 'page';
  readonly lines: readonly (readonly [string, string])[];
  readonly reads: { readonly [name: string]: string | readonly string[] | null };
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly body?: string;
}

const expectedOf = (name: string, of: string | readonly string[] | null): ExpectedValue =>
  of === null || typeof of === 'string'
    ? (of ?? undefined)
    : looselyJoinedBy(name.toLowerCase() === 'cookie' ? ';' : ',', of);

const leading = ({ through }: RequestHeadersRow): Step[] => {
  if (through === 'page') return [call('return', 404)];
  return through === undefined ? [] : [call(through, '~/inner')];
};

function received(of: RequestHeadersRow): PhasesRow {
  const { by, lines, reads, method = 'GET', body } = of;
  const names = Object.keys(reads);
  const upper = names.map((name) => name.toUpperCase());
  const asked: Step[] = [
    { each: '$names', on: 'r.headersIn', get: '$item' },
    { each: '$upper', on: 'r.headersIn', make: ['has', '$item'] },
  ];
  const steps: Step[] = [
    { make: ['list', ...names], as: 'names', shown: false },
    { make: ['list', ...upper], as: 'upper', shown: false },
    ...asked,
    { on: 'r.rawHeadersIn', call: ['slice', 0, lines.length], shown: true },
    ...asked,
  ];
  const values = [
    list(...Object.entries(reads).map(([name, value]) => expectedOf(name, value))),
    Object.values(reads).map((value) => [value !== null, value !== null]),
  ];
  const call = record({ read: list(...values, lines, ...values), threw: [] });
  // The following line holds the steps. It is too long for reports, even if some of them are lost.
  const last = Array<readonly [string, string]>(4).fill(['X-Last', 'z']);
  const lead = by === 'set' ? [['r.variables.spec_placed'] as const] : leading(of);
  return {
    steps: { content: lead, [by]: steps },
    method,
    headers: [...lines, ...last],
    ...(body === undefined ? {} : { body }),
    want: of.through === 'page' ? {} : { status: 200 },
    // A response without a body has nothing for body filters.
    reports: { [by]: each(call, method === 'HEAD' && by.endsWith('body-filter') ? 0 : 1) },
  };
}

export const readsRequestHeaders = inPhases(received, (of: RequestHeadersRow) =>
  around({ from: of.through === 'page' ? 'page' : 'content' }),
);

/** Some names have several values; hosts send one line for each of the others, and other requirements judge their arrays. */
const SEVERAL = ['Cache-Control', 'Link', 'Set-Cookie', 'Vary', 'WWW-Authenticate', 'X-Foo', 'x-bar'];
const ONE = ['Content-Encoding', 'Content-Type', 'ETag', 'Expires', 'Last-Modified', 'Location', 'Retry-After'];

type HeaderEdit = readonly [name: string, value: string | readonly string[] | undefined];

const anyValue = fc.oneof(headerValue, fc.array(headerValue, { maxLength: 3 }), fc.constant(undefined));
const anyChange: fc.Arbitrary<HeaderEdit> = fc.oneof(
  fc.tuple(fc.constantFrom(...SEVERAL).chain(respelled), anyValue),
  fc.tuple(fc.constantFrom(...ONE).chain(respelled), fc.oneof(headerValue, fc.constant(undefined))),
);
const anyChanges = fc.array(anyChange, { maxLength: 8 });

/** Assigns or deletes, and reads after each change. */
const changing = (changes: readonly HeaderEdit[]): Step[] =>
  changes.flatMap(([name, value]): Step[] => [
    value === undefined ? remove('headersOut', name) : set('headersOut', name, value),
    get('headersOut', name.toLowerCase()),
  ]);

/** Lines by name in lower case, after the changes, and what is read in between. */
function modelled(before: ReadonlyMap<string, readonly string[]>, changes: readonly HeaderEdit[]) {
  const lines = new Map(before);
  const read = changes.map(([name, value = []]): ExpectedValue => {
    const key = name.toLowerCase();
    lines.set(key, [value].flat());
    if (value.length === 0) return either(undefined, []);
    return readOf([key, value]);
  });
  return { lines, read };
}

/** Two phases in sequence; the result of the second is sent. */
type InTurn = {
  readonly from: 'content' | 'set' | 'redirected' | 'access';
  readonly by: 'header-filter' | 'inner-content';
};

const inTurn = ({ from, by }: InTurn): fc.Arbitrary<PhasesRow> =>
  fc.record({ first: anyChanges, second: anyChanges, method: fc.constantFrom('GET', 'HEAD') }).map((drawn) => {
    const first = modelled(new Map(), drawn.first);
    const second = modelled(first.lines, drawn.second);
    const names = [...second.lines].filter(([name, lines]) => name !== 'content-type' || lines.length > 0);
    const steps = stepsFrom(from, changing(drawn.first), []);
    return {
      method: drawn.method,
      steps: { ...steps, [by]: changing(drawn.second) },
      want: { status: 200, headers: Object.fromEntries(names) },
      reports: { [by]: [{ read: second.read }], [from === 'redirected' ? 'content' : from]: [{ read: first.read }] },
    };
  });

const TURNS: readonly HandlerPlace[] = ['access', 'content', 'header-filter', 'set', 'inner-content'];
const turnsOf = ({ from, by }: InTurn): readonly HandlerPlace[] =>
  TURNS.filter((place) => place === from || place === by || place === 'content');

export const changesHeadersInTurn: Law<InTurn> = (data) => drawnInPhases(turnsOf(data), inTurn)(data);
