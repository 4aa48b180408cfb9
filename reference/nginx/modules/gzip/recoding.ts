import { constants, type Gunzip, type Gzip } from 'node:zlib';
import { hasBody, type Output, OutputStep } from '../../../host/http/filters.js';
import { abandon } from '../../../host/http/sending.js';

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

/** A step that packs or unpacks the body once `begin` was called. */
export class RecodingStep extends OutputStep {
  #recoding: Recoding | undefined;

  /**
   * Hands the header on, without what no longer holds.
   * @param most bytes of the body that go on at a time
   */
  protected begin(make: () => Gunzip | Gzip, { flushes, most }: { flushes: boolean; most: number }): void {
    const { request, next } = this;
    const { headers: headersOut } = request.response;
    headersOut.set('Content-Length', []);
    headersOut.withdrawRanges();
    headersOut.weakenEntityTag();
    next.header(undefined);
    if (request.route.method === 'HEAD' || !hasBody(request.response.status)) return;
    const fail = (message: string) => {
      request.logLine('error', message);
      abandon(request);
    };
    this.#recoding = new Recoding({ next, zlib: make(), flushes, most, fail });
    request.response.draining = this.#recoding.ended;
  }

  override write(part: Buffer, more?: boolean): void {
    if (this.#recoding === undefined) this.next.write(part, more);
    else this.#recoding.write(part);
  }

  override end(part?: Buffer): void {
    if (this.#recoding === undefined) this.next.end(part);
    else this.#recoding.end(part);
  }

  override ready(): boolean | Promise<boolean> {
    return this.#recoding?.ready() ?? super.ready();
  }

  override abort(): void {
    this.#recoding?.stop();
    this.next.abort();
  }
}
