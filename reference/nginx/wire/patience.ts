import type { Socket } from 'node:net';

/** What a connection waits for. */
export type WaitReason = 'request' | 'head' | 'body' | 'client';

/** Ends a connection that has neither received nor sent a byte for a time. */
export class IdleTimer {
  readonly #socket: Socket;
  #reason: WaitReason | undefined;

  constructor(socket: Socket, over: (reason: WaitReason) => void) {
    this.#socket = socket;
    socket.on('timeout', () => {
      if (this.#reason !== undefined) over(this.#reason);
    });
  }

  /** Waits that many milliseconds from now on. */
  begin(reason: WaitReason, milliseconds: number): void {
    this.#reason = reason;
    this.#socket.setTimeout(milliseconds);
  }

  /** Waits that many milliseconds from the last byte on; cheap if the time is the same as before. */
  extend(reason: WaitReason, milliseconds: number): void {
    this.#reason = reason;
    if (this.#socket.timeout !== milliseconds) this.#socket.setTimeout(milliseconds);
  }

  end(): void {
    this.#reason = undefined;
  }
}
