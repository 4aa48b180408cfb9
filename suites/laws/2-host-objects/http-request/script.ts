/** What most laws of the request object are made of: a handler that follows steps on the object. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { type Expectation, either, list, type ResponseParts, record, response } from '../../../language/expectation.js';
import type { WireRequest } from '../../../language/partners.js';
import type { HttpHandler } from '../../../language/setup.js';
import type { At } from '../../../language/trial.js';
import type { HttpRequest, World } from '../../../language/world.js';
import { byRow, type RowLaw } from '../../support/drawn.js';
import { liftedWith } from '../../support/lifted-with.js';
import { oneLocation } from './inputs.js';

/**
 * A step on the member at a path such as `status` or `headersOut.X-Foo`; values are in the tagged encoding. `[path]` reads, `[path,
 * value]` assigns; a word before the path says what else is done: `delete`; `index` reads by number; `put` assigns what was read last;
 * `same` reads whether it is what was read first; `call` calls with the values, and `pass` with what was read last in front of them, for
 * what that returns; `list` reads the names that each way of listing gives, `has` whether the value is one of them, `json` what it is as
 * JSON, `copy` a Buffer with its bytes; `kind` calls, and reads the type of what that gives, `lists` what is in the list that it gives,
 * which is changed then.
 *
 * Those behind `[wait promise]`, `[wait timer]` and `[wait subrequest, URI]` wait for it; a subrequest reads its status and text. `[wait
 * readRequestText]`, or another such method, reads the result of the call or its error. `[begin readRequestText]` calls it, and `[wait
 * begun]` waits for the first such call that was not waited for yet. Steps behind `[in async]` run in an async function, those behind
 * `[in timer]`, `[in promise]` and `[in callback, URI]` in a callback that the handler does not wait for. `[give value, x]` is what the
 * handler returns; at `[end here]` it returns without an answer.
 */
export type ScriptStep = readonly [path: string, ...values: Plain[]];

/** Of the response; of a handler that reads, what it read and the names of the errors that were thrown; of the log. */
interface ScriptWant extends ResponseParts {
  readonly read?: readonly unknown[] | Expectation | ((at: At) => readonly unknown[]);
  readonly threw?: unknown;
  readonly log?: readonly Expectation[];
}

/** What a handler does for a request, perhaps twice, and what must come of it. */
export interface ScriptRow extends Omit<WireRequest, 'target' | 'input'> {
  readonly given: readonly ScriptStep[];
  readonly want: ScriptWant;
  /** What comes before and behind the case's own path. */
  readonly authority?: string;
  readonly target?: string;
  readonly twice?: boolean;
  /** Later requests of the connection. */
  readonly next?: readonly ScriptRow[];
  readonly name?: string;
}

/** Names of response headers, and the values that scripts assign to them. */
export type HeaderAssignment = readonly [name: string, value: string | readonly string[]];

export const assigning = (headers: readonly HeaderAssignment[]): ScriptStep[] =>
  headers.map(([name, value]) => [`headersOut.${name}`, value]);

export const row = (given: readonly ScriptStep[], want: ScriptWant, request: Partial<ScriptRow> = {}): ScriptRow => ({
  ...request,
  given,
  want,
});

/** As `stepOf` makes them. */
export type StepWords = readonly [word: string, on: string, name: string, values: unknown[]];

/** What steps read, the names of errors that they threw, and the methods that they called. */
export interface StepReport {
  readonly read: unknown[];
  readonly threw: string[];
  readonly called: string[];
}

type StepActions = {
  readonly [word: string]: (on: { [name: string]: unknown }, name: string, values: unknown[]) => void;
};

