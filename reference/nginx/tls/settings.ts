import { existsSync } from 'node:fs';
import { withinStream } from '../../host/support/settings/block.js';
import {
  type DirectiveRule,
  listSetting,
  many,
  optionalSetting,
  type Statement,
  setting,
} from '../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition } from '../../host/support/settings/error.js';
import {
  configurationPath,
  count,
  flag,
  milliseconds,
  oneOf,
  someOf,
  word,
} from '../../host/support/settings/values.js';
import { systemError } from '../../host/support/system-errors.js';
import { type PemSource, pemSource } from './pem.js';

/** A file in a directive, and the directive's position. */
export interface TlsFile extends ConfigurationPosition {
  readonly path: string;
}

const withinServer = ['http', 'server', ...withinStream];
const protocols = ['SSLv2', 'SSLv3', 'TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;
type TlsProtocol = (typeof protocols)[number];

const file = (name: string) => optionalSetting<TlsFile>(name, withinServer, namedFile);
const pems = (name: string) => listSetting<PemSource>(name, withinServer, (words, at) => [pemSource(words, at)], []);

/** Settings of encryption. */
export const tlsSettings = {
  certificates: pems('ssl_certificate'),
  certificateKeys: pems('ssl_certificate_key'),
  passwordFile: optionalSetting<TlsFile>('ssl_password_file', withinServer, (words, reading) => {
    const named = namedFile(words, reading);
    if (existsSync(named.path)) return named;
    throw new ConfigurationError(`open() "${named.path}" failed (${systemError('ENOENT')})`, reading.place);
  }),
  clientCertificate: file('ssl_client_certificate'),
  trustedCertificate: file('ssl_trusted_certificate'),
  revocations: file('ssl_crl'),
  dhParameters: file('ssl_dhparam'),
  protocols: setting<readonly TlsProtocol[]>(
    'ssl_protocols',
    withinServer,
    someOf(...protocols),
    ['TLSv1.2', 'TLSv1.3'],
    { arity: [1, protocols.length] },
  ),
  ciphers: setting('ssl_ciphers', withinServer, word, 'HIGH:!aNULL:!MD5'),
  preferServerCiphers: onOff('ssl_prefer_server_ciphers'),
  rejectHandshake: onOff('ssl_reject_handshake'),
  curves: setting('ssl_ecdh_curve', withinServer, word, 'auto'),
  verifyDepth: setting('ssl_verify_depth', withinServer, count, 1),
  verifyClient: setting('ssl_verify_client', withinServer, oneOf('off', 'on', 'optional', 'optional_no_ca'), 'off'),
};

/** Application protocols of an encrypted session. */
export const sessionProtocols = setting<readonly string[]>('ssl_alpn', withinStream, (words) => words, [], {
  arity: [1, many],
});
export const handshakeTimeout = setting('ssl_handshake_timeout', withinStream, milliseconds, 60_000);

/** Directives about encrypted connections. */
export const tlsDirectives: readonly DirectiveRule[] = Object.values(tlsSettings);

function onOff(name: string) {
  return setting(name, withinServer, flag, false);
}

/** Certificates are relative to the folder of the configuration. */
function namedFile(words: readonly string[], reading: Statement): TlsFile {
  const { file, line } = reading.place;
  return { path: configurationPath(words, reading), file, line };
}
