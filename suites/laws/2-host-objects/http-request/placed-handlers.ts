/**
 * A handler in every place where a host calls one, which follows the steps of its place and reports in the log. `phases.ts` has the rows
 * and the expectations.
 */
import { createHash } from 'node:crypto';
import { asciiJson } from '../../../language/encoding.js';
import {
  directive,
  type HttpHandler,
  http,
  jsSet,
  jsVar,
  location,
  type Settings,
  type Setup,
  type SetupDirective,
} from '../../../language/setup.js';
import type { HttpRequestObject, World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';
import { remaking } from '../../support/remaking.js';
import { type HandlerInput, STEPS, type StepReport } from './script.js';

/** The directives that call a handler, by place. */
const DIRECTIVES = {
  access: 'js_access',
  content: 'js_content',
  'header-filter': 'js_header_filter',
  'body-filter': 'js_body_filter',
} as const;

type Phase = keyof typeof DIRECTIVES;

export type HandlerPlace = Phase | 'set' | `inner-${Phase}`;

export const PHASES: readonly Phase[] = ['access', 'content', 'header-filter', 'body-filter'];

/** Settings of the location at the case's path, and of `~/inner`. */
export interface LocationPair {
  readonly settings?: Settings;
  readonly inner?: Settings;
  readonly beside?: readonly SetupDirective[];
}

/** The prefix of log lines that report a call, and the mark of a line that another one continues. */
export const REPORT = /^spec-report([ +])/;

/** A value, or the kind, length and digest of a long one. Lifted with handlers. */
const shortened = (value: unknown, json: (value: unknown) => string, digest: (of: Uint8Array) => string): unknown => {
  const kind = Buffer.isBuffer(value) ? 'Buffer' : value instanceof ArrayBuffer ? 'ArrayBuffer' : typeof value;
  const text = kind === 'string' ? `${value}` : kind === 'object' ? json(value) : '';
  const bytes = value instanceof ArrayBuffer ? Buffer.from(value) : Buffer.isBuffer(value) ? value : Buffer.from(text);
  return bytes.length > 16384 ? [kind, bytes.length, digest(bytes)] : value;
};

/** A value as a call that read it reports it. */
export const briefly = (value: unknown): unknown =>
  shortened(value, asciiJson, (of) => createHash('sha256').update(of).digest('hex'));

/** Writes to the log, in as many lines as it takes. Lifted with handlers. */
const writeReport = (
  r: HttpRequestObject,
  t: World,
  place: string,
  report: StepReport,
  shorten: typeof shortened,
): void => {
  const digest = (of: Uint8Array): string => `${t.crypto.createHash('sha256').update(of).digest('hex')}`;
  const read = report.read.map((value) => shorten(value, (of) => t.json(of), digest));
  const log = (_: number, answer: string): void => {
    const text = t.json([place, answer]);
    for (let at = 0; at < text.length; at += 1500)
      r.log(`spec-report${at + 1500 < text.length ? '+' : ' '}${text.slice(at, at + 1500)}`);
  };
  t.answer(Object.assign(Object.create(null), { return: log }), { read, threw: report.threw });
};

const inPlace = (
  r: HttpRequestObject,
  t: World,
  place: string,
  remake: typeof remaking,
  shorten: typeof shortened,
  write: typeof writeReport,
  follow: (typeof STEPS)[0],
  reports: (typeof STEPS)[1],
  data: unknown,
  flags: unknown,
): unknown => {
  const all: { [place: string]: HandlerInput | undefined } = t.input(r);
  const does = all[place] || { order: { make: [], steps: [], subjects: {} }, reads: [] };
  const passed: { [name: string]: unknown } = { data, flags };
  const made = (value: unknown): unknown => (does.make && remake(value, does.make)) || value;
  Object.entries(does.order.subjects).forEach((subject) => {
    if (does.make) passed[subject[0]] = made(subject[1]);
  });
  if (place.indexOf('body-filter') >= 0 && t.json(does.order.steps).indexOf('"sendBuffer"') < 0)
    t.invoke(r, 'sendBuffer', [data, flags]);
  return follow(t, Object.assign({}, does, { gives: made(does.gives) }), passed, reports, (report) => {
    write(r, t, place, report, shorten);
    const answering = ['return', 'sendHeader', 'finish', 'internalRedirect'];
    if (place.indexOf('content') >= 0 && !report.called.some((name) => answering.includes(`${name}`)))
      r.return(200, 'abc');
  });
};

/** One for each place, shared by all cases. */
const HANDLERS = new Map<HandlerPlace, HttpHandler>();

export function handlerIn(place: HandlerPlace): HttpHandler {
  const known = HANDLERS.get(place) ?? liftedWith(inPlace, place, remaking, shortened, writeReport, ...STEPS);
  HANDLERS.set(place, known);
  return known;
}

function locationWith(
  below: string,
  places: readonly HandlerPlace[],
  prefix: '' | 'inner-',
  settings: Settings,
): SetupDirective {
  const answers = 'return' in settings || 'proxy_pass' in settings ? [] : ['content'];
  const own = PHASES.filter((phase) => answers.includes(phase) || places.includes(`${prefix}${phase}`));
  const handlers = own.map((phase) => [DIRECTIVES[phase], handlerIn(`${prefix}${phase}`)] as const);
  return location(below, { ...Object.fromEntries(handlers), ...settings }, 'prefix');
}

/** Variables of the place `set`, and what refers to the second of them in all locations. */
const VARIABLES: readonly SetupDirective[] = [
  ...['spec_placed', 'spec_referred'].map((name) => jsSet(name, handlerIn('set'))),
  directive('log_format', 'spec_set', '$spec_referred'),
  {
    name: 'map',
    args: ['$spec_referred', '$spec_mapped'],
    block: [directive('default', 'otherwise'), directive('yes', 'mapped')],
  },
];

/** Locations with a handler for each of these places. */
export const placeLocations = (
  places: readonly HandlerPlace[],
  { settings = {}, inner = {}, beside = [] }: LocationPair = {},
): Setup => [
  http(
    ...(places.includes('set') ? VARIABLES : []),
    jsVar('spec_carried', 'initial'),
    locationWith('/', places, '', settings),
    locationWith('/inner', places, 'inner-', inner),
    location('/through', { return: '204' }),
    ...beside,
  ),
];
