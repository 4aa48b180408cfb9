import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { Duplex } from 'node:stream';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { systemFailure } from '../../host/support/system-errors.js';
import type { Address } from './listen.js';

type TcpAddress = Extract<Address, { readonly kind: 'tcp' }>;

/** Binds a UDP socket. The address may be bound already: the last socket receives the datagrams. */
export async function boundSocket({ host, port }: TcpAddress): Promise<Socket> {
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4', reuseAddr: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', (error) => {
      const message = systemFailure('bind', `to ${host}:${port}`, error);
      reject(new ConfigurationError(message, { file: 'command line', line: 0 }));
    });
    socket.bind({ port, address: host }, () => resolve());
  });
  return socket;
}

/** The datagrams of one side as a stream: each part is one datagram. */
export class Datagrams extends Duplex {
  readonly #send: (bytes: Buffer, done: (error: Error | null) => void) => void;
  readonly #forget: () => void;
  /** Datagrams received and sent. */
  got = 0;
  given = 0;

  /** `forget` is called once nothing more will be sent. */
  constructor(send: (bytes: Buffer, done: (error: Error | null) => void) => void, forget: () => void) {
    // Each datagram is read by itself, even an empty one.
    super({ autoDestroy: true, readableObjectMode: true });
    this.#send = send;
    this.#forget = forget;
  }

  receive(bytes: Buffer): void {
    this.got += 1;
    this.push(bytes);
  }

  override _read(): void {
    // Received datagrams are pushed.
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.given += 1;
    this.#send(bytes, done);
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#forget();
    done(error);
  }
}

/** The datagrams of a socket, by the clients that send them. */
export class DatagramClients {
  readonly #socket: Socket;
  readonly #clients = new Map<string, Datagrams>();
  readonly #open = new Set<Datagrams>();
  #isClosing = false;
  #isClosed = false;

  /** `begin` is called with the first datagram of a client; after `most` datagrams a client begins again. */
  constructor(
    socket: Socket,
    begin: (client: Datagrams, first: Buffer, from: RemoteInfo) => void,
    most = Number.POSITIVE_INFINITY,
  ) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('message', (bytes, from) => {
      const key = `${from.address} ${from.port}`;
      const known = this.#clients.get(key);
      const client = known ?? this.#begin(key, from);
      if (client.got + 1 >= most) this.#clients.delete(key);
      if (known !== undefined) known.receive(bytes);
      else {
        client.got += 1;
        begin(client, bytes, from);
      }
    });
  }

  #begin(key: string, { address, port }: RemoteInfo): Datagrams {
    const client = new Datagrams(
      (bytes, done) => this.#socket.send(bytes, port, address, done),
      () => {
        if (this.#clients.get(key) === client) this.#clients.delete(key);
        this.#open.delete(client);
        this.#closeWhenFinished();
      },
    );
    this.#clients.set(key, client);
    this.#open.add(client);
    return client;
  }

  /** Ignores new clients; waits for the existing ones or drops them. */
  async close(how: 'wait' | 'drop'): Promise<void> {
    this.#isClosing = true;
    this.#socket.removeAllListeners('message');
    const closed = new Promise<void>((resolve) => this.#socket.once('close', resolve));
    if (how === 'drop') for (const client of this.#open) client.destroy();
    this.#closeWhenFinished();
    await closed;
  }

  #closeWhenFinished(): void {
    if (!this.#isClosing || this.#open.size > 0 || this.#isClosed) return;
    this.#isClosed = true;
    this.#socket.close();
  }
}
