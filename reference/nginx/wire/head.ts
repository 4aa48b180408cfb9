import type { IgnoredLine } from '../../host/http/request.js';
import { authorityOf, type RequestTarget, requestTargetOf } from '../../host/http/uri.js';
import type { ByteString } from '../../host/support/byte-string.js';
import type { RawHeaders } from '../../host/support/raw-headers.js';
import { hostName } from './host-header.js';
import { headTooLarge, refusedLine } from './refusals.js';
import type { Wire } from './settings.js';

/** How much more the buffer of a head can hold, and how much it holds already. */
export interface HeadExtent {
  readonly space: number;
  readonly held: number;
}

/** The head of a request. */
export interface Head {
  /** The request line as written. */
  readonly requestLine: ByteString;
  readonly method: ByteString;
  /** The request target as written in the request line. */
  readonly writtenTarget: ByteString;
  readonly target: RequestTarget;
  /** Digits of the version as written; `0.9` if the request line has none. */
  readonly httpVersion: string;
  readonly headers: RawHeaders;
  /** Lines that are ignored because of their names. */
  readonly ignored: readonly IgnoredLine[];
  /** Bytes of its lines, as far as they could be read. */
  readonly length: number;
}

/** The content of the request line. */
type LineOfHead = Omit<Head, 'headers' | 'ignored'>;

/** Its parts as written. */
type PartsOfLine = Omit<LineOfHead, 'target' | 'length'>;

/** The result of reading bytes: a head of that many bytes, an incomplete one, or an invalid one with its status. */
export type ReadHead =
  | {
      readonly kind: 'head';
      readonly head: Head;
      readonly size: number;
      /** The free bytes in the buffer that holds its end. */
      readonly space: number;
    }
  | IncompleteHead
  | RefusedHead;

export interface IncompleteHead {
  readonly kind: 'incomplete';
  /** Where it is incomplete. */
  readonly within: 'line' | 'headers';
  /** The part that was read so far. */
  readonly head: Head;
}

export interface RefusedHead {
  readonly kind: 'refused';
  readonly status: number;
  readonly within: 'line' | 'headers';
  /** A description of what the client sent. */
  readonly why: string;
  /** Whether the client can no longer read a response. */
  readonly isSilent?: boolean;
  /** The part that was read before the mistake. Without a valid request line it has only the method, or nothing. */
  readonly head: Head;
}

/** The server's settings for heads. */
type HeadSettings = Pick<
  Wire,
  | 'headerBufferSize'
  | 'largeHeaderBuffers'
  | 'maxHeaders'
  | 'ignoreInvalidHeaders'
  | 'underscoresInHeaders'
  | 'mergeSlashes'
>;

/** The settings that apply: those of the requested server, once its name is known. */
type SettingsFor = (host: ByteString | undefined) => HeadSettings;

/** The part of a head that real hosts have read with the previous request. */
export interface ReadAhead {
  readonly bytes: number;
  /** The size of the buffer that contains it. */
  readonly space: number;
}

/** Reads a head like real hosts, which accept LF alone as a line end. */
export function readHead(bytes: ByteString, settingsFor: SettingsFor, ahead?: ReadAhead): ReadHead {
  const start = blank(bytes.charCodeAt(0)) ? (/^[\r\n]*/.exec(bytes)?.[0].length ?? 0) : 0;
  const end = bytes.indexOf('\n', start) + 1;
  if (start === bytes.length) return nothingYet;
  const text = bytes.slice(start, end === 0 ? undefined : end);
  const settings = settingsFor(undefined);
  const buffers = new HeadBuffers(settings, ahead?.space);
  const inFirst = ahead?.bytes ?? buffers.left;
  const refused = (status: number, why: string, line?: LineOfHead): ReadHead => {
    // Real hosts do not report data that they have not read yet.
    const first = bytes.slice(start, inFirst).slice(0, text.length);
    const read = line ?? unread(begunLine(first) === undefined ? text : first);
    return { kind: 'refused', status, within: 'line', why, head: { ...read, ...noLines } };
  };
  if (!method.test(text)) return refused(400, 'invalid method');
  if (!buffers.takes(text.length)) return refused(414, 'too long URI');
  const parts = end === 0 ? begunLine(text) : requestLine(text);
  if (parts === undefined) return incompleteLine(text);
  if (typeof parts === 'number') return refused(parts, parts === 505 ? 'invalid version' : 'invalid request');
  if (parts.httpVersion === '0.9' && parts.method !== 'GET')
    return refused(400, 'invalid method in HTTP/0.9 request', { ...unread(text), httpVersion: '0.9' });
  const isTunnel = parts.method === 'CONNECT';
  const target = isTunnel ? tunnelled : requestTargetOf(parts.writtenTarget, settings.mergeSlashes);
  const line = lineOf(parts, target ?? nowhere, end - start);
  if (target === undefined) return refused(400, 'invalid request', line);
  if (line.httpVersion === '0.9') return { kind: 'head', head: { ...line, ...noLines }, size: end, space: 0 };
  const host = authorityOf(line.writtenTarget);
  if (host !== undefined && hostName(host) === undefined) return refused(400, 'invalid host in request line', line);
  return readHeaders(bytes, end, line, buffers, settingsFor);
}

