/** What laws about subrequests share: steps that make them and read their responses, and the handler that serves them. */
import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import type { HttpHandler } from '../../../../language/setup.js';
import type { HttpRequestObject, World } from '../../../../language/world.js';
import type { RowLaw } from '../../../support/drawn.js';
import { liftedWith } from '../../../support/lifted-with.js';
import { oneLocation } from '../inputs.js';
import {
  answers,
  call,
  type HandlerInput,
  literal,
  SCRIPT,
  type ScriptRow,
  STEPS,
  type StepReport,
} from '../script.js';

/** The arguments of a call of `r.subrequest`: a URI, and others in the tagged encoding. */
export type Ask = readonly [uri: string, ...rest: Plain[]];

/** Whether subrequests are awaited or call a callback, and whether all are made before the first is read. */
export type AskWay = 'awaited' | 'called' | 'together' | 'called-together';
export const ASK_WAYS: readonly AskWay[] = ['awaited', 'called', 'together', 'called-together'];

/** A step whose result is only used by others. */
export const named = (as: string, step: Step): Step => ({ ...step, as, shown: false });

/** Makes a subrequest. */
function makes([uri, ...rest]: Ask, i: number, way: AskWay): Step {
  const made = ['subrequest', uri, ...rest];
  if (!way.startsWith('called')) return named(`pending${i}`, { call: made.map(literal) });
  if (rest.length === 0) made.push({ $undefined: true });
  return named(`back${i}`, { on: 'r', make: ['called-back', ...made.map(literal)] });
}

/** In place of the response: what the call returned, or how its callback was called. */
const OF_CALL = ['pending', 'back'];

/**
 * Reads a member of the response, by a path such as `status` or `headersOut.X-Foo`, perhaps after a word. `type` reads the type. `json`
 * reads the value of a string. `own` reads whether it is the request itself, and `lists` whether the keys of its holder contain it. `kept`
 * reads it after an assignment, `filled` after a change to its bytes, and `spoilt` after a change to a copy of them.
 */
function reads(look: string, i: number): readonly Step[] {
  const [path = '', word = ''] = look.split(' ').reverse();
  const [first = '', ...rest] = path.split('.');
  const names = OF_CALL.includes(first) ? [`$${first}${i}`, ...rest] : [`$reply${i}`, first, ...rest];
  const [on, holder, name] = [names.join('.'), names.slice(0, -1).join('.'), names.at(-1) ?? ''];
  const read: Step = { on: holder, get: name };
  const ways: { readonly [word: string]: readonly Step[] } = {
    type: [{ on, make: ['typeof'] }],
    json: [{ on: 'JSON', call: ['parse', on], shown: true }],
    own: [{ on: 'r', make: ['same', on] }],
    lists: [
      named('keys', { on: 'Object', call: ['keys', holder] }),
      { on: '$keys', call: ['includes', name], shown: true },
    ],
    kept: [{ on: holder, set: [name, 'assigned'] }, read],
    filled: [{ on, call: ['fill', 0] }, read],
    spoilt: [named('copy', { on: 'Buffer', call: ['from', on] }), ['$copy', 'fill', 0], read],
  };
  return ways[word] ?? [read];
}

/** Makes subrequests, and reads the same of each. */
export function asking(asks: readonly Ask[], way: AskWay, looks: readonly string[]): Step[] {
  const made = asks.map((ask, i) => makes(ask, i, way));
  const readOf = (i: number): Step[] => [
    named(`reply${i}`, { value: way.startsWith('called') ? `$back${i}.promise` : `$pending${i}`, await: 'promise' }),
    ...looks.flatMap((look) => reads(look, i)),
  ];
  if (way.endsWith('together')) return [...made, ...made.flatMap((_, i) => readOf(i))];
  return made.flatMap((step, i) => [step, ...readOf(i)]);
}

/** How a handler answers: with a status and a body, perhaps after it has set headers. */
export const answering = (status: number, body?: Plain, headers: { readonly [name: string]: Plain } = {}): Step[] => [
  ...Object.entries(headers).map(([name, value]): Step => ({ on: 'r.headersOut', set: [name, value].map(literal) })),
  call('return', status, ...(body === undefined ? [] : [body])),
];

/** Serves the client's request, and subrequests to `in/NAME`, which answer with the JSON of what their steps read. */
export const plays: HttpHandler = liftedWith(
  (r: HttpRequestObject, t: World, follow: (typeof STEPS)[0], report: (typeof STEPS)[1], answer: typeof answers) => {
    const input: HandlerInput = t.input(r);
    const at = r.uri.lastIndexOf('/in/');
    if (at < 0) return follow(t, input, {}, report, (came) => answer(r, t, came));
    const does = Object(input.inner)[r.uri.slice(at + 4)];
    if (does === undefined) return r.return(404);
    return follow(t, does, {}, report, (came: StepReport) => {
      if (!came.called.some((name) => name === 'return' || name === 'finish')) r.return(200, t.json(came.read));
    });
  },
  ...STEPS,
  answers,
);

/** One location below the case's path serves the client's request and its subrequests. */
export const ASKING: RowLaw<ScriptRow> = { ...SCRIPT, setup: oneLocation(plays) };
