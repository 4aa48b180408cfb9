/** 2/host-object-operations/p1: TLS on a connection of a peer, which the host opens for an `https://` URL. */
import { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { Connection } from '../../../language/partners.js';
import { CERTIFICATES, KEY } from './certificates.js';

export type CertificateName = keyof typeof CERTIFICATES;

/** What a peer does with a connection, secured or not. */
export type Speaking = Pick<Connection, 'next' | 'send' | 'end' | 'reset'>;

/** The bytes inside; `asked` is called with the server name that the client asks for. */
export function secured(connection: Connection, name: CertificateName, asked: (server: string) => void): Speaking {
  const secureContext = createSecureContext({ key: KEY, cert: CERTIFICATES[name] });
  const SNICallback = (server: string, done: (error: null, context: typeof secureContext) => void): void => {
    asked(server);
    done(null, secureContext);
  };
  const socket = new TLSSocket(wireOf(connection), { isServer: true, secureContext, SNICallback });
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
  };
}

const wireOf = (connection: Connection): Duplex =>
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