const noLines = { headers: [], ignored: [] } as const;
const nowhere: RequestTarget = { uri: '', args: '', unparsed: '' };
const tunnelled: RequestTarget = { uri: '/', args: '', unparsed: '' };

/** Member by member, which is much faster than spreading a record for every request. */
function lineOf(parts: PartsOfLine, target: RequestTarget, length: number): LineOfHead {
  const { requestLine, method, writtenTarget, httpVersion } = parts;
  return { requestLine, method, writtenTarget, target, httpVersion, length };
}

/** An invalid line: its method is known, whatever follows. */
function unread(text: ByteString): LineOfHead {
  const known = /^[A-Z_-]+(?= )/.exec(text)?.[0] ?? '';
  return {
    requestLine: withoutEnd(text),
    method: known,
    writtenTarget: '',
    target: nowhere,
    httpVersion: '1.0',
    length: 0,
  };
}

function incompleteLine(text: ByteString): IncompleteHead {
  return { kind: 'incomplete', within: 'line', head: { ...unread(text), ...noLines } };
}

const nothingYet = incompleteLine('');

const method = /^[A-Z_-]+(?: |$)/;

function blank(code: number): boolean {
  return code === 0x0d || code === 0x0a;
}

function withoutEnd(line: ByteString): ByteString {
  const end = line.search(/[\r\n]/);
  return end < 0 ? line : line.slice(0, end);
}

/** Bytes of a line that the log shows if it fits into no buffer. */
const longestShown = 1748;

/** The buffers that a head is read into. No line is split: one that does not fit into the rest of a buffer begins the next one. */
class HeadBuffers {
  readonly #large: HeadSettings['largeHeaderBuffers'];
  /** Free bytes of the buffer. */
  left: number;
  #used = 0;

  constructor({ headerBufferSize, largeHeaderBuffers }: HeadSettings, left = headerBufferSize) {
    this.left = left;
    this.#large = largeHeaderBuffers;
  }

