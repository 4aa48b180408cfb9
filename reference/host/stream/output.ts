/**
 * 2/stream-session-methods/s-send, 2/stream-session-methods/s-send-downstream, 2/stream-session-methods/s-send-upstream:
 * where the bytes of a session go.
 */
import type { Duplex } from 'node:stream';

/** `upload` is from the client to the upstream, `download` is to the client. */
export type Flow = 'upload' | 'download';

/** Bytes on their way. */
export interface StreamBuffer {
  readonly bytes: Buffer;
  /** Whether nothing follows. */
  readonly last: boolean;
  readonly flush: boolean;
}

/** Takes the bytes of a session, of both flows. */
export interface StreamOutput {
  /** Returns false where the session cannot go on, because a filter has failed or nobody takes the bytes. */
  write(flow: Flow, buffer: StreamBuffer): boolean;
}

/** The session of a writer. */
interface OutputSession {
  readonly arrival: { readonly stream: Duplex };
  readonly upstream: { bytesSent: number } | undefined;
  sent: number;
}

/** The end of the chain: writes to the client and to the upstream. */
export class StreamWriter implements StreamOutput {
  readonly #session: OutputSession;
  #upstream: Duplex | undefined;

  constructor(session: OutputSession) {
    this.#session = session;
  }

  /** From now on there is an upstream that takes the upload. */
  connect(upstream: Duplex): void {
    this.#upstream = upstream;
  }

  /** What is written from now on goes out at once when it is uncorked. */
  cork(): void {
    this.#session.arrival.stream.cork();
    this.#upstream?.cork();
  }

  uncork(): void {
    this.#session.arrival.stream.uncork();
    this.#upstream?.uncork();
  }

  write(flow: Flow, { bytes }: StreamBuffer): boolean {
    return flow === 'upload' ? this.#upload(bytes) : this.#download(bytes);
  }

  #upload(bytes: Buffer): boolean {
    const { upstream } = this.#session;
    if (this.#upstream?.writable !== true) return false;
    if (upstream !== undefined) upstream.bytesSent += bytes.length;
    if (bytes.length > 0) this.#upstream.write(bytes);
    return true;
  }

  #download(bytes: Buffer): boolean {
    const { stream } = this.#session.arrival;
    if (!stream.writable) return false;
    this.#session.sent += bytes.length;
    if (bytes.length > 0) stream.write(bytes);
    return true;
  }
}
