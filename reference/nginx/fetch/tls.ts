import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { createSecureContext, type DetailedPeerCertificate, type SecureContext, type TLSSocket } from 'node:tls';
import { fetchSettings } from '../../host/support/scripting/settings.js';
import { type Block, blocksWithin } from '../../host/support/settings/block.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { pathIn } from '../../host/support/settings/values.js';
import { codeOf, systemError } from '../../host/support/system-errors.js';
import { encryptTo, versionRange } from '../tls/client.js';
import { withNewestSuites } from '../tls/options.js';
import { numberedReason } from '../tls/peer.js';
import { pemBytes } from '../tls/pem.js';

/** Why a handshake failed, as the log shows it. */
interface HandshakeFailure {
  readonly level: 'error' | 'crit';
  readonly message: string;
}

/** The expectations of a server. */
interface HandshakeOptions {
  /** The name or address that its certificate must have. */
  readonly name: string;
  readonly isName: boolean;
  readonly verify: boolean;
  readonly block: Block;
}

/** The TLS contexts of requests to `https://`; blocks with the same settings share one. */
export class FetchTls {
  readonly #contexts = new Map<string, SecureContext>();

  /** Reads the certificates that the blocks name. Throws ConfigurationError if one cannot be used. */
  constructor(protocol: Block) {
    const { ciphers, protocols, trustedCertificate } = fetchSettings;
    const said = [ciphers, protocols, trustedCertificate];
    for (const block of blocksWithin(protocol))
      if (said.some((setting) => setting.own(block) !== undefined)) this.#contextOf(block);
  }

  /** Encrypts a connection; `undefined` if that took too long and the socket was destroyed. */
  handshake(socket: Socket, options: HandshakeOptions): Promise<TLSSocket | HandshakeFailure> {
    const { name, isName, block } = options;
    const secureContext = this.#contextOf(block);
    const complaintOf = (tls: TLSSocket): HandshakeFailure | undefined => {
      const complaint = certificateComplaint(tls, options);
      const message = `js http SSL certificate ${complaint} ${doing}`;
      return complaint === undefined ? undefined : { level: 'error', message };
    };
    const named = isName ? { servername: name } : {};
    return encryptTo({ socket, secureContext, ...named }, { complaintOf, failed: failureOf });
  }

  #contextOf(block: Block): SecureContext {
    const { ciphers, protocols, trustedCertificate } = fetchSettings;
    const key = JSON.stringify([trustedCertificate.of(block), ciphers.of(block), protocols.of(block)]);
    const context = this.#contexts.get(key) ?? contextOf(block);
    this.#contexts.set(key, context);
    return context;
  }
}

const doing = 'while SSL handshaking to http target';
const closed = 'peer closed connection in SSL handshake';

function contextOf(block: Block): SecureContext {
  const { ciphers, protocols, trustedCertificate } = fetchSettings;
  const trusted = trustedCertificate.of(block);
  // With an empty list no certificate is trusted; without a list, Node's own authorities would be.
  const ca = trusted === undefined ? [] : [certificatesIn(trusted, block)];
  try {
    const range = versionRange(protocols.of(block));
    return createSecureContext({ ca, ...range, ciphers: withNewestSuites(ciphers.of(block)) });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`SSL_CTX_set_cipher_list("${ciphers.of(block)}") failed (SSL: ${reason})`, block);
  }
}

const noCertificate =
  'PEM_read_bio_X509_AUX() failed (SSL: error:0480006C:PEM routines::no start line:Expecting: TRUSTED CERTIFICATE)';

/** Files are relative to the folder of the configuration. */
function certificatesIn(file: string, block: Block): Buffer {
  const path = pathIn(dirname(block.outermost.file), file);
  const content = pemBytes({ kind: 'file', path, file: block.file, line: block.line }, 'cannot load certificate');
  if (!/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/.test(content.toString('latin1')))
    throw new ConfigurationError(`cannot load certificate "${path}": ${noCertificate}`, block);
  return content;
}

/** Node includes the function and the line of its library; real hosts omit both. */
const libraryError = /error:(?<code>[\dA-F]{8}):(?<library>[^:]*):[^:]*:(?<reason>[^:]*):[^:]*:\d+:(?<more>.*)/s;

function failureOf(error?: Error): HandshakeFailure {
  // Node reports a reset even for a connection that ends properly.
  if (error === undefined || /disconnected before secure/.test(error.message))
    return { level: 'error', message: `${closed} ${doing}` };
  const code = codeOf(error);
  if (/^E(?:CONN|PIPE|HOST|NET)/.test(code))
    return { level: 'error', message: `${closed} (${systemError(code)}) ${doing}` };
  const match = libraryError.exec(error.message)?.groups;
  const more = match?.more?.trim() ? `:${match.more.trim()}` : '';
  const said =
    match === undefined ? error.message.trim() : `error:${match.code}:${match.library}::${match.reason}${more}`;
  const level = match?.reason === 'no protocols available' ? 'crit' : 'error';
  return { level, message: `SSL_do_handshake() failed (SSL: ${said}) ${doing}` };
}

/** The complaint about the certificate of a server. */
function certificateComplaint(tls: TLSSocket, { name, verify, block }: HandshakeOptions): string | undefined {
  if (!verify) return undefined;
  // Node's types declare an error; it is the code of one.
  if (!tls.authorized) return `verify error: (${numberedReason(String(tls.authorizationError))})`;
  if (intermediates(tls.getPeerCertificate(true)) > fetchSettings.verifyDepth.of(block))
    return `verify error: (${numberedReason('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')})`;
  // As on real hosts, addresses among the names of a certificate are ignored.
  return tls.getPeerX509Certificate()?.checkHost(name) === undefined ? `does not match "${name}"` : undefined;
}

/** The number of certificates between a server's and a self-signed one. */
function intermediates(certificate: DetailedPeerCertificate): number {
  let found = -1;
  let at = certificate;
  while (at.issuerCertificate !== undefined && at.issuerCertificate.fingerprint256 !== at.fingerprint256) {
    found += 1;
    at = at.issuerCertificate;
  }
  return Math.max(found, 0);
}