  /** Bytes that are logged of a line that fits into no buffer. */
  get seen(): number {
    return Math.min(this.#used < this.#large.count ? this.#large.size : this.left, longestShown);
  }

  takes(length: number): boolean {
    if (length > this.left) {
      if (length > this.#large.size || this.#used === this.#large.count) return false;
      this.#used += 1;
      this.left = this.#large.size;
    }
    this.left -= length;
    return true;
  }
}

function readHeaders(
  bytes: ByteString,
  from: number,
  line: LineOfHead,
  buffers: HeadBuffers,
  settingsFor: SettingsFor,
): ReadHead {
  const lines = new HeaderLines(line, settingsFor);
  for (let at = from; ; ) {
    const end = bytes.indexOf('\n', at) + 1;
    const text = bytes.slice(at, end === 0 ? bytes.length : end);
    if (!buffers.takes(text.length))
      return lines.refused(headTooLarge, `too long header line: "${bytes.slice(at, at + buffers.seen)}..."`);
    if (end === 0)
      return beginning.test(text) ? { kind: 'incomplete', within: 'headers', head: lines.head } : lines.invalid(text);
    if (text === '\n' || text === '\r\n') {
      lines.length += text.length;
      return { kind: 'head', head: lines.head, size: end, space: buffers.left };
    }
    const refused = lines.add(text);
    if (refused !== undefined) return refused;
    at = end;
  }
}

/** The header lines of a head as they are read. */
class HeaderLines {
  readonly #line: LineOfHead;
  readonly #settingsFor: SettingsFor;
  readonly #hostOfLine: ByteString | undefined;
  readonly #headers: ByteString[] = [];
  readonly #ignored: IgnoredLine[] = [];
  #settings: HeadSettings;
  /** Bytes of the head so far. */
  length: number;

  constructor(line: LineOfHead, settingsFor: SettingsFor) {
    this.#line = line;
    this.#settingsFor = settingsFor;
    this.#hostOfLine = hostName(authorityOf(line.writtenTarget) ?? '');
    this.#settings = settingsFor(this.#hostOfLine);
    this.length = line.length;
  }

  get head(): Head {
    const { requestLine, method, writtenTarget, target, httpVersion } = this.#line;
    const headers = this.#headers;
    const ignored = this.#ignored;
    return { requestLine, method, writtenTarget, target, httpVersion, headers, ignored, length: this.length };
  }

  refused(status: number, why: string): ReadHead {
    return { kind: 'refused', status, within: 'headers', why, head: this.head };
  }

  invalid(text: ByteString): ReadHead {
    return this.refused(400, `invalid header line: "${upToFault(text)}"`);
  }

  /** Adds a line; returns a refusal if the request may not have it. */
  add(text: ByteString): ReadHead | undefined {
    const field = headerLine(text);
    if (field === undefined) return this.invalid(text);
    this.length += text.length;
    if (isKept(field.name, this.#settings)) this.#headers.push(field.name, field.value);
    else this.#ignored.push({ line: withoutEnd(text), at: this.#headers.length });
    const why = refusedLine(field, this.#headers);
    if (why !== undefined) return this.refused(400, why);
    if (this.#headers.length / 2 > this.#settings.maxHeaders)
      return this.refused(headTooLarge, 'too many header lines');
    if (this.#hostOfLine === undefined && field.name.length === 4 && field.name.toLowerCase() === 'host')
      this.#settings = this.#settingsFor(field.value);
    return undefined;
  }
}

/** A name with characters other than letters, digits and hyphens is ignored, unless the server accepts it. */
function isKept(name: ByteString, { ignoreInvalidHeaders, underscoresInHeaders }: HeadSettings): boolean {
  return !ignoreInvalidHeaders || (underscoresInHeaders ? /^[\w-]+$/ : /^[A-Za-z\d-]+$/).test(name);
}

const headerForm = /^([^\0-\x20\x7f:]+)(?:: *([^\0\r\n]*?) *)?\r*\n$/;

/** A name alone has an empty value; only blanks are removed around a value. */
function headerLine(line: ByteString): { readonly name: ByteString; readonly value: ByteString } | undefined {
  const [, name, value = ''] = headerForm.exec(line) ?? [];
  return name === undefined ? undefined : { name, value };
}

/** The beginning of a header line, or of the empty line after them. */
const beginning = /^(?:[^\0-\x20\x7f:]+(?:: *[^\0\r\n]*)?)?\r*$/;

/** A line up to its invalid byte, as logs show it. */
function upToFault(line: ByteString): ByteString {
  const good = /^(?:[^\0-\x20\x7f:]+(?:: *(?:[^\0\r\n ]+| +(?=[^\0\r\n ]))*)?)?/.exec(line)?.[0] ?? '';
  const fault = line.charCodeAt(good.length).toString(16).padStart(2, '0');
  return `${good}\\x${fault}...`;
}

const authority = String.raw`(?:\[[\da-f:.]+\]|[a-z\d.-]+)`;
/** A path, or a URL with one. */
const target = new RegExp(`^(?:[a-z][a-z\\d+.-]*://${authority}?(?::\\d*)?(?=[/? ]|$))?(?:[/?]|$)`, 'i');
const bareAuthority = /^[^/?:]*:\/\/[^/?]*$/;
const tunnel = new RegExp(`^${authority}:\\d+$`, 'i');
const lineForm = /^([A-Z_-]+) +([^\0-\x20\x7f]+) *(?: (HTTP\/[^\r\n]*))?\r?\n$/;

/** The parts of a request line, or the status of its refusal. */
function requestLine(line: ByteString): PartsOfLine | number {
  const [, method, writtenTarget, protocol] = lineForm.exec(line) ?? [];
  if (method === undefined || writtenTarget === undefined) return 400;
  const isTarget = method === 'CONNECT' ? protocol !== undefined && tunnel.test(writtenTarget) : isPath(writtenTarget);
  if (!isTarget) return 400;
  // Only a space separates a name without a path from the protocol.
  if (protocol === undefined && bareAuthority.test(writtenTarget) && !/ \r?\n$/.test(line)) return 400;
  const httpVersion = protocol === undefined ? '0.9' : versionOf(protocol);
  if (typeof httpVersion === 'number') return httpVersion;
  return { requestLine: withoutEnd(line), method, writtenTarget, httpVersion };
}

const version = ' HTTP/1.1\r\n';
/** Possible continuations of an incomplete line: every line that can become a request line does so with one of them. */
const lineEnds: readonly string[] = [
  ...Array.from(version, (_, at) => version.slice(at)),
  ...['/', ' /', '://h/', '//h/', '/h/', 'h/', ']/', '1]/'].map((target) => target + version),
  ...[' h:80', 'h:80', ':80', '80', ']:80', '1]:80'].map((target) => target + version),
];

/** The refusal status of an incomplete line that can no longer become valid; `undefined` for one that can. */
function begunLine(text: ByteString): number | undefined {
  if (text.endsWith('\n')) return undefined;
  let status = 400;
  for (const end of lineEnds) {
    const whole = requestLine(text + end);
    if (typeof whole !== 'number') return undefined;
    status = Math.max(status, whole);
  }
  return status;
}

function isPath(text: ByteString): boolean {
  return !text.startsWith('?') && (text.startsWith('/') || target.test(text));
}

/** Real hosts accept only major version 1, and minor versions of up to three digits. */
function versionOf(protocol: string): string | number {
  if (protocol === 'HTTP/1.1') return '1.1';
  const { major = '', minor } = /^HTTP\/(?<major>[1-9]\d*)(?:\.(?<minor>\d+) *)?$/.exec(protocol)?.groups ?? {};
  if (/^HTTP\/(?:[2-9]|1\d)/.test(protocol)) return 505;
  if (minor === undefined || Number(minor) > 999) return 400;
  return `${major}.${minor}`;
}
