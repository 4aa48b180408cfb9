import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { checkServerIdentity, connect, createSecureContext, type SecureContext, type SecureVersion } from 'node:tls';
import type { Block } from '../../configuration/block.js';
import { blocksWithin } from '../../configuration/block.js';
import { ConfigurationError } from '../../configuration/error.js';
import { codeOf, systemError } from '../../system-errors.js';
import type { HttpRequest } from '../request.js';
import type { Failure, Secure } from '../upstream/connection.js';
import {
  tlsCertificate,
  tlsCiphers,
  tlsKey,
  tlsName,
  tlsProtocols,
  tlsServerName,
  tlsTrusted,
  tlsVerify,
} from './directives.js';
import { passOf } from './pass.js';

const versions: Readonly<Record<string, SecureVersion>> = {
  TLSv1: 'TLSv1',
  'TLSv1.1': 'TLSv1.1',
  'TLSv1.2': 'TLSv1.2',
  'TLSv1.3': 'TLSv1.3',
};

/** What connections from a block to its servers use; made once for each block. */
export class TlsContexts {
  readonly #contexts = new WeakMap<Block, SecureContext>();

  /** Reads the certificates of all blocks that pass requests on. Throws ConfigurationError where one cannot be used. */
  constructor(http: Block) {
    for (const block of blocksWithin(http)) {
      const pass = passOf(block);
      if (pass?.kind === 'computed' || pass?.tls === true) this.#prepare(block, pass.kind === 'fixed');
    }
  }

  /** How a request's connection is secured; `name` is that of the server unless the configuration has another. */
  secure(request: HttpRequest, name: string): Secure {
    const { block, variables } = request;
    const said = tlsName.of(block);
    const expected = said === undefined ? name.replace(/:\d+$/, '') : variables.evaluate(said).replace(/:\d+$/, '');
    return (socket) => this.#handshake(socket, block, expected);
  }

  #prepare(block: Block, isCertain: boolean): void {
    const [certificate, key] = [tlsCertificate.of(block), tlsKey.of(block)];
    const trusted = tlsVerify.of(block) ? tlsTrusted.of(block) : undefined;
    const protocols = Object.entries(versions).flatMap(([name, version]) =>
      tlsProtocols.of(block).has(name) ? [version] : [],
    );
    const [minVersion] = protocols;
    const maxVersion = protocols.at(-1);
    if (certificate !== undefined && key === undefined) {
      const complaint = `no "proxy_ssl_certificate_key" is defined for certificate "${certificate}"`;
      throw new ConfigurationError(complaint, block);
    }
    if (isCertain && trusted === undefined && tlsVerify.of(block))
      throw new ConfigurationError('no proxy_ssl_trusted_certificate for proxy_ssl_verify', block);
    try {
      const context = createSecureContext({
        ...(certificate === undefined || key === undefined
          ? {}
          : { cert: readFileSync(certificate), key: readFileSync(key) }),
        ...(trusted === undefined ? {} : { ca: readFileSync(trusted) }),
        ...(minVersion === undefined ? {} : { minVersion }),
        ...(maxVersion === undefined ? {} : { maxVersion }),
        ciphers: tlsCiphers.of(block),
      });
      this.#contexts.set(block, context);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ConfigurationError(`cannot load certificate "${certificate ?? trusted}": ${reason}`, block);
    }
  }

  #handshake(socket: Socket, block: Block, name: string): Promise<Socket | Failure> {
    const secureContext = this.#contexts.get(block);
    return new Promise((resolve) => {
      const tls = connect({
        socket,
        rejectUnauthorized: false,
        // Names are looked at below, where the configuration asks for it.
        checkServerIdentity: () => undefined,
        ...(secureContext === undefined ? {} : { secureContext }),
        ...(tlsServerName.of(block) && !/^[\d.]+$|:/.test(name) ? { servername: name } : {}),
      });
      const give = (failure: Failure) => {
        tls.destroy();
        resolve(failure);
      };
      tls.once('error', (error) => give(handshakeFailure(error)));
      tls.once('close', () => give({ kind: 'tls', message: 'peer closed connection in SSL handshake' }));
      tls.once('secureConnect', () => {
        const complaint = tlsVerify.of(block) ? complaintOf(tls, name) : undefined;
        if (complaint === undefined) resolve(tls);
        else give({ kind: 'tls', message: complaint });
      });
    });
  }
}

function handshakeFailure(error: Error): Failure {
  const code = codeOf(error);
  if (code === 'ETIMEDOUT') return { kind: 'timed out' };
  if (code === 'ECONNRESET')
    return { kind: 'tls', message: `peer closed connection in SSL handshake (${systemError(code)})` };
  return { kind: 'tls', message: `SSL_do_handshake() failed (SSL: ${error.message.trim()})` };
}

/** Numbers and words of OpenSSL for what is wrong with a certificate. */
const verifyErrors: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: '10:certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: '18:self-signed certificate',
  SELF_SIGNED_CERT_IN_CHAIN: '19:self-signed certificate in certificate chain',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: '20:unable to get local issuer certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '21:unable to verify the first certificate',
};

/** What is wrong with the certificate of a server. */
function complaintOf(tls: ReturnType<typeof connect>, name: string): string | undefined {
  if (!tls.authorized) {
    // Node's types say that this is an error; it is the code of one.
    const code = String(tls.authorizationError);
    return `upstream SSL certificate verify error: (${verifyErrors[code] ?? code})`;
  }
  const mismatch = checkServerIdentity(name, tls.getPeerCertificate());
  return mismatch === undefined ? undefined : `upstream SSL certificate does not match "${name}"`;
}
