import type { Socket } from 'node:net';
import type { ByteString } from '../../host/support/byte-string.js';

const none: Buffer = Buffer.alloc(0);

/** The input of a client, taken piece by piece; the socket is read only on request. */
export class ClientInput {
  readonly #socket: Socket;
  #bytes = none;
  /** The number of bytes taken so far. */
  taken = 0;
  #ended = false;
  #wake: () => void = () => undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.once('end', () => {
      this.#ended = true;
    });
    for (const event of ['readable', 'end', 'close']) socket.on(event, () => this.#wake());
  }

  /** Received data that was not taken. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  /** {@link bytes} as text. */
  text(): ByteString {
    return this.#bytes.toString('latin1');
  }

  /** Whether the client has half-closed. */
  get hasEnd(): boolean {
    return this.#ended;
  }

  /** Whether nothing more will arrive. */
  get isEnded(): boolean {
    return this.#ended || this.#socket.destroyed;
  }

  /** Takes bytes from the front. */
  take(count: number): Buffer {
    const taken = this.#bytes.subarray(0, count);
    this.pass(taken.length);
    return taken;
  }

  /** Skips that many of the received bytes. */
  pass(count: number): void {
    this.#bytes = count === this.#bytes.length ? none : this.#bytes.subarray(count);
    this.taken += count;
  }

  /** Waits until more has arrived; `false` if nothing will. */
  async more(): Promise<boolean> {
    for (;;) {
      const part: Buffer | null = this.#socket.read();
      if (part !== null) {
        this.#bytes = this.#bytes.length === 0 ? part : Buffer.concat([this.#bytes, part]);
        return true;
      }
      if (this.isEnded) return false;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
