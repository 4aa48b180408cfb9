/**
 * Handlers that follow steps in every place where a host calls one. A row has the steps of each place, in the form of `script.ts`:
 * `{ access: [{ on: 'r.headersOut', set: ['X-Foo', 'a'] }], 'body-filter': [['r.status']] }`. The tested location has a handler for each
 * place of the row. It always has a content handler, which answers with `abc` unless a step has answered. `reports` has, for each place,
 * what each call of its handler read and which errors it met, unless it failed. Handlers write the reports to the log, so that those that
 * send nothing, or run after the response was sent, report too.
 *
 *     export const keeps = inPhases(({ phase }: { phase: HandlerPlace }) => ({
 *       steps: { [phase]: [{ set: ['status', 404] }, ['r.status']] },
 *       want: { status: 404 },
 *       reports: { [phase]: [{ read: [404] }] },
 *     }));
 *
 * `set` is a variable of js_set, whose handler is called when the variable is read. Steps read `spec_placed`, to which no configuration
 * refers. Settings read `spec_referred`, as do the map `spec_mapped` and the log format `spec_set`. The js_var variable `spec_carried`
 * starts as `initial`. Places whose names begin with `inner` are those of the location `~/inner`, which steps reach by subrequests or
 * redirects. A string that begins with `~/` is a path below the case's own, also in values that are read.
 */
import type fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import {
  type Expectation,
  list,
  logLine,
  matches,
  type ResponseParts,
  record,
  response,
  unordered,
} from '../../../language/expectation.js';
import { conversation, conversationProperty } from '../../../language/law.js';
import type { Partners, WireRequest } from '../../../language/partners.js';
import { isList } from '../../../language/plain.js';
import type { At, Law } from '../../../language/trial.js';
import { type PlainSettings, settingsOf } from '../../support/settings.js';
import { type HandlerPlace, type LocationPair, PHASES, placeLocations, REPORT } from './placed-handlers.js';
import { type HandlerSteps, handlerInput, placed, programOf } from './script.js';

/** The outcome of one call of a handler; an omitted part is an empty list. */
export interface HandlerReport {
  readonly read?: readonly unknown[] | Expectation;
  readonly threw?: readonly string[] | Expectation;
}

/** A request, the steps of its handlers, and the expected outcome. */
export interface PhasesRow extends Omit<WireRequest, 'target' | 'input'> {
  readonly steps: { readonly [place in HandlerPlace]?: HandlerSteps };
  /** What follows the case's own path. */
  readonly target?: string;
  /** The form in which the values of all steps are made, by a name of `remaking`. */
  readonly make?: string;
  readonly want: ResponseParts;
  /** All calls in order, before those of later requests; places without an entry are not judged. */
  readonly reports?: { readonly [place in HandlerPlace]?: readonly (HandlerReport | Expectation)[] | Expectation };
  /** What scripts wrote to the log themselves, and at which level. */
  readonly logs?: readonly Expectation[];
  /** Later requests of the connection. */
  readonly next?: readonly PhasesRow[];
  /** All requests are concurrent, so reports arrive in any order. */
  readonly beside?: true;
}

const ALL: readonly HandlerPlace[] = [...PHASES, 'set', ...PHASES.map((phase): HandlerPlace => `inner-${phase}`)];

/** One request, or several in sequence. */
type PhasesRows = PhasesRow | readonly PhasesRow[];

const inOrder = (rows: PhasesRows): PhasesRow[] => [rows].flat().flatMap((row) => [row, ...(row.next ?? [])]);
/** The places whose handlers a row has steps for. */
export const placesIn = (rows: PhasesRows): HandlerPlace[] =>
  ALL.filter((place) => inOrder(rows).some(({ steps }) => place in steps));

function requestOf(
  { steps, make, target = '', want, reports, logs, next, beside, ...request }: PhasesRow,
  at: At,
): WireRequest {
  const inputOf = (does: HandlerSteps) => handlerInput(make === undefined ? does : { ...programOf(does), make }, at);
  const input = Object.fromEntries(Object.entries(steps).map(([place, does]) => [place, inputOf(does)]));
  return { method: 'GET', ...request, target: `${at('/')}${target}`, input };
}

/** How requests are sent, and the outcome of each; by default in sequence, on connections of the client's choice. */
export type Asks = (requests: readonly WireRequest[], partners: Partners, at: At) => Promise<readonly unknown[]>;

const inTurn: Asks = async (requests, { host }) => {
  const responses: unknown[] = [];
  for (const one of requests) responses.push(await host.request(one));
  return responses;
};