/** What is read, by the word of a step. Lifted with handlers. */
const reading = (t: World, read: unknown[]): StepActions => {
  const listings = (of: object): { [way: string]: string[] } => {
    const enumerated: string[] = [];
    for (const key in of) enumerated.push(key);
    const entries = Object.entries(of).map((entry) => entry[0]);
    return { enumerated, keys: Object.keys(of), entries, json: Object.keys(JSON.parse(t.json(of))) };
  };
  const has = (of: object, key: string): unknown[] => {
    const own = t.invoke(Object.prototype.hasOwnProperty, 'call', [of, key]);
    return [key in of, own];
  };
  return {
    get: (on, name) => read.push(on[name]),
    index: (on, name) => read.push(on[Number(name)]),
    same: (on, name) => read.push(on[name] === read[0]),
    list: (on, name) => read.push(listings(Object(on[name]))),
    has: (on, name, values) => read.push(has(Object(on[name]), String(values[0]))),
    copy: (on, name) => read.push(on[name] === undefined ? undefined : t.invoke(Buffer, 'from', [on[name]])),
    json: (on, name) => read.push(JSON.parse(t.json(on[name]))),
    pass: (on, name, values) => read.push(t.invoke(on, name, [read.pop()].concat(values))),
  };
};

/** What is called or changed, by the word of a step. Lifted with handlers. */
const changing = (t: World, report: StepReport): StepActions => {
  const read = report.read;
  return {
    kind: (on, name, values) => {
      const value = t.invoke(on, name, values);
      if (value instanceof Promise) value.then(undefined, () => undefined);
      read.push(value instanceof Promise ? 'promise' : typeof value);
    },
    lists: (on, name, values) => {
      const names: unknown[] = Object(t.invoke(on, name, values));
      read.push(Array.isArray(names) ? names.map((one) => one) : 'no array');
      names.push('pushed');
      names[0] = 'changed';
    },
    set: (on, name, values) => {
      on[name] = values[0];
    },
    put: (on, name) => {
      on[name] = `${read[read.length - 1]}`;
    },
    delete: (on, name) => delete on[name],
    throw: (_, __, values) => {
      throw new Error(`${values[0]}`);
    },
    call: (on, name, values) => {
      t.invoke(on, name, values);
      report.called.push(name);
    },
  };
};

/** What is waited for, by the name in a step. Lifted with handlers. */
const inTime = (r: HttpRequest, t: World, read: unknown[]) => {
  const begun: Promise<unknown>[] = [];
  const failed = (e: unknown): unknown => ({ threw: `rejected ${e instanceof Error ? `${e.name}` : 'no error'}` });
  const start = (name: string, values: unknown[]): Promise<unknown> => {
    try {
      return Promise.resolve(t.invoke(r, name, values)).then(undefined, failed);
    } catch (e) {
      return Promise.resolve({ threw: `${e}` });
    }
  };
  /** Of the response to a subrequest its status and its text. */
  const take = (value: unknown): void => {
    const reply: HttpRequest = Object(value);
    if (reply.responseText === undefined) read.push(value);
    else read.push(reply.status, reply.responseText);
  };
  return {
    begin: (name: string, values: unknown[]): number => begun.push(start(name, values)),
    wait: async (name: string, values: unknown[]): Promise<void> => {
      if (name === 'timer') await t.wait(1);
      else if (name === 'promise') await undefined;
      else {
        const value = await (name === 'begun' ? begun.shift() : start(name, values));
        take(value);
      }
    },
    /** Where else the steps behind may run. */
    in: (name: string, values: unknown[], next: () => unknown): unknown => {
      if (name === 'async') return (async () => next())();
      const replied = (reply: unknown): void => {
        take(reply);
        next();
      };
      if (name === 'timer') setTimeout(next, 1);
      else if (name === 'promise') Promise.resolve().then(next);
      else t.invoke(r, 'subrequest', [values[0], {}, replied]);
      return undefined;
    },
  };
};

