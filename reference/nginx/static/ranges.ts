import { randomInt } from 'node:crypto';
import { type OutputFilter, OutputStep } from '../../host/http/filters.js';
import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { parseHttpDate } from '../../host/support/http-date.js';
import type { StaticFile } from './files.js';
import { staticSettings } from './settings.js';

/** Bytes of a file from one position up to another. */
interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** A piece of the body: bytes of a file, or the text between them. */
export type BodyPiece = ByteRange | Buffer;

/** The result of a request's `Range` header. */
type RangeChoice =
  | { readonly kind: 'all' | 'unsatisfiable' }
  | { readonly kind: 'pieces'; readonly pieces: readonly BodyPiece[] };

/** Marks a request that a file answers; the range is chosen when the header is sent. */
class RangeOffer {
  choice: RangeChoice = { kind: 'all' };
}

/** Marks a request as answered by a file, so that ranges may be requested. */
export function offerRanges(request: HttpRequest): void {
  request.keptOrNew(RangeOffer).choice = { kind: 'all' };
}

/** The pieces of a file for a request, once its header was sent. */
export function chosenPieces(request: HttpRequest, { size }: Pick<StaticFile, 'size'>): readonly BodyPiece[] {
  const choice = request.kept(RangeOffer)?.choice;
  return choice?.kind === 'pieces' ? choice.pieces : [{ from: 0, to: size }];
}

/** Whether a request's ranges are outside the file; its header was then held back. */
export function isUnsatisfiable(request: HttpRequest): boolean {
  return request.kept(RangeOffer)?.choice.kind === 'unsatisfiable';
}

export function entityTag({ modified, size }: Pick<StaticFile, 'modified' | 'size'>): ByteString {
  return `"${modified.toString(16)}-${size.toString(16)}"`;
}

/** Chooses the ranges of a file, and adjusts the header. */
export const choosingRanges: OutputFilter = (request, next) => new ChoosingRanges(request, next);

class ChoosingRanges extends OutputStep {
  override header(length: number | undefined): void {
    const sent = length === undefined ? undefined : lengthChosen(this.request, length);
    if (sent !== 'none') this.next.header(sent);
  }
}

/** The length of the body that a client receives; `none` if the header is held back. */
function lengthChosen(request: HttpRequest, length: number): number | 'none' {
  const isOffered = request.kept(RangeOffer) !== undefined && request.response.status === 200;
  if (!isOffered || request.parent !== undefined || staticSettings.maxRanges.of(request.block) === 0) return length;
  const found = wanted(request, length);
  if (found === 'none') {
    refuse(request, length);
    return 'none';
  }
  if (found !== 'all') return choose(request, found, length);
  request.response.headers.offerRanges();
  return length;
}

/** Discards the header: a separate response replaces it. */
function refuse(request: HttpRequest, length: number): void {
  request.keptOrNew(RangeOffer).choice = { kind: 'unsatisfiable' };
  request.response.headers.set('Content-Range', [`bytes */${length}`]);
  request.response.headerSent = false;
}

/** Prepares a response with some ranges; returns its length. */
function choose(request: HttpRequest, ranges: readonly ByteRange[], size: number): number {
  const { headers: headersOut } = request.response;
  request.response.status = 206;
  const [first, ...more] = ranges;
  if (first !== undefined && more.length === 0) headersOut.append('Content-Range', `bytes ${placeOf(first, size)}`);
  const pieces = more.length === 0 ? ranges : inParts(request, ranges, size);
  request.keptOrNew(RangeOffer).choice = { kind: 'pieces', pieces };
  const length = pieces.reduce(
    (sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.to - piece.from),
    0,
  );
  headersOut.set('Content-Length', []);
  headersOut.setLength(length);
  return length;
}

/** RFC 9110, section 14.6 */
function inParts(request: HttpRequest, ranges: readonly ByteRange[], size: number): readonly BodyPiece[] {
  const { headers: headersOut } = request.response;
  const boundary = String(randomInt(2 ** 47)).padStart(20, '0');
  const type = headersOut.all('Content-Type').map((value) => `Content-Type: ${value}\r\n`);
  headersOut.set('Content-Type', [`multipart/byteranges; boundary=${boundary}`]);
  // Body filters see the head of each part in two pieces.
  const head = Buffer.from(`\r\n--${boundary}\r\n${type.join('')}Content-Range: bytes `, 'latin1');
  const pieces = ranges.flatMap((range): BodyPiece[] => [head, Buffer.from(`${placeOf(range, size)}\r\n\r\n`), range]);
  return [...pieces, Buffer.from(`\r\n--${boundary}--\r\n`)];
}

function placeOf({ from, to }: ByteRange, size: number): ByteString {
  return `${from}-${to - 1}/${size}`;
}

/** The request for a file of that many bytes: all of them, none that exist, or ranges. */
function wanted(request: HttpRequest, size: number): 'all' | 'none' | readonly ByteRange[] {
  const header = request.headersIn.first('range');
  if (header === undefined || !/^bytes=./is.test(header) || !isCurrent(request)) return 'all';
  const ranges: ByteRange[] = [];
  let total = 0;
  for (const text of header.slice('bytes='.length).split(',')) {
    const range = rangeOf(text, size);
    if (range === undefined) return 'none';
    total += range.to - range.from;
    if (range.from < range.to) {
      ranges.push(range);
      if (ranges.length > staticSettings.maxRanges.of(request.block)) return 'all';
    } else if (range.from === 0) return 'all';
  }
  if (ranges.length === 0) return 'none';
  // More bytes than the file has would be an expensive answer to a cheap request.
  return total > size ? 'all' : ranges;
}

/** One range; an empty one after the end, `undefined` for an invalid one. */
function rangeOf(text: string, size: number): ByteRange | undefined {
  const { first = '', last = '' } = /^ *(?<first>\d{0,15}) *- *(?<last>\d{0,15}) *$/.exec(text)?.groups ?? {};
  if (first === '' && last === '') return undefined;
  if (first === '') return { from: Math.max(0, size - Number(last)), to: size };
  const to = last === '' ? size : Math.min(size, Number(last) + 1);
  return { from: Number(first), to: Math.max(to, Number(first)) };
}

/** RFC 9110, section 13.1.5: whether the client's part belongs to the current version of the file. */
function isCurrent({ headersIn, response: { headers: headersOut } }: HttpRequest): boolean {
  const condition = headersIn.first('if-range');
  if (condition === undefined) return true;
  if (condition.length >= 2 && condition.endsWith('"')) return condition === headersOut.entityTag;
  return headersOut.lastModified !== undefined && parseHttpDate(condition) === headersOut.lastModified;
}
