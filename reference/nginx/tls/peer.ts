import type { TLSSocket } from 'node:tls';
import type { ClientCertificate, TlsFacts } from '../../host/support/tls-facts.js';

/** What the library says of certificates that it does not trust. */
const reasons: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'certificate has expired',
  CERT_NOT_YET_VALID: 'certificate is not yet valid',
  CERT_REVOKED: 'certificate revoked',
  CERT_UNTRUSTED: 'certificate not trusted',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'self-signed certificate in certificate chain',
  UNABLE_TO_GET_ISSUER_CERT: 'unable to get issuer certificate',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unable to get local issuer certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unable to verify the first certificate',
};

/** Reads what was agreed upon in a handshake. */
export function factsOf(socket: TLSSocket): TlsFacts {
  const certificate = certificateOf(socket);
  const { authorizationError, servername } = socket;
  const code = String(authorizationError);
  const failure = `FAILED:${reasons[code] ?? code}`;
  return {
    protocol: socket.getProtocol() ?? '',
    cipher: socket.getCipher().name,
    serverName: typeof servername === 'string' ? servername : undefined,
    isReused: socket.isSessionReused(),
    certificate,
    verdict: certificate === undefined ? 'NONE' : socket.authorized ? 'SUCCESS' : failure,
  };
}

function certificateOf(socket: TLSSocket): ClientCertificate | undefined {
  const found = socket.getPeerX509Certificate();
  if (found === undefined) return undefined;
  return {
    pem: found.toString(),
    subject: found.subject,
    issuer: found.issuer,
    serial: found.serialNumber,
    fingerprint: found.fingerprint.replaceAll(':', '').toLowerCase(),
    validFrom: found.validFrom,
    validTo: found.validTo,
  };
}
