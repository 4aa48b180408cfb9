import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { Block } from '../../configuration/block.js';
import { ConfigurationError } from '../../configuration/error.js';
import {
  certificateKeys,
  certificates,
  ciphers,
  clientCertificate,
  curves,
  dhParameters,
  type NamedFile,
  passwordFile,
  preferServerCiphers,
  rejectHandshake,
  revocations,
  type TlsProtocol,
  tlsProtocols,
  trustedCertificate,
  verifyClient,
} from './settings.js';

/** Versions that can be spoken, the oldest first. */
const spoken = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const satisfies readonly TlsProtocol[];

/** What a server needs to encrypt; `undefined` where it refuses to. Throws ConfigurationError where a file cannot be used. */
export function tlsOptionsOf(block: Block): SecureContextOptions | undefined {
  if (rejectHandshake.of(block)) return undefined;
  const named = certificates.of(block);
  const keys = certificateKeys.of(block);
  const [first] = named;
  if (first === undefined) {
    throw new ConfigurationError('no "ssl_certificate" is defined for the "listen ... ssl" directive', block);
  }
  if (keys.length < named.length) {
    const complaint = `no "ssl_certificate_key" is defined for certificate "${named[keys.length]?.path}"`;
    throw new ConfigurationError(complaint, first);
  }
  if (
    verifyClient.of(block) !== 'off' &&
    verifyClient.of(block) !== 'optional_no_ca' &&
    authorities(block).length === 0
  ) {
    throw new ConfigurationError('no ssl_client_certificate or ssl_trusted_certificate for ssl_verify_client', block);
  }
  const options: SecureContextOptions = {
    ...versions(tlsProtocols.of(block)),
    cert: named.map((file) => contentOf(file, 'cannot load certificate')),
    ciphers: cipherList(ciphers.of(block)),
    honorCipherOrder: preferServerCiphers.of(block),
    ecdhCurve: curves.of(block),
    ...dhOf(block),
    ca: authorities(block).map((file) => contentOf(file, 'cannot load certificate')),
    crl: optional(revocations.of(block)).map((file) => contentOf(file, 'cannot load CRL')),
  };
  const secrets = keys.map((file) => contentOf(file, 'cannot load certificate key'));
  return withPassphrase(options, secrets, passphrases(block), first);
}

function dhOf(block: Block): Pick<SecureContextOptions, 'dhparam'> {
  const file = dhParameters.of(block);
  return file === undefined ? {} : { dhparam: contentOf(file, 'cannot load DH parameters') };
}

function optional<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

function authorities(block: Block): readonly NamedFile[] {
  const asked = verifyClient.of(block) === 'off' ? undefined : clientCertificate.of(block);
  return [...optional(asked), ...optional(trustedCertificate.of(block))];
}

function passphrases(block: Block): readonly string[] {
  const file = passwordFile.of(block);
  if (file === undefined) return [];
  return contentOf(file, 'cannot open password file').toString('utf8').split(/\r?\n/);
}

/** The first passphrase that opens the keys is theirs. */
function withPassphrase(
  options: SecureContextOptions,
  keys: readonly Buffer[],
  passphrases: readonly string[],
  place: NamedFile,
): SecureContextOptions {
  let failure: unknown;
  for (const passphrase of [undefined, ...passphrases]) {
    try {
      const key = keys.map((pem) => (passphrase === undefined ? { pem } : { pem, passphrase }));
      const whole = { ...options, key };
      createSecureContext(whole);
      return whole;
    } catch (error) {
      failure = error;
    }
  }
  const reason = failure instanceof Error ? failure.message : String(failure);
  throw new ConfigurationError(`cannot load certificate "${place.path}": ${reason}`, place);
}

function contentOf(file: NamedFile, complaint: string): Buffer {
  try {
    return readFileSync(file.path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`${complaint} "${file.path}": ${reason}`, file);
  }
}

/** Node knows a range of versions alone. */
function versions(asked: readonly TlsProtocol[]): Pick<SecureContextOptions, 'minVersion' | 'maxVersion'> {
  const allowed = spoken.filter((version) => asked.includes(version));
  const [minVersion = 'TLSv1.2'] = allowed;
  return { minVersion, maxVersion: allowed.at(-1) ?? 'TLSv1.3' };
}

/** Suites of the newest version are not in the list, and always allowed. */
function cipherList(said: string): string {
  const newest = 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256';
  return `${newest}:${said}`;
}
