/**
 * 2/stream-session-methods/s-send, 2/stream-session-methods/s-send-downstream, 2/stream-session-methods/s-send-upstream: the destinations
 * of a session's bytes.
 */
import type { Duplex } from 'node:stream';
import type { Flow } from '../../port/stream-session.js';

/** Bytes with their flags. */
export interface StreamBuffer {
  readonly bytes: Buffer;
  /** Whether no bytes follow. */
  readonly last: boolean;
  readonly flush: boolean;
}

/** Receives the bytes of a session in both flows. */
export interface StreamOutput {
  /** Returns false if the session cannot continue, because a filter has failed or the connection is closed. */
  write(flow: Flow, buffer: StreamBuffer): boolean;
}

/** The session of a writer. */
interface OutputSession {
  readonly arrival: { readonly stream: Duplex };
  readonly client: { readonly transport?: 'udp' };
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

  /** Sets the upstream that receives the upload. */
  connect(upstream: Duplex): void {
    this.#upstream = upstream;
  }

  /** Collects the following output until it is uncorked, and then sends it at once. */
  cork(): void {
    this.#session.arrival.stream.cork();
    this.#upstream?.cork();
  }

  uncork(): void {
    this.#session.arrival.stream.uncork();
    this.#upstream?.uncork();
  }

  /** Of datagrams an empty one is sent, too. */
  write(flow: Flow, { bytes, last, flush }: StreamBuffer): boolean {
    const isEmpty = bytes.length === 0 && (this.#session.client.transport === undefined || last || !flush);
    return flow === 'upload' ? this.#upload(bytes, isEmpty) : this.#download(bytes, isEmpty);
  }

  #upload(bytes: Buffer, isEmpty: boolean): boolean {
    const { upstream } = this.#session;
    if (this.#upstream?.writable !== true) return false;
    if (upstream !== undefined) upstream.bytesSent += bytes.length;
    if (!isEmpty) this.#upstream.write(bytes);
    return true;
  }

  #download(bytes: Buffer, isEmpty: boolean): boolean {
    const { stream } = this.#session.arrival;
    if (!stream.writable) return false;
    this.#session.sent += bytes.length;
    if (!isEmpty) stream.write(bytes);
    return true;
  }
}
