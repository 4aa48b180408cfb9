import type { ByteString } from '../byte-string.js';
import { headTooLarge } from './refusals.js';

/** The head of a request. */
export interface Head {
  readonly method: ByteString;
  /** The request target as it stands in the request line. */
  readonly writtenTarget: ByteString;
  /** Digits of the version as written; `0.9` where the request line has none. */
  readonly httpVersion: string;
  /** Names and values in turn. */
  readonly headers: readonly ByteString[];
}

/** What bytes stand for: a head of so many bytes, the beginning of one, or none, by which they are refused. */
export type ReadHead =
  | { readonly kind: 'head'; readonly head: Head; readonly size: number }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'refused'; readonly status: number };

/** Bytes of one line of a head with its line end, lines of all, and bytes of all. */
const [longestLine, mostLines, largestHead] = [8192, 1000, 33 * 1024];

/** Reads a head as real hosts do, whose lines may end with LF alone. */
export function readHead(bytes: ByteString): ReadHead {
  const start = /^[\r\n]*/.exec(bytes)?.[0].length ?? 0;
  const end = bytes.indexOf('\n', start) + 1;
  if (!/^(?:[A-Z_-]+(?: |$)|$)/.test(bytes.slice(start))) return refused(400);
  if ((end === 0 ? bytes.length : end) - start > longestLine) return refused(414);
  if (end === 0) return { kind: 'incomplete' };
  const line = requestLine(bytes.slice(start, end));
  if (typeof line === 'number') return refused(line);
  if (line.httpVersion === '0.9') return { kind: 'head', head: { ...line, headers: [] }, size: end };
  return readHeaders(bytes, start, end, line);
}

function refused(status: number): ReadHead {
  return { kind: 'refused', status };
}

function readHeaders(bytes: ByteString, start: number, from: number, line: Omit<Head, 'headers'>): ReadHead {
  const headers: ByteString[] = [];
  for (let at = from; ; ) {
    const end = bytes.indexOf('\n', at) + 1;
    const size = end === 0 ? bytes.length : end;
    if (size - at > longestLine || size - start > largestHead) return refused(headTooLarge);
    if (end === 0) return { kind: 'incomplete' };
    const text = bytes.slice(at, end);
    if (/^\r?\n$/.test(text)) return { kind: 'head', head: { ...line, headers }, size: end };
    const field = headerLine(text);
    if (field === undefined) return refused(400);
    // A name with other characters than letters, digits and hyphens is left out.
    if (/^[\w-]+$/.test(field.name) && !field.name.includes('_')) headers.push(field.name, field.value);
    if (headers.length / 2 > mostLines) return refused(headTooLarge);
    at = end;
  }
}

/** A name alone has an empty value; what stands around a value but blanks is part of it. */
function headerLine(line: ByteString): { readonly name: ByteString; readonly value: ByteString } | undefined {
  const form = /^(?<name>[^\0-\x20\x7f:][^\0-\x20\x7f:]*)(?:: *(?<value>[^\0\r\n]*?) *)?\r*\n$/;
  const { name, value = '' } = form.exec(line)?.groups ?? {};
  return name === undefined ? undefined : { name, value };
}

const authority = String.raw`(?:\[[\da-f:.]+\]|[a-z\d.-]+)`;
/** A path, or a URL with one. */
const target = new RegExp(`^(?:[a-z][a-z\\d+.-]*://${authority}(?::\\d*)?(?=[/? ]|$))?(?:[/?]|$)`, 'i');
const tunnel = new RegExp(`^${authority}:\\d+$`, 'i');

/** The parts of a request line, or the status by which it is refused. */
function requestLine(line: ByteString): Omit<Head, 'headers'> | number {
  const form = /^(?<method>[A-Z_-]+) +(?<target>[^\0-\x20\x7f]+) *(?: (?<protocol>HTTP\/[^\r\n]*))?\r?\n$/;
  const { method, target: writtenTarget, protocol } = form.exec(line)?.groups ?? {};
  if (method === undefined || writtenTarget === undefined) return 400;
  const isTarget = method === 'CONNECT' ? protocol !== undefined && tunnel.test(writtenTarget) : isPath(writtenTarget);
  if (!isTarget) return 400;
  const httpVersion = protocol === undefined ? '0.9' : versionOf(protocol);
  return typeof httpVersion === 'number' ? httpVersion : { method, writtenTarget, httpVersion };
}

function isPath(text: ByteString): boolean {
  return !text.startsWith('?') && target.test(text);
}

/** Real hosts know no major version but the first, and minor ones of up to three digits. */
function versionOf(protocol: string): string | number {
  const { major = '', minor } = /^HTTP\/(?<major>[1-9]\d*)(?:\.(?<minor>\d+) *)?$/.exec(protocol)?.groups ?? {};
  if (/^HTTP\/(?:[2-9]|1\d)/.test(protocol)) return 505;
  if (minor === undefined || Number(minor) > 999) return 400;
  return `${major}.${minor}`;
}

/** A version as a number that grows with it. */
export function versionNumber(httpVersion: string): number {
  const [major, minor] = httpVersion.split('.');
  return Number(major) * 1000 + Number(minor);
}
