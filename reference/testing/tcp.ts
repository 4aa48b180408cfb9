import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Test } from 'tape';

/** A server on its own port, which ends with the test. Resolves with the port. */
export async function tcpServer(t: Test, serve: (socket: Socket) => void): Promise<number> {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket.on('error', () => socket.destroy()));
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Sends back all received data. */
export const echo = (socket: Socket): void => {
  socket.pipe(socket);
};

/** The longest wait for the next bytes, in milliseconds. */
const patience = 20_000;

/** One side of a connection under test. */
export class TestConnection {
  readonly socket: Socket;
  #received = '';
  #isOver = false;
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('latin1').on('data', (part: string) => {
      this.#received += part;
      this.#wake();
    });
    const end = () => {
      this.#isOver = true;
      this.#wake();
    };
    socket.on('end', end).on('close', end).on('error', end);
  }

  /** Sends each piece once the other side has answered the previous one with as many bytes as `answers` gives. */
  async send(pieces: readonly (string | Buffer)[], answers: readonly number[]): Promise<this> {
    let awaited = 0;
    for (const [at, piece] of pieces.entries()) {
      this.socket.write(piece);
      awaited += answers[at] ?? 0;
      await this.got(awaited);
    }
    return this;
  }

  /** Resolves when that many bytes have arrived in all, or no more can arrive. */
  got(bytes: number): Promise<void> {
    return this.#until(() => this.#received.length >= bytes);
  }

  /** All received data, once the other side has ended the connection. */
  async rest(): Promise<string> {
    await this.#until(() => this.#isOver);
    this.socket.destroy();
    return this.#received;
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds() && !this.#isOver) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no more came than ${this.#received}`)), patience);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
