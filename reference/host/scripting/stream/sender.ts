/**
 * 2/stream-session-methods/s-send, 2/stream-session-methods/s-send-downstream, 2/stream-session-methods/s-send-upstream: sends the output
 * of a session's filter.
 */
import { isUtf8 } from 'node:buffer';
import type { PortOutcome } from '../../../port/outcome.js';
import type { Flow } from '../../../port/stream-session.js';
import type { StreamBuffer, StreamOutput, StreamWriter } from '../../stream/output.js';
import { bytesOf } from '../../support/byte-string.js';
import { viewed } from '../../support/realms/memory.js';
import { nothing, typeError } from '../variable-port.js';

/** Data to send. `isDirected`: the script has given a direction. */
interface OutgoingData {
  readonly flow: Flow;
  readonly buffer: StreamBuffer;
  readonly isDirected: boolean;
}

/** The data of the current callback. */
interface CurrentData {
  readonly flow: Flow;
  readonly buffer: StreamBuffer;
}

/** Sends data of a script: within a callback after it has returned, otherwise immediately. */
export class Sender {
  /** The next output; absent until the filter has begun. */
  next: StreamOutput | undefined;
  #current: CurrentData | undefined;
  /** The text of the current data. */
  #text: string | undefined;
  readonly #sent: OutgoingData[] = [];

  /** A callback is about to be called with data. */
  begin(flow: Flow, buffer: StreamBuffer): void {
    this.#current = { flow, buffer };
  }

  /** The data as a callback receives it. */
  textOf(bytes: Buffer): string {
    this.#text = bytes.toString('utf8');
    return this.#text;
  }

  /**
   * Sends the output of the callback, in order. As on real hosts, a callback that has thrown sends only data with an explicit direction.
   * Returns false if the session cannot continue.
   */
  end(isDone: boolean, writer: StreamWriter): boolean {
    this.#current = undefined;
    this.#text = undefined;
    if (this.#sent.length <= 1) return this.#sendAll(isDone);
    writer.cork();
    const isSent = this.#sendAll(isDone);
    writer.uncork();
    return isSent;
  }

  #sendAll(isDone: boolean): boolean {
    let isSent = isDone;
    for (const { flow, buffer, isDirected } of this.#sent) {
      if (isDone || isDirected) isSent = this.next?.write(flow, buffer) === true && isSent;
    }
    this.#sent.length = 0;
    return isSent;
  }

  readonly send = (
    data: string | Uint8Array,
    flow: Flow | undefined,
    last: boolean | undefined,
    flush: boolean | undefined,
  ): PortOutcome<undefined> => {
    if (this.next === undefined) return typeError('cannot send buffer in this handler');
    const current = this.#current;
    const to = flow ?? current?.flow;
    if (to === undefined) return typeError('"from_upstream" flag is expected when called asynchronously');
    const buffer = {
      bytes: this.#bytesOf(data),
      last: last ?? current?.buffer.last ?? false,
      flush: flush ?? current?.buffer.flush ?? false,
    };
    if (current === undefined) return this.next.write(to, buffer) ? nothing : unsent;
    this.#sent.push({ flow: to, buffer, isDirected: flow !== undefined });
    return nothing;
  };

  /** Data that is sent unchanged is neither encoded nor copied again. */
  #bytesOf(data: string | Uint8Array): Buffer {
    const bytes = this.#current?.buffer.bytes;
    if (bytes === undefined) return bytesOf(data);
    const isUnchanged = typeof data === 'string' ? data === this.#text && isUtf8(bytes) : bytes.equals(viewed(data));
    return isUnchanged ? bytes : bytesOf(data);
  }
}

const unsent: PortOutcome<never> = { ok: false, name: 'Error', message: 'the session takes no more data' };
