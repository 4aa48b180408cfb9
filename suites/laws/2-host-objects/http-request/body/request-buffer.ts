/**
 * 2/http-request-object/r-request-buffer, r-request-text and r-request-body: what a script reads of a body, however it arrives and
 * wherever the host stores it.
 */

import fc from 'fast-check';
import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import { decode } from '../../../../language/encoding.js';
import {
  type Expectation,
  type ExpectedValue,
  either,
  list,
  record,
  response,
} from '../../../../language/expectation.js';
import { conversation, conversationProperty } from '../../../../language/law.js';
import type { Partners } from '../../../../language/partners.js';
import { http, inOwnServer, path, type Settings, type Setup } from '../../../../language/setup.js';
import type { At, Capability, Law } from '../../../../language/trial.js';
import { unicodeText } from '../../../support/arbitraries.js';
import { valueBytes } from '../../../support/bytes.js';
import { type ContentKind, contentOf } from '../../../support/contents.js';
import { type PlainSettings, settingsOf } from '../../../support/settings.js';
import {
  answeredUploads,
  codedLength,
  UPLOAD_WAYS,
  type Upload,
  type UploadFraming,
  type UploadWay,
  uploaded,
} from '../../../support/uploading.js';
import { type Asks, expectedReports, held, type PhasesRow } from '../phases.js';
import { type HandlerPlace, handlerIn, placeLocations } from '../placed-handlers.js';
import { call } from '../script.js';
import { NAMED, UPSTREAM } from './readers.js';
import { askedReport, type BodyStorage, isAsking, reportFor } from './reports.js';

/** Each of them twice, in both orders. */
const LOOKS: readonly Step[] = [['r.requestText'], ['r.requestBuffer'], ['r.requestBuffer'], ['r.requestText']];

/** Bodies of a connection's requests in sequence; `null` is a request without one. */
interface BufferRow extends Pick<Upload, 'method' | 'version' | 'headers' | 'begun'> {
  readonly sizes?: readonly (number | null)[];
  readonly of?: ContentKind;
  /** In place of sizes; strings, or Buffers in the tagged encoding. */
  readonly bodies?: readonly Plain[];
  readonly framing?: UploadFraming;
  /** All bodies in each of these ways. */
  readonly ways?: readonly UploadWay[];
  /** All requests are concurrent. */
  readonly together?: true;
  readonly looks?: readonly Step[];
  readonly units?: 'bytes';
  /** The inner place that reads: the target of a subrequest, of a redirect `to` it, or of the host's proxying. */
  readonly inner?: readonly Step[];
  readonly to?: 'ordinary' | 'named';
  readonly proxied?: true;
  /** The status of a failing handler or of a body that is too large; the inner place is the error page of this status. */
  readonly fails?: number;
  /** What a js_access handler reads before. */
  readonly access?: readonly Step[];
  /** The location's sizes for buffer and body, and whether its settings put bodies into files. */
  readonly room?: number;
  readonly most?: number;
  readonly file?: 'on' | 'clean';
  /** Other settings of the location. */
  readonly settings?: PlainSettings;
  /** The case has a server of its own with these settings. */
  readonly server?: PlainSettings;
}

const locationOf = ({ room, most, file, fails, proxied, settings }: BufferRow): Settings => ({
  ...(room === undefined ? {} : { client_body_buffer_size: `${room}` }),
  ...(most === undefined ? {} : { client_max_body_size: `${most}` }),
  ...(file === undefined ? {} : { client_body_in_file_only: file }),
  ...(fails === undefined ? {} : { error_page: [`${fails}`, '=', path('/inner')] }),
  ...settingsOf(settings),
  ...(proxied ? UPSTREAM : {}),
});

function setupFor(data: BufferRow): Setup {
  const { access, server, to } = data;
  const settings = locationOf(data);
  const places: readonly HandlerPlace[] = access === undefined ? [] : ['access'];
  const main = placeLocations(places, { settings, beside: to === 'named' ? [NAMED] : [] });
  const own = { '/': { ...settings, js_content: handlerIn('content') }, '= /last': { return: '204' } };
  return server === undefined ? main : [...main, http(inOwnServer(own, settingsOf(server)))];
}

function uploadsOf(data: BufferRow): Upload[] {
  const { sizes = [], of = 'ascii', framing = 'length', ways = ['at-once'], method, version, headers, begun } = data;
  const all = data.bodies?.map(decode) ?? sizes.map((size) => (size === null ? null : contentOf(of, size)));
  const given = {
    ...(method && { method }),
    ...(version && { version }),
    ...(headers && { headers }),
    ...(begun && { begun }),
  };
  const bodyOf = (body: unknown): Pick<Upload, 'body'> => (body === null ? {} : { body: valueBytes(body) });
  return ways.flatMap((way) => all.map((body): Upload => ({ ...given, ...bodyOf(body), framing, way, target: '' })));
}

