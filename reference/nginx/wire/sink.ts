import type { ByteString } from '../../host/support/byte-string.js';
import { nextTurn } from '../../host/support/next-turn.js';
import type { RawHeaders } from '../../host/support/raw-headers.js';
import type { Sink } from '../../host/support/sink.js';
import type { Wire } from './settings.js';

/** A response header as it goes out. */
export interface ResponseHeader {
  readonly status: number;
  /** What follows the code; `undefined` for nothing, not even a space. */
  readonly reason: string | undefined;
  readonly headers: RawHeaders;
  /** Whether the body is cut into chunks, the last of which ends it. */
  readonly isChunked: boolean;
  /** Whether nothing follows the header. */
  readonly isAlone?: boolean;
  /** Whether the body goes without the header. */
  readonly isLeftOut?: boolean;
  /** Whether the connection stays open, asked when the response is through. */
  readonly keepAlive: () => boolean;
  /** What the place that answered says of the wire. */
  readonly wire: Wire;
  /** Names and values in turn of what follows the chunks. */
  readonly trailers?: (() => readonly ByteString[]) | undefined;
}

/** Holds a response back until it is released, so that whoever reads the log after the response finds all of it. */
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

  /** Holds everything back until the event loop's next turn. */
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
