/** What most laws of the request object share: a handler that follows steps on the object. */

import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step } from '../../../../spec/types/step.js';
import { decode } from '../../../language/encoding.js';
import { type Expectation, either, list, type ResponseParts, record, response } from '../../../language/expectation.js';
import type { WireRequest } from '../../../language/partners.js';
import { isList } from '../../../language/plain.js';
import type { HttpHandler } from '../../../language/setup.js';
import { orderOf, type StepOrder, type StepOutcomes } from '../../../language/steps.js';
import type { At } from '../../../language/trial.js';
import type { HttpRequestObject, World } from '../../../language/world.js';
import { byRow, type RowLaw } from '../../support/drawn.js';
import { liftedWith } from '../../support/lifted-with.js';
import { oneLocation } from './inputs.js';

/** What handlers do: steps on `r`, and how they end. */
export type HandlerSteps = readonly Step[] | HandlerProgram;

/** What a handler does after its steps. */
interface HandlerProgram {
  readonly steps?: readonly Step[];
  /** What it returns. */
  readonly gives?: Plain;
  /** The message of the error that it finally throws. */
  readonly throws?: string;
  /** Whether it is an async function, even without waiting. */
  readonly async?: true;
  /** It does not answer, and nothing is reported. */
  readonly silent?: true;
  /** The form in which the values of the steps are made, by a name of `remaking`. */
  readonly make?: string;
}

/** The response; for a handler that reads, the values read and the names of thrown errors; the log. */
interface ScriptWant extends ResponseParts {
  readonly read?: readonly unknown[] | Expectation | ((at: At) => readonly unknown[]);
  readonly threw?: unknown;
  readonly log?: readonly Expectation[];
}

/** What a handler does for a request, perhaps twice, and the expected outcome. */
export interface ScriptRow extends Omit<WireRequest, 'target' | 'input'> {
  readonly steps: HandlerSteps;
  readonly want: ScriptWant;
  /** What precedes and follows the case's own path. */
  readonly authority?: string;
  readonly target?: string;
  readonly twice?: boolean;
  /** Later requests of the connection. */
  readonly next?: readonly ScriptRow[];
  /** What the handlers of subrequests do, by the names that end their URIs. */
  readonly inner?: { readonly [name: string]: HandlerSteps };
  readonly name?: string;
}

/** Names of response headers, and the values that scripts assign to them. */
export type HeaderAssignment = readonly [name: string, value: string | readonly string[]];

/** A string is not a reference. */
export const literal = <T extends Plain>(of: T): T =>
  JSON.parse(JSON.stringify(of), (_, value) => (typeof value === 'string' ? value.replace(/^[$]/, '$$$$') : value));

/** Steps on a member of `r`, or on `r`; strings are not references. */
export const get = (on: string, name: string | number): Step => ({ on: `r.${on}`, get: literal(name) });
export const set = (on: string, name: string, value: Plain): Step => ({
  on: `r.${on}`,
  set: [name, value].map(literal),
});
export const remove = (on: string, name: string): Step => ({ on: `r.${on}`, delete: literal(name) });
export const call = (name: string, ...args: readonly Plain[]): Step => ['r', name, ...args.map(literal)];
export const wait = (name: string, ...args: readonly Plain[]): Step => ({
  call: [name, ...args.map(literal)],
  await: 'promise',
});
export const TIMER: Step = { make: ['wait', 1], await: 'promise' };
export const PROMISE: Step = { make: ['promise'], await: 'promise' };
/** The following steps are those of a callback, for which the handler does not wait. */
export const IN_TIMER: Step = { on: 'globalThis', call: ['setTimeout', '$next', 1], await: 'callback', shown: false };
export const IN_PROMISE: readonly Step[] = [
  { make: ['promise'], as: 'made', shown: false },
  { on: '$made', call: ['then', '$next'], await: 'callback', shown: false },
];
export const inCallback = (uri: string): Step => ({ call: ['subrequest', uri, {}, '$next'], await: 'callback' });

/** Sends parts of a body after the header. */
export const inParts = (status: number, parts: readonly Plain[]): Step[] => [
  { set: ['status', status] },
  call('sendHeader'),
  ...parts.map((part) => call('send', part)),
  call('finish'),
];

export const assigning = (headers: readonly HeaderAssignment[]): Step[] =>
  headers.map(([name, value]) => set('headersOut', name, value));

export const row = (steps: HandlerSteps, want: ScriptWant, request: Partial<ScriptRow> = {}): ScriptRow => ({
  ...request,
  steps,
  want,
});

