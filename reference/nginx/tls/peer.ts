import type { TLSSocket } from 'node:tls';
import type { ClientCertificate, TlsFacts } from '../../host/support/tls-facts.js';

/** The library's messages about untrusted certificates. */
const reasons: Readonly<Record<string, readonly [number: number, words: string]>> = {
  CERT_HAS_EXPIRED: [10, 'certificate has expired'],
  CERT_NOT_YET_VALID: [9, 'certificate is not yet valid'],
  CERT_REVOKED: [23, 'certificate revoked'],
  CERT_UNTRUSTED: [27, 'certificate not trusted'],
  DEPTH_ZERO_SELF_SIGNED_CERT: [18, 'self-signed certificate'],
  SELF_SIGNED_CERT_IN_CHAIN: [19, 'self-signed certificate in certificate chain'],
  UNABLE_TO_GET_ISSUER_CERT: [2, 'unable to get issuer certificate'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [20, 'unable to get local issuer certificate'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [21, 'unable to verify the first certificate'],
};

/** The complaint about a certificate, with the number that logs show before it. */
export function numberedReason(code: string): string {
  return reasons[code]?.join(':') ?? code;
}

/** RFC 8446, section 6: the alert that ends a handshake which has failed here. */
export const internalError = Buffer.from([21, 3, 3, 0, 2, 2, 80]);

/** The facts of a handshake in which the client has only given the server name. */
export function greeted(serverName: string | undefined): TlsFacts {
  return { protocol: 'TLSv1.3', cipher: '', serverName, isReused: false, certificate: undefined, verdict: 'NONE' };
}

/** Reads the facts of a handshake. */
export function tlsFactsOf(socket: TLSSocket): TlsFacts {
  const certificate = certificateOf(socket);
  const { alpnProtocol, authorizationError, servername } = socket;
  const code = String(authorizationError);
  const failure = `FAILED:${reasons[code]?.[1] ?? code}`;
  return {
    protocol: socket.getProtocol() ?? '',
    cipher: socket.getCipher().name,
    serverName: typeof servername === 'string' ? servername : undefined,
    protocolOfUse: alpnProtocol === false || alpnProtocol === null ? undefined : alpnProtocol,
    isReused: socket.isSessionReused(),
    certificate,
    ...(certificate === undefined || socket.authorized ? {} : { numberedReason: numberedReason(code) }),
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
