/** 2/http-request-object-methods/r-read-request-text and its sibling methods: how scripts read the body of a request. */

import fc from 'fast-check';
import type { Step } from '../../../../../spec/types/step.js';
import { conversationProperty } from '../../../../language/law.js';
import type { Partners, WireRequest } from '../../../../language/partners.js';
import type { Settings } from '../../../../language/setup.js';
import type { At } from '../../../../language/trial.js';
import { unicodeText } from '../../../support/arbitraries.js';
import { ResponseReader, requestBytes } from '../../../support/http-bytes.js';
import {
  type Asks,
  expectedPhases,
  held,
  inPhases,
  type PhasesRow,
  type PlainPhases,
  placesIn,
  locationPair as plainAround,
  rowOf as plainRow,
} from '../phases.js';
import { type HandlerPlace, placeLocations } from '../placed-handlers.js';
import { call, wait } from '../script.js';
import { BEGUN, type Delivery, framed, responseOn, sentAs, settled } from './framing.js';
import {
  type BodyData,
  type BodyReader,
  READERS,
  type ReadsRow,
  readBy,
  readingLocations,
  readSteps,
  rowsFor,
  type Visit,
  type Visiting,
  type VisitStep,
  visiting,
} from './readers.js';

/** Bodies in sequence, framed in one way or each framed in every way. */
interface BodiesRow extends ReadsRow {
  readonly sent?: Delivery | readonly Delivery[];
  readonly bodies: readonly BodyData[];
}

const waysOf = (sent: BodiesRow['sent'] = 'at-once'): readonly Delivery[] => [sent].flat();
const sentOf = ({ sent }: Pick<BodiesRow, 'sent'>): Asks => sentAs(...waysOf(sent));

export const readsBody = inPhases(
  (of: BodiesRow) => {
    const all = visiting(of, of.bodies);
    return rowsFor(waysOf(of.sent).flatMap(() => all));
  },
  readingLocations,
  sentOf,
);

const posting = (body: Buffer, visits: readonly Visit[]): Visiting => ({
  method: 'POST',
  body,
  want: { status: 200, body: 'abc' },
  visits,
});

/** Calls while another read is pending: the body arrives after all of them were made, or with the header. */
interface PendingReads extends Pick<ReadsRow, 'stored'> {
  readonly firsts: readonly BodyReader[];
  readonly others: readonly BodyReader[];
  readonly sent: Delivery;
  readonly between?: readonly Step[];
}

const FORM = [['Content-Type', 'application/x-www-form-urlencoded']] as const;

function pending(first: BodyReader, { others, between = [] }: PendingReads): Visiting {
  const body = Buffer.from('"12345678"');
  const refused = others.map((reader): VisitStep[] => [
    [{ call: `readRequest${reader}` }],
    [['$error.message'], 'request body is already being read'],
  ]);
  const waits = between.map((does): VisitStep => ('call' in does && does.await ? [does, 200, 'abc'] : [does]));
  const steps: VisitStep[] = [
    [{ call: `readRequest${first}`, as: 'first' }],
    ...(refused[0] ?? []),
    ...waits,
    ...refused.slice(1).flat(),
    [call('log', BEGUN)],
    [{ value: '$first', await: 'promise' }, readBy(first, body)],
    ...readSteps(READERS, body),
  ];
  const visits = [
    { place: 'access', steps, refused: others.length },
    { place: 'content', steps: readSteps(READERS, body) },
  ] as const;
  return { ...posting(body, visits), headers: FORM };
}

export const refusesPending = inPhases(
  (of: PendingReads) => rowsFor(of.firsts.map((first) => pending(first, of))),
  readingLocations,
  sentOf,
);

/** A handler in one place, and how bodies are stored. */
interface InOnePlace extends Pick<ReadsRow, 'stored'> {
  readonly place: 'access' | 'content';
}

/** A request for each list of steps. */
const inOnePlace = (place: InOnePlace['place'], body: Buffer, all: readonly (readonly VisitStep[])[]): PhasesRow[] => {
  const rest: Visit[] = place === 'access' ? [{ place: 'content', steps: [] }] : [];
  return rowsFor(all.map((steps) => posting(body, [{ place, steps }, ...rest])));
};

const atOnce = () => sentAs('at-once');