/**
 * A body that fits into the buffer, as it is on the wire, is in memory. One that is more than twice as long is not, unless a part of it
 * has arrived with the header, for which a host has another buffer.
 */
function keptAs({ body, framing, way }: Upload, { room, file }: BufferRow): readonly BodyStorage[] {
  if (body === undefined || body.length === 0) return ['none'];
  if (file !== undefined) return ['file'];
  const length = codedLength(framing, body);
  if (room === undefined || length <= room) return ['memory'];
  return way === 'asked' && length > 2 * room ? ['file'] : ['memory', 'file'];
}

const RETURNS: Step = call('return', 203, 'abc');

const isRefused = ({ body }: Upload, { most = 0 }: BufferRow): boolean => most > 0 && (body?.length ?? 0) > most;

function stepsOf({ looks = LOOKS, inner = [], access, to, fails }: BufferRow): PhasesRow['steps'] {
  const leads: Step = call('internalRedirect', to === 'named' ? '@spec_reading' : '~/inner');
  const ends = to !== undefined ? leads : fails !== undefined && fails !== 413 ? call('return', fails) : RETURNS;
  return {
    content: [...looks, ends],
    'inner-content': [...inner, RETURNS],
    ...(access === undefined ? {} : { access }),
  };
}

function rowFor(upload: Upload, data: BufferRow): PhasesRow {
  const { looks = LOOKS, inner = [], access, to, fails, proxied = false, units, settings = {} } = data;
  const { body = Buffer.alloc(0), method = upload.body === undefined ? 'GET' : 'POST' } = upload;
  const request = { method, steps: stepsOf(data) };
  const refused = isRefused(upload, data);
  if (refused && fails === undefined) return { ...request, want: { status: 413 }, reports: { content: [] } };
  const isPage = fails === 413 ? refused : fails !== undefined;
  const kept: readonly BodyStorage[] = refused ? ['none'] : keptAs(upload, proxied ? {} : data);
  const reports = (of: readonly Step[], all: readonly BodyStorage[]) => [
    either(...all.map((one) => reportFor(of, body, one, units))),
  ];
  const isWithin = to !== undefined || proxied || isPage;
  const asked = looks.filter(isAsking).map((look) => askedReport(look, inner, body));
  return {
    ...request,
    want: { status: 203, ...('return' in settings ? {} : { body: method === 'HEAD' ? '' : 'abc' }) },
    reports: {
      content: proxied || refused || 'return' in settings ? [] : reports(looks, kept),
      ...(access === undefined ? {} : { access: reports(access, ['access']) }),
      ...(isWithin ? { 'inner-content': reports(inner, isPage ? [...kept, 'none'] : kept) } : {}),
      ...(asked.length === 0 ? {} : { 'inner-content': asked }),
    },
  };
}

/** The last request of a connection has no body. */
const LAST: PhasesRow = { steps: {}, want: { status: 204 } };

/** The rows of all requests, and of those up to a refused one, after which a host may close the connection. */
function rowsSeen(data: BufferRow): readonly (readonly PhasesRow[])[] {
  const uploads = uploadsOf(data).flatMap(answeredUploads);
  const rows = [...uploads.map((one) => rowFor(one, data)), LAST];
  const refused = uploads.findIndex((one) => isRefused(one, data));
  return refused < 0 ? [rows] : [rows, rows.slice(0, refused + 1)];
}

async function sent(data: BufferRow, requests: Parameters<Asks>[0], { host }: Partners, at: At): Promise<unknown> {
  const { server, together } = data;
  const uploads = uploadsOf(data).map((upload, i): Upload => {
    const { target = '', input } = requests[i] ?? {};
    return { ...upload, input, target: server === undefined ? target : '/' };
  });
  const last = { target: server === undefined ? at('/through') : '/last', headers: [['Connection', 'close']] } as const;
  const all = [...uploads, { ...last, framing: 'length', way: 'at-once' } as const];
  const { responses, left } = await uploaded(all, await host.connect(server === undefined ? 'http' : 'own'), together);
  return left === '' ? responses : [...responses, left];
}

/** The bodies on each connection, which differ only in them: in sequence, or all concurrently. */
async function heldAll(all: readonly BufferRow[], isAtOnce: boolean, partners: Partners, at: At) {
  const rows = all.map((data) => uploadsOf(data).map((upload) => rowFor(upload, data)));
  return held(rows.flat(), partners, at, async (requests) => {
    const sending: Promise<unknown>[] = [];
    let first = 0;
    for (const [i, data] of all.entries()) {
      const own = requests.slice(first, first + (rows[i]?.length ?? 0));
      first += own.length;
      sending.push(sent(data, own, partners, at));
      if (!isAtOnce) await sending.at(-1);
    }
    return Promise.all(sending);
  });
}

const responsesTo = (rows: readonly PhasesRow[]): Expectation => list(...rows.map(({ want }) => response(want)));

