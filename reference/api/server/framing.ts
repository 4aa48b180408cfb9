import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from './answer.js';

/**
 * Throws `Refusal` for requests that Node lets through and others may read in another way: RFC 9112, section 3.2 (more than
 * one Host) and section 6.1 (transfer codings other than chunked alone).
 */
export function checkFraming({ headersDistinct }: IncomingMessage): void {
  const { host = [], 'transfer-encoding': codings = ['chunked'] } = headersDistinct;
  if (host.length > 1) throw new HttpRefusal(400, 'a request names one host', CLOSING);
  if (codings.join().trim().toLowerCase() !== 'chunked')
    throw new HttpRefusal(501, 'the only transfer coding is chunked', CLOSING);
}

/** Where such a request ends is not certain. */
const CLOSING = { headers: { Connection: 'close' } } as const;
