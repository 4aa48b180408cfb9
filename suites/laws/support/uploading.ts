/**
 * Requests with bodies in the form of clients: the framing of a body, and the bytes that are written at once. The behaviour
 * of a host near the size of a buffer depends on how much of a body arrives with the header. That is certain if an answered
 * request precedes it, or if the client waits for 100 Continue.
 */
import type { ObservedResponse } from '../../language/observation.js';
import type { Connection, WireRequest } from '../../language/partners.js';
import { headOf, isFraming, ResponseReader, saysClose } from './http-bytes.js';

/** Of segments that divide characters, and share no factor with a buffer. */
const PIECE = 7;

const chunk = (bytes: Buffer, size = bytes.length.toString(16), extension = ''): Buffer =>
  Buffer.concat([Buffer.from(`${size}${extension}\r\n`), bytes, Buffer.from('\r\n')]);

const pieces = (body: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(body.length / size) }, (_, i) => body.subarray(i * size, (i + 1) * size));

const bytewise = (body: Buffer): Buffer[] => pieces(body, 1);
/** On both sides of each character in the syntax of forms. */
const atSigns = (body: Buffer): Buffer[] =>
  body
    .toString('latin1')
    .split(/(?<=[\r\n"&=%+;-])|(?=[\r\n"&=%+;-])/)
    .map((piece) => Buffer.from(piece, 'latin1'));

/** A body in its sent form, with the header that marks its end. */
interface BodyCoding {
  readonly header: readonly [name: string, value: string];
  readonly coded: readonly Buffer[];
}

const END = Buffer.from('0\r\n\r\n');

const chunked = (chunks: readonly Buffer[], end = END): BodyCoding => ({
  header: ['Transfer-Encoding', 'chunked'],
  coded: [...chunks, end],
});

/** Where a body is divided, and whether its segments are chunks. */
export interface BodyCut {
  readonly chunked?: boolean;
  readonly pieces: (body: Buffer) => readonly Buffer[];
}

const cut =
  (how: BodyCut) =>
  (body: Buffer): BodyCoding => {
    // An empty chunk would end the body.
    const all = how.pieces(body).filter((piece) => piece.length > 0);
    if (how.chunked) return chunked(all.map((piece) => chunk(piece)));
    return { header: ['Content-Length', `${body.length}`], coded: all };
  };

/** How the end of a body is marked, and where it is divided. */
const FRAMINGS = {
  length: cut({ pieces: (body) => [body] }),
  chunk: cut({ chunked: true, pieces: (body) => [body] }),
  chunks: cut({ chunked: true, pieces: (body) => pieces(body, PIECE) }),
  /** Sizes in upper case after zeros, extensions, and trailers after the last chunk. */
  'odd-chunks': (body: Buffer) => {
    const size = (bytes: Buffer) => bytes.length.toString(16).toUpperCase().padStart(4, '0');
    const chunks = pieces(body, 2 * PIECE - 1).map((piece) => chunk(piece, size(piece), ';a;b="c d"'));
    return chunked(chunks, Buffer.from('000;e\r\nX-Trailer: a\r\nX-Other: b\r\n\r\n'));
  },
  bytes: cut({ pieces: bytewise }),
  signs: cut({ pieces: atSigns }),
  halves: cut({ pieces: (body) => pieces(body, Math.ceil(body.length / 2)) }),
  'chunked-bytes': cut({ chunked: true, pieces: bytewise }),
  'chunked-signs': cut({ chunked: true, pieces: atSigns }),
} as const;

/**
 * The bytes that are written at once: the whole request; the header and then the body; or each segment or byte of the body.
 * The body, or each segment, may wait until the host requests it. Or a part of the body comes with the header.
 */
export type UploadWay = 'at-once' | 'apart' | 'in-pieces' | 'byte-by-byte' | 'asked' | 'asked-in-pieces' | 'begun';
export const UPLOAD_WAYS: readonly UploadWay[] = ['at-once', 'apart', 'byte-by-byte', 'asked', 'begun'];

export type UploadFraming = keyof typeof FRAMINGS;

const codedBy = (framing: UploadFraming | BodyCut, body: Buffer): BodyCoding =>
  (typeof framing === 'string' ? FRAMINGS[framing] : cut(framing))(body);