/** Sends the requests; reports are complete after another request, because the host has then ended these. */
export async function held(rows: PhasesRows, partners: Partners, at: At, asks = inTurn) {
  const { host, log } = partners;
  const requests = inOrder(rows).map((one) => requestOf(one, at));
  const responses = await asks(requests, partners, at);
  await host.request({ target: at('/through') });
  const reports: { [place: string]: unknown[] } = Object.fromEntries(
    ['content', 'inner-content', ...placesIn(rows)].map((place) => [place, []]),
  );
  const logs: unknown[] = [];
  let begun = '';
  for (const line of await log.lines()) {
    const [start, sign] = REPORT.exec(line.message) ?? [];
    if (start === undefined) logs.push(line);
    else begun += line.message.slice(start.length);
    if (sign !== ' ') continue;
    const [place, text]: [string, string] = JSON.parse(begun);
    reports[place] = [...(reports[place] ?? []), decode(JSON.parse(text))];
    begun = '';
  }
  return { responses, reports, logs };
}

const call = (report: HandlerReport | Expectation, at: At): Expectation => {
  if ('expects' in report) return report;
  const { read = [], threw = [] } = report;
  return record({ read: isList(read) ? list(...read.map((value) => placed(value, at))) : read, threw });
};

/** What the handlers of each place must report. */
export function expectedReports(rows: readonly PhasesRow[], at: At): Expectation {
  const all = rows.flatMap(({ reports = {} }) => Object.entries(reports));
  const inAnyOrder = rows.some(({ beside }) => beside === true);
  const reports = all.map(([place]): [string, Expectation] => {
    const own = all.flatMap(([name, calls]) => (name === place ? [calls] : []));
    const calls = own.flatMap((one) => (isList(one) ? one.map((report) => call(report, at)) : []));
    const whole = own.find((one): one is Expectation => !isList(one));
    return [place, whole ?? (inAnyOrder ? unordered(...calls) : list(...calls))];
  });
  return record(Object.fromEntries(reports));
}

/** The expectation for the responses, the reports of each place, and what scripts wrote to the log. */
export function expectedPhases(rows: PhasesRows, at: At): Expectation {
  const all = inOrder(rows);
  const logs = all.flatMap((row) => (row.logs === undefined ? [] : [row.logs]));
  return record({
    responses: list(...all.map(({ want }) => response(want))),
    reports: expectedReports(all, at),
    ...(logs.length === 0 ? {} : { logs: list(...logs.flat()) }),
  });
}

/** The law for data from which rows are made: other settings around, how requests are sent, and which are answered. */
export const inPhases = <D>(
  rowsOf: (data: D) => PhasesRows,
  around?: (data: D) => LocationPair,
  asks?: (data: D) => Asks | undefined,
  seen: (data: D) => PhasesRows = rowsOf,
): Law<D> =>
  conversation({
    needs: ['exchange', 'log'],
    setup: (data: D) => placeLocations(placesIn(rowsOf(data)), around?.(data)),
    hold: (data, partners, at) => held(rowsOf(data), partners, at, asks?.(data)),
    expect: (data, at) => expectedPhases(seen(data), at),
  });

/** A row of a requirement: the values read and the settings are plain data. */
export interface PlainPhases extends Omit<PhasesRow, 'want' | 'reports' | 'logs' | 'next'> {
  readonly then?: Omit<ResponseParts, 'answer'> & { readonly pattern?: string };
  readonly reports?: {
    readonly [place in HandlerPlace]?: readonly {
      readonly read?: readonly Plain[];
      readonly threw?: readonly string[];
    }[];
  };
  readonly logs?: readonly { readonly level: string; readonly message: string }[];
  readonly next?: readonly Omit<PlainPhases, 'settings' | 'inner'>[];
  readonly settings?: PlainSettings;
  readonly inner?: PlainSettings;
}

export function rowOf({
  then: { pattern, ...then } = {},
  reports = {},
  logs,
  next = [],
  settings,
  inner,
  ...row
}: PlainPhases): PhasesRow {
  const calls = Object.entries(reports).map(([place, all]): [string, readonly HandlerReport[]] => [
    place,
    all.map(({ read = [], threw = [] }) => ({ read: read.map(decode), threw })),
  ]);
  const lines = logs?.map(({ level, message }) => logLine(level, message));
  const more = lines === undefined ? {} : { logs: lines };
  const want = pattern === undefined ? then : { ...then, body: matches(new RegExp(pattern)) };
  return { ...row, ...more, want, reports: Object.fromEntries(calls), next: next.map(rowOf) };
}

export const locationPair = ({ settings, inner }: Pick<PlainPhases, 'settings' | 'inner'>): LocationPair => ({
  settings: settingsOf(settings),
  inner: settingsOf(inner),
});

export const handlersReport = inPhases(rowOf, locationPair);

/** The law for drawn rows, in locations with handlers for these places. */
export const drawnInPhases = <D>(
  places: readonly HandlerPlace[],
  inputs: (data: D) => fc.Arbitrary<PhasesRows>,
  around?: (data: D) => LocationPair,
): Law<D> =>
  conversationProperty({
    needs: ['exchange', 'log'],
    setup: (data: D) => placeLocations(places, around?.(data)),
    inputs,
    hold: (rows: PhasesRows, partners, at) => held(rows, partners, at),
    expect: expectedPhases,
  });
