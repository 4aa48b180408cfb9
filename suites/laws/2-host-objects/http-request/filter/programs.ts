/**
 * Filters that follow a program, and a model of them. A filter notes the length of each chunk that it gets, so the model need not know how
 * a host divides a response.
 */
import type { Plain } from '../../../../../spec/types/requirement.js';
import { encode, show } from '../../../../language/encoding.js';
import { type Expectation, satisfies } from '../../../../language/expectation.js';
import { type HttpHandler, http, jsVar, type Setup } from '../../../../language/setup.js';
import { subjectsIn } from '../../../../language/steps.js';
import type { At } from '../../../../language/trial.js';
import type { HttpRequestObject, World } from '../../../../language/world.js';
import { plainBytes } from '../../../support/bytes.js';
import { liftedWith } from '../../../support/lifted-with.js';
import { type HandlerInput, type HandlerSteps, handlerInput, STEPS } from '../script.js';

/**
 * With a chunk: `send`, its data, and perhaps `flags`, for the flags of the chunk, or options; empty data is sent only with flags or
 * `force`. The data is `data` or a part of it, a `view` of a part, the `held` data, any `value`, or the `kind` of the chunk. `hold`
 * appends the chunk to the held data, and `forget` drops that; `done`; `throw`.
 */
export type FilterStep = readonly [does: string, ...of: Plain[]];

/** What a filter does; after the last of `chunks` it continues with the first. */
export interface FilterProgram {
  /** With the header; the header Seen has what its steps read. */
  readonly header?: HandlerSteps;
  readonly chunks?: readonly (readonly FilterStep[])[];
  /** With the last chunk, in place of the next entry. */
  readonly last?: readonly FilterStep[];
  /** The filter forwards its notes: before it is done, or together with the end. */
  readonly traced?: boolean;
}

/** For the locations whose path ends with the word inner, and for all others. */
export interface Programs {
  readonly inner?: FilterProgram;
  readonly outer?: FilterProgram;
}

/** Two programs may run in one request and keep separate data. */
export const KEPT: Setup = [
  http(jsVar('spec_outer_trace'), jsVar('spec_outer_held'), jsVar('spec_inner_trace'), jsVar('spec_inner_held')),
];

/** What a request carries for its filters. */
type FilterInput = { readonly [name: string]: Omit<FilterProgram, 'header'> & { readonly header?: HandlerInput } };

export const inputOf = (programs: Programs, at: At): FilterInput =>
  Object.fromEntries(
    Object.entries(programs).map(([name, { header, ...program }]: [string, FilterProgram]) => [
      name,
      { ...subjectsIn(program), ...(header && { header: handlerInput(header, at) }) },
    ]),
  );

export const filterHeader: HttpHandler = liftedWith(
  (r: HttpRequestObject, t, follow, report) => {
    const programs: FilterInput = t.input(r);
    const program = programs[/inner$/.test(r.uri) ? 'inner' : 'outer'];
    if (program === undefined || program.header === undefined) return undefined;
    return follow(t, program.header, {}, report, (came) => {
      if (came.read.length > 0) r.headersOut.Seen = came.read.map((value) => `${value}`);
    });
  },
  ...STEPS,
);

/** What an act sends: a value, held data, the kind of the chunk, a part of its bytes, or of itself. Lifted with the filter. */
const valueToSend = (t: World, what: unknown[], data: string, isLast: boolean, held: () => Buffer): unknown => {
  if (what[0] === 'value') return what[1];
  if (what[0] === 'held') return held();
  if (what[0] === 'kind') return `${Buffer.isBuffer(data) ? 'Buffer' : typeof data} ${isLast},`;
  const bytes = Buffer.from(data);
  if (what[0] === 'view')
    return bytes.subarray(Number(what[1] || 0), what[2] === undefined ? bytes.length : Number(what[2]));
  return what.length === 1 ? data : t.invoke(data, 'slice', what.slice(1));
};

