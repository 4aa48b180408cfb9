import type { ByteString } from '../byte-string.js';
import { hostName } from './host-header.js';
import type { Arrival } from './request.js';

/** A head that does not fit; sent as 400 with a page of its own. */
export const headTooLarge = 494;

/** Bytes of one line of a head with its line end, lines of all, and bytes of all. */
const [longestLine, mostLines, largestHead] = [8192, 1000, 33 * 1024];

/** The status by which a request is refused whatever it asks for, as by real hosts; `undefined` for one that is served. */
export function refusalOf({
  method,
  writtenTarget,
  httpVersion,
  headers,
}: Pick<Arrival, 'method' | 'writtenTarget' | 'httpVersion' | 'headers'>): number | undefined {
  const version = refusalOfVersion(httpVersion);
  if (version !== undefined) return version;
  const requestLine = `${method} ${writtenTarget} HTTP/${httpVersion}\r\n`.length;
  if (requestLine > longestLine) return 414;
  if (!fits(headers, requestLine)) return headTooLarge;
  const hosts = valuesOf(headers, 'host');
  // HTTP/1.1 asks for exactly one, HTTP/1.0 for at most one.
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion !== '1.0')) return 400;
  if (hosts.some((host) => hostName(host) === undefined)) return 400;
  const codings = valuesOf(headers, 'transfer-encoding');
  const hasLength = valuesOf(headers, 'content-length').length > 0;
  if (codings.length > 1 || (codings.length > 0 && (hasLength || httpVersion === '1.0'))) return 400;
  if (codings.some((coding) => coding.toLowerCase() !== 'chunked')) return 501;
  return method === 'TRACE' ? 405 : undefined;
}

/** The status for bytes that Node's parser did not take for a request; `code` is what it says of them. */
export function refusalOfBytes(code: string | undefined, bytes: Buffer | undefined): number {
  const text = (bytes ?? Buffer.alloc(0)).toString('latin1');
  const [requestLine = ''] = text.split('\n', 1);
  const version = / HTTP\/(\d+\.\d+)\r?$/.exec(requestLine)?.[1];
  if (code === 'HPE_INVALID_VERSION' && version !== undefined) return refusalOfVersion(version) ?? 400;
  // Real hosts refuse what is ambiguous before they look at the coding.
  if (code === 'HPE_INVALID_TRANSFER_ENCODING')
    return /^transfer-encoding:[^\n]*\n(?:[^\n]*\n)*?(?:transfer-encoding|content-length):|^content-length:|HTTP\/1\.0\r?$/im.test(
      text,
    )
      ? 400
      : 501;
  if (code === 'HPE_HEADER_OVERFLOW') return requestLine.length + 1 > longestLine ? 414 : headTooLarge;
  return 400;
}

function refusalOfVersion(version: string): number | undefined {
  if (/^0/.test(version)) return 400;
  return /^1\./.test(version) ? undefined : 505;
}

function fits(headers: readonly ByteString[], requestLine: number): boolean {
  let size = requestLine;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const line = `${headers[at]}: ${headers[at + 1]}\r\n`.length;
    if (line > longestLine) return false;
    size += line;
  }
  return size <= largestHead && headers.length / 2 <= mostLines;
}

function valuesOf(headers: readonly ByteString[], name: string): readonly ByteString[] {
  return headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === name);
}
