import type { HttpServer } from '../../host/http/server.js';
import type { TlsFacts } from '../../host/support/tls-facts.js';
import { plainOnTls, type Refusal } from '../wire/refusals.js';
import { verifyClient } from './settings.js';

/** A certificate that is not trusted, and one that is missing; clients see 400 with a page of its own. */
const [untrusted, missing] = [495, 496];
/** Failures that `optional_no_ca` lets pass: nobody is known who could have signed. */
const unknownSigner = /self-signed certificate|unable to (?:get|verify)|not trusted/;

/**
 * Why a request is refused for how its connection is encrypted: by the server that it asks for, `negotiated` being the one that the
 * handshake was with.
 */
export function refusedTls(
  tls: TlsFacts | 'plain' | undefined,
  server: HttpServer,
  negotiated: HttpServer,
): Refusal | undefined {
  if (tls === undefined) return undefined;
  if (tls === 'plain') return { status: plainOnTls, why: 'client sent plain HTTP request to HTTPS port' };
  const manner = verifyClient.of(server.block);
  if (manner === 'off') return undefined;
  if (server !== negotiated && tls.serverName !== undefined) {
    const why = 'client attempted to request the server name different from the one that was negotiated';
    return { status: 421, why };
  }
  const isPassed = manner === 'optional_no_ca' && unknownSigner.test(tls.verdict);
  if (tls.verdict.startsWith('FAILED:') && !isPassed) {
    return { status: untrusted, why: `client SSL certificate verify error: (${tls.verdict.slice('FAILED:'.length)})` };
  }
  const isMissing = manner === 'on' && tls.certificate === undefined;
  return isMissing ? { status: missing, why: 'client sent no required SSL certificate' } : undefined;
}
