/** 2/http-request-object-methods/r-read-request-form, 2/form-object/has-files: reads multipart/form-data. */
import { MultipartParseError, type MultipartPart, parseMultipart } from '@remix-run/multipart-parser';
import type { FormEntry } from '../../../../port/form.js';
import { type ByteString, textOf } from '../../../support/byte-string.js';
import { FormError } from './form-error.js';
import { beforeParameters, parametersOf, trimmed } from './parameters.js';

const lineEnd = '\r\n';
const headEnd = '\r\n\r\n';

/** The limits of real hosts for the headers of one part. */
const limits = { headers: 32, line: 4096, head: 16384 };

/** The body is in memory already, and its size was checked. */
const unlimited = { maxHeaderSize: Infinity, maxFileSize: Infinity, maxParts: Infinity, maxTotalSize: Infinity };

/** Entries of `multipart/form-data`. Text before the first delimiter and after the last one is ignored. */
export function* multipartEntries(body: Buffer, boundary: ByteString): Iterable<FormEntry> {
  const delimiter = `--${boundary}`;
  const start = body.indexOf(delimiter, 0, 'latin1');
  if (start < 0) throw new FormError('malformed multipart body');
  const message = body.subarray(start);
  const parts = parseMultipart(message, { boundary, ...unlimited })[Symbol.iterator]();
  let at = delimiter.length;
  while (!isLastDelimiter(message, at)) {
    const head = headAt(message, at);
    const { name, fileName } = dispositionOf(head.text);
    const part = nextPart(parts);
    yield fileName === undefined
      ? { kind: 'text', name, text: Buffer.from(part.arrayBuffer).toString('utf8') }
      : { kind: 'file', name, fileName };
    at = head.end + part.size + lineEnd.length + delimiter.length;
  }
}

/** The library finds the end of a part. Heads are parsed here, because real hosts are stricter about them and about delimiters. */
function nextPart(parts: Iterator<MultipartPart>): MultipartPart {
  try {
    const next = parts.next();
    if (next.done !== true) return next.value;
  } catch (error) {
    if (!(error instanceof MultipartParseError)) throw error;
  }
  throw new FormError('truncated multipart body');
}

/** `at` is the position after a delimiter. */
function isLastDelimiter(message: Buffer, at: number): boolean {
  return message.toString('latin1', at, at + 2) === '--';
}

/** The headers of the part after a delimiter, and where its content begins. */
function headAt(message: Buffer, at: number): { readonly text: ByteString; readonly end: number } {
  const begin = at + lineEnd.length;
  if (message.toString('latin1', at, begin) !== lineEnd) throw new FormError('malformed multipart boundary');
  const end = message.indexOf(headEnd, begin, 'latin1');
  if (end < 0) throw new FormError('missing multipart header separator');
  if (end - begin > limits.head) throw new FormError('multipart headers are too large');
  return { text: message.toString('latin1', begin, end), end: end + headEnd.length };
}

/** The role of a part in a form. */
interface Disposition {
  readonly name: string;
  readonly fileName: string | undefined;
}

/** Only the disposition header matters; headers cannot continue on the next line. */
function dispositionOf(head: ByteString): Disposition {
  let disposition: Disposition | undefined;
  const lines = head === '' ? [] : head.split(lineEnd);
  for (const [index, line] of lines.entries()) {
    if (index === limits.headers) throw new FormError('too many multipart headers');
    if (line.length > limits.line) throw new FormError('multipart header line is too long');
    const colon = line.indexOf(':');
    if (colon < 0) throw new FormError('malformed multipart header');
    if (line.slice(0, colon).toLowerCase() !== 'content-disposition') continue;
    if (disposition !== undefined) throw new FormError('duplicate Content-Disposition header');
    disposition = readDisposition(trimmed(line.slice(colon + 1)));
  }
  if (disposition === undefined) throw new FormError('missing Content-Disposition header');
  return disposition;
}

function readDisposition(value: ByteString): Disposition {
  if (beforeParameters(value).toLowerCase() !== 'form-data') throw new FormError('unsupported disposition type');
  const parameters = parametersOf(value, 'Content-Disposition', ['name', 'filename']);
  const name = parameters.get('name');
  if (name === undefined) throw new FormError('multipart field name is required');
  const fileName = parameters.get('filename');
  return { name: textOf(name), fileName: fileName === undefined ? undefined : textOf(fileName) };
}