/** What each of the methods returns immediately, before and after the body was read. */
export const givesPromise = inPhases(
  ({ place, isRead }: InOnePlace & { readonly isRead: boolean }) => {
    const body = Buffer.from('"abc"');
    const kinds = READERS.flatMap((reader): VisitStep[] => [
      [{ call: `readRequest${reader}`, as: 'made' }],
      [['$made.constructor.name'], 'Promise'],
    ]);
    return inOnePlace(
      place,
      body,
      isRead ? [[...readSteps(['Text'], body), ...kinds]] : kinds.map((_, i) => kinds.slice(2 * i, 2 * i + 2)),
    );
  },
  readingLocations,
  atOnce,
);

/** Bodies that are not JSON, parsed again after another read. */
export const rejectsMalformedJson = inPhases(
  ({ place }: InOnePlace) => {
    const body = Buffer.from('{"a":');
    const tries: VisitStep = [wait('readRequestJSON'), { threw: 'rejected SyntaxError' }];
    return inOnePlace(place, body, [[tries], [...readSteps(['Text'], body), tries]]);
  },
  readingLocations,
  atOnce,
);

/** Nested lists or objects, longer than values that are reported in full. */
export const readsDeepJson = inPhases(
  ({ depth, of }: Partial<ReadsRow> & { readonly depth: number; readonly of: 'list' | 'object' }) => {
    const [begins, ends] = of === 'list' ? ['[', ']'] : ['{"a":', '}'];
    const text = `${begins.repeat(depth)}"${'é'.repeat(9000)}"${ends.repeat(depth)}`;
    return rowsFor(visiting({ way: 'content', reads: ['JSON', 'Text'] }, [text]));
  },
  readingLocations,
  atOnce,
);

/** Bodies up to a limit, and then one beyond it. */
interface LimitRow extends BodiesRow {
  readonly limit?: string;
  /** The limit of the location to which a request is redirected. */
  readonly inner?: string;
  readonly over?: number;
  /** The place that notices this, if other handlers run before. */
  readonly refusedIn?: readonly HandlerPlace[];
}

export const refusesBeyondLimit = inPhases(
  (of: LimitRow) => {
    const beyond = of.over === undefined ? [] : visiting(of, [{ size: of.over }]);
    const cut = beyond.map((one) => ({
      ...one,
      want: { status: 413 },
      visits: one.visits.map((visit) => ({ ...visit, isCut: of.refusedIn?.includes(visit.place) ?? true })),
    }));
    return rowsFor([...visiting(of, of.bodies), ...cut]);
  },
  ({ limit, inner = limit, ...of }) => {
    const around = readingLocations(of);
    const limited = (settings: Settings = {}, most?: string) =>
      most === undefined ? settings : { ...settings, client_max_body_size: most };
    return { ...around, settings: limited(around.settings, limit), inner: limited(around.inner, inner) };
  },
  sentOf,
);

/** How many of the request's bytes arrive before the client leaves. */
const PARTS = {
  head: (_, head) => head,
  'first-byte': (_, head) => head + 1,
  half: (bytes, head) => head + ((bytes.length - head) >> 1),
  'but-the-last': (bytes) => bytes.length - 1,
} as const satisfies { readonly [part: string]: (bytes: Buffer, head: number) => number };

interface Leaves extends ReadsRow {
  readonly parts: readonly (keyof typeof PARTS)[];
  readonly sent: Delivery;
  /** The client closes the connection or ends its side, or sends something that is not part of a body. */
  readonly how: 'closes' | 'ends' | 'breaks';
}

const LEFT = '["one", "two"]';

async function leaves(
  request: WireRequest,
  part: keyof typeof PARTS,
  { sent, how }: Leaves,
  partners: Partners,
  at: At,
): Promise<void> {
  const connection = await partners.host.connect('http');
  const bytes = requestBytes(framed(request, sent));
  await connection.send(bytes.subarray(0, PARTS[part](bytes, bytes.indexOf('\r\n\r\n') + 4)));
  await settled(partners, at);
  if (how === 'breaks') await connection.send('no size\r\n\r\n');
  if (how === 'ends') await connection.end();
  if (how !== 'closes') await connection.rest();
  connection.close();
  await settled(partners, at);
}

/** The requests that are cut short, and one after them. */
const cutShort = (of: Leaves): Visiting[] =>
  visiting(
    of,
    of.parts.map(() => LEFT),
  ).map((one) => ({ ...one, visits: one.visits.map((visit) => ({ ...visit, isCut: true })) }));
