import type { ByteString } from '../byte-string.js';
import { hostName } from './host-header.js';
import type { Arrival } from './request.js';

/** A head that does not fit; sent as 400 with a page of its own. */
export const headTooLarge = 494;

/** The status by which a request is refused whatever it asks for, as by real hosts; `undefined` for one that is served. */
export function refusalOf({
  method,
  httpVersion,
  headers,
}: Pick<Arrival, 'method' | 'httpVersion' | 'headers'>): number | undefined {
  if (httpVersion === '0.9') return method === 'GET' ? undefined : 400;
  const hosts = valuesOf(headers, 'host');
  // HTTP/1.1 asks for exactly one, HTTP/1.0 for at most one.
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion !== '1.0')) return 400;
  if (hosts.some((host) => hostName(host) === undefined)) return 400;
  const codings = valuesOf(headers, 'transfer-encoding');
  const lengths = valuesOf(headers, 'content-length');
  if (lengths.length > 1 || lengths.some((length) => !/^\d{1,15}$/.test(length))) return 400;
  if (codings.length > 1 || (codings.length > 0 && (lengths.length > 0 || httpVersion === '1.0'))) return 400;
  if (codings.some((coding) => coding.toLowerCase() !== 'chunked')) return 501;
  return method === 'TRACE' || method === 'CONNECT' ? 405 : undefined;
}

/** The values of all lines of a name, which is given in lower case. */
export function valuesOf(headers: readonly ByteString[], name: string): readonly ByteString[] {
  return headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === name);
}