/** What a request carries for each handler. */
export interface HandlerInput extends Omit<HandlerProgram, 'steps' | 'gives'> {
  readonly gives?: unknown;
  readonly order: StepOrder;
  /** The numbers of the steps whose results are reported. */
  readonly reads: readonly number[];
  /** It ends before its steps do: they continue in a callback. */
  readonly early?: true;
  /** Those of subrequests, by their names. */
  readonly inner?: { readonly [name: string]: HandlerInput };
}

/** What steps read, the names of errors that they threw, and the methods that they called. */
export interface StepReport {
  readonly read: unknown[];
  readonly threw: unknown[];
  readonly called: unknown[];
}

/** The results of the steps: for the response to a subrequest, its status and its text. Lifted with handlers. */
const reportOf = (does: HandlerInput, came: StepOutcomes): StepReport => {
  const report: StepReport = { read: [], threw: [], called: [] };
  if (!Array.isArray(came)) return report;
  came.forEach((one: readonly unknown[], i) => {
    const step: unknown = does.order.steps[i];
    const call: unknown = Array.isArray(step) ? step[1] : Object(step).call;
    const reply: HttpRequestObject = Object(one[1]);
    const waits = Object(step).await !== undefined;
    if (one[0] === 'threw' && waits) report.read.push({ threw: one[1] });
    else if (one[0] === 'threw') report.threw.push(one[1]);
    else report.called.push(Array.isArray(call) ? call[0] : call);
    if (one[0] === 'rejected') report.read.push({ threw: `rejected ${one[1]}` });
    if (one[0] !== 'returned' || does.reads.indexOf(i) < 0) return;
    if (reply.responseText === undefined) report.read.push(one[1]);
    else report.read.push(reply.status, reply.responseText);
  });
  return report;
};

/** Follows the steps and calls `end` with their results. `passed` is what else the handler gets. Lifted with handlers. */
const doesSteps = (
  t: World,
  does: HandlerInput,
  passed: { readonly [name: string]: unknown },
  report: typeof reportOf,
  end: (report: StepReport) => void,
): unknown => {
  const order = Object.assign({}, does.order, { subjects: Object.assign({}, does.order.subjects, passed) });
  const finish = (came: StepOutcomes): unknown => {
    if (does.throws !== undefined) throw new Error(does.throws);
    if (does.silent !== true) end(report(does, came));
    return does.gives;
  };
  const follow = (): unknown => {
    const came = t.steps(order);
    if (!(came instanceof Promise)) return finish(came);
    const ended = came.then(finish);
    return does.early ? undefined : ended;
  };
  return does.async ? (async () => follow())() : follow();
};

/** Answers with what steps read and threw, unless one has answered. With 203 hosts answer no conditional requests. */
export const answers = (r: HttpRequestObject, t: World, report: StepReport): void => {
  const called = report.called;
  const found = { read: report.read, threw: report.threw };
  if (called.includes('return') || called.includes('finish') || called.includes('internalRedirect')) return;
  if (called.includes('sendHeader')) {
    r.send(t.json(found));
    r.finish();
  } else t.answer(r, found, 203);
};

/** Settings for handlers that do steps. */
export const STEPS = [doesSteps, reportOf] as const;

export const follows: HttpHandler = liftedWith(
  (r: HttpRequestObject, t, does, report, answer) => does(t, t.input(r), {}, report, (came) => answer(r, t, came)),
  ...STEPS,
  answers,
);

/** A handler that follows these steps, of plain JSON, for every request; filters have their chunk as `$data`, its options as `$flags`. */
export const fixedHandler = (does: HandlerSteps): HttpHandler =>
  liftedWith(
    (_: HttpRequestObject, t, does, follow, report, data: unknown, flags: unknown) =>
      follow(t, does, { data, flags }, report, () => undefined),
    handlerInput(does, (path) => path),
    ...STEPS,
  );

/** Calls and changes are made for their effect, other steps for their result; steps with `shown` are always read. */
export const isRead = (step: Step): boolean => {
  if (isList(step)) return step.length === 1;
  const { shown, get, value, make, call, await: waits } = step;
  if (shown !== undefined) return shown !== false;
  return get !== undefined || value !== undefined || (waits === undefined ? make !== undefined : call !== undefined);
};

