/**
 * Sessions whose filter follows a program, and a model of it. A filter notes the length of each segment that it receives, so
 * that the model need not know how a host divides data. Every call ends with an empty segment that has the flags of the
 * call.
 */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Step } from '../../../../spec/types/step.js';
import { encode, show } from '../../../language/encoding.js';
import { type Expectation, satisfies } from '../../../language/expectation.js';
import { conversationProperty } from '../../../language/law.js';
import type { Connection, Partners } from '../../../language/partners.js';
import { bytes } from '../../support/arbitraries.js';
import { plainBytes } from '../../support/bytes.js';
import { contentOf } from '../../support/contents.js';
import type { PlainSettings } from '../../support/settings.js';
import { type BySessionPlace, handledBy } from './places.js';

type Direction = 'up' | 'down';
type PieceType = 'string' | 'buffer';

const otherOf = (direction: Direction): Direction => (direction === 'up' ? 'down' : 'up');

/** The actions for successive segments; the last turn applies to all that follow. */
type ActTurns = readonly (readonly PieceAct[])[];

interface StreamFilterRow {
  readonly up?: ActTurns;
  readonly down?: ActTurns;
  readonly kind: PieceType;
  /** Steps of other handlers, by place. */
  readonly steps?: BySessionPlace<readonly Step[]>;
  readonly settings?: PlainSettings;
  /** The side that sends first; the other one sends once it has received everything. */
  readonly sequential?: Direction;
  /** This number of bytes is sent, and nothing is drawn. */
  readonly sizes?: readonly (readonly [from: Direction, bytes: number])[];
}

const EVENTS = { string: { up: 'upload', down: 'download' }, buffer: { up: 'upstream', down: 'downstream' } } as const;

const sends = (what: Plain, by = 'send'): Step => ['s', by, what, { last: false }];
const PIECE = '$args.0';
const BUFFERED: Step = { on: 'Buffer', call: ['from', PIECE], as: 'bytes' };
const across = (direction: Direction): string => (direction === 'up' ? 'sendDownstream' : 'sendUpstream');

/**
 * What a callback does with a segment. `changed` sends other bytes of the same number, or a reversed Buffer. `across` sends
 * a text, and `data-across` the segment, to the side that it came from. `off` comes last.
 */
const ACTS = {
  forward: () => [['s', 'send', PIECE, '$args.1']],
  plain: () => [sends(PIECE)],
  twice: () => [sends(PIECE), sends(PIECE)],
  hex: () => [BUFFERED, { on: '$bytes', call: ['toString', 'hex'], as: 'hex' }, sends('$hex')],
  text: (of) => [sends(of)],
  split: (of) => [
    { on: PIECE, call: ['slice', 0, Number(of)], as: 'begin' },
    { on: PIECE, call: ['slice', Number(of)], as: 'rest' },
    ...[sends('$begin'), sends('$rest')],
  ],
  'as-buffer': () => [BUFFERED, sends('$bytes')],
  changed: (_, direction, event) => {
    const change = event === EVENTS.string[direction] ? 'toUpperCase' : 'reverse';
    return [{ on: PIECE, call: [change], as: 'changed' }, sends('$changed')];
  },
  across: (of, direction) => [sends(of, across(direction))],
  'data-across': (_, direction) => [sends(PIECE, across(direction))],
  off: (_, __, event) => [['s', 'off', event]],
} as const satisfies { readonly [does: string]: (of: string, direction: Direction, event: string) => readonly Step[] };

type PieceAct = readonly [does: keyof typeof ACTS, of?: string | number];

const stepsOf = ([does, of]: PieceAct, direction: Direction, event: string): readonly Step[] =>
  ACTS[does](`${of}`, direction, event);

/** The direction, the length of the segment, and whether it is the last one. */
const NOTED = 3;

function eventsOf(data: StreamFilterRow) {
  const directions = (['up', 'down'] as const).flatMap((direction) => {
    const event = EVENTS[data.kind][direction];
    const noted: readonly Step[] = [{ value: direction }, { value: '$args.0.length' }, { value: '$args.1.last' }];
    const turns = data[direction]?.map((acts) => [
      ...noted,
      ...acts.flatMap((act) => stepsOf(act, direction, event)),
      ...(acts.some(([does]) => does === 'forward') ? [] : [['s', 'send', '', '$args.1']]),
    ]);
    return turns === undefined ? [] : [[event, { turns }] as const];
  });
  return Object.fromEntries(directions);
}

