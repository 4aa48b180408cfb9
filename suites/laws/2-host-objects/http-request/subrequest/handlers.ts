/** What laws about subrequests share: a handler that makes them, and the one that serves them. */
import type { Plain } from '../../../../../spec/types/requirement.js';
import {
  type Expectation,
  type ExpectedValue,
  list,
  type ResponseParts,
  record,
  response,
} from '../../../../language/expectation.js';
import type { WireRequest } from '../../../../language/partners.js';
import type { HttpHandler } from '../../../../language/setup.js';
import { subjectsIn } from '../../../../language/steps.js';
import type { At } from '../../../../language/trial.js';
import type { HttpRequestObject, World } from '../../../../language/world.js';
import type { RowLaw } from '../../../support/drawn.js';
import { liftedWith } from '../../../support/lifted-with.js';
import { oneLocation } from '../inputs.js';

/** A call of `r.subrequest`: a URI below the case's path, or unchanged after `=`, and other arguments in the tagged encoding. */
export type Ask = readonly [uri: string, ...rest: Plain[]];

/** Whether subrequests are awaited or call a callback, and whether all are made before the first is read. */
export type AskWay = 'awaited' | 'called' | 'together' | 'called-together';
export const ASK_WAYS: readonly AskWay[] = ['awaited', 'called', 'together', 'called-together'];

/**
 * What the handler of a request does. It waits, makes subrequests, reads the result of each, sees and logs members of its own request, and
 * responds. The response to the client has all of that; others have their own body, or what they saw or read. A look is a path such as
 * `status` or `headersOut.X-Foo`, perhaps after a word. `type` asks for the type. `json` asks for the value of a string, or what JSON
 * keeps of another value. `own` asks whether it is the request itself, and `lists` whether the keys of its holder contain it. `spoilt`
 * reads it after a change to the bytes of a copy, `kept` after an assignment, and `filled` after a change to its bytes. `returned` is the
 * kind of value that the call returned.
 */
export interface Conduct {
  readonly after?: number;
  readonly asks?: readonly Ask[];
  readonly way?: AskWay;
  readonly looks?: readonly string[];
  readonly sees?: readonly string[];
  /** Whether the handler logs what it saw as JSON. */
  readonly logs?: true;
  /** Milliseconds before it responds. */
  readonly rests?: number;
  readonly fails?: 'throws' | 'silent';
  /** Whether the client's response starts before any subrequest is made; what was read follows as JSON. */
  readonly begins?: true;
  readonly status?: number;
  readonly headers?: { readonly [name: string]: Plain };
  readonly body?: Plain;
  /** A string body, repeated so many times. */
  readonly times?: number;
  /** In so many parts, after a header that is sent separately. */
  readonly parts?: readonly Plain[];
}

/** The expected outcome: what was read of each subrequest, and then of the request itself. */
export interface AskWant extends ResponseParts {
  readonly read?: ExpectedValue;
  readonly sees?: ExpectedValue;
  readonly log?: readonly Expectation[];
}

/** What the client's request and those to `in/NAME` below the case's path do. */
export interface AskRow extends Omit<WireRequest, 'target' | 'input'> {
  readonly main: Conduct;
  /** Its `asks` are made only when a variable is computed. */
  readonly variable?: Conduct;
  readonly inner?: { readonly [name: string]: Conduct };
  readonly query?: string;
  readonly want: AskWant | ((at: At) => AskWant);
  /** Later requests of the connection. */
  readonly next?: readonly AskRow[];
}

/** What the handler gets: values in place of tagged ones, and the prefix of its URIs. */
interface PlayInput extends Required<Pick<AskRow, 'main' | 'variable' | 'inner'>> {
  readonly base: string;
}

/** The value of a look on an object; `parent` is the request itself. Lifted with the handler. */
const lookAt = (on: unknown, what: string, parent: HttpRequestObject, t: World): unknown => {
  const words = what.split(' ');
  const names = `${words[words.length - 1]}`.split('.');
  const last = `${names[names.length - 1]}`;
  const read = (depth: number): unknown =>
    names.slice(0, depth).reduce((value: unknown, name) => Object(value)[name], on);
  const holder = (): { [name: string]: unknown } => Object(read(names.length - 1));
  const value = read(names.length);
  if (words[0] === 'type') return typeof value;
  if (words[0] === 'own') return value === parent;
  // One host crashes when a loop lists arguments of a subrequest.
  if (words[0] === 'json') return JSON.parse(typeof value === 'string' ? value : t.json(value));
  if (words[0] === 'lists') return Object.keys(holder()).indexOf(last) >= 0;
  if (words[0] === 'kept') t.attempt(() => (holder()[last] = 'assigned'));
  if (words[0] === 'filled') t.invoke(value, 'fill', [0]);
  if (words[0] === 'spoilt' && value !== undefined) t.invoke(t.invoke(t.at('Buffer'), 'from', [value]), 'fill', [0]);
  return words.length === 1 ? value : read(names.length);
};

