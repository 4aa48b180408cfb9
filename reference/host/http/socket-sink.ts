import type { Socket } from 'node:net';
import type { ResponseHead, Sink } from './sink.js';

/** How a response ended, and what becomes of its connection. */
export type Ending = 'goes on' | 'closes' | 'broken off';

/** Sends a response over the connection of its request. */
export class SocketSink implements Sink<ResponseHead> {
  readonly ended: Promise<Ending>;
  readonly #socket: Socket;
  readonly #hasHead: boolean;
  #isChunked = false;
  #keepAlive = false;
  #tell: (ending: Ending) => void = () => undefined;

  /** HTTP/0.9 has bodies alone. */
  constructor(socket: Socket, hasHead: boolean) {
    this.#socket = socket;
    this.#hasHead = hasHead;
    this.ended = new Promise((resolve) => {
      const closed = () => this.#tell('broken off');
      this.#tell = (ending) => {
        socket.off('close', closed);
        resolve(ending);
      };
      socket.once('close', closed);
    });
  }

  header({ status, reason, headers, keepAlive, isChunked }: ResponseHead): void {
    this.#keepAlive = keepAlive;
    this.#isChunked = isChunked;
    const lines = [`HTTP/1.1 ${status} ${reason}`];
    for (let at = 0; at + 1 < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
    // With the first part of the body in one packet.
    this.#socket.cork();
    process.nextTick(() => this.#socket.uncork());
    if (this.#hasHead) this.#send(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  }

  write(part: Buffer): void {
    if (part.length === 0) return;
    if (this.#isChunked) this.#send(Buffer.from(`${part.length.toString(16)}\r\n`));
    this.#send(part);
    if (this.#isChunked) this.#send(Buffer.from('\r\n'));
  }

  end(part?: Buffer): void {
    if (part !== undefined) this.write(part);
    if (this.#isChunked) this.#send(Buffer.from('0\r\n\r\n'));
    this.#tell(this.#keepAlive ? 'goes on' : 'closes');
  }

  abort(): void {
    this.#socket.uncork();
    this.#tell('broken off');
  }

  #send(bytes: Buffer): void {
    if (this.#socket.writable) this.#socket.write(bytes);
  }
}