/** Bytes that one side sends, one after the other; a side ends after its last bytes. */
interface Traffic {
  readonly moves: readonly (readonly [from: Direction, bytes: Plain])[];
  readonly first: Direction;
}

const SIZES = [0, 1, 1023, 1024, 16_383, 16_384, 16_385, 65_537];

const piece = (kind: PieceType): fc.Arbitrary<Plain> => {
  const text = fc.string({ unit: fc.constantFrom(...'abcXYZ019 \n%$"{'), maxLength: 30 }).map((one): Plain => one);
  const sized = fc
    .constantFrom(...SIZES)
    .map((size): Plain => encode(contentOf(kind === 'string' ? 'ascii' : 'bytes', size)));
  const any = kind === 'string' ? text : bytes(40).map((one): Plain => encode(Buffer.from(one)));
  return fc.oneof({ weight: 5, arbitrary: any }, { weight: 1, arbitrary: sized });
};

function drawnOf({ kind, sizes }: StreamFilterRow): fc.Arbitrary<Traffic> {
  const sent = sizes?.map(([from, size]) => [from, encode(Buffer.from(contentOf('ascii', size)))] as const);
  return fc.record({
    moves:
      sent === undefined
        ? fc.array(fc.tuple(fc.constantFrom<Direction>('up', 'down'), piece(kind)), { maxLength: 7 })
        : fc.constant(sent),
    first: fc.constantFrom<Direction>('up', 'down'),
  });
}

/** What a call of a callback was given. */
type CallNote = readonly [direction: Direction, length: number, last: boolean];

interface TrafficOutcome {
  readonly up: Buffer;
  readonly down: Buffer;
  readonly noted: readonly CallNote[];
}

type Sides = { readonly [from in Direction]: Connection };

/** Sends in order; each side half-closes after its last bytes. */
async function plays(moves: Traffic['moves'], ends: readonly Direction[], sides: Sides): Promise<void> {
  const lastOf = (from: Direction): number => moves.map(([side]) => side).lastIndexOf(from);
  for (const from of ends) if (lastOf(from) < 0) await sides[from].end();
  for (const [i, [from, what]] of moves.entries()) {
    await sides[from].send(plainBytes(what));
    if (i === lastOf(from)) await sides[from].end();
  }
}

async function hold(
  { moves, first }: Traffic,
  { sequential }: StreamFilterRow,
  { host, peer, log }: Partners,
): Promise<TrafficOutcome> {
  const client = await host.connect('main');
  const upstream = await peer('peer').accepted();
  const sides = { up: client, down: upstream };
  const allOf = async (from: Direction): Promise<Buffer> => (await sides[otherOf(from)].rest()).bytes;
  const from = sequential ?? first;
  if (sequential === undefined) {
    await plays(moves, [first, otherOf(first)], sides);
    const [up, down] = await Promise.all([allOf('up'), allOf('down')]);
    return { up, down, noted: await notedIn(log) };
  }
  const all = { up: Buffer.alloc(0), down: Buffer.alloc(0) };
  for (const one of [from, otherOf(from)]) {
    await plays(
      moves.filter(([side]) => side === one),
      [one],
      sides,
    );
    all[one] = Buffer.from(await allOf(one));
  }
  return { ...all, noted: await notedIn(log) };
}

/** The notes of callbacks until the end of the session. */
async function notedIn(log: Partners['log']): Promise<readonly CallNote[]> {
  let messages: readonly string[] = [];
  const isOver = (): boolean => messages.some((message) => message.startsWith('end ['));
  for (let before = -1; !isOver() && messages.length > before; ) {
    before = messages.length;
    messages = (await log.lines(before + 1)).map(({ message }) => message);
  }
  return messages.flatMap((message): CallNote[] => {
    if (!message.startsWith('called [')) return [];
    const [direction, length, last]: [Direction, number, boolean] = JSON.parse(message.slice('called '.length));
    return [[direction, length, last]];
  });
}

