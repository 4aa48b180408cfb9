import type { HttpServer } from '../../host/http/server.js';
import type { Block } from '../../host/support/settings/block.js';
import type { TlsFacts } from '../../host/support/tls-facts.js';
import { plainOnTls, type RequestRefusal } from '../wire/refusals.js';
import { tlsSettings } from './settings.js';

/** Statuses for an untrusted and a missing certificate; clients see 400 with special pages. */
const [untrusted, missing] = [495, 496];
/** Failures that `optional_no_ca` ignores: the issuer is unknown. */
const unknownSigner = /self-signed certificate|unable to (?:get|verify)|not trusted/;

/**
 * Why a request is refused because of its encryption. The block is that of the requested server, and `negotiated` is the server of the
 * handshake.
 */
export function refusedTls(
  tls: TlsFacts | 'plain' | undefined,
  server: HttpServer,
  negotiated: HttpServer,
): RequestRefusal | undefined {
  const refusal = (status: number, why: string) => ({ status, why: `${why} while reading client request headers` });
  if (tls === undefined) return undefined;
  if (tls === 'plain') return refusal(plainOnTls, 'client sent plain HTTP request to HTTPS port');
  if (tlsSettings.verifyClient.of(server.block) === 'off') return undefined;
  if (server !== negotiated && tls.serverName !== undefined) {
    return refusal(421, 'client attempted to request the server name different from the one that was negotiated');
  }
  const why = refusedCertificate(tls, server.block);
  return why === undefined ? undefined : refusal(tls.certificate === undefined ? missing : untrusted, why);
}

/** Why a client is refused because of its certificate, or because it has none. */
export function refusedCertificate(tls: TlsFacts, block: Block): string | undefined {
  const { verdict, certificate, numberedReason } = tls;
  const manner = tlsSettings.verifyClient.of(block);
  if (manner === 'off') return undefined;
  const isPassed = manner === 'optional_no_ca' && unknownSigner.test(verdict);
  if (verdict.startsWith('FAILED:') && !isPassed) return `client SSL certificate verify error: (${numberedReason})`;
  return manner === 'on' && certificate === undefined ? 'client sent no required SSL certificate' : undefined;
}
