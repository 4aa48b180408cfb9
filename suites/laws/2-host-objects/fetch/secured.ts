/** 2/host-object-operations/p1: TLS on a connection of a peer, which the host opens for an `https://` URL. */
import { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Connection } from '../../../language/partners.js';
import { CERTIFICATES, KEY } from './certificates.js';

export type CertificateName = keyof typeof CERTIFICATES;

/** What a peer does with a connection, secured or not. */
export type Speaking = Omit<Connection, 'rest'>;

export interface Handshakes {
  readonly names: string[];
  /** The negotiated versions and ciphers, such as `TLSv1.2 ECDHE-ECDSA-AES256-GCM-SHA384`. */
  readonly agreed: string[];
}

export function secured(connection: Speaking, name: CertificateName, { names, agreed }: Handshakes): Speaking {
  const secureContext = createSecureContext({ key: KEY, cert: CERTIFICATES[name] });
  const SNICallback = (server: string, done: (error: null, context: typeof secureContext) => void): void => {
    names.push(server);
    done(null, secureContext);
  };
  const socket = new TLSSocket(wireOf(connection), { isServer: true, secureContext, SNICallback });
  socket.on('secure', () => agreed.push(`${socket.getProtocol()} ${socket.getCipher().name}`));
  // A client that does not trust the certificate ends the handshake.
  socket.on('error', () => undefined);
  const pieces = socket[Symbol.asyncIterator]();
  return {
    next: async () => {
      const piece = await pieces.next().catch(() => undefined);
      return piece === undefined || piece.done === true ? Buffer.alloc(0) : Buffer.from(piece.value);
    },
    send: (bytes) => new Promise((done) => socket.write(bytes, () => done())),
    end: () => new Promise((done) => socket.end(() => done())),
    reset: () => connection.reset(),
    close: () => connection.close(),
  };
}

const wireOf = (connection: Speaking): Duplex =>
  new Duplex({
    read() {
      connection.next().then(
        (bytes) => this.push(bytes.length === 0 ? null : bytes),
        () => this.push(null),
      );
    },
    write: (bytes: Buffer, _, done) => void connection.send(bytes).then(() => done(), done),
    final: (done) => void connection.end().then(() => done(), done),
    destroy: (error, done) => {
      connection.close();
      done(error);
    },
  });
