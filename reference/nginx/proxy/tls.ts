import { readFileSync } from 'node:fs';
import { checkServerIdentity, createSecureContext, type SecureContext, type TLSSocket } from 'node:tls';
import { type Block, blocksWithin } from '../../host/support/settings/block.js';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { codeOf, systemError } from '../../host/support/system-errors.js';
import type { ModuleSubject } from '../modules/subject.js';
import { encryptTo, versionRange } from '../tls/client.js';
import { numberedReason } from '../tls/peer.js';
import { nameOfPem, type Pem, type PemSource, pemBytes, pemFor } from '../tls/pem.js';
import type { Secure, UpstreamFailure } from '../upstream/connection.js';
import { proxySettings } from './directives.js';

/** Whether a block encrypts its connections to servers. */
export type UseOfTls = 'always' | 'perhaps' | 'never';

/** The TLS contexts of connections to servers; one for each block. */
export class TlsContexts {
  readonly #contexts = new WeakMap<Block, SecureContext>();
  /** Contexts with computed certificates, by the certificates. */
  readonly #computed = new Map<string, SecureContext>();

  /** Reads the certificates of all blocks that encrypt. Throws ConfigurationError if one cannot be used. */
  constructor(protocol: Block, useOf: (block: Block) => UseOfTls) {
    for (const block of blocksWithin(protocol)) {
      const use = useOf(block);
      if (use !== 'never') this.#prepare(block, use === 'always');
    }
  }

  /**
   * How the connection of a request or session is encrypted; `name` is the server's name by default. Throws ConfigurationError if a
   * computed certificate cannot be used.
   */
  secure(subject: ModuleSubject, name: string): Secure {
    const { block, variables } = subject;
    const configured = proxySettings.tlsName.of(block);
    const expected =
      configured === undefined ? name.replace(/:\d+$/, '') : variables.evaluate(configured).replace(/:\d+$/, '');
    const context = this.#contexts.get(block) ?? this.#computedFor(subject);
    const options = {
      ...(context === undefined ? {} : { secureContext: context }),
      ...(proxySettings.tlsServerName.of(block) && !/^[\d.]+$|:/.test(expected) ? { servername: expected } : {}),
    };
    const complaintOf = (tls: TLSSocket) =>
      proxySettings.tlsVerify.of(block) ? certificateFailure(tls, expected) : undefined;
    return (socket) => encryptTo({ ...options, socket }, { complaintOf, failed: handshakeFailure });
  }

  #computedFor({ block, variables }: ModuleSubject): SecureContext | undefined {
    const known = (source: PemSource | undefined) =>
      source?.kind === 'computed' ? pemFor(source, variables.evaluate(source.template)) : source;
    const [certificate, key] = [known(proxySettings.tlsCertificate.of(block)), known(proxySettings.tlsKey.of(block))];
    if (certificate === undefined || key === undefined) return undefined;
    const named = JSON.stringify([certificate, key]);
    const context = this.#computed.get(named) ?? contextOf(block, certificate, key);
    this.#computed.set(named, context);
    for (const [oldest] of this.#computed) if (this.#computed.size > mostKept) this.#computed.delete(oldest);
    return context;
  }

  #prepare(block: Block, isCertain: boolean): void {
    const [certificate, key] = [proxySettings.tlsCertificate.of(block), proxySettings.tlsKey.of(block)];
    if (certificate !== undefined && key === undefined) {
      const complaint = `no "proxy_ssl_certificate_key" is defined for certificate "${nameOfPem(certificate)}"`;
      throw new ConfigurationError(complaint, block);
    }
    if (isCertain && proxySettings.tlsTrusted.of(block) === undefined && proxySettings.tlsVerify.of(block))
      throw new ConfigurationError('no proxy_ssl_trusted_certificate for proxy_ssl_verify', block);
    if (certificate?.kind === 'computed' || key?.kind === 'computed') return;
    this.#contexts.set(block, contextOf(block, certificate, key));
  }
}

/** The number of contexts with computed certificates that are kept for further requests. */
const mostKept = 100;

/** The TLS context of a block. Throws ConfigurationError if a certificate cannot be used. */
function contextOf(block: Block, certificate: Pem | undefined, key: Pem | undefined): SecureContext {
  const trusted = proxySettings.tlsVerify.of(block) ? proxySettings.tlsTrusted.of(block) : undefined;
  try {
    return createSecureContext({
      ...(certificate === undefined || key === undefined
        ? {}
        : {
            cert: pemBytes(certificate, 'cannot load certificate'),
            key: pemBytes(key, 'cannot load certificate key'),
          }),
      ...(trusted === undefined ? {} : { ca: readFileSync(trusted) }),
      ...versionRange(proxySettings.tlsVersions.of(block)),
      ciphers: proxySettings.tlsCiphers.of(block),
    });
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const named = certificate === undefined ? trusted : nameOfPem(certificate);
    throw new ConfigurationError(`cannot load certificate "${named}": ${reason}`, block);
  }
}

const closed = 'peer closed connection in SSL handshake';

function handshakeFailure(error?: Error): UpstreamFailure {
  if (error === undefined) return { kind: 'tls', message: closed };
  const code = codeOf(error);
  if (code === 'ETIMEDOUT') return { kind: 'timed out' };
  if (code === 'ECONNRESET') return { kind: 'tls', message: `${closed} (${systemError(code)})` };
  return { kind: 'tls', message: `SSL_do_handshake() failed (SSL: ${error.message.trim()})` };
}

/** The complaint about the certificate of a server. */
function certificateFailure(tls: TLSSocket, name: string): UpstreamFailure | undefined {
  if (!tls.authorized) {
    // Node's types declare an error; it is the code of one.
    const code = String(tls.authorizationError);
    return { kind: 'tls', message: `upstream SSL certificate verify error: (${numberedReason(code)})` };
  }
  const mismatch = checkServerIdentity(name, tls.getPeerCertificate());
  return mismatch && { kind: 'tls', message: `upstream SSL certificate does not match "${name}"` };
}
