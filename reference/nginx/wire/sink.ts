import type { ByteString } from '../../host/support/byte-string.js';
import { nextTurn } from '../../host/support/next-turn.js';
import type { RawHeaders } from '../../host/support/raw-headers.js';
import type { Sink } from '../../host/support/sink.js';
import type { Wire } from './settings.js';

/** A response header as it is sent. */
export interface ResponseHeader {
  readonly status: number;
  /** The reason phrase; `undefined` for none, not even a space. */
  readonly reason: string | undefined;
  readonly headers: RawHeaders;
  /** Whether the body is sent in chunks; the last chunk ends it. */
  readonly isChunked: boolean;
  /** Whether nothing follows the header. */
  readonly isAlone?: boolean;
  /** Whether only the body is sent, without the header. */
  readonly isLeftOut?: boolean;
  /** Whether the connection stays open; read after the end of the response. */
  readonly keepAlive: () => boolean;
  /** The settings of the block that answered. */
  readonly wire: Wire;
  /** Alternating names and values of the trailers. */
  readonly trailers?: (() => readonly ByteString[]) | undefined;
}

/** Delays a response until it is released, so that a log that is read after the response contains all of its lines. */
export class HeldSink<Header> implements Sink<Header> {
  readonly #next: Sink<Header>;
  #held: (() => void)[] | undefined;

  constructor(next: Sink<Header>) {
    this.#next = next;
  }

  header(header: Header): void {
    this.#pass(() => this.#next.header(header));
  }

  write(part: Buffer, more?: boolean): void {
    this.#pass(() => this.#next.write(part, more));
  }

  end(part?: Buffer): void {
    this.#pass(() => this.#next.end(part));
  }

  abort(): void {
    this.#pass(() => this.#next.abort());
  }

  ready(): boolean | Promise<boolean> {
    if (this.#held === undefined) return this.#next.ready?.() ?? true;
    return new Promise((resolve) => this.#pass(() => resolve(this.#next.ready?.() ?? true)));
  }

  /** Delays everything until the event loop's next turn. */
  hold(): void {
    if (this.#held !== undefined) return;
    this.#held = [];
    nextTurn(() => {
      const held = this.#held ?? [];
      this.#held = undefined;
      for (const work of held) work();
    });
  }

  #pass(work: () => void): void {
    if (this.#held === undefined) work();
    else this.#held.push(work);
  }
}
