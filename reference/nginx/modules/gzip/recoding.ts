import { constants, type Gunzip, type Gzip } from 'node:zlib';
import { hasBody, type Output, OutputStep } from '../../../host/http/filters.js';
import { abandon } from '../../../host/http/sending.js';

interface RecodingOptions {
  /** The next output for the body. */
  readonly next: Output;
  readonly zlib: Gunzip | Gzip;
  /** Whether data is forwarded immediately; otherwise once `most` bytes are available. */
  readonly flushes: boolean;
  /** Bytes that are forwarded at a time. */
  readonly most: number;
  /** Called with a log message when data cannot be decompressed. */
  readonly fail: (message: string) => void;
}

/** Compresses or decompresses a body as it arrives. The output for one part is forwarded together. */
class Recoding {
  readonly #options: RecodingOptions;
  readonly #zlib: Gunzip | Gzip;
  #given: Buffer[] = [];
  /** Resolves once all data so far was forwarded. */
  #gone = Promise.resolve();
  #isOver = false;
  #end: () => void = () => undefined;
  /** Resolves once everything was forwarded, or forwarding has stopped. */
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
      const forward = () => {
        this.#forward();
        resolve();
      };
      this.#zlib.write(part, this.#options.flushes ? undefined : forward);
      if (this.#options.flushes) this.#zlib.flush(constants.Z_SYNC_FLUSH, forward);
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

  /** Whether more data may be written: once the previous data was converted and sent. */
  async ready(): Promise<boolean> {
    await Promise.race([this.#gone, this.ended]);
    return !this.#isOver && ((await this.#options.next.ready?.()) ?? true);
  }

  /** Stops forwarding. */
  stop(): void {
    this.#isOver = true;
    this.#zlib.close();
    this.#end();
  }

  #forward(): void {
    if (this.#isOver) return;
    const { most, flushes, next } = this.#options;
    const bytes = Buffer.concat(this.#given.splice(0));
    const end = flushes ? bytes.length : bytes.length - (bytes.length % most);
    for (let at = 0; at < end; at += most) next.write(bytes.subarray(at, Math.min(at + most, end)));
    if (end < bytes.length) this.#given.push(bytes.subarray(end));
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#forward();
    this.stop();
    this.#options.fail(lineFor(error));
  }
}

function lineFor(error: Error): string {
  const number = 'errno' in error ? Number(error.errno) : 0;
  if (number === constants.Z_BUF_ERROR) return `inflate() returned ${number} on response end`;
  return `inflate() failed: ${constants.Z_NO_FLUSH}, ${number}`;
}

/** A filter that compresses or decompresses the body once `begin` was called. */
export class RecodingStep extends OutputStep {
  #recoding: Recoding | undefined;

  /**
   * Forwards the header, without headers that no longer apply.
   * @param most bytes of the body that are forwarded at a time
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
