import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { ByteString } from '../../host/support/byte-string.js';
import type { Block } from '../../host/support/settings/block.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import type { Template } from '../../host/support/settings/template.js';
import { versionRange } from './client.js';
import { nameOfPem, type Pem, type PemSource, pemBytes, pemFor } from './pem.js';
import { type TlsFile, tlsSettings } from './settings.js';

/** How a server encrypts. Certificates with variables in their names are read once a client has connected. */
export type TlsPlan =
  | { readonly kind: 'refuses' }
  | { readonly kind: 'fixed'; readonly options: SecureContextOptions }
  | {
      readonly kind: 'computed';
      readonly templates: readonly Template[];
      /** The options for the values of the templates. Throws ConfigurationError for certificates that cannot be used. */
      readonly optionsFor: (values: readonly ByteString[]) => SecureContextOptions;
    };

/** How the server of a block encrypts. Throws ConfigurationError if a file cannot be used. */
export function tlsPlanOf(block: Block): TlsPlan {
  if (tlsSettings.rejectHandshake.of(block)) return { kind: 'refuses' };
  checkPlan(block);
  const [named, keys] = [tlsSettings.certificates.of(block), tlsSettings.certificateKeys.of(block)];
  const templates = [...named, ...keys].flatMap((source) => (source.kind === 'computed' ? [source.template] : []));
  const optionsFor = (values: readonly ByteString[]) => {
    const rest = [...values];
    const known = (source: PemSource) => (source.kind === 'computed' ? pemFor(source, rest.shift() ?? '') : source);
    return optionsOf(block, named.map(known), keys.map(known));
  };
  return templates.length === 0
    ? { kind: 'fixed', options: optionsFor([]) }
    : { kind: 'computed', templates, optionsFor };
}

/** Throws ConfigurationError for a certificate without a key. */
export function checkKeys(block: Block): void {
  const keyless = tlsSettings.certificates.of(block)[tlsSettings.certificateKeys.of(block).length];
  if (keyless === undefined) return;
  throw new ConfigurationError(`no "ssl_certificate_key" is defined for certificate "${nameOfPem(keyless)}"`, keyless);
}

function checkPlan(block: Block): void {
  if (tlsSettings.certificates.of(block).length === 0)
    throw new ConfigurationError('no "ssl_certificate" is defined for the "listen ... ssl" directive', block);
  checkKeys(block);
  const asks = tlsSettings.verifyClient.of(block) !== 'off' && tlsSettings.verifyClient.of(block) !== 'optional_no_ca';
  if (asks && authorities(block).length === 0)
    throw new ConfigurationError('no ssl_client_certificate or ssl_trusted_certificate for ssl_verify_client', block);
}

function optionsOf(block: Block, named: readonly Pem[], keys: readonly Pem[]): SecureContextOptions {
  const options: SecureContextOptions = {
    ...versionRange(tlsSettings.protocols.of(block)),
    cert: named.map((source) => pemBytes(source, 'cannot load certificate')),
    ciphers: withNewestSuites(tlsSettings.ciphers.of(block)),
    honorCipherOrder: tlsSettings.preferServerCiphers.of(block),
    ecdhCurve: tlsSettings.curves.of(block),
    ...dhOf(block),
    ca: authorities(block).map((file) => contentOf(file, 'cannot load certificate')),
    crl: optional(tlsSettings.revocations.of(block)).map((file) => contentOf(file, 'cannot load CRL')),
  };
  const secrets = keys.map((source) => pemBytes(source, 'cannot load certificate key'));
  return withPassphrase(options, secrets, passphrases(block), named[0]);
}

function dhOf(block: Block): Pick<SecureContextOptions, 'dhparam'> {
  const file = tlsSettings.dhParameters.of(block);
  return file === undefined ? {} : { dhparam: contentOf(file, 'cannot load DH parameters') };
}

function optional<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

function authorities(block: Block): readonly TlsFile[] {
  const asked = tlsSettings.verifyClient.of(block) === 'off' ? undefined : tlsSettings.clientCertificate.of(block);
  return [...optional(asked), ...optional(tlsSettings.trustedCertificate.of(block))];
}

function passphrases(block: Block): readonly string[] {
  const file = tlsSettings.passwordFile.of(block);
  if (file === undefined) return [];
  return contentOf(file, 'cannot open password file').toString('utf8').split(/\r?\n/);
}

/** Finds the first passphrase that opens the keys. */
function withPassphrase(
  options: SecureContextOptions,
  keys: readonly Buffer[],
  passphrases: readonly string[],
  place: Pem | undefined,
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
  const where = place ?? { file: '', line: 0 };
  throw new ConfigurationError(
    `cannot load certificate "${place === undefined ? '' : nameOfPem(place)}": ${reason}`,
    where,
  );
}

function contentOf(file: TlsFile, complaint: string): Buffer {
  return pemBytes({ kind: 'file', ...file }, complaint);
}

/** A list of suites for Node. Suites of the newest version are not in the configuration's list, and always allowed. */
export function withNewestSuites(suites: string): string {
  const newest = 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256';
  return `${newest}:${suites}`;
}