export const filterBody: HttpHandler = liftedWith(
  (r: HttpRequestObject, t, make, data: string, flags: { readonly last: boolean }) => {
    const programs: Programs = t.input(r);
    const name = /inner$/.test(r.uri) ? 'inner' : 'outer';
    const program = programs[name] || {};
    const chunks = program.chunks || [[['send', ['data'], 'flags']]];
    const held = `spec_${name}_held`;
    const noted = `spec_${name}_trace`;
    const bytes = Buffer.from(data);
    const before = r.variables[noted] || '';
    const trace = `${before}${bytes.length}${flags.last ? '!' : ','}`;
    r.variables[noted] = trace;
    const turn = chunks[(before.split(',').length - 1) % chunks.length];
    const acts: readonly FilterStep[] = (flags.last && program.last) || turn || [];
    // Some hosts cannot join the bytes of an empty variable with others.
    const kept = (): Buffer => (r.variables[held] && r.rawVariables[held]) || Buffer.from('');
    // The notes come last.
    const own = program.traced === true && flags.last ? { last: false } : undefined;
    const send = (value: unknown, options: unknown): void => {
      t.invoke(r, 'sendBuffer', options === undefined ? [value] : [value, options === 'flags' ? flags : options]);
    };
    acts.forEach((act) => {
      if (act[0] === 'throw') throw new Error('thrown by a filter');
      if (act[0] === 'hold') r.rawVariables[held] = Buffer.concat([kept(), bytes]);
      if (act[0] === 'forget') r.rawVariables[held] = Buffer.from('');
      if (act[0] === 'done') t.invoke(r, 'done', []);
      if (act[0] !== 'send' && act[0] !== 'force') return;
      const value = make(t, Object(act[1]), data, flags.last, kept);
      const isSent = Object(value).length !== 0 || act[0] === 'force' || act[2] === 'flags';
      if (isSent) send(value, act[2] === undefined ? own : act[2]);
    });
    const isDone = acts.some((act) => act[0] === 'done');
    if (program.traced === true && (flags.last || isDone)) send(`<trace ${trace}>`, { last: flags.last });
  },
  valueToSend,
);

const MARK = /<trace ((?:\d+,)*(?:\d+!)?)>/;

/** The lengths of the chunks that a filter got, and whether the last of them was the last of the response. */
interface ChunkNotes {
  readonly lengths: readonly number[];
  readonly ended: boolean;
}

const notedIn = (text: string): ChunkNotes => ({
  lengths: (text.match(/\d+/g) ?? []).map(Number),
  ended: text.endsWith('!'),
});

const part = (of: Buffer, ...indices: readonly unknown[]): Buffer => of.subarray(...indices.map(Number));

/** The result of a program for a body in chunks of these lengths; chunks after it is done are unchanged. */
function filtered({ chunks = [[['send', ['data']]]], last }: FilterProgram, body: Buffer, noted: ChunkNotes): Buffer {
  const made: Buffer[] = [];
  let held: Buffer = Buffer.alloc(0);
  let at = 0;
  let isDone = false;
  noted.lengths.forEach((length, index) => {
    const chunk = body.subarray(at, at + length);
    at += length;
    const isLast = noted.ended && index === noted.lengths.length - 1;
    for (const [does, what] of (isLast ? last : undefined) ?? chunks[index % chunks.length] ?? []) {
      const [of, ...rest]: readonly Plain[] = Array.isArray(what) ? what : [];
      if (does === 'hold') held = Buffer.concat([held, chunk]);
      else if (does === 'forget') held = Buffer.alloc(0);
      else if (does === 'done') isDone = true;
      else if (of === 'held') made.push(held);
      else made.push(of === 'value' ? plainBytes(rest[0] ?? null) : part(chunk, ...rest));
    }
  });
  return Buffer.concat(isDone ? [...made, body.subarray(at)] : made);
}

/** Each byte is in one chunk; only the last chunk has the flag last. */
function complaintOf(program: FilterProgram, body: Buffer, got: string): true | string {
  const found = MARK.exec(got);
  if (found === null) return 'the filter has not forwarded what it noted';
  const [mark, text = ''] = found;
  const noted = notedIn(text);
  const sum = noted.lengths.reduce((all, one) => all + one, 0);
  if (noted.ended ? sum !== body.length : sum > body.length) return `chunks ${text} of ${body.length} bytes`;
  const wanted = filtered(program, body, noted);
  return wanted.equals(Buffer.from(got.replace(mark, ''), 'latin1')) || `other bytes than what becomes of ${text}`;
}

/** The body that a traced program makes of another one, however that was divided. */
export const madeBy = (program: FilterProgram, body: Buffer): Expectation =>
  satisfies(`what ${show(encode(program), 300)} makes of ${body.length} bytes`, (value) =>
    complaintOf(program, body, value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : ''),
  );
