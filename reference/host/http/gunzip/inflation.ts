import { constants, createGunzip } from 'node:zlib';
import type { Output } from '../filters.js';

export interface InflationOptions {
  /** Where the body goes. */
  readonly next: Output;
  /** Bytes that go on at a time. */
  readonly most: number;
  /** Called when what comes cannot be unpacked, with what logs say of it. */
  readonly fail: (message: string) => void;
}

/** Unpacks a body as it comes. What was unpacked of one part goes on together. */
export class Inflation {
  readonly #options: InflationOptions;
  readonly #zlib = createGunzip();
  #unpacked: Buffer[] = [];
  /** Resolves once what has come has gone on. */
  #gone = Promise.resolve();
  #isOver = false;
  #end: () => void = () => undefined;
  /** Resolves once all has gone on, or nothing goes on any more. */
  readonly ended = new Promise<void>((resolve) => {
    this.#end = resolve;
  });

  constructor(options: InflationOptions) {
    this.#options = options;
    this.#zlib.on('data', (part: Buffer) => this.#unpacked.push(part));
    this.#zlib.on('error', (error) => this.#fail(error));
  }

  write(part: Buffer): void {
    if (part.length === 0 || this.#isOver) return;
    this.#zlib.write(part);
    this.#gone = new Promise((resolve) => {
      this.#zlib.flush(constants.Z_SYNC_FLUSH, () => {
        this.#handOn();
        resolve();
      });
    });
  }

  end(part: Buffer = Buffer.alloc(0)): void {
    if (this.#isOver) return;
    this.#zlib.once('end', () => {
      const last = Buffer.concat(this.#unpacked.splice(0));
      this.stop();
      this.#options.next.end(last);
    });
    this.#zlib.end(part);
  }

  /** Whether more may come: once what has come is unpacked and has gone. */
  async ready(): Promise<boolean> {
    await Promise.race([this.#gone, this.ended]);
    return !this.#isOver && ((await this.#options.next.ready?.()) ?? true);
  }

  /** Nothing goes on any more. */
  stop(): void {
    this.#isOver = true;
    this.#zlib.close();
    this.#end();
  }

  #handOn(): void {
    if (this.#isOver) return;
    const bytes = Buffer.concat(this.#unpacked.splice(0));
    for (let at = 0; at < bytes.length; at += this.#options.most)
      this.#options.next.write(bytes.subarray(at, at + this.#options.most));
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#handOn();
    this.stop();
    this.#options.fail(lineFor(error));
  }
}

function lineFor(error: Error): string {
  const number = 'errno' in error ? Number(error.errno) : 0;
  if (number === constants.Z_BUF_ERROR) return `inflate() returned ${number} on response end`;
  return `inflate() failed: ${constants.Z_NO_FLUSH}, ${number}`;
}