/** Makes one subrequest, and returns what is read of its response, or the name of an error. Lifted with the handler. */
const makeOne = async (
  r: HttpRequestObject,
  t: World,
  call: unknown[],
  isCalled: boolean,
  looks: readonly string[],
  look: typeof lookAt,
): Promise<unknown> => {
  const held: { back: unknown; times: number } = { back: undefined, times: 0 };
  try {
    let reply: unknown;
    if (isCalled) {
      if (call.length < 2) call.push(undefined);
      reply = await new Promise((resolve) => {
        call.push((reported: unknown) => {
          held.times++;
          resolve(reported);
        });
        held.back = t.invoke(r, 'subrequest', call);
      });
    } else {
      held.back = t.invoke(r, 'subrequest', call);
      reply = await held.back;
    }
    return looks.map((what) => {
      if (what === 'times') return held.times;
      if (what !== 'returned') return look(reply, what, r, t);
      return typeof Object(held.back).then === 'function' ? 'promise' : typeof held.back;
    });
  } catch (e) {
    return e instanceof Error ? `${e.name}` : 'threw';
  }
};

/** Responds with its own body, or with what was read of subrequests and of the request. Lifted with the handler. */
const respond = (
  r: HttpRequestObject,
  t: World,
  does: Conduct,
  isClient: boolean,
  read: unknown[],
  seen: unknown[],
) => {
  const out: { [name: string]: unknown } = Object(r.headersOut);
  const headers = does.headers || {};
  Object.keys(headers).forEach((name) => {
    out[name] = headers[name];
  });
  const status = does.status || 200;
  const body = does.times === undefined ? does.body : `${does.body}`.repeat(does.times);
  if (does.begins) {
    r.send(t.json(read));
    r.finish();
  } else if (isClient) {
    if (r.method === 'HEAD') r.headersOut['X-Read'] = encodeURIComponent(t.json(read));
    t.answer(r, { read: read, sees: seen }, 203);
  } else if (does.parts !== undefined) {
    r.status = status;
    r.sendHeader();
    does.parts.forEach((part) => {
      t.invoke(r, 'send', [part]);
    });
    r.finish();
  } else if (body !== undefined) t.invoke(r, 'return', [status, body]);
  else if (does.sees !== undefined) r.return(status, t.json(seen));
  else if (does.asks !== undefined) r.return(status, t.json(read));
  else r.return(status);
};

/** Serves the client's request and those that it makes; status 203 keeps hosts from answering conditional requests themselves. */
export const plays: HttpHandler = liftedWith(
  async (r: HttpRequestObject, t, look, make, answer) => {
    const input: PlayInput = t.input(r);
    const at = r.uri.lastIndexOf('/in/');
    const does = at < 0 ? input.main : input.inner[r.uri.slice(at + 4)] || { status: 404 };
    if (does.after !== undefined) await t.wait(does.after);
    if (does.begins) {
      r.status = 203;
      r.sendHeader();
      r.send('begun ');
    }
    const way = does.way || '';
    const asks = does.asks || [];
    const one = (ask: readonly unknown[]): Promise<unknown> => {
      const uri = `${ask[0]}`;
      const place: unknown = uri.charAt(0) === '=' ? uri.slice(1) : `${input.base}${uri}`;
      return make(r, t, [place].concat(ask.slice(1)), way.indexOf('called') === 0, does.looks || [], look);
    };
    let read: unknown[] = asks.map(() => null);
    if (way.indexOf('together') >= 0) read = await Promise.all(asks.map(one));
    else for (let i = 0; i < asks.length; i++) read[i] = await one(asks[i] || []);
    const seen = (does.sees || []).map((what) => look(r, what, r, t));
    if (does.logs === true) r.warn(t.json(seen));
    if (does.rests !== undefined) await t.wait(does.rests);
    if (does.fails === 'throws') throw new Error('planned');
    if (does.fails !== 'silent') answer(r, t, does, at < 0, read, seen);
  },
  lookAt,
  makeOne,
  respond,
);

/** Computes a variable, and makes subrequests meanwhile. */
export const computes: HttpHandler = (r, t) => {
  const input: PlayInput = t.input(r);
  const outcomes = (input.variable.asks || []).map((ask) => {
    const place: unknown = `${input.base}${ask[0]}`;
    const call = [place].concat(ask.slice(1));
    return t.attempt(() => t.invoke(r, 'subrequest', call))[0];
  });
  return outcomes.join(' ');
};

/** Steps travel in a header, or in the body if they are long and the request has none of its own. */
function requestOf(
  { main, variable = {}, inner = {}, want: _, next: __, query = '', ...request }: AskRow,
  at: At,
): WireRequest {
  const input = subjectsIn({ base: at('/'), main, variable, inner });
  const method = JSON.stringify(input).length < 2000 ? { method: 'GET' } : {};
  return { ...method, ...request, target: `${at('/')}${query}`, input };
}

const wantOf = ({ want }: AskRow, at: At): AskWant => (typeof want === 'function' ? want(at) : want);

function partsOf(row: AskRow, at: At): ResponseParts {
  const { read, sees, log: _, ...parts } = wantOf(row, at);
  const answers = { ...(read === undefined ? {} : { read }), ...(sees === undefined ? {} : { sees }) };
  if (row.method === 'HEAD' || Object.keys(answers).length === 0) return parts;
  return { ...parts, answer: record(answers) };
}

const inOrder = (row: AskRow): AskRow[] => [row, ...(row.next ?? [])];

/** One location below the case's path serves the client's request and its subrequests. */
export const ASKING: RowLaw<AskRow> = {
  setup: oneLocation(plays),
  send: (row, at) => ({ requests: inOrder(row).map((one) => requestOf(one, at)) }),
  expect: (row, at) => {
    const { log } = wantOf(row, at);
    const responses = list(...inOrder(row).map((one) => response(partsOf(one, at))));
    return record({ responses, ...(log === undefined ? {} : { log: list(...log) }) });
  },
};
