import { constants, type Gunzip, type Gzip } from 'node:zlib';
import type { Output } from '../../../host/http/filters.js';

export interface RecodingOptions {
  /** Where the body goes. */
  readonly next: Output;
  readonly zlib: Gunzip | Gzip;
  /** Whether what comes goes on at once; otherwise once `most` bytes are there. */
  readonly flushes: boolean;
  /** Bytes that go on at a time. */
  readonly most: number;
  /** Called when what comes cannot be unpacked, with what logs say of it. */
  readonly fail: (message: string) => void;
}

/** Packs or unpacks a body as it comes. What one part gives goes on together. */
export class Recoding {
  readonly #options: RecodingOptions;
  readonly #zlib: Gunzip | Gzip;
  #given: Buffer[] = [];
  /** Resolves once what has come has gone on. */
  #gone = Promise.resolve();
  #isOver = false;
  #end: () => void = () => undefined;
  /** Resolves once all has gone on, or nothing goes on any more. */
  readonly ended = new Promise<void>((resolve) => {
    this.#end = resolve;
  });

  constructor(options: RecodingOptions) {
    this.#options = options;
    this.#zlib = options.zlib;
    this.#zlib.on('data', (part: Buffer) => this.#given.push(part));
    this.#zlib.on('error', (error) => this.#fail(error));
  }

  write(part: Buffer): void {
    if (part.length === 0 || this.#isOver) return;
    this.#gone = new Promise((resolve) => {
      const handOn = () => {
        this.#handOn();
        resolve();
      };
      this.#zlib.write(part, this.#options.flushes ? undefined : handOn);
      if (this.#options.flushes) this.#zlib.flush(constants.Z_SYNC_FLUSH, handOn);
    });
  }

  end(part: Buffer = Buffer.alloc(0)): void {
    if (this.#isOver) return;
    this.#zlib.once('end', () => {
      const last = Buffer.concat(this.#given.splice(0));
      this.stop();
      this.#options.next.end(last);
    });
    this.#zlib.end(part);
  }

  /** Whether more may come: once what has come was recoded and has gone. */
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
    const { most, flushes, next } = this.#options;
    const bytes = Buffer.concat(this.#given.splice(0));
    const end = flushes ? bytes.length : bytes.length - (bytes.length % most);
    for (let at = 0; at < end; at += most) next.write(bytes.subarray(at, Math.min(at + most, end)));
    if (end < bytes.length) this.#given.push(bytes.subarray(end));
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