/** What a handler gets of a program; a string that begins with `~/` is a path below the case's own. */
export function handlerInput(does: HandlerSteps, at: At): HandlerInput {
  const { steps: given = [], gives, ...ends } = programOf(does);
  const located: readonly Step[] = JSON.parse(JSON.stringify(given), (_, value) => placed(value, at));
  const { steps, values } = ends.make === undefined ? { steps: located, values: {} } : referring(located);
  return {
    ...ends,
    ...(gives === undefined ? {} : { gives: decode(gives) }),
    order: orderOf({ on: 'r', ...values, steps, named: true }, { data: null, flags: null }),
    reads: steps.flatMap((step, i) => (isRead(step) ? [i] : [])),
    ...(steps.some((step) => 'await' in step && step.await === 'callback') ? { early: true } : {}),
  };
}

/** The steps with references in place of arrays, objects and bytes. */
function referring(given: readonly Step[]): { steps: readonly Step[]; values: { readonly [name: string]: Plain } } {
  const values: { [name: string]: Plain } = {};
  const referred = (value: Plain): Plain => {
    if (typeof value !== 'object' || value === null) return value;
    const name = `value${Object.keys(values).length}`;
    values[name] = value;
    return `$${name}`;
  };
  const steps = given.map((step): Step => {
    if (isList(step)) return step.map(referred);
    if (isList(step.call)) return { ...step, call: step.call.map(referred) };
    return step.set === undefined ? step : { ...step, set: step.set.map(referred) };
  });
  return { steps, values };
}

export const programOf = (does: HandlerSteps): HandlerProgram => (isList(does) ? { steps: does } : does);

/** A string that begins with `~/` is a path below the case's own. */
export const placed = <T>(value: T, at: At): T | string =>
  typeof value === 'string' && value.startsWith('~/') ? at(value.slice(1)) : value;

/** The first of some rows, with the others after it on its connection. */
export function behindFirst([first = row([], {}), ...next]: readonly ScriptRow[]): ScriptRow {
  return { ...first, next };
}

const inOrder = (row: ScriptRow): ScriptRow[] => [row, ...(row.twice === true ? [row] : []), ...(row.next ?? [])];

/** Steps travel in a header, where each byte may take three, or in the body if they are long: hosts accept headers of some kilobytes. */
function requestOf(row: ScriptRow, at: At): WireRequest {
  const { authority = '', target = '', twice, next, name, want, steps, inner, ...request } = row;
  const input = { ...handlerInput(steps, at), ...(inner && { inner: inputsOf(inner, at) }) };
  const method = Buffer.byteLength(JSON.stringify(input)) < 1500 ? { method: 'GET' } : {};
  return { ...method, ...request, target: `${authority}${at('/')}${target}`, input };
}

const inputsOf = (all: NonNullable<ScriptRow['inner']>, at: At): NonNullable<HandlerInput['inner']> =>
  Object.fromEntries(Object.entries(all).map(([name, does]) => [name, handlerInput(does, at)]));

/** Whether a step answers, so that nothing is reported. */
const isAnswered = (does: HandlerSteps): boolean =>
  /"(return|finish|internalRedirect)"/.test(JSON.stringify(programOf(does).steps ?? []));

function partsOf({ steps, method, want }: ScriptRow, at: At): ResponseParts {
  const { read = [], threw = [], log: _, ...parts } = want;
  if (method === 'HEAD' || isAnswered(steps)) return parts;
  const wanted = typeof read === 'function' ? read(at) : read;
  return { ...parts, answer: record({ read: Array.isArray(wanted) ? list(...wanted) : wanted, threw }) };
}

export const SCRIPT: RowLaw<ScriptRow> = {
  setup: oneLocation(follows, { set: ['$spec_args', '$args'] }),
  send: (row, at) => ({ requests: inOrder(row).map((one) => requestOf(one, at)) }),
  expect: (row, at) => {
    const responses = list(...expectedResponses(row, at));
    return record({ responses, ...(row.want.log === undefined ? {} : { log: list(...row.want.log) }) });
  },
};

/** The expectation for the response to a row's own request, and those of the later ones. */
export const expectedResponses = (row: ScriptRow, at: At): Expectation[] =>
  inOrder(row).map((one) => response(partsOf(one, at)));

/** A row as requirements have it, with what is read in the tagged encoding, or what else may be. */
export interface PlainRow extends Omit<ScriptRow, 'want' | 'next'> {
  readonly then: Omit<ResponseParts, 'answer'> & { readonly read?: readonly Plain[] };
  readonly or?: readonly Plain[];
}

export const fromPlain = ({ steps, then: { read = [], ...parts }, or, ...request }: PlainRow): ScriptRow => {
  const options = [read, ...(or === undefined ? [] : [or])].map((one) => list(...one.map(decode)));
  return row(steps, { ...parts, read: either(...options) }, request);
};

export const handlerAnswers = byRow(SCRIPT, fromPlain);