export interface Upload extends Pick<WireRequest, 'method' | 'version' | 'headers' | 'target' | 'input'> {
  /** A request without a body has no framing. */
  readonly body?: Buffer;
  readonly framing: UploadFraming | BodyCut;
  readonly way: UploadWay;
  /** The number of bytes of the body that come with the header, by default half of it. */
  readonly begun?: number;
}

/** The number of bytes on the wire. */
export const codedLength = (framing: UploadFraming | BodyCut, body: Buffer): number =>
  Buffer.concat(codedBy(framing, body).coded).length;

/** A partly sent body follows a request without one; each of these is answered. */
export const answeredUploads = (upload: Upload): readonly Upload[] =>
  upload.way === 'begun' && upload.body !== undefined ? [without(upload), upload] : [upload];

const without = ({ body: _, method: __, version: ___, ...one }: Upload): Upload => ({ ...one, way: 'at-once' });

/** Bytes to be written, with a wait for each `undefined` among them: for a response, or for 100 Continue. */
function stepsOf(upload: Upload): readonly (Buffer | undefined)[] {
  const { body, framing, way, begun, headers = [] } = upload;
  if (body === undefined) return [headOf(upload), undefined];
  const { header, coded: written } = codedBy(framing, body);
  const coded = Buffer.concat(written);
  // Some requests have their own framing.
  const framed = headers.some(([name]) => isFraming(name)) ? [] : [header];
  const asks = way.startsWith('asked') ? [['Expect', '100-continue'] as const] : [];
  const head = headOf({ method: 'POST', ...upload, headers: [...headers, ...framed, ...asks] });
  const cut = Math.min(begun ?? coded.length >> 1, coded.length);
  const steps: { readonly [way in UploadWay]: () => readonly (Buffer | undefined)[] } = {
    'at-once': () => [Buffer.concat([head, coded])],
    apart: () => [head, coded],
    'in-pieces': () => [head, ...written],
    'byte-by-byte': () => [head, ...bytewise(coded)],
    asked: () => [head, undefined, coded],
    'asked-in-pieces': () => [head, undefined, ...written],
    begun: () => [
      Buffer.concat([headOf(without(upload)), head, coded.subarray(0, cut)]),
      undefined,
      coded.subarray(cut),
    ],
  };
  return [...steps[way](), undefined];
}

/**
 * Sends requests on one connection, each after the answer to the one before or, `together`, all at once. The last one closes
 * the connection. If the host announces the end before that, nothing more is sent.
 */
export async function uploaded(
  uploads: readonly Upload[],
  connection: Connection,
  together = false,
): Promise<{ readonly responses: readonly ObservedResponse[]; readonly left: string }> {
  const methods = uploads.flatMap((one) => answeredUploads(one).map(({ method }) => method));
  const responses: ObservedResponse[] = [];
  const reader = new ResponseReader(connection);
  /** The next response, or 100 Continue if it is awaited. */
  const next = async (asks = false): Promise<ObservedResponse | undefined> => {
    for (;;) {
      const response = await reader.next(methods[responses.length]);
      if (response !== undefined && response.status !== 100) responses.push(response);
      if (response?.status !== 100 || asks) return response;
    }
  };
  if (together) {
    const all = uploads.flatMap((one) => stepsOf(one).filter((step) => step !== undefined));
    await connection.send(Buffer.concat(all));
    while (responses.length < methods.length && (await next()) !== undefined);
  } else
    for (const upload of uploads) {
      await sent(upload, connection, next);
      if (responses.slice(-1).some(saysClose)) break;
    }
  await connection.end();
  await reader.end();
  return { responses, left: reader.left };
}

/** A body that the host answers before it was sent is not sent. */
async function sent(
  upload: Upload,
  connection: Connection,
  next: (asks?: boolean) => Promise<ObservedResponse | undefined>,
) {
  const steps = stepsOf(upload);
  const last = steps.length - 1;
  for (const [i, step] of steps.entries()) {
    if (step !== undefined) await connection.send(step);
    else {
      const asks = upload.way.startsWith('asked') && i < last;
      const response = await next(asks);
      if (asks && response?.status !== 100) return;
    }
  }
}
