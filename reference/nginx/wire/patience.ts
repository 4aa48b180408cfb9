import type { Socket } from 'node:net';

/** What a connection waits for. */
export type WaitReason = 'request' | 'head' | 'body' | 'client';

/** How long a connection waits for its client. Without bytes coming or going for that time, it is over. */
export class IdleTimer {
  readonly #socket: Socket;
  #reason: WaitReason | undefined;

  constructor(socket: Socket, over: (reason: WaitReason) => void) {
    this.#socket = socket;
    socket.on('timeout', () => {
      if (this.#reason !== undefined) over(this.#reason);
    });
  }

  /** Waits so many milliseconds from now on. */
  begin(reason: WaitReason, milliseconds: number): void {
    this.#reason = reason;
    this.#socket.setTimeout(milliseconds);
  }

  /** Waits so many milliseconds from the last byte on; cheap where that is as long as before. */
  goOn(reason: WaitReason, milliseconds: number): void {
    this.#reason = reason;
    if (this.#socket.timeout !== milliseconds) this.#socket.setTimeout(milliseconds);
  }

  end(): void {
    this.#reason = undefined;
  }
}
