import type { HttpRequest } from '../../host/http/request.js';
import type { ByteString } from '../../host/support/byte-string.js';
import type { ClientCertificate, TlsFacts } from '../../host/support/tls-facts.js';
import { cached } from '../../host/variables/variables.js';
import type { SubjectVariable, SubjectVariables } from '../modules/subject.js';

/** Directives may replace them. */
const ofTls = (get: (tls: TlsFacts) => ByteString | undefined): SubjectVariable => ({
  ...cached(({ client }) => (client.tls === undefined ? undefined : get(client.tls))),
  writable: true,
});
const ofCertificate = (get: (certificate: ClientCertificate) => ByteString): SubjectVariable =>
  ofTls(({ certificate }) => (certificate === undefined ? undefined : get(certificate)));

/** Variables about the encryption of a connection. */
export const tlsVariables: SubjectVariables = {
  ssl_protocol: ofTls(({ protocol }) => protocol),
  ssl_cipher: ofTls(({ cipher }) => cipher),
  ssl_alpn_protocol: ofTls(({ protocolOfUse }) => protocolOfUse),
  ssl_server_name: ofTls(({ serverName }) => serverName),
  ssl_session_reused: ofTls(({ isReused }) => (isReused ? 'r' : '.')),
  ssl_client_verify: ofTls(({ verdict }) => verdict),
  ssl_client_raw_cert: ofCertificate(({ pem }) => pem),
  ssl_client_cert: ofCertificate(({ pem }) => pem.trimEnd().replaceAll('\n', '\n\t')),
  ssl_client_escaped_cert: ofCertificate(({ pem }) => encodeURIComponent(pem)),
  ssl_client_s_dn: ofCertificate(({ subject }) => distinguishedName(subject)),
  ssl_client_i_dn: ofCertificate(({ issuer }) => distinguishedName(issuer)),
  ssl_client_s_dn_legacy: ofCertificate(({ subject }) => legacyName(subject)),
  ssl_client_i_dn_legacy: ofCertificate(({ issuer }) => legacyName(issuer)),
  ssl_client_serial: ofCertificate(({ serial }) => serial),
  ssl_client_fingerprint: ofCertificate(({ fingerprint }) => fingerprint),
  ssl_client_v_start: ofCertificate(({ validFrom }) => validFrom),
  ssl_client_v_end: ofCertificate(({ validTo }) => validTo),
  ssl_client_v_remain: ofCertificate(({ validTo }) => String(daysUntil(validTo))),
};

/** `https` or `http`. */
export function schemeOf({ arrival }: HttpRequest): 'http' | 'https' {
  return arrival.client.tls === undefined ? 'http' : 'https';
}

/** RFC 2253: the last part first. */
function distinguishedName(lines: string): ByteString {
  return lines.split('\n').reverse().join(',');
}

function legacyName(lines: string): ByteString {
  return `/${lines.split('\n').join('/')}`;
}

function daysUntil(date: string): number {
  return Math.max(0, Math.floor((Date.parse(date) - Date.now()) / 86_400_000));
}