/** The bytes that are sent to each side. */
class FilterModel {
  readonly out = { up: [] as Buffer[], down: [] as Buffer[] };
  readonly #data: StreamFilterRow;
  readonly #sent: { readonly [from in Direction]: Buffer };
  readonly #at = { up: 0, down: 0 };
  readonly #calls = { up: 0, down: 0 };
  readonly #off = { up: false, down: false };

  constructor(data: StreamFilterRow, { moves }: Traffic) {
    this.#data = data;
    const all = (from: Direction): Buffer =>
      Buffer.concat(moves.flatMap(([side, what]) => (side === from ? [plainBytes(what)] : [])));
    this.#sent = { up: all('up'), down: all('down') };
  }

  called([direction, length]: CallNote): void {
    const turns = this.#data[direction] ?? [];
    const acts = turns[Math.min(this.#calls[direction]++, turns.length - 1)] ?? [];
    const data = this.#sent[direction].subarray(this.#at[direction], this.#at[direction] + length);
    this.#at[direction] += length;
    for (const act of acts) {
      const [does] = act;
      if (does === 'off') this.#off[direction] = true;
      else this.out[does.endsWith('across') ? otherOf(direction) : direction].push(sentBy(act, data, this.#data.kind));
    }
  }

  /** Once no callback remains, bytes pass unchanged. */
  rest(): { readonly up: Buffer; readonly down: Buffer } {
    for (const direction of ['up', 'down'] as const) {
      if (this.#data[direction] === undefined || this.#off[direction])
        this.out[direction].push(this.#sent[direction].subarray(this.#at[direction]));
    }
    return { up: Buffer.concat(this.out.up), down: Buffer.concat(this.out.down) };
  }

  /** The fault of the calls themselves. */
  complaint(noted: readonly CallNote[]): string | undefined {
    for (const direction of ['up', 'down'] as const) {
      if (this.#data[direction] === undefined) continue;
      const own = noted.filter(([of]) => of === direction);
      const wrong = own.findIndex(([, , last], i) => last && i < own.length - 1);
      if (wrong >= 0) return `call ${wrong + 1} ${direction} of ${own.length} is the last one`;
      if (this.#off[direction]) continue;
      if (own.at(-1)?.[2] !== true) return `no call ${direction} of ${own.length} is the last one`;
      if (this.#at[direction] !== this.#sent[direction].length)
        return `calls ${direction} had ${this.#at[direction]} of ${this.#sent[direction].length} bytes`;
    }
    return undefined;
  }
}

function sentBy([does, of]: PieceAct, data: Buffer, kind: PieceType): Buffer {
  if (does === 'changed')
    return kind === 'string' ? Buffer.from(data.toString().toUpperCase()) : Buffer.from(data).reverse();
  if (does === 'twice') return Buffer.concat([data, data]);
  if (does === 'hex') return Buffer.from(data.toString('hex'));
  return does === 'text' || does === 'across' ? Buffer.from(`${of}`) : data;
}

const madeBy = (data: StreamFilterRow, drawn: Traffic): Expectation =>
  satisfies(`what ${show(encode({ up: data.up, down: data.down }), 300)} makes of what both sides send`, (value) => {
    const { up, down, noted }: TrafficOutcome = Object(value);
    const model = new FilterModel(data, drawn);
    for (const one of noted) model.called(one);
    const must = model.rest();
    const complaint = model.complaint(noted);
    if (complaint !== undefined) return `${complaint}; calls ${show(encode(noted), 300)}`;
    for (const [side, got] of [['up', up] as const, ['down', down] as const])
      if (!must[side].equals(got))
        return `${side} ${show(encode(got), 150)} of ${got.length} bytes, not ${show(encode(must[side]), 150)} of ${must[side].length}; calls ${show(encode(noted), 300)}`;
    return true;
  });

/** Bytes of both sides, divided anywhere, half-closed anywhere. */
export const filters = conversationProperty<StreamFilterRow, Traffic>({
  needs: ['stream', 'peers', 'log'],
  setup: (data) =>
    handledBy(
      {
        events: eventsOf(data),
        steps: { ...data.steps, end: [{ value: 'over', returns: 'over' }] },
        settings: { proxy_half_close: 'on', ...data.settings },
      },
      NOTED,
    ),
  inputs: drawnOf,
  hold: (drawn, partners, _, data) => hold(drawn, data, partners),
  expect: (drawn, _, data) => madeBy(data, drawn),
});