const lastOf = (of: Leaves): Visiting[] => visiting(of, ['"abc"']);

/** No handler gets a part of the body, and the next client is served as usual. */
export const outlivesCutBody = inPhases(
  (of: Leaves) => rowsFor([...cutShort(of), ...lastOf(of)]),
  readingLocations,
  (of) => async (requests, partners, at) => {
    for (const [i, part] of of.parts.entries()) {
      const cut = requests[i];
      if (cut !== undefined) await leaves(cut, part, of, partners, at);
    }
    return sentAs('at-once')(requests.slice(of.parts.length), partners, at);
  },
  (of) => rowsFor(lastOf(of)),
);

async function sendBeside(requests: readonly WireRequest[], partners: Partners, at: At): Promise<unknown[]> {
  const all = requests.map((request) => ({ request, bytes: requestBytes(request) }));
  const connections = await Promise.all(
    all.map(async (one) => ({ ...one, connection: await partners.host.connect('http') })),
  );
  const responses: unknown[] = [];
  const parts = [() => 0, ...Object.values(PARTS), (bytes: Buffer) => bytes.length];
  const pieceOf = (bytes: Buffer, i: number): Buffer => {
    const [from, to] = parts.slice(i, i + 2).map((part) => part(bytes, bytes.indexOf('\r\n\r\n') + 4));
    return bytes.subarray(from, to);
  };
  for (let i = 0; i < parts.length - 2; i++) {
    for (const { connection, bytes } of connections) await connection.send(pieceOf(bytes, i));
    await settled(partners, at);
  }
  for (const { connection, bytes, request } of connections.toReversed()) {
    await connection.send(pieceOf(bytes, parts.length - 2));
    responses.unshift((await responseOn(new ResponseReader(connection), request.method)).response);
    connection.close();
  }
  return responses;
}

/** The steps of requirements, for requests that arrive in some way. */
export const readsBesideSteps = inPhases<PlainPhases & { readonly sent?: Delivery }>(plainRow, plainAround, sentOf);

/** Concurrent requests whose bodies arrive one piece each in turn, and end in reverse order. */
export const readsBeside = inPhases(
  (of: ReadsRow & { readonly bodies: readonly BodyData[] }) =>
    rowsFor(visiting(of, of.bodies)).map((row): PhasesRow => ({ ...row, beside: true })),
  readingLocations,
  () => sendBeside,
);

const word = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 4 });
const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.constant(null), unicodeText(8));
const json = fc
  .oneof(
    leaf,
    fc.array(leaf, { maxLength: 4 }),
    fc.dictionary(word, fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })), { maxKeys: 4 }),
  )
  .map((value) => JSON.stringify(value));

const body: fc.Arbitrary<BodyData> = fc.oneof(
  { weight: 3, arbitrary: json },
  { weight: 2, arbitrary: unicodeText(40).map((text) => `b${text}`) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 20_000 }).map((size) => ({ size })) },
  {
    weight: 1,
    arbitrary: fc
      .uint8Array({ minLength: 1, maxLength: 80 })
      .map((bytes) => ({ $buffer: Buffer.from(bytes).toString('hex') })),
  },
);

const drawn: fc.Arbitrary<{
  readonly bodies: readonly BodyData[];
  readonly reads: readonly BodyReader[];
  readonly sent: Delivery;
  readonly methods: readonly string[];
}> = fc.record({
  bodies: fc.array(body, { minLength: 1, maxLength: 4 }),
  reads: fc.array(fc.constantFrom(...READERS), { minLength: 1, maxLength: 5 }),
  sent: fc.constantFrom('at-once', 'apart', 'in-pieces', 'chunked', 'chunked-in-pieces', 'expected', 'pipelined'),
  methods: fc.constantFrom('POST', 'PUT', 'GET', 'DELETE').map((method) => [method]),
});

/** Any bodies that arrive in any way, read in any order. */
export const readsDrawnBodies = conversationProperty({
  needs: ['exchange', 'log'],
  setup: (of: ReadsRow) => placeLocations(placesIn(rowsFor(visiting(of, ['']))), readingLocations(of)),
  inputs: () => drawn,
  hold: (some, partners, at, of) =>
    held(rowsFor(visiting({ ...of, ...some }, some.bodies)), partners, at, sentAs(some.sent)),
  expect: (some, at, of) => expectedPhases(rowsFor(visiting({ ...of, ...some }, some.bodies)), at),
});
