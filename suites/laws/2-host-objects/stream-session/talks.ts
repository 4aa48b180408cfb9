/** Conversations of a client and a peer of ours through a server whose handlers follow steps. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything, type Expectation, list, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import type { LogLine } from '../../../language/observation.js';
import type { Connection, Partners } from '../../../language/partners.js';
import { expectedOf, hasExpectations } from '../../../language/steps.js';
import type { Capability } from '../../../language/trial.js';
import { plainBytes } from '../../support/bytes.js';
import { handledBy, PLACES, type SessionRow, stepsAt } from './places.js';

/** `gets` waits until this number of further bytes, or that of the text, has arrived; `all` until the host has ended. */
type Move = readonly [
  who: 'client' | 'peer',
  does: 'sends' | 'gets' | 'all' | 'ends' | 'closes' | 'resets',
  what?: Plain,
];

/** The expected results; omitted ones are not judged. */
interface Then {
  /** All bytes that the client received. */
  readonly client?: Plain;
  /** All that the peer received; null: the host never connects. */
  readonly peer?: Plain;
  /** The results of each call of a callback, in order. */
  readonly calls?: readonly Plain[];
}

interface TalkRow extends SessionRow {
  /** At the end, the client ends. */
  readonly talk?: readonly Move[];
  /** Sent before the talk to the callback of the event, whose first call alone runs its steps; and what arrives for it. */
  readonly given?: Plain;
  readonly out?: Plain;
  readonly then?: Then;
  /** The number of sessions before this one, one after the other, in which the client sends nothing. */
  readonly earlier?: number;
}

/** One end of a session: a connection of ours, and the received data. */
class SessionEnd {
  readonly #opening: () => Promise<Connection>;
  #connection: Promise<Connection> | undefined;
  #over = false;
  #bytes = Buffer.alloc(0);
  #awaited = 0;

  constructor(opening: () => Promise<Connection>) {
    this.#opening = opening;
  }

  async does(move: Move[1], what: Plain = ''): Promise<void> {
    this.#connection ??= this.#opening();
    const connection = await this.#connection;
    if (move === 'all') return this.#gets(connection, Number.MAX_SAFE_INTEGER);
    if (move === 'gets') return this.#gets(connection, what);
    if (move === 'sends') return connection.send(plainBytes(what));
    this.#over = true;
    if (move === 'ends') await connection.end();
    else if (move === 'closes') connection.close();
    else connection.reset();
  }

  /** All data until the host ends. */
  async rest(): Promise<Buffer> {
    this.#connection ??= this.#opening();
    const connection = await this.#connection;
    this.#bytes = Buffer.concat([this.#bytes, (await connection.rest()).bytes]);
    return this.#bytes;
  }

  async ends(): Promise<void> {
    if (!this.#over) await this.does('ends');
  }

  async #gets(connection: Connection, what: Plain): Promise<void> {
    this.#awaited += typeof what === 'number' ? what : plainBytes(what).length;
    while (this.#bytes.length < this.#awaited) {
      const next = await connection.next();
      if (next.length === 0) return;
      this.#bytes = Buffer.concat([this.#bytes, next]);
    }
  }
}

/** The talk of a row about one event. */
function talkOf({ talk = [], event = '', given = 'x', out }: TalkRow): readonly Move[] {
  if (out === undefined) return talk;
  const [from, to] = event.startsWith('up') ? (['client', 'peer'] as const) : (['peer', 'client'] as const);
  return [[from, 'sends', given], [to, 'gets', out], ...talk];
}

const thenOf = ({ then = {}, event = '', out }: TalkRow): Then =>
  out === undefined ? then : { [event.startsWith('up') ? 'peer' : 'client']: out, ...then };

async function hold(row: TalkRow, { host, peer, log }: Partners, lines: number): Promise<unknown> {
  for (let n = 0; n < (row.earlier ?? 0); n++) await (await host.connect('main')).rest();
  const client = new SessionEnd(() => host.connect('main'));
  const upstream = new SessionEnd(() => peer('peer').accepted());
  const then = thenOf(row);
  const isRefused = then.peer === null;
  const counted = isRefused ? peer('peer').answering(() => '') : undefined;
  await client.does('sends');
  for (const [who, does, what] of talkOf(row)) await (who === 'client' ? client : upstream).does(does, what);
  await client.ends();
  const received = await client.rest();
  const arrived = counted === undefined ? then.peer !== undefined && (await upstream.rest()) : undefined;
  if (counted !== undefined && counted.connections() > 0) return { client: received, peer: 'a connection' };
  const next = row.next === true ? (await (await host.connect('next')).rest()).bytes.toString() : undefined;
  return { client: received, peer: arrived ?? null, next, ...(lines > 0 ? sorted(await log.lines(lines)) : {}) };
}

/** The logs of handlers, by their purpose. */
function sorted(lines: readonly LogLine[]): object {
  const noted = (what: string): unknown[] =>
    lines.flatMap(({ message }) =>
      message.startsWith(`${what} [`) ? [decode(JSON.parse(message.slice(what.length)))] : [],
    );
  const places = PLACES.map((place) => [place, noted(place)] as const);
  return { ...Object.fromEntries(places), calls: noted('called') };
}

/** Places whose steps have expected results. */
const judgedPlaces = (row: TalkRow) => PLACES.filter((place) => hasExpectations({ steps: stepsAt(row, place) }));

const linesOf = (row: TalkRow): number => judgedPlaces(row).length + (row.then?.calls?.length ?? 0);

function expected(row: TalkRow): Expectation {
  const then = thenOf(row);
  const outcomes = judgedPlaces(row).map((place) => [place, list(expectedOf(stepsAt(row, place), {}, row))]);
  return record({
    ...Object.fromEntries(outcomes),
    ...(row.next === true ? { next: 'next' } : {}),
    ...(then.client === undefined ? {} : { client: plainBytes(then.client) }),
    ...(then.peer === undefined ? {} : { peer: then.peer === null ? null : plainBytes(then.peer) }),
    ...(then.calls === undefined ? {} : { calls: list(...then.calls.map(expectedCall)) }),
  });
}

/** The results of the steps of a call; `*` is anything. */
const expectedCall = (values: Plain): unknown =>
  Array.isArray(values) ? list(...values.map((one) => (one === '*' ? anything : decode(one)))) : decode(values);

/** The end of a direction is a call, too. */
const onlyOnce = ({ callback, ...row }: TalkRow): TalkRow =>
  row.out === undefined || callback?.steps === undefined
    ? { ...row, ...(callback && { callback }) }
    : { ...row, callback: { turns: [callback.steps, []] } };

const law = (needs: readonly Capability[]) =>
  conversation<TalkRow>({
    needs: ['stream', 'peers', ...needs],
    setup: (row) =>
      handledBy(
        onlyOnce(row),
        Math.max(0, ...(row.then?.calls ?? []).map((values) => (Array.isArray(values) ? values.length : 0))),
      ),
    hold: (row, partners) => hold(row, partners, linesOf(row)),
    expect: expected,
  });

/** The data that arrives. */
export const arrives = law([]);
/** The values that handlers log, and the data that arrives. */
export const sees = law(['log']);
