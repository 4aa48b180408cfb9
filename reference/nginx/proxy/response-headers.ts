import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import { headerPairs, headerValues, type RawHeaders } from '../../host/support/raw-headers.js';
import { type ActingHeader, proxySettings } from './directives.js';
import type { ResponseHeadIn } from './response-head.js';
import { rewrittenCookie, rewrittenLocation } from './rewriting.js';

/** Response headers that are not forwarded, unless the configuration says otherwise. */
const hidden: readonly string[] = [
  ...['date', 'server', 'x-pad'],
  ...['x-accel-expires', 'x-accel-redirect', 'x-accel-limit-rate', 'x-accel-buffering', 'x-accel-charset'],
];

/** Headers that concern only the connection to the server. */
const ofConnection: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

/** Headers that a response may have once: later lines are ignored. */
const single: ReadonlySet<string> = new Set([
  ...['content-type', 'date', 'last-modified', 'etag', 'server', 'location', 'refresh', 'expires'],
  ...['status', 'x-accel-redirect', 'x-accel-expires', 'x-accel-limit-rate'],
]);

/** Headers that are kept when a response requests an internal redirect. */
const kept: ReadonlySet<string> = new Set([
  ...['content-type', 'set-cookie', 'content-disposition', 'cache-control', 'expires', 'accept-ranges'],
]);

/** The value of a header that affects the host; `undefined` if it is to be ignored. */
export function actingHeader(request: HttpRequest, head: ResponseHeadIn, name: ActingHeader): ByteString | undefined {
  if (proxySettings.ignoreHeaders.of(request.block).has(name)) return undefined;
  return headerValues(head.headers, name.toLowerCase())[0];
}

/** Gives a response its status and headers. */
export function applyHead(request: HttpRequest, head: ResponseHeadIn, length: number | undefined): void {
  const { block } = request;
  const { headers: headersOut } = request.response;
  request.response.status = head.status;
  const [sent] = headerValues(head.headers, 'location');
  request.response.unconditional = true;
  const asked = actingHeader(request, head, 'X-Accel-Buffering')?.toLowerCase();
  const isHeld = asked === 'yes' || (asked !== 'no' && proxySettings.buffering.of(block));
  request.response.receivedStatus = { status: head.status, reason: head.reason, isHeld };
  const passed = new Set(proxySettings.passHeaders.of(block));
  request.response.leftOut = new Set(['server', 'date'].filter((name) => passed.has(name)));
  const hides = new Set([...hidden, ...proxySettings.hideHeaders.of(block)].filter((name) => !passed.has(name)));
  for (const [name, value] of singled(request, head.headers)) {
    const key = name.toLowerCase();
    if (hides.has(key) || ofConnection.has(key)) continue;
    // A response has one type: the server's, if it sends one.
    if (key === 'content-type') headersOut.set(name, [value]);
    else if (key === 'etag') headersOut.setEntityTag(value, name);
    else if (key === 'accept-ranges') headersOut.offerRanges(value, name);
    else headersOut.receive(name, rewritten(request, key, value));
  }
  headersOut.isLocationReceived = sent !== undefined && rewrittenLocation(request, sent) === undefined;
  if (length !== undefined) headersOut.setLength(length);
  logCharset(request, head);
}

/** Logs an unknown character set; the host converts none. */
function logCharset(request: HttpRequest, head: ResponseHeadIn): void {
  const charset = actingHeader(request, head, 'X-Accel-Charset') ?? '';
  const isText = request.response.headers.has('content-type') && !request.response.headers.has('content-encoding');
  if (charset !== '' && isText && request.parent === undefined)
    request.logLine('error', `unknown charset "${charset}" to override while reading response header from upstream`);
}

/** Takes over the headers that survive an internal redirect. */
export function applyKeptHeaders(request: HttpRequest, { headers }: ResponseHeadIn): void {
  const { headers: headersOut } = request.response;
  for (const [name, value] of headerPairs(headers)) {
    if (name.toLowerCase() === 'content-type') headersOut.set(name, [value]);
    else if (kept.has(name.toLowerCase())) headersOut.receive(name, value);
  }
}

function singled(request: HttpRequest, headers: RawHeaders): readonly (readonly [ByteString, ByteString])[] {
  const seen = new Map<string, readonly [ByteString, ByteString]>();
  return headerPairs(headers).filter(([name, value]) => {
    const key = name.toLowerCase();
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, [name, value]);
    if (earlier === undefined || !single.has(key)) return true;
    const line = `upstream sent duplicate header line: "${name}: ${value}", previous value: "${earlier.join(': ')}", ignored`;
    request.logLine('warn', `${line} while reading response header from upstream`);
    return false;
  });
}

function rewritten(request: HttpRequest, key: string, value: ByteString): ByteString {
  switch (key) {
    case 'location':
      return rewrittenLocation(request, value) ?? value;
    case 'refresh': {
      const [, before = '', url = ''] = /^(.*?url=)(.*)$/is.exec(value) ?? [];
      const target = before === '' ? undefined : rewrittenLocation(request, url);
      return target === undefined ? value : before + target;
    }
    case 'set-cookie':
      return rewrittenCookie(request, value);
    default:
      return value;
  }
}
