/**
 * Requests with bodies as clients put them on a connection: how the end of a body is told, and what is written at once. What a
 * host does at a border of its buffers depends on how much of a body arrives with the header, which is certain where it
 * follows a request that is answered in between, or where the client has been told to go on.
 */
import type { ObservedResponse } from '../../language/observation.js';
import type { Connection, WireRequest } from '../../language/partners.js';
import { headOf, isFraming, ResponseReader, saysClose } from './http-bytes.js';

/** Of pieces that cut characters, and share no factor with a buffer. */
const PIECE = 7;

const chunk = (bytes: Buffer, size = bytes.length.toString(16), extension = ''): Buffer =>
  Buffer.concat([Buffer.from(`${size}${extension}\r\n`), bytes, Buffer.from('\r\n')]);

const pieces = (body: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(body.length / size) }, (_, i) => body.subarray(i * size, (i + 1) * size));

const bytewise = (body: Buffer): Buffer[] => pieces(body, 1);
/** At both sides of each character that the syntax of forms is made of. */
const atSigns = (body: Buffer): Buffer[] =>
  body
    .toString('latin1')
    .split(/(?<=[\r\n"&=%+;-])|(?=[\r\n"&=%+;-])/)
    .map((piece) => Buffer.from(piece, 'latin1'));

/** A body as it is sent, with the header that says where it ends. */
interface BodyCoding {
  readonly header: readonly [name: string, value: string];
  readonly coded: readonly Buffer[];
}

const END = Buffer.from('0\r\n\r\n');

const chunked = (chunks: readonly Buffer[], end = END): BodyCoding => ({
  header: ['Transfer-Encoding', 'chunked'],
  coded: [...chunks, end],
});

/** Where a body is cut, and whether its pieces are chunks. */
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

/** How the wire tells where a body ends, and where it is cut. */
const FRAMINGS = {
  length: cut({ pieces: (body) => [body] }),
  chunk: cut({ chunked: true, pieces: (body) => [body] }),
  chunks: cut({ chunked: true, pieces: (body) => pieces(body, PIECE) }),
  /** Sizes in capitals behind zeros, extensions, and fields behind the last chunk. */
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
 * What is written at once: all of a request; the header, and the body behind it; each piece of the body, or each byte; the body once the host
 * asks for it, or each piece then; a part of the body with the header.
 */
export type UploadWay = 'at-once' | 'apart' | 'in-pieces' | 'byte-by-byte' | 'asked' | 'asked-in-pieces' | 'begun';
export const UPLOAD_WAYS: readonly UploadWay[] = ['at-once', 'apart', 'byte-by-byte', 'asked', 'begun'];

export type UploadFraming = keyof typeof FRAMINGS;

const codedBy = (framing: UploadFraming | BodyCut, body: Buffer): BodyCoding =>
  (typeof framing === 'string' ? FRAMINGS[framing] : cut(framing))(body);

export interface Upload extends Pick<WireRequest, 'method' | 'version' | 'headers' | 'target' | 'input'> {
  /** A request that has none says nothing of one. */
  readonly body?: Buffer;
  readonly framing: UploadFraming | BodyCut;
  readonly way: UploadWay;
  /** How much of the body comes with the header, as far as there is so much; half of it unless said otherwise. */
  readonly begun?: number;
}

/** The number of bytes on the wire. */
export const codedLength = (framing: UploadFraming | BodyCut, body: Buffer): number =>
  Buffer.concat(codedBy(framing, body).coded).length;

/** A body that is begun stands behind a request without one; each of these is answered. */
export const answeredUploads = (upload: Upload): readonly Upload[] =>
  upload.way === 'begun' && upload.body !== undefined ? [without(upload), upload] : [upload];

const without = ({ body: _, method: __, version: ___, ...one }: Upload): Upload => ({ ...one, way: 'at-once' });

/** Bytes to be written, one wait for each `undefined` among them: for a response, or for the word to go on. */
function stepsOf(upload: Upload): readonly (Buffer | undefined)[] {
  const { body, framing, way, begun, headers = [] } = upload;
  if (body === undefined) return [headOf(upload), undefined];
  const { header, coded: written } = codedBy(framing, body);
  const coded = Buffer.concat(written);
  // Some say it in words of their own.
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

/** Responses in their order, without the word to go on; and bytes that are of none. */
interface UploadOutcome {
  readonly responses: readonly ObservedResponse[];
  readonly left: string;
}

/**
 * Sends requests on one connection, each when the one before is answered or, `together`, all at once; with the last one the
 * connection is to end. Where the host says before that it ends, nothing more is sent.
 */
export async function uploaded(
  uploads: readonly Upload[],
  connection: Connection,
  together = false,
): Promise<UploadOutcome> {
  const methods = uploads.flatMap((one) => answeredUploads(one).map(({ method }) => method));
  const responses: ObservedResponse[] = [];
  const reader = new ResponseReader(connection);
  /** The next response; or the word to go on, where it is waited for. */
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

/** A body that the host answers before it was sent stays behind. */
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