/** For one connection. */
const expectedOn = (data: BufferRow, at: At, more: { readonly [part: string]: ExpectedValue } = {}): Expectation =>
  either(
    ...rowsSeen(data).map((rows) =>
      record({ responses: list(responsesTo(rows)), reports: expectedReports(rows, at), ...more }),
    ),
  );

const law = <D extends BufferRow>(
  hold: (data: D, partners: Partners, at: At) => Promise<unknown>,
  expect: (data: D, at: At) => Expectation,
  needs: readonly Capability[] = [],
): Law<D> => conversation<D>({ needs: ['exchange', 'log', ...needs], setup: setupFor, hold, expect });

/** Each body in memory is read whole, and the connection stays open. */
export const holdsBody = law(
  (data: BufferRow, partners, at) => heldAll([data], false, partners, at),
  (data, at) => expectedOn(data, at),
);

/** The same on several connections; a refused body is the last one. */
const onConnections = <D>(of: (data: D) => readonly BufferRow[], isAtOnce = false): Law<D> =>
  conversation<D>({
    needs: ['exchange', 'log'],
    setup: (data) => of(data).slice(0, 1).flatMap(setupFor),
    hold: (data, partners, at) => heldAll(of(data), isAtOnce, partners, at),
    expect: (data, at) => {
      const all = of(data).map(rowsSeen);
      const rows = all.flatMap(([whole = []]) => whole);
      const reports = expectedReports(isAtOnce ? rows.map((row) => ({ ...row, beside: true })) : rows, at);
      return record({ responses: list(...all.map((seen) => either(...seen.map(responsesTo)))), reports });
    },
  });

/** Each body is sent on its own connection, concurrently. */
export const holdsBodiesBeside = onConnections(
  ({ sizes = [], ways = [], ...data }: BufferRow) =>
    ways.flatMap((way) => sizes.map((size) => ({ ...data, sizes: [size], ways: [way] }))),
  true,
);

/** On each connection, bodies that fit, and then one that exceeds the limit by so many bytes. */
interface Fits extends Omit<BufferRow, 'sizes'> {
  readonly most: number;
  readonly fit: readonly (number | null)[];
  readonly beyond?: readonly number[];
}

const EACH: readonly UploadWay[] = ['at-once', 'asked', 'begun'];

/** 2/limits/request-body-size: bodies around the limit of a location. */
export const limitsBodySize = onConnections(
  ({ fit, beyond = [1], ways = EACH, looks = LOOKS.slice(0, 2), ...data }: Fits) =>
    ways.flatMap((way) => beyond.map((more) => ({ ...data, looks, ways: [way], sizes: [...fit, data.most + more] }))),
);

const pathIn = (report: unknown): unknown => {
  const { read = [] }: { readonly read?: readonly unknown[] } = Object(report);
  return read.findLast((value) => typeof value === 'string' && value.startsWith('/'));
};

/** The same for bodies in files: their content, or their removal after the next request of the connection. */
export const keepsFile = law(
  async (data: BufferRow, partners, at) => {
    const { reports, ...others } = await heldAll([data], false, partners, at);
    const files: unknown[] = [];
    for (const report of reports.content ?? []) {
      const path = pathIn(report);
      const isThere = typeof path === 'string' && (await partners.files.exists(path));
      files.push(isThere ? await partners.files.read(path) : 'gone');
    }
    return { ...others, reports, files };
  },
  (data, at) => {
    const bodies = uploadsOf(data).flatMap(answeredUploads);
    return expectedOn(data, at, { files: list(...bodies.map(({ body }) => (data.file === 'on' && body) || 'gone')) });
  },
  ['file-system'],
);

const body: fc.Arbitrary<Plain> = fc.oneof(
  fc.constant(null),
  unicodeText(40),
  fc.nat({ max: 300 }).map((size) => contentOf('characters', size).toString()),
  fc.uint8Array({ maxLength: 90 }).map((bytes) => ({ $buffer: Buffer.from(bytes).toString('hex') })),
);

/** Several bodies on one connection, all with the same framing and writes. */
const drawnBodies = (data: BufferRow): fc.Arbitrary<BufferRow> =>
  fc
    .record({
      bodies: fc.array(body, { minLength: 1, maxLength: 4 }),
      framing: fc.constantFrom<UploadFraming>('length', 'chunk', 'chunks', 'odd-chunks'),
      ways: fc.constantFrom(...UPLOAD_WAYS).map((way) => [way]),
      begun: fc.nat({ max: 40 }),
      method: fc.constantFrom('POST', 'PUT', 'GET', 'DELETE', 'HEAD', 'OPTIONS'),
    })
    .map((drawn) => ({ ...data, ...drawn }));

export const holdsDrawnBodies = conversationProperty({
  needs: ['exchange', 'log'],
  setup: setupFor,
  inputs: drawnBodies,
  hold: (drawn, partners, at) => heldAll([drawn], false, partners, at),
  expect: (drawn, at) => expectedOn(drawn, at),
});
