/** What most laws of the request object are made of: a handler that does to the object what it is told, step by step. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { type Expectation, either, list, type ResponseParts, record, response } from '../../../language/expectation.js';
import type { WireRequest } from '../../../language/partners.js';
import type { HttpHandler } from '../../../language/setup.js';
import type { At } from '../../../language/trial.js';
import { byRow, type RowLaw } from '../../support/drawn.js';
import { oneLocation } from './inputs.js';

/**
 * A step on the member at a path such as `status` or `headersOut.X-Foo`; values are in the tagged encoding. `[path]` reads,
 * `[path, value]` assigns; a word before the path says what else is done: `delete`; `index` reads by number; `put` assigns
 * what was read last; `same` tells whether it is what was read first; `call` calls with the values, and `pass` with what
 * was read last in front of them, for what that returns; `list` reads the names that each way of listing gives, `has` whether
 * the value is one of them, `json` what it is as JSON.
 */
export type ScriptStep = readonly [path: string, ...values: Plain[]];

/** Of the response; of a handler that reads, what it read and the names of the errors that were thrown; of the log. */
export interface ScriptWant extends ResponseParts {
  readonly read?: readonly unknown[] | Expectation | ((at: At) => readonly unknown[]);
  readonly threw?: unknown;
  readonly log?: readonly Expectation[];
}

/** What a handler does for a request, perhaps twice, and what must come of it. */
export interface ScriptRow extends Omit<WireRequest, 'target' | 'input'> {
  readonly given: readonly ScriptStep[];
  readonly want: ScriptWant;
  /** What stands before and behind the case's own path. */
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

/** Once a step has returned or redirected, nothing is answered. Status 203 keeps hosts from answering conditional requests themselves. */
export const follows: HttpHandler = (r, t) => {
  const steps: [string, string, string, unknown[]][] = t.input(r);
  const read: unknown[] = [];
  const threw: string[] = [];
  const called: string[] = [];
  const has = (of: object, key: string): unknown[] => {
    const own = t.invoke(Object.prototype.hasOwnProperty, 'call', [of, key]);
    return [key in of, own];
  };
  const listings = (of: object): { [way: string]: string[] } => {
    const enumerated: string[] = [];
    for (const key in of) enumerated.push(key);
    const entries = Object.entries(of).map((entry) => entry[0]);
    return { enumerated, keys: Object.keys(of), entries, json: Object.keys(JSON.parse(t.json(of))) };
  };
  steps.forEach((step) => {
    const name = step[2];
    const ended = t.attempt(() => {
      const on: { [name: string]: unknown } = step[1] === 'r' ? r : Object(r)[step[1]] || t.at(step[1]);
      if (step[0] === 'get') read.push(on[name]);
      else if (step[0] === 'index') read.push(on[Number(name)]);
      else if (step[0] === 'same') read.push(on[name] === read[0]);
      else if (step[0] === 'list') read.push(listings(Object(on[name])));
      else if (step[0] === 'has') read.push(has(Object(on[name]), String(step[3][0])));
      else if (step[0] === 'json') read.push(JSON.parse(t.json(on[name])));
      else if (step[0] === 'pass') read.push(t.invoke(on, name, [read.pop()].concat(step[3])));
      else if (step[0] === 'set') on[name] = step[3][0];
      else if (step[0] === 'put') on[name] = `${read[read.length - 1]}`;
      else if (step[0] === 'delete') delete on[name];
      else t.invoke(on, name, step[3]);
      if (step[0] === 'call') called.push(name);
    });
    if (ended[0] === 'threw') threw.push(ended[1]);
  });
  if (called.includes('return') || called.includes('finish') || called.includes('internalRedirect')) return;
  if (called.includes('sendHeader')) {
    r.send(t.json({ read: read, threw: threw }));
    r.finish();
  } else t.answer(r, { read: read, threw: threw }, 203);
};

/** As `follows` takes it. */
export function stepOf([path, ...values]: ScriptStep): readonly unknown[] {
  const [, word, on = 'r', name] = /^(?:(\w+) )?(?:(\w+)\.)?(.*)$/s.exec(path) ?? [];
  return [word ?? (values.length === 0 ? 'get' : 'set'), on, name, values.map(decode)];
}

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

export const scripts = byRow(SCRIPT, fromPlain);