/** Does the steps one after the other; `end` is called behind the last one. Lifted with handlers. */
const doesSteps = (
  r: HttpRequest,
  t: World,
  steps: readonly StepWords[],
  reads: typeof reading,
  changes: typeof changing,
  later: typeof inTime,
  end: (report: StepReport) => void,
): unknown => {
  const report: StepReport = { read: [], threw: [], called: [] };
  const words = Object.assign({}, reads(t, report.read), changes(t, report));
  const time = later(r, t, report.read);
  const once = (step: StepWords): void => {
    const on: { [name: string]: unknown } = step[1] === 'r' ? r : Object(r)[step[1]] || t.at(step[1]);
    const does = words[step[0]];
    if (does !== undefined) does(on, step[2], step[3]);
  };
  const from = (first: number): unknown => {
    let gives: unknown;
    for (let i = first; i < steps.length; i++) {
      const step = steps[i] || ['', '', '', []];
      const next = (): unknown => from(i + 1);
      if (step[0] === 'wait') return time.wait(step[2], step[3]).then(next);
      if (step[0] === 'in') return time.in(step[2], step[3], next);
      if (step[0] === 'throw') once(step);
      if (step[0] === 'end') return undefined;
      if (step[0] === 'give') gives = step[3][0];
      else if (step[0] === 'begin') time.begin(step[2], step[3]);
      else {
        const ended = t.attempt(() => once(step));
        if (ended[0] === 'threw') report.threw.push(ended[1]);
      }
    }
    end(report);
    return gives;
  };
  return from(0);
};

/**
 * Hands over what steps read and which errors they threw, unless one of them has answered. Status 203 keeps hosts from answering
 * conditional requests themselves.
 */
const answers = (r: HttpRequest, t: World, report: StepReport): void => {
  const called = report.called;
  const found = { read: report.read, threw: report.threw };
  if (called.includes('return') || called.includes('finish') || called.includes('internalRedirect')) return;
  if (called.includes('sendHeader')) {
    r.send(t.json(found));
    r.finish();
  } else t.answer(r, found, 203);
};

/** Of handlers that do steps. */
export const STEPS = [doesSteps, reading, changing, inTime] as const;

export const follows: HttpHandler = liftedWith(
  (r: HttpRequest, t, does, reads, changes, later, answer) =>
    does(r, t, t.input(r), reads, changes, later, (report) => answer(r, t, report)),
  ...STEPS,
  answers,
);

/** As `follows` takes it. */
export function stepOf([path, ...values]: ScriptStep): readonly unknown[] {
  const pattern = path.startsWith('call ') ? /^(\w+) (?:(.+)\.)?(.*)$/s : /^(?:(\w+) )?(?:(\w+)\.)?(.*)$/s;
  const [, word, on = 'r', name] = pattern.exec(path) ?? [];
  return [word ?? (values.length === 0 ? 'get' : 'set'), on, name, values.map(decode)];
}

/** A text that begins with `~/` is a path below the case's own. */
export const placed = <T>(value: T, at: At): T | string =>
  typeof value === 'string' && value.startsWith('~/') ? at(value.slice(1)) : value;

export const placedStep = ([path, ...values]: ScriptStep, at: At): ScriptStep => [
  path,
  ...values.map((value) => placed(value, at)),
];

/** The first of some rows, with the others behind it on its connection. */
export function behindFirst([first = row([], {}), ...next]: readonly ScriptRow[]): ScriptRow {
  return { ...first, next };
}

const inOrder = (row: ScriptRow): ScriptRow[] => [row, ...(row.twice === true ? [row] : []), ...(row.next ?? [])];

/** Steps travel in a header, where each byte may take three, or in the body if they are long: hosts take headers of some kilobytes. */
function requestOf(row: ScriptRow, at: At): WireRequest {
  const { authority = '', target = '', twice, next, name, want, given, ...request } = row;
  const input = given.map(stepOf);
  const method = Buffer.byteLength(JSON.stringify(input)) < 1000 ? { method: 'GET' } : {};
  return { ...method, ...request, target: `${authority}${at('/')}${target}`, input };
}

function partsOf({ given, method, want }: ScriptRow, at: At): ResponseParts {
  const { read = [], threw = [], log: _, ...parts } = want;
  if (method === 'HEAD' || given.some(([path]) => /^call (return|finish|internalRedirect)$/.test(path))) return parts;
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

export const fromPlain = ({ given, then: { read = [], ...parts }, or, ...request }: PlainRow): ScriptRow => {
  const options = [read, ...(or === undefined ? [] : [or])].map((one) => list(...one.map(decode)));
  return row(given, { ...parts, read: either(...options) }, request);
};

export const handlerAnswers = byRow(SCRIPT, fromPlain);
